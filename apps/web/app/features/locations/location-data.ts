import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { CACHE_LIFETIMES } from '@tiffin/domain/limits';
import { api, type Answer } from '../../lib/api.ts';
import { useLiveEvents } from '../../live/live-events.ts';

export type ManagedLocation = Answer<'getAllLocations'>['locations'][number];

export const LOCATIONS_KEY = ['managed-locations'] as const;
/** What changes of locations are called, for whoever counts them. */
export const LOCATION_CHANGES = ['locations'] as const;

const locationsQuery = queryOptions({
  queryKey: LOCATIONS_KEY,
  queryFn: ({ signal }) => api('getAllLocations', {}, { signal }),
  staleTime: CACHE_LIFETIMES.locationList,
  select: (answer) => answer.locations,
});

/** All locations with their figures, anew when one changes; not while a change of our own is on its way. */
export function useManagedLocations() {
  const client = useQueryClient();
  useLiveEvents(['location.changed', 'reset'], () => {
    if (client.isMutating({ mutationKey: LOCATION_CHANGES }) === 0) {
      void client.invalidateQueries({ queryKey: LOCATIONS_KEY });
    }
  });
  return useQuery(locationsQuery);
}
