import { useQuery } from '@tanstack/react-query';
import { apiQuery, useRefetchOn } from '../../shared/api/queries.ts';

const FISCAL_KEY = ['fiscal-states'] as const;
const LOOK_EVERY_MS = 5 * 60_000;

/** Whether the locations where this person works may take money. */
export function useFiscalStates() {
  useRefetchOn(['location.changed', 'payment.attention', 'reset'], FISCAL_KEY);
  return useQuery({ ...apiQuery(FISCAL_KEY, 'getFiscalStates'), refetchInterval: LOOK_EVERY_MS });
}
