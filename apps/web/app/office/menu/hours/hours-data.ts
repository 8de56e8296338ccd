import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CACHE_LIFETIMES } from '../../../shared/api/lifetimes.ts';
import type { Answer } from '../../../shared/api/api.ts';
import { EDITED_MENU_KEY } from '../menu-data.ts';
import { apiQuery, apiMutation, idempotentMutation } from '../../../shared/api/queries.ts';

export type MenuDaypart = Answer<'getDayparts'>['dayparts'][number];

const partsQuery = (locationId: string) =>
  queryOptions({
    ...apiQuery(['dayparts', locationId], 'getDayparts', { query: { locationId } }),
    staleTime: CACHE_LIFETIMES.menu,
    select: (answer) => answer.dayparts,
  });

/** The dayparts of a location and of the restaurant. */
export function useDayparts(locationId: string) {
  return useQuery(partsQuery(locationId));
}

export function useHoursActions() {
  const client = useQueryClient();
  const change = {
    scope: { id: 'menu' },
    onSettled: () =>
      Promise.all([['dayparts'], EDITED_MENU_KEY].map((queryKey) => client.invalidateQueries({ queryKey }))),
  };
  return {
    set: useMutation({ ...change, mutationFn: apiMutation('setDishHours') }),
    save: useMutation({ ...change, mutationFn: idempotentMutation('saveDaypart') }),
    remove: useMutation({ ...change, mutationFn: apiMutation('deleteDaypart') }),
  };
}
