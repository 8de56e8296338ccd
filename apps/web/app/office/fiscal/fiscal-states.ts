import { useQuery } from '@tanstack/react-query';
import { apiQuery, useRefetchOn } from '../../shared/api/queries.ts';

const FISCAL_KEY = ['fiscal-states'] as const;
const REFETCH_INTERVAL_MS = 5 * 60_000;

/** Used once, by the alarm that is on every page, so that one event does not fetch the states several times. */
export function useRefetchFiscalStates(): void {
  useRefetchOn(['location.changed', 'reset'], FISCAL_KEY);
}

/** Whether the locations where this person works may take money. */
export function useFiscalStates() {
  return useQuery({ ...apiQuery(FISCAL_KEY, 'getFiscalStates'), refetchInterval: REFETCH_INTERVAL_MS });
}
