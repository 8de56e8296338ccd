import { lineTotal, type PricedLine } from '../pricing/line.ts';
import { addCents, type Cents } from '../core/money.ts';
import type { SpiceLevel } from '../menu/spice.ts';
import type { Chosen, OptionGroup, OptionLine } from '../options/index.ts';
import type { DishTaxClass } from '../core/tax-classes.ts';

/** What a cart needs to know of a dish. */
export interface CartDish {
  readonly id: string;
  readonly name: string;
  readonly price: Cents;
  readonly category: string;
  readonly description: string;
  readonly image: string | null;
  readonly isAvailable: boolean;
  /** When it is sold, in words, while that is not now. */
  readonly served?: string | undefined;
  /** Most of it in one line; the usual limit when absent. */
  readonly maxQuantity?: number | undefined;
  /** A meal when absent. */
  readonly taxClass?: DishTaxClass | undefined;
  /** What may be chosen with it; absent of a dish that is sold as it is. */
  readonly optionGroups?: readonly OptionGroup[] | undefined;
  /** How hot it can be made; absent of a dish that asks for none. */
  readonly heats?: OptionGroup | undefined;
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
export interface LineChoices {
  readonly options?: Chosen | undefined;
  readonly note?: string | undefined;
}

/** Item id plus the spice level's id, or plus 'default': the same dish twice as hot is another line. */
export function plainKey(itemId: string, spice: Pick<SpiceLevel, 'id'> | null): string {
  return `${itemId}-${spice?.id ?? 'default'}`;
}

export function cartSubtotal(cart: Cart): Cents {
  return addCents(...cart.map((line) => lineTotal({ unitPrice: line.price, quantity: line.quantity })));
}

/** Of a line only what is no meal is written down. */
export function classOf({ taxClass = 'meal' }: Pick<CartDish, 'taxClass'>): Pick<CartLine, 'taxClass'> {
  return taxClass === 'meal' ? {} : { taxClass };
}

/** A cart as it is priced. */
export function asPricedLines(cart: Cart): PricedLine[] {
  return cart.map(({ price: unitPrice, quantity, taxClass, options: choices }) => ({
    unitPrice,
    quantity,
    taxClass,
    choices,
  }));
}
