import { useCallback, useEffect, useState } from 'react';
import type { CartDish } from '@tiffin/domain/cart';
import { hasHeatChoice, type DishAllergens } from '@tiffin/domain/menu';
import { groupFromWire, heatGroupFromWire } from '@tiffin/domain/options';
import { useRunAt } from '../live/use-moment.ts';
import { useLiveEvents } from '../live/live-events.ts';
import { api, type Answer } from '../api/api.ts';
import { centsOf } from '../../ui/format.ts';

export type MenuDishes = ReadonlyMap<string, CartDish & { readonly allergens: DishAllergens }>;

/** The dishes of a location in the form that a cart needs, for now or for a chosen time. */
export async function loadMenuDishes(locationId: string, at: string | null = null): Promise<MenuDishes> {
  return dishesIn(await loadMenu(locationId, at));
}

/** The menu of a location for now or for a chosen time. */
export function loadMenu(locationId: string, at: string | null, signal?: AbortSignal) {
  return api('getLocationMenu', { query: { locationId, ...(at !== null && { at }) } }, { ...(signal && { signal }) });
}

function dishesIn({ items, heats }: Answer<'getLocationMenu'>): MenuDishes {
  return new Map(items.map((item) => [item.id, { ...cartDishOf(item, heats), allergens: item.allergens }]));
}

/** A dish of the menu in the form that a cart needs, with the restaurant's heat levels. */
export function cartDishOf(
  item: Answer<'getLocationMenu'>['items'][number],
  heats: Answer<'getLocationMenu'>['heats'],
): CartDish {
  return {
    id: item.id,
    name: item.name,
    price: centsOf(item.price),
    category: item.category,
    description: item.description,
    image: item.imageUrl ?? null,
    isAvailable: item.isAvailable,
    ...(item.served && { served: item.served }),
    maxQuantity: item.maxQuantity,
    taxClass: item.taxClass,
    // Missing in menus that an older version stored.
    ...(item.optionGroups?.length && { optionGroups: item.optionGroups.map(groupFromWire) }),
    ...(hasHeatChoice(item) && { heats: heatGroupFromWire(heats) }),
  };
}

interface LoadedMenu {
  readonly locationId: string;
  readonly at: string | null;
  readonly dishes: MenuDishes;
  readonly changesAt?: string | null | undefined;
}

/** The same, reloaded when a daypart begins or ends; null until loaded. Offline it uses the last known dishes. */
export function useMenuDishes(locationId: string | null, at: string | null = null) {
  const [loaded, setLoaded] = useState<LoadedMenu | null>(null);
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  useEffect(() => {
    let isMounted = true;
    async function load(id: string): Promise<void> {
      const menu = await loadMenu(id, at).catch(() => null);
      if (isMounted && menu) setLoaded({ locationId: id, at, dishes: dishesIn(menu), changesAt: menu.changesAt });
    }
    if (locationId !== null) void load(locationId);
    return () => {
      isMounted = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new round asks again
  }, [locationId, at, round]);
  // The menu of a chosen time does not change as time passes.
  useRunAt((at === null && loaded?.changesAt) || undefined, reload);
  useLiveEvents(['menu.changed', 'reset'], (event) => {
    if (event.type === 'reset' || event.locationId === locationId) reload();
  });
  return { dishes: loaded?.locationId === locationId && loaded.at === at ? loaded.dishes : null, reload };
}
