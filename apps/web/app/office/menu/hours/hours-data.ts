import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Calls, InputOf } from '@tiffin/contract';
import { CACHE_LIFETIMES } from '../../../shared/api/lifetimes.ts';
import { api, type Answer } from '../../../shared/api/api.ts';
import { EDITED_MENUS } from '../menu-data.ts';

export type Part = Answer<'getDayparts'>['dayparts'][number];
type Body<N extends keyof Calls> = InputOf<Calls[N]>['body'];

const partsQuery = (locationId: string) =>
  queryOptions({
    queryKey: ['dayparts', locationId],
    queryFn: ({ signal }) => api('getDayparts', { query: { locationId } }, { signal }),
    staleTime: CACHE_LIFETIMES.menu,
    select: (answer) => answer.dayparts,
  });

/** The dayparts of a place, with those of all places. */
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
  const set = useMutation({ ...change, mutationFn: (body: Body<'setDishHours'>) => api('setDishHours', { body }) });
  const save = useMutation({
    ...change,
    mutationFn: ({ body, key }: { body: Body<'saveDaypart'>; key: string }) =>
      api('saveDaypart', { body }, { idempotencyKey: key }),
  });
  const remove = useMutation({
    ...change,
    mutationFn: (body: Body<'deleteDaypart'>) => api('deleteDaypart', { body }),
  });
  return { set, save, remove };
}
