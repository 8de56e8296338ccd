import { useMemo } from 'react';
import type { CartDish } from '@tiffin/domain/cart';
import { hasHeatChoice, type DishAllergens } from '@tiffin/domain/menu';
import { groupFromWire, heatGroupFromWire } from '@tiffin/domain/options';
import { useRunAt } from '../live/use-moment.ts';
import { useLiveEvents } from '../live/live-events.ts';
import { api, type Answer } from '../api/api.ts';
import { useAnswer } from '../api/use-answer.ts';
import { centsOf } from '../../ui/format.ts';

export type MenuDishes = ReadonlyMap<string, CartDish & { readonly allergens: DishAllergens }>;

/** The dishes of a location in the form that a cart needs, for now or for a chosen time. */
export async function loadMenuDishes(locationId: string, at: string | null = null): Promise<MenuDishes> {
  return dishesIn(await loadMenu(locationId, at));
}

/** The menu of a location for now or for a chosen time. */
export function loadMenu(locationId: string, at: string | null, signal?: AbortSignal) {
  return api('getLocationMenu', { query: { locationId, at: at ?? undefined } }, { signal });
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
    served: item.served ?? undefined,
    maxQuantity: item.maxQuantity,
    taxClass: item.taxClass,
    // Missing in menus that an older version stored.
    optionGroups: item.optionGroups?.length ? item.optionGroups.map(groupFromWire) : undefined,
    heats: hasHeatChoice(item) ? heatGroupFromWire(heats) : undefined,
  };
}

/** The same, reloaded when a daypart begins or ends; null until loaded. Offline it uses the last known dishes. */
export function useMenuDishes(locationId: string | null, at: string | null = null) {
  const { answer: menu, again: reload } = useAnswer(locationId && `${locationId} ${at}`, (signal) =>
    loadMenu(locationId ?? '', at, signal),
  );
  // The menu of a chosen time does not change as time passes.
  useRunAt((at === null && menu?.changesAt) || undefined, reload);
  useLiveEvents(['menu.changed', 'reset'], (event) => {
    if (event.type === 'reset' || event.locationId === locationId) reload();
  });
  return { dishes: useMemo(() => menu && dishesIn(menu), [menu]), reload };
}
