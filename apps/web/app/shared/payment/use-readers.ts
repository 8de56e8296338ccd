import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../api/queries.ts';

export const readersKey = (locationId: string) => ['readers', locationId];

/** The card readers of a location, loaded only when needed. */
export function useReaders(locationId: string, isRequested = true) {
  return useQuery({
    ...apiQuery(readersKey(locationId), 'getReaders', { query: { locationId } }),
    enabled: isRequested,
    staleTime: 60_000,
  });
}
