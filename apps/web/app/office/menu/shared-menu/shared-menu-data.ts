import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CACHE_LIFETIMES } from '../../../shared/api/lifetimes.ts';
import type { Answer } from '../../../shared/api/api.ts';
import { EDITED_MENUS } from '../menu-data.ts';
import { answerTo, sending, sendingOnce, useRefetchOn } from '../../../shared/api/queries.ts';

export type ChainDish = Answer<'getSharedMenu'>['dishes'][number];
export type ChainPlace = ChainDish['places'][number];

const chainQuery = queryOptions({
  ...answerTo(['chain-menu'], 'getSharedMenu'),
  staleTime: CACHE_LIFETIMES.menu,
  select: (answer) => answer.dishes,
});

/** The shared dishes, reloaded when a menu changes. */
export function useChainMenu() {
  useRefetchOn(['menu.changed', 'reset'], chainQuery.queryKey);
  return useQuery(chainQuery);
}

/** Changes to shared dishes change menus too, so both are reloaded. */
export function useChainActions() {
  const client = useQueryClient();
  const change = {
    scope: { id: 'menu' },
    onSettled: () =>
      Promise.all([chainQuery.queryKey, EDITED_MENUS].map((queryKey) => client.invalidateQueries({ queryKey }))),
  };
  return {
    update: useMutation({ ...change, mutationFn: sending('updateSharedDish') }),
    take: useMutation({ ...change, mutationFn: sending('resetSharedDishFields') }),
    make: useMutation({ ...change, mutationFn: sending('shareDish') }),
    sell: useMutation({ ...change, mutationFn: sendingOnce('addSharedDishToMenu') }),
    remove: useMutation({ ...change, mutationFn: sending('stopSharingDish') }),
  };
}
