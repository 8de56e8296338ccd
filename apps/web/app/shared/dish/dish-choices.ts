import { useEffect, useState } from 'react';
import type { CartDish } from '@tiffin/domain/cart';
import type { DishAllergens, DietMarks } from '@tiffin/domain/menu';
import { cartDishOf, loadMenu } from '../cart/menu-dishes.ts';
import type { Dish } from './dish.ts';

/** A dish with its option groups. */
export interface ChoiceDish extends CartDish, DietMarks {
  readonly allergens: DishAllergens;
}

export type Choices =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly retry: () => void }
  /** `first` is the dish as it was when the guest began to choose. */
  | { readonly state: 'there'; readonly dish: ChoiceDish; readonly first: ChoiceDish };

/**
 * The options of a dish. The page only knows that there are some. They are loaded when the sheet opens, and again when
 * the menu changes, which makes the dish another object.
 */
export function useChoices(
  locationId: string,
  dish: Pick<Dish, 'id' | 'choice'>,
  /** The chosen time; null for now. */
  at: string | null = null,
): Choices {
  const [dishes, setDishes] = useState<{ readonly dish: ChoiceDish; readonly first: ChoiceDish } | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [round, setRound] = useState(0);
  const { id, choice } = dish;

  useEffect(() => {
    if (!choice) return undefined;
    const stop = new AbortController();
    loadChoices(locationId, id, { at, signal: stop.signal }).then(
      (loaded) => !stop.signal.aborted && setDishes((before) => ({ dish: loaded, first: before?.first ?? loaded })),
      () => !stop.signal.aborted && setFailed(true),
    );
    return () => stop.abort();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another dish, or a new round, asks again
  }, [locationId, id, choice, dish, at, round]);

  if (dishes) return { state: 'there', ...dishes };
  if (!hasFailed) return { state: 'loading' };
  return {
    state: 'failed',
    retry: () => {
      setFailed(false);
      setRound((before) => before + 1);
    },
  };
}

async function loadChoices(
  locationId: string,
  id: string,
  { at, signal }: { readonly at: string | null; readonly signal: AbortSignal },
): Promise<ChoiceDish> {
  const { items, heats } = await loadMenu(locationId, at, signal);
  const item = items.find((each) => each.id === id);
  if (!item) throw new Error(`the menu has no ${id} any more`);
  const { allergens, isVegan, isVegetarian, isGlutenFree } = item;
  return { ...cartDishOf(item, heats), allergens, isVegan, isVegetarian, isGlutenFree };
}
