import { addCents } from '../core/money.ts';
import { shortHash } from '../core/short-hash.ts';
import type { SpiceLevel } from '../menu/spice.ts';
import { chosenKey, chosenOf, heatPrice, isAsItComes, optionLines, unitPriceOf } from '../options/index.ts';
import { plainKey, type CartDish, type CartLine, type LineChoices } from './line.ts';
import type { LimitedLine } from './quantity-limits.ts';

/** What a line is with these choices, as hot as that: its price, and the choices where they are not the dish as it comes. */
export function chosenIn(
  dish: Pick<CartDish, 'name' | 'price' | 'optionGroups' | 'heats'>,
  { options, note = '' }: LineChoices,
  spice: Pick<SpiceLevel, 'id'> | null,
): Pick<CartLine, 'price' | 'options' | 'note'> {
  const written = note.trim();
  const lines = optionLines(dish, options);
  // Of a combo its parts are always told.
  const isListed = lines.some(({ part }) => part) || (options && !isAsItComes(dish, options));
  return {
    price: addCents(unitPriceOf(dish, options), heatPrice(dish, spice?.id, options)),
    ...(isListed && { options: lines }),
    ...(written !== '' && { note: written }),
  };
}

/** The plain key, and what stands for choices and note where there are any: the same dish with something else is another line. */
export function cartKey(
  itemId: string,
  spice: Pick<SpiceLevel, 'id'> | null,
  { options, note = '' }: LineChoices = {},
): string {
  const plain = plainKey(itemId, spice);
  return options === undefined && note === ''
    ? plain
    : `${plain}-${shortHash(JSON.stringify([chosenKey(options), options !== undefined, note]))}`;
}

/** The choices and the note of a line, as a wish. */
export function choicesOf({ options, note }: Pick<CartLine, 'options' | 'note'>): LineChoices {
  return { options: options && chosenOf(options), note };
}

/** The same dish as hot is one line, whatever key the sender gave it. */
export function limitedLine(
  item: LineChoices & {
    readonly id: string;
    readonly name: string;
    readonly quantity: number;
    readonly spiceLevelId: string;
  },
  maxQuantity: number,
): LimitedLine {
  const { id, name, quantity, spiceLevelId } = item;
  return { cartKey: cartKey(id, { id: spiceLevelId }, item), name, quantity, maxQuantity };
}
