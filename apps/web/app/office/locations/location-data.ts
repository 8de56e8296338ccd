import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { CACHE_LIFETIMES } from '../../shared/api/lifetimes.ts';
import type { Answer } from '../../shared/api/api.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import type { QueuedChange } from '../../shared/offline/changes.ts';
import { useWaitingOf } from '../../shared/offline/the-queue.ts';
import { answerTo } from '../../shared/api/queries.ts';

export type ManagedLocation = Answer<'getAllLocations'>['locations'][number];

export const LOCATIONS_KEY = ['managed-locations'] as const;
/** What changes of locations are called, for whoever counts them. */
export const LOCATION_CHANGES = ['locations'] as const;

const locationsQuery = queryOptions({
  ...answerTo(LOCATIONS_KEY, 'getAllLocations'),
  staleTime: CACHE_LIFETIMES.locationList,
});

/** All locations with their figures, anew when one changes; not while a change of our own is on its way. */
export function useManagedLocations() {
  const client = useQueryClient();
  useLiveEvents(['location.changed', 'reset'], () => {
    if (client.isMutating({ mutationKey: LOCATION_CHANGES }) === 0) {
      void client.invalidateQueries({ queryKey: LOCATIONS_KEY });
    }
  });
  const waiting = useWaitingOf('location');
  return useQuery({ ...locationsQuery, select: ({ locations }) => withWaiting(locations, waiting) });
}

/** The locations as they will be once what waits for the connection has been sent. */
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
