import type { PricedLine } from '../pricing/priced-line.ts';
import type { Cents } from '../core/money.ts';
import type { HeatLevel } from '../menu/spice.ts';
import type { ChosenOptions, OptionGroup, OptionLine } from '../options/index.ts';
import type { DishTaxClass } from '../core/tax-classes.ts';
import type { Allergy } from '../order/allergy.ts';

/** The fields of a dish that a cart needs. */
export interface CartDish {
  readonly id: string;
  readonly name: string;
  readonly price: Cents;
  readonly category: string;
  readonly description: string;
  readonly image: string | null;
  readonly isAvailable: boolean;
  /** The serving hours as text, while the dish is not served now. */
  readonly served?: string | undefined;
  /** The maximum per line; if absent, the default limit. */
  readonly maxQuantity?: number | undefined;
  /** If absent, a meal. */
  readonly taxClass?: DishTaxClass | undefined;
  /** The option groups; absent if there is nothing to choose. */
  readonly optionGroups?: readonly OptionGroup[] | undefined;
  /** The heat levels; absent if the dish has none. */
  readonly heats?: OptionGroup | undefined;
}

/** A dish in the cart. `spice` is null if the dish has no spice levels. */
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
  readonly spice: HeatLevel | null;
  /** Absent for meals and in older stored carts. */
  readonly taxClass?: DishTaxClass | undefined;
  /** The chosen options; absent for the default and in older stored carts. */
  readonly options?: readonly OptionLine[] | undefined;
  readonly note?: string | undefined;
  /** The allergies of the person who eats it. */
  readonly allergies?: readonly Allergy[] | undefined;
  /** For an item that is not on the menu. */
  readonly open?: { readonly isCooked: boolean } | undefined;
  /** On a tab: who eats it; absent if the table shares it. */
  readonly seat?: number | undefined;
  /** On a tab: when it is served; absent for at once. */
  readonly course?: number | undefined;
}

export type Cart = readonly CartLine[];
export const EMPTY_CART: Cart = [];

/** The guest's choices; absent options mean the default. */
export interface LineChoices {
  readonly options?: ChosenOptions | undefined;
  readonly note?: string | undefined;
  readonly allergies?: readonly Allergy[] | undefined;
  readonly seat?: number | undefined;
  readonly course?: number | undefined;
}

/** The item id plus the spice level's id or 'default', so that another spice level is another line. */
export function cartKeyWithoutOptions(itemId: string, spice: Pick<HeatLevel, 'id'> | null): string {
  return `${itemId}-${spice?.id ?? 'default'}`;
}

/** The end of the key of a line on a tab: the same dish for another seat or course is another line. */
export function servedKey({ seat, course }: Pick<CartLine, 'seat' | 'course'>): string {
  return seat || course ? `-${seat ?? 0}.${course ?? 0}` : '';
}

/** The same line for another seat and course. */
export function servedLine(line: CartLine, { seat, course }: Pick<CartLine, 'seat' | 'course'>): CartLine {
  const key = line.cartKey.slice(0, line.cartKey.length - servedKey(line).length);
  return { ...line, cartKey: key + servedKey({ seat, course }), seat: seat || undefined, course: course || undefined };
}

/** The tax class is stored only if it is not that of a meal. */
export function taxClassField({ taxClass = 'meal' }: Pick<CartDish, 'taxClass'>): Pick<CartLine, 'taxClass'> {
  return taxClass === 'meal' ? {} : { taxClass };
}

/** The lines as the price calculation reads them. */
export function asPricedLines(cart: Cart): PricedLine[] {
  return cart.map(({ price: unitPrice, quantity, taxClass, options: choices }) => ({
    unitPrice,
    quantity,
    taxClass,
    choices,
  }));
}
