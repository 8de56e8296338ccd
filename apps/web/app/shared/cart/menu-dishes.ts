import { useCallback, useEffect, useState } from 'react';
import type { CartDish } from '@tiffin/domain/cart';
import { groupFromWire } from '@tiffin/domain/options';
import { useLiveEvents } from '../live/live-events.ts';
import { api, type Answer } from '../api/api.ts';
import { centsOf } from '../../ui/format.ts';

export type MenuDishes = ReadonlyMap<string, CartDish>;

/** The dishes of a location as a cart needs them, as the menu has them now. */
export async function loadMenuDishes(locationId: string): Promise<MenuDishes> {
  const { items } = await api('getLocationMenu', { query: { locationId } });
  return new Map(items.map((item) => [item.id, cartDishOf(item)]));
}

/** A dish of the menu as a cart needs it. */
export function cartDishOf(item: Answer<'getLocationMenu'>['items'][number]): CartDish {
  return {
    id: item.id,
    name: item.name,
    price: centsOf(item.price),
    category: item.category,
    description: item.description,
    image: item.imageUrl,
    isAvailable: item.isAvailable,
    maxQuantity: item.maxQuantity,
    taxClass: item.taxClass,
    // A menu that was kept by a page of before has none.
    ...(item.optionGroups?.length && { optionGroups: item.optionGroups.map(groupFromWire) }),
  };
}

/** The same, kept up to date; null until they are known. Without a connection the last ones serve. */
export function useMenuDishes(locationId: string | null): { dishes: MenuDishes | null; reload: () => void } {
  const [known, setKnown] = useState<{ locationId: string; dishes: MenuDishes } | null>(null);
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((before) => before + 1), []);
  useEffect(() => {
    let wanted = true;
    async function load(id: string): Promise<void> {
      const dishes = await loadMenuDishes(id).catch(() => null);
      if (wanted && dishes) setKnown({ locationId: id, dishes });
    }
    if (locationId !== null) void load(locationId);
    return () => {
      wanted = false;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new round asks again
  }, [locationId, round]);
  useLiveEvents(['menu.changed', 'reset'], (event) => {
    if (event.type === 'reset' || event.locationId === locationId) reload();
  });
  return { dishes: known?.locationId === locationId ? known.dishes : null, reload };
}
