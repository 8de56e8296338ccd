import { queryOptions, useQuery } from '@tanstack/react-query';
import type { WireGroup } from '@tiffin/domain/options';
import { CACHE_LIFETIMES } from '../../../shared/api/lifetimes.ts';
import type { Answer } from '../../../shared/api/api.ts';
import { EDITED_MENU_KEY, type Dish } from '../menu-data.ts';
import { apiQuery, useRefetchOn } from '../../../shared/api/queries.ts';

export type Group = Answer<'getOptionGroups'>['groups'][number];
export type GroupOption = Group['options'][number];
/** A group of a dish, with the limits and the prices of sizes this dish overrides. */
export type DishGroup = Dish['optionGroups'][number];
/** The same as typed: prices are text, and an empty one is that of the group. */
export type TypedDishGroup = Omit<DishGroup, 'sizePrices'> & { readonly sizePrices: Readonly<Record<string, string>> };

const groupsQuery = queryOptions({
  ...apiQuery(['option-groups'], 'getOptionGroups'),
  staleTime: CACHE_LIFETIMES.menu,
  select: (answer) => answer.groups,
});

/** The restaurant's option groups, reloaded when a menu changes. */
export function useGroups() {
  useRefetchOn(['menu.changed', 'reset'], groupsQuery.queryKey);
  return useQuery(groupsQuery);
}

/** Option groups belong to all locations, so their menus are loaded again too. */
export const GROUP_CHANGES = [groupsQuery.queryKey, EDITED_MENU_KEY];

/** The names of the dishes with a group, each once however many locations sell it. */
export function dishNamesWithGroup({ usedBy }: Group): string[] {
  return [...new Map(usedBy.map(({ itemId, name }) => [itemId, name])).values()];
}

/** The group in the form of the guests' menu; unreadable numbers become 0. */
export function toGuestMenuGroup(group: Omit<Group, 'version' | 'usedBy' | 'kitchenName'>): WireGroup {
  const readable = (value: number) => (Number.isFinite(value) ? value : 0);
  return {
    ...group,
    min: readable(group.min),
    max: readable(group.max),
    included: readable(group.included),
    options: group.options.map(({ kitchenName: _kitchenName, opensGroupId, ...option }) => ({
      ...option,
      opensGroupId: opensGroupId ?? undefined,
      maxUnits: readable(option.maxUnits),
      isAvailable: true,
    })),
  };
}
