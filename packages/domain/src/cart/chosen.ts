import { addCents } from '../core/money.ts';
import type { SpiceLevel } from '../menu/spice.ts';
import { heatPrice, isAsItComes, optionLines, unitPriceOf } from '../options/index.ts';
import type { CartDish, CartLine, LineWish } from './line.ts';

/** What a line is with these choices, as hot as that: its price, and the choices where they are not the dish as it comes. */
export function chosenIn(
  dish: Pick<CartDish, 'name' | 'price' | 'optionGroups' | 'heats'>,
  { options, note = '' }: LineWish,
  spice: Pick<SpiceLevel, 'id'> | null,
): Pick<CartLine, 'price' | 'options' | 'note'> {
  const written = note.trim();
  const lines = optionLines(dish, options);
  // Of a combo its parts are always told.
  const isTold = lines.some(({ part }) => part) || (options && !isAsItComes(dish, options));
  return {
    price: addCents(unitPriceOf(dish, options), heatPrice(dish, spice?.id, options)),
    ...(isTold && { options: lines }),
    ...(written !== '' && { note: written }),
  };
}
