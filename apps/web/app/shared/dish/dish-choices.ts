import { useState } from 'react';
import type { CartDish } from '@tiffin/domain/cart';
import type { DishAllergens, DietMarks } from '@tiffin/domain/menu';
import { useAnswer } from '../api/use-answer.ts';
import { cartDishOf, loadMenu } from '../cart/menu-dishes.ts';
import type { Dish } from './dish.ts';

export interface ChoiceDish extends CartDish, DietMarks {
  readonly allergens: DishAllergens;
}

export type Choices =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly retry: () => void }
  /** `first` is the dish as it was when the guest began to choose. */
  | { readonly state: 'loaded'; readonly dish: ChoiceDish; readonly first: ChoiceDish };

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
  const [first, setFirst] = useState<ChoiceDish | null>(null);
  const { id, choice } = dish;
  const { answer, error, again } = useAnswer(
    choice ? `${locationId}/${id} ${at}` : null,
    (signal) => loadChoices(locationId, id, { at, signal }),
    dish,
  );
  if (answer && !first) setFirst(answer);
  if (answer) return { state: 'loaded', dish: answer, first: first ?? answer };
  return error === null ? { state: 'loading' } : { state: 'failed', retry: again };
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
