import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { CACHE_LIFETIMES } from '../../shared/api/lifetimes.ts';
import type { Answer } from '../../shared/api/api.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import type { QueuedChange } from '../../shared/offline/changes.ts';
import { useQueuedChangesOf } from '../../shared/offline/open-queue.ts';
import { apiQuery } from '../../shared/api/queries.ts';

export type ManagedLocation = Answer<'getAllLocations'>['locations'][number];

export const LOCATIONS_KEY = ['managed-locations'] as const;
/** Mutation key of location changes, to count those in progress. */
export const LOCATION_CHANGES = ['locations'] as const;

const locationsQuery = queryOptions({
  ...apiQuery(LOCATIONS_KEY, 'getAllLocations'),
  staleTime: CACHE_LIFETIMES.locationList,
});

/** All locations with their figures, reloaded when one changes, but not while a change of this page is being sent. */
export function useManagedLocations() {
  const client = useQueryClient();
  useLiveEvents(['location.changed', 'reset'], () => {
    if (client.isMutating({ mutationKey: LOCATION_CHANGES }) === 0) {
      void client.invalidateQueries({ queryKey: LOCATIONS_KEY });
    }
  });
  const waiting = useQueuedChangesOf('location');
  return useQuery({ ...locationsQuery, select: ({ locations }) => withWaiting(locations, waiting) });
}

/** The locations with all queued changes applied. */
function withWaiting(
  locations: readonly ManagedLocation[],
  waiting: readonly QueuedChange[],
): readonly ManagedLocation[] {
  return waiting.reduce((list, change) => (change.isStuck ? list : afterChange(list, change)), locations);
}

function afterChange(locations: readonly ManagedLocation[], change: QueuedChange): readonly ManagedLocation[] {
  if (change.call === 'toggleLocationStatus') {
    const { locationId, isActive } = change.body;
    return locations.map((each) => (each.id === locationId ? { ...each, isActive } : each));
  }
  if (change.call !== 'deleteLocation') return locations;
  return locations.filter(({ id }) => id !== change.body.locationId);
}
