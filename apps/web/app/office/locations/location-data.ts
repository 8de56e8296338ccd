import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Answer } from '../../shared/api/api.ts';
import { CACHE_LIFETIMES } from '../../shared/api/lifetimes.ts';
import { apiQuery, useRefetchOn } from '../../shared/api/queries.ts';
import type { Change } from '../../shared/offline/changes.ts';
import { usePendingChanges, withChanges } from '../../shared/offline/pending-changes.ts';
import { useDebounced } from '../../shared/page/debounced.ts';

export type ManagedLocation = Answer<'getAllLocations'>['locations'][number];

export const LOCATIONS_KEY = ['managed-locations'] as const;

const locationsQuery = queryOptions({
  ...apiQuery(LOCATIONS_KEY, 'getAllLocations'),
  staleTime: CACHE_LIFETIMES.locationList,
});

/** All locations with their figures and the changes that the server does not have yet, reloaded when one changes. */
export function useManagedLocations() {
  useRefetchOn(['location.changed', 'reset'], LOCATIONS_KEY);
  const changes = usePendingChanges();
  return useQuery({
    ...locationsQuery,
    select: ({ locations }) => withChanges(locations, changes, withLocationChange),
  });
}

function withLocationChange(locations: readonly ManagedLocation[], { call, body }: Change): readonly ManagedLocation[] {
  if (call === 'toggleLocationStatus') {
    return locations.map((each) =>
      each.id === body.locationId ? { ...each, isActive: body.isActive, isDraft: false } : each,
    );
  }
  return call === 'deleteLocation' ? locations.filter(({ id }) => id !== body.locationId) : locations;
}

/** A number of changes that lasts for less time than this is not shown. */
const SHORTEST_SHOWN_MS = 400;

/** How many changes of locations are being sent or queued. */
export function usePendingChangeCount(): number {
  const count = usePendingChanges().filter(({ kind }) => kind === 'location').length;
  const lasting = useDebounced(count, SHORTEST_SHOWN_MS);
  return count === 0 ? 0 : lasting;
}
