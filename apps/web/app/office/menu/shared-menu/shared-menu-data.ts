import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CACHE_LIFETIMES } from '../../../shared/api/lifetimes.ts';
import type { Answer } from '../../../shared/api/api.ts';
import { EDITED_MENU_KEY } from '../menu-data.ts';
import { apiQuery, apiMutation, idempotentMutation, useRefetchOn } from '../../../shared/api/queries.ts';

export type SharedDish = Answer<'getSharedMenu'>['dishes'][number];
export type SharedDishLocation = SharedDish['places'][number];

const chainQuery = queryOptions({
  ...apiQuery(['chain-menu'], 'getSharedMenu'),
  staleTime: CACHE_LIFETIMES.menu,
  select: (answer) => answer.dishes,
});

/** The shared dishes, reloaded when a menu changes. */
export function useSharedMenu() {
  useRefetchOn(['menu.changed', 'reset'], chainQuery.queryKey);
  return useQuery(chainQuery);
}

/** Changes to shared dishes change menus too, so both are reloaded. */
export function useSharedMenuActions() {
  const client = useQueryClient();
  const change = {
    scope: { id: 'menu' },
    onSettled: () =>
      Promise.all([chainQuery.queryKey, EDITED_MENU_KEY].map((queryKey) => client.invalidateQueries({ queryKey }))),
  };
  return {
    update: useMutation({ ...change, mutationFn: apiMutation('updateSharedDish') }),
    take: useMutation({ ...change, mutationFn: apiMutation('resetSharedDishFields') }),
    make: useMutation({ ...change, mutationFn: apiMutation('shareDish') }),
    sell: useMutation({ ...change, mutationFn: idempotentMutation('addSharedDishToMenu') }),
    remove: useMutation({ ...change, mutationFn: apiMutation('stopSharingDish') }),
  };
}
