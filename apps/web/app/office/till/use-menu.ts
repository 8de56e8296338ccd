import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../shared/api/api.ts';
import type { Location } from '../../shared/site/site.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';

/** The places one works at as they are now; at first as the page brought them. */
export function usePlaces(fromPage: readonly Location[]) {
  const client = useQueryClient();
  useLiveEvents(['location.changed', 'reset'], () => void client.invalidateQueries({ queryKey: ['locations'] }));
  return useQuery({
    queryKey: ['locations'],
    queryFn: ({ signal }) => api('getLocations', {}, { signal }),
    initialData: { locations: [...fromPage] },
    initialDataUpdatedAt: 0,
    refetchInterval: 60_000,
  });
}

export function useMenu(locationId: string) {
  const client = useQueryClient();
  useLiveEvents(['menu.changed', 'reset'], () => void client.invalidateQueries({ queryKey: ['menu', locationId] }));
  return useQuery({
    queryKey: ['menu', locationId],
    queryFn: ({ signal }) => api('getLocationMenu', { query: { locationId } }, { signal }),
    enabled: locationId !== '',
  });
}
