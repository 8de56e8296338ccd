import { useCallback } from 'react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Cents } from '@tiffin/domain/core';
import { CACHE_LIFETIMES } from '../../shared/api/lifetimes.ts';
import { categoryName } from '@tiffin/domain/menu';
import type { Answer } from '../../shared/api/api.ts';
import { useAddressState } from '../../shared/page/address-state.ts';
import { useRootDataIfAny } from '../../shared/site/site.ts';
import { centsOf } from '../../ui/format.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import { useQueuedChangesOf } from '../../shared/offline/open-queue.ts';
import type { QueuedChange } from '../../shared/offline/changes.ts';
import { apiQuery, useRefetchOn } from '../../shared/api/queries.ts';

type WireMenu = Answer<'getLocationMenuAdmin'>;
export type WireItem = WireMenu['items'][number];
export type Category = WireMenu['categories'][number];
export type EditableLocation = Answer<'getAvailableLocations'>['locations'][number];

/** A dish of the edited menu, with its price in cents. */
export type Dish = Omit<WireItem, 'price'> & { readonly price: Cents };

export interface EditedMenu {
  readonly locationId: string;
  readonly dishes: readonly Dish[];
  readonly categories: readonly Category[];
}

function dishOf(item: WireItem): Dish {
  return { ...item, price: centsOf(item.price) };
}

/** Not the guests' menu, which the till reads: this one includes everything that can be edited. */
export const EDITED_MENU_KEY = ['edited-menu'] as const;
export const menuKey = (locationId: string) => [...EDITED_MENU_KEY, locationId] as const;

const menuQuery = (locationId: string) =>
  queryOptions({
    ...apiQuery(menuKey(locationId), 'getLocationMenuAdmin', { query: { locationId } }),
    staleTime: CACHE_LIFETIMES.menu,
  });

const placesQuery = queryOptions({
  ...apiQuery(['edited-places'], 'getAvailableLocations'),
  staleTime: CACHE_LIFETIMES.locationList,
  select: (answer) => answer.locations,
});

function menuFrom(answer: WireMenu): EditedMenu {
  return { locationId: answer.locationId, dishes: answer.items.map(dishOf), categories: answer.categories };
}

/** The locations the user may edit, and the chosen one. */
export function useEditableLocations() {
  const places = useQuery(placesQuery);
  const [requested, choose] = useAddressState('location', '');
  const list = places.data ?? [];
  const usual = useRootDataIfAny()?.site.defaultLocationId;
  const chosen = list.find(({ id }) => id === requested) ?? list.find(({ id }) => id === usual) ?? list[0] ?? null;
  return { places, list, chosen, choose };
}

/** A category's name, if a menu with it is loaded. */
export function CategoryName({ id }: { id: string }) {
  const menus = useQueryClient().getQueriesData<WireMenu>({ queryKey: EDITED_MENU_KEY });
  return categoryNamed(id, menus.find(([, menu]) => menu)?.[1]?.categories ?? []);
}

export function categoryNamed(id: string, categories: readonly Pick<Category, 'id' | 'name'>[]): string {
  return categories.find((category) => category.id === id)?.name ?? categoryName(id);
}

/** A location's menu, reloaded when it changes, but not while a change of this page is being sent. */
export function useEditedMenu(locationId: string) {
  const client = useQueryClient();
  const reload = useCallback(() => {
    if (client.isMutating({ mutationKey: ['menu'] }) > 0) return;
    void client.invalidateQueries({ queryKey: menuKey(locationId) });
  }, [client, locationId]);
  useLiveEvents(['menu.changed', 'reset'], (event) => {
    if (event.type === 'reset' || event.locationId === null || event.locationId === locationId) reload();
  });
  useRefetchOn(['location.changed', 'reset'], placesQuery.queryKey);
  const waiting = useQueuedChangesOf('menu');
  return useQuery({ ...menuQuery(locationId), select: (menu) => menuFrom(withQueuedChanges(menu, waiting)) });
}

type Menu = Answer<'getLocationMenuAdmin'>;

/** The menu with all queued changes applied. */
export function withQueuedChanges(menu: Menu, waiting: readonly QueuedChange[]): Menu {
  return waiting.reduce((items, change) => (change.isStuck ? items : afterChange(items, change)), menu);
}

function afterChange(menu: Menu, change: QueuedChange): Menu {
  const { items } = menu;
  switch (change.call) {
    case 'setMenuAvailability': {
      const { locationId, itemIds, isAvailable } = change.body;
      if (locationId !== menu.locationId) return menu;
      return { ...menu, items: items.map((item) => (itemIds.includes(item.id) ? { ...item, isAvailable } : item)) };
    }
    case 'updateMenuItem': {
      const { locationId, itemId, updates } = change.body;
      if (locationId !== menu.locationId) return menu;
      return { ...menu, items: items.map((item) => (item.id === itemId ? edited(item, updates) : item)) };
    }
    case 'deleteMenuItem': {
      const { locationId, itemId } = change.body;
      if (locationId !== menu.locationId) return menu;
      return { ...menu, items: items.filter((item) => item.id !== itemId) };
    }
    default:
      return menu;
  }
}

type Updates = Extract<QueuedChange, { call: 'updateMenuItem' }>['body']['updates'];

/** Applies the typed values; the rest of the dish is as the server returned it. */
function edited(item: Menu['items'][number], updates: Updates): Menu['items'][number] {
  const changedFields = Object.entries(updates).filter(([, value]) => value !== undefined);
  return { ...item, ...Object.fromEntries(changedFields) };
}
