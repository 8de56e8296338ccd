import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CACHE_LIFETIMES } from '../../../shared/api/lifetimes.ts';
import type { Answer } from '../../../shared/api/api.ts';
import { EDITED_MENUS } from '../menu-data.ts';
import { answerTo, sending, sendingOnce } from '../../../shared/api/queries.ts';

export type Part = Answer<'getDayparts'>['dayparts'][number];

const partsQuery = (locationId: string) =>
  queryOptions({
    ...answerTo(['dayparts', locationId], 'getDayparts', { query: { locationId } }),
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
      Promise.all([['dayparts'], EDITED_MENUS].map((queryKey) => client.invalidateQueries({ queryKey }))),
  };
  return {
    set: useMutation({ ...change, mutationFn: sending('setDishHours') }),
    save: useMutation({ ...change, mutationFn: sendingOnce('saveDaypart') }),
    remove: useMutation({ ...change, mutationFn: sending('deleteDaypart') }),
  };
}
