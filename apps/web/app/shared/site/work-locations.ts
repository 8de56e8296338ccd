import { queryOptions, useQuery } from '@tanstack/react-query';
import { apiQuery, useRefetchOn } from '../api/queries.ts';

const workLocationsQuery = queryOptions({
  ...apiQuery(['edited-places'], 'getAvailableLocations'),
  select: (answer) => answer.locations,
  // A stored answer may be from before a location was added.
  refetchOnMount: 'always',
});

/** The locations where the person works, with those that guests do not see. */
export function useWorkLocations() {
  useRefetchOn(['location.changed', 'reset'], workLocationsQuery.queryKey);
  return useQuery(workLocationsQuery);
}
