import { isAsItComes, optionLines, unitPriceOf } from '../options/index.ts';
import type { CartDish, CartLine, LineWish } from './line.ts';

/** What a line is with these choices: its price, and the choices where they are not the dish as it comes. */
export function chosenIn(
  dish: Pick<CartDish, 'name' | 'price' | 'optionGroups'>,
  { options, note = '' }: LineWish,
): Pick<CartLine, 'price' | 'options' | 'note'> {
  const written = note.trim();
  const lines = optionLines(dish, options);
  // Of a combo its parts are always told.
  const isTold = lines.some(({ part }) => part) || (options && !isAsItComes(dish, options));
  return {
    price: unitPriceOf(dish, options),
    ...(isTold && { options: lines }),
    ...(written !== '' && { note: written }),
  };
}
