import { useCallback } from 'react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Calls, InputOf } from '@tiffin/contract';
import { CACHE_LIFETIMES } from '../../../shared/api/lifetimes.ts';
import { api, type Answer } from '../../../shared/api/api.ts';
import { useLiveEvents } from '../../../shared/live/live-events.ts';
import { EDITED_MENUS } from '../menu-data.ts';

export type ChainDish = Answer<'getChainMenu'>['dishes'][number];
export type ChainPlace = ChainDish['places'][number];
type Body<N extends keyof Calls> = InputOf<Calls[N]>['body'];

const chainQuery = queryOptions({
  queryKey: ['chain-menu'],
  queryFn: ({ signal }) => api('getChainMenu', {}, { signal }),
  staleTime: CACHE_LIFETIMES.menu,
  select: (answer) => answer.dishes,
});

/** The dishes of all places, anew whenever somebody changes a menu. */
export function useChainMenu() {
  const client = useQueryClient();
  const reload = useCallback(() => void client.invalidateQueries({ queryKey: chainQuery.queryKey }), [client]);
  useLiveEvents(['menu.changed', 'reset'], reload);
  return useQuery(chainQuery);
}

/** What is changed for all places, or taken again by one, changes menus: both are loaded anew. */
export function useChainActions() {
  const client = useQueryClient();
  const change = {
    scope: { id: 'menu' },
    onSettled: () =>
      Promise.all([chainQuery.queryKey, EDITED_MENUS].map((queryKey) => client.invalidateQueries({ queryKey }))),
  };
  const update = useMutation({
    ...change,
    mutationFn: (body: Body<'updateChainDish'>) => api('updateChainDish', { body }),
  });
  const take = useMutation({ ...change, mutationFn: (body: Body<'takeChainDish'>) => api('takeChainDish', { body }) });
  const make = useMutation({ ...change, mutationFn: (body: Body<'addChainDish'>) => api('addChainDish', { body }) });
  const sell = useMutation({
    ...change,
    mutationFn: ({ body, key }: { body: Body<'sellChainDish'>; key: string }) =>
      api('sellChainDish', { body }, { idempotencyKey: key }),
  });
  const remove = useMutation({
    ...change,
    mutationFn: (body: Body<'deleteChainDish'>) => api('deleteChainDish', { body }),
  });
  return { update, take, make, sell, remove };
}
