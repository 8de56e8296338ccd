import { addCents, shortHash } from '../core/index.ts';
import { lineHeat, type HeatLevel } from '../menu/spice.ts';
import type { OrderItem } from '../order/types.ts';
import {
  choicesKey,
  chosenOf,
  heatPrice,
  areDefaultChoices,
  optionLines,
  unitPriceOf,
  type ChosenOptions,
} from '../options/index.ts';
import { cartKeyWithoutOptions, servedKey, type CartDish, type CartLine, type LineChoices } from './line.ts';
import type { LimitedLine } from './quantity-limits.ts';

type ChoosableDish = Pick<CartDish, 'name' | 'price' | 'optionGroups' | 'heats'>;

/** The price and the options of a line by the menu. Default options are omitted, unless a size was chosen. */
export function chosenOptionFields(
  dish: ChoosableDish,
  options: ChosenOptions | undefined,
  spice: Pick<HeatLevel, 'id'> | null,
): Pick<CartLine, 'price' | 'options'> {
  const lines = optionLines(dish, options);
  // A combo always lists its parts.
  const isListed =
    lines.some(({ part }) => part) ||
    (options && (lines.some(({ isSize }) => isSize) || !areDefaultChoices(dish, options)));
  return {
    price: addCents(unitPriceOf(dish, options), heatPrice(dish, spice?.id, options)),
    options: isListed ? lines : undefined,
  };
}

/** The price and the choices of a line. */
export function chosenLineFields(
  dish: ChoosableDish,
  { options, note = '', allergies = [], seat, course }: LineChoices,
  spice: Pick<HeatLevel, 'id'> | null,
): Pick<CartLine, 'price' | 'options' | 'note' | 'allergies' | 'seat' | 'course'> {
  return {
    ...chosenOptionFields(dish, options, spice),
    note: note.trim() || undefined,
    allergies: allergies.length > 0 ? allergies : undefined,
    seat: seat || undefined,
    course: course || undefined,
  };
}

/**
 * The plain key plus a hash of the choices, if there are any, so that the same dish with others, or for another seat or
 * course, is another line.
 */
export function cartKey(
  itemId: string,
  spice: Pick<HeatLevel, 'id'> | null,
  { options, note = '', allergies = [], seat, course }: LineChoices = {},
): string {
  const plain = cartKeyWithoutOptions(itemId, spice);
  const served = servedKey({ seat, course });
  const stated = allergies.map(({ code = '', text = '' }) => `${code}:${text}`).toSorted();
  if (options === undefined && note === '' && stated.length === 0) return plain + served;
  const choices = JSON.stringify([choicesKey(options), options !== undefined, note, ...stated]);
  return `${plain}-${shortHash(choices)}${served}`;
}

/** The choices of a line, as a request. */
export function choicesOfLine({
  options,
  note,
  allergies,
  seat,
  course,
}: Pick<CartLine, 'options' | 'note' | 'allergies' | 'seat' | 'course'>): LineChoices {
  return { options: options && chosenOf(options), note, allergies, seat, course };
}

/** The line of an order as the limits count it: the same dish with the same heat and choices is one line. */
export function toLimitedLine(
  item: LineChoices & Pick<OrderItem, 'id' | 'name' | 'quantity' | 'selectedSpiceLevel'>,
  maxQuantity: number,
): LimitedLine {
  const { id, name, quantity, selectedSpiceLevel } = item;
  const key = cartKey(id, { id: lineHeat(selectedSpiceLevel).spiceLevelId }, item);
  return { cartKey: key, name, quantity, maxQuantity };
}
