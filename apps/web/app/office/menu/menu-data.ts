import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Cents } from '@tiffin/domain/core';
import { CACHE_LIFETIMES } from '../../shared/api/lifetimes.ts';
import { categoryName, inMenuOrder } from '@tiffin/domain/menu';
import type { Answer, Body } from '../../shared/api/api.ts';
import { useAddressState } from '../../shared/page/address-state.ts';
import { useRootDataIfAny } from '../../shared/site/site.ts';
import { centsOf } from '../../ui/format.ts';
import { useLiveEvents } from '../../shared/live/live-events.ts';
import type { Change } from '../../shared/offline/changes.ts';
import { usePendingChanges, withChanges } from '../../shared/offline/pending-changes.ts';
import { apiQuery } from '../../shared/api/queries.ts';
import { useWorkLocations } from '../../shared/site/work-locations.ts';

type WireMenu = Answer<'getLocationMenuAdmin'>;
export type WireDish = WireMenu['items'][number];
export type Category = WireMenu['categories'][number];
export type EditableLocation = Answer<'getAvailableLocations'>['locations'][number];

/** A dish of the edited menu, with its price in cents. */
export type Dish = Omit<WireDish, 'price'> & { readonly price: Cents };

export interface EditedMenu {
  readonly location: EditableLocation;
  /** The locations that the person may edit. */
  readonly locations: readonly EditableLocation[];
  /** In the order of the menu. */
  readonly dishes: readonly Dish[];
  readonly categories: readonly Category[];
}

/** Menus with everything that can be edited. The till reads the guests' menu, which has another key. */
export const EDITED_MENU_KEY = ['edited-menu'] as const;
export const menuKey = (locationId: string) => [...EDITED_MENU_KEY, locationId] as const;

/** The locations that the person may edit, and the one that is chosen in the address. */
export function useEditableLocations() {
  const query = useWorkLocations();
  const [requested, choose] = useAddressState('location', '');
  const locations = query.data ?? [];
  const defaultId = useRootDataIfAny()?.site.defaultLocationId;
  const withId = (locationId: string | undefined) => locations.find(({ id }) => id === locationId);
  const chosen = withId(requested) ?? withId(defaultId) ?? locations[0] ?? null;
  return { query, locations, chosen, choose };
}

/** A category's name, as the loaded menu has it. */
export function CategoryName({ id }: { id: string }) {
  const menus = useQueryClient().getQueriesData<WireMenu>({ queryKey: EDITED_MENU_KEY });
  return categoryNamed(id, menus.find(([, menu]) => menu)?.[1]?.categories ?? []);
}

/** The name of a category; a built-in one has a name even if the menu does not list it. */
export function categoryNamed(id: string, categories: readonly Pick<Category, 'id' | 'name'>[]): string {
  return categories.find((category) => category.id === id)?.name ?? categoryName(id);
}

/** A location's menu with the changes that the server does not have yet, reloaded when it changes. */
export function useEditedMenu(locationId: string) {
  const client = useQueryClient();
  useLiveEvents(['menu.changed', 'reset'], (event) => {
    if (event.type === 'reset' || event.locationId === null || event.locationId === locationId) {
      void client.invalidateQueries({ queryKey: menuKey(locationId) });
    }
  });
  const changes = usePendingChanges();
  return useQuery({
    ...apiQuery(menuKey(locationId), 'getLocationMenuAdmin', { query: { locationId } }),
    staleTime: CACHE_LIFETIMES.menu,
    select(menu) {
      const { items, categories } = withChanges(menu, changes, withMenuChange);
      const dishes = items.map((item): Dish => ({ ...item, price: centsOf(item.price) }));
      return { dishes: inMenuOrder(dishes, categories), categories };
    },
  });
}

/** The menu with a pending change; a change of another location's menu leaves it as it is. */
export function withMenuChange(menu: WireMenu, { call, body }: Change): WireMenu {
  const { items, categories } = menu;
  if (call === 'reorderCategories') {
    const newIndex = ({ id }: Category) => body.categoryIds.indexOf(id);
    return { ...menu, categories: categories.toSorted((a, b) => newIndex(a) - newIndex(b)) };
  }
  if (!('locationId' in body) || body.locationId !== menu.locationId) return menu;
  switch (call) {
    case 'setMenuAvailability': {
      const { itemIds, isAvailable } = body;
      return { ...menu, items: items.map((item) => (itemIds.includes(item.id) ? { ...item, isAvailable } : item)) };
    }
    case 'updateMenuItem':
      return { ...menu, items: items.map((item) => (item.id === body.itemId ? patch(item, body.updates) : item)) };
    case 'deleteMenuItem':
      return { ...menu, items: items.filter((item) => item.id !== body.itemId) };
    case 'reorderMenuItems': {
      const withNewPosition = (item: WireDish) => {
        const index = body.itemIds.indexOf(item.id);
        return index === -1 ? item : { ...item, position: index + 1 };
      };
      return { ...menu, items: items.map(withNewPosition) };
    }
    default:
      return menu;
  }
}

/** The dish with the changed fields. An undefined value is no change. */
function patch(item: WireDish, updates: Body<'updateMenuItem'>['updates']): WireDish {
  const changedFields = Object.entries(updates).filter(([, value]) => value !== undefined);
  return { ...item, ...Object.fromEntries(changedFields) };
}
