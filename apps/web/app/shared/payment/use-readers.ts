import { useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';

export const readersKey = (locationId: string) => ['readers', locationId];

/** The card readers of a location, loaded only when needed. */
export function useReaders(locationId: string, isRequested = true) {
  return useQuery({
    queryKey: readersKey(locationId),
    queryFn: () => api('getReaders', { query: { locationId } }),
    enabled: isRequested,
    staleTime: 60_000,
  });
}
