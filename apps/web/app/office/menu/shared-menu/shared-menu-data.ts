import { queryOptions, useQuery } from '@tanstack/react-query';
import { CACHE_LIFETIMES } from '../../../shared/api/lifetimes.ts';
import type { Answer } from '../../../shared/api/api.ts';
import { apiQuery, useRefetchOn } from '../../../shared/api/queries.ts';
import { EDITED_MENU_KEY } from '../menu-data.ts';

export type SharedDish = Answer<'getSharedMenu'>['dishes'][number];
/** The dish at one location; `own` names the fields that differ there. */
export type SharedDishLocation = SharedDish['places'][number];

const sharedMenuQuery = queryOptions({
  ...apiQuery(['chain-menu'], 'getSharedMenu'),
  staleTime: CACHE_LIFETIMES.menu,
  select: (answer) => answer.dishes,
});

/** Changes to shared dishes change menus too. */
export const SHARED_MENU_CHANGES = [sharedMenuQuery.queryKey, EDITED_MENU_KEY];

/** The shared dishes, reloaded when a menu changes. */
export function useSharedMenu() {
  useRefetchOn(['menu.changed', 'reset'], sharedMenuQuery.queryKey);
  return useQuery(sharedMenuQuery);
}
