import { lineTotal, type PricedLine } from '../pricing/line.ts';
import { shortHash } from '../core/ids.ts';
import { addCents, type Cents } from '../core/money.ts';
import type { SpiceLevel } from '../menu/spice.ts';
import {
  chosenKey,
  chosenOf,
  isAsItComes,
  optionLines,
  unitPriceOf,
  type Chosen,
  type OptionGroup,
  type OptionLine,
} from '../options/index.ts';
import type { DishTaxClass } from '../pricing/tax-classes.ts';

/** What a cart needs to know of a dish. */
export interface CartDish {
  readonly id: string;
  readonly name: string;
  readonly price: Cents;
  readonly category: string;
  readonly description: string;
  readonly image: string | null;
  readonly isAvailable: boolean;
  /** Most of it in one line; the usual limit when absent. */
  readonly maxQuantity?: number | undefined;
  /** A meal when absent. */
  readonly taxClass?: DishTaxClass | undefined;
  /** What may be chosen with it; absent of a dish that is sold as it is. */
  readonly optionGroups?: readonly OptionGroup[] | undefined;
}

/** A dish in the cart. `spice` is null for a dish that asks for none. */
export interface CartLine {
  readonly cartKey: string;
  readonly id: string;
  readonly name: string;
  readonly price: Cents;
  readonly quantity: number;
  readonly maxQuantity: number;
  readonly category: string;
  readonly description: string;
  readonly image: string | null;
  readonly spice: SpiceLevel | null;
  /** Absent from a cart of before, and of a meal. */
  readonly taxClass?: DishTaxClass | undefined;
  /** What was chosen with it; absent from a cart of before, and of a dish as it comes. */
  readonly options?: readonly OptionLine[] | undefined;
  /** What the guest wrote beside it. */
  readonly note?: string | undefined;
  /** Of what is on no menu. */
  readonly open?: { readonly isCooked: boolean } | undefined;
}

export type Cart = readonly CartLine[];
export const EMPTY_CART: Cart = [];

/** What a guest wants of a dish: absent choices are the dish as it comes. */
export interface LineWish {
  readonly options?: Chosen | undefined;
  readonly note?: string | undefined;
}

/**
 * Item id plus the spice level's id, or plus 'default', and what stands for choices and note where there are any: the same
 * dish twice as hot, or with something else, is another line.
 */
export function cartKey(
  itemId: string,
  spice: Pick<SpiceLevel, 'id'> | null,
  { options, note = '' }: LineWish = {},
): string {
  const plain = `${itemId}-${spice?.id ?? 'default'}`;
  return options === undefined && note === ''
    ? plain
    : `${plain}-${shortHash(JSON.stringify([chosenKey(options), options !== undefined, note]))}`;
}

/** The choices and the note of a line, as a wish. */
export function wishOf({ options, note }: Pick<CartLine, 'options' | 'note'>): LineWish {
  return { options: options && chosenOf(options), note };
}

export const MAX_CART_QUANTITY = 50;
export const MAX_CART_LINES = 20;
export const MAX_LINE_DEFAULT = 10;

export const CART_TEXTS = {
  total: `Maximum ${MAX_CART_QUANTITY} total items allowed in cart`,
  different: `Maximum ${MAX_CART_LINES} different items allowed in cart`,
  perItem: (most: number, name: string): string => `Maximum ${most} items allowed for ${name}`,
  unavailable: 'Cannot add unavailable items to order',
} as const;

/** A line as far as the limits go. */
export type LimitedLine = Pick<CartLine, 'cartKey' | 'name' | 'quantity'> & Partial<Pick<CartLine, 'maxQuantity'>>;

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

/** What a cart, or an order that was sent, has too much of; null when it keeps the limits. */
export function tooMuch(lines: readonly LimitedLine[]): string | null {
  const together = new Map<string, LimitedLine>();
  for (const line of lines) {
    const there = together.get(line.cartKey);
    together.set(line.cartKey, there ? { ...line, quantity: there.quantity + line.quantity } : line);
  }
  if (cartQuantity(lines) > MAX_CART_QUANTITY) return CART_TEXTS.total;
  if (together.size > MAX_CART_LINES) return CART_TEXTS.different;
  for (const { name, quantity, maxQuantity = MAX_LINE_DEFAULT } of together.values()) {
    if (quantity > maxQuantity) return CART_TEXTS.perItem(maxQuantity, name);
  }
  return null;
}

export function cartQuantity(lines: readonly Pick<CartLine, 'quantity'>[]): number {
  return lines.reduce((sum, line) => sum + line.quantity, 0);
}

export function cartSubtotal(cart: Cart): Cents {
  return addCents(...cart.map((line) => lineTotal({ unitPrice: line.price, quantity: line.quantity })));
}

/** What a line is with these choices: its price, and the choices where they are not the dish as it comes. */
export function chosenIn(
  dish: Pick<CartDish, 'name' | 'price' | 'optionGroups'>,
  { options, note = '' }: LineWish,
): Pick<CartLine, 'price' | 'options' | 'note'> {
  const written = note.trim();
  return {
    price: unitPriceOf(dish, options),
    ...(options && !isAsItComes(dish, options) && { options: optionLines(dish, options) }),
    ...(written !== '' && { note: written }),
  };
}

/** Of a line only what is no meal is written down. */
export function classOf({ taxClass = 'meal' }: Pick<CartDish, 'taxClass'>): Pick<CartLine, 'taxClass'> {
  return taxClass === 'meal' ? {} : { taxClass };
}

/** A cart as it is priced. */
export function asPricedLines(cart: Cart): PricedLine[] {
  return cart.map(({ price: unitPrice, quantity, taxClass }) => ({ unitPrice, quantity, taxClass }));
}
