import { useCallback, useEffect, useState } from 'react';
import type { CartDish } from '@tiffin/domain/cart';
import { hasHeatChoice } from '@tiffin/domain/menu';
import { groupFromWire, heatsFrom } from '@tiffin/domain/options';
import { useAt } from '../live/at.ts';
import { useLiveEvents } from '../live/live-events.ts';
import { api, type Answer } from '../api/api.ts';
import { centsOf } from '../../ui/format.ts';

export type MenuDishes = ReadonlyMap<string, CartDish>;

/** The dishes of a location as a cart needs them, as the menu has them now or at the time that is wanted. */
export async function loadMenuDishes(locationId: string, at: string | null = null): Promise<MenuDishes> {
  return dishesIn(await loadMenu(locationId, at));
}

/** A location's menu as it is now, or at the time that is wanted. */
export function loadMenu(locationId: string, at: string | null, signal?: AbortSignal) {
  return api('getLocationMenu', { query: { locationId, ...(at !== null && { at }) } }, { ...(signal && { signal }) });
}

function dishesIn({ items, heats }: Answer<'getLocationMenu'>): MenuDishes {
  return new Map(items.map((item) => [item.id, cartDishOf(item, heats)]));
}

/** A dish of the menu as a cart needs it, with the heats of its house. */
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
    image: item.imageUrl,
    isAvailable: item.isAvailable,
    ...(item.served && { served: item.served }),
    maxQuantity: item.maxQuantity,
    taxClass: item.taxClass,
    // A menu that was kept by a page of before has none.
    ...(item.optionGroups?.length && { optionGroups: item.optionGroups.map(groupFromWire) }),
    ...(hasHeatChoice(item) && { heats: heatsFrom(heats) }),
  };
}

interface LoadedMenu {
  readonly locationId: string;
  readonly at: string | null;
  readonly dishes: MenuDishes;
  readonly changesAt?: string | null | undefined;
}

/** The same, kept up to date, also where a daypart begins or ends; null until they are known. Without a connection the last ones serve. */
export function useMenuDishes(
  locationId: string | null,
  at: string | null = null,
): { dishes: MenuDishes | null; reload: () => void } {
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
  // The menu of a time that was chosen is that time's, however late it gets.
  useAt((at === null && loaded?.changesAt) || undefined, reload);
  useLiveEvents(['menu.changed', 'reset'], (event) => {
    if (event.type === 'reset' || event.locationId === locationId) reload();
  });
  return { dishes: loaded?.locationId === locationId && loaded.at === at ? loaded.dishes : null, reload };
}
