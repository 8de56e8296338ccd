import { useQuery } from '@tanstack/react-query';
import { apiQuery, useRefetchOn } from '../../shared/api/queries.ts';

const FISCAL_KEY = ['fiscal-states'] as const;
const LOOK_EVERY_MS = 5 * 60_000;

/** For the alarm, which is on every page: other readers of the states must not fetch them a second time. */
export function useRefetchFiscalStates(): void {
  useRefetchOn(['location.changed', 'reset'], FISCAL_KEY);
}

/** Whether the locations where this person works may take money. */
export function useFiscalStates() {
  return useQuery({ ...apiQuery(FISCAL_KEY, 'getFiscalStates'), refetchInterval: LOOK_EVERY_MS });
}
