import { shortHash } from '../core/short-hash.ts';
import type { SpiceLevel } from '../menu/spice.ts';
import { chosenKey, chosenOf } from '../options/index.ts';
import { plainKey, type CartLine, type LimitedLine, type LineWish } from './line.ts';

/** The plain key, and what stands for choices and note where there are any: the same dish with something else is another line. */
export function cartKey(
  itemId: string,
  spice: Pick<SpiceLevel, 'id'> | null,
  { options, note = '' }: LineWish = {},
): string {
  const plain = plainKey(itemId, spice);
  return options === undefined && note === ''
    ? plain
    : `${plain}-${shortHash(JSON.stringify([chosenKey(options), options !== undefined, note]))}`;
}

/** The choices and the note of a line, as a wish. */
export function wishOf({ options, note }: Pick<CartLine, 'options' | 'note'>): LineWish {
  return { options: options && chosenOf(options), note };
}

/** The same dish as hot is one line, whatever key the sender gave it. */
export function limitedLine(
  item: LineWish & {
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
