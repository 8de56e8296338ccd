import { cents, say, type Cents } from '../core/index.ts';
import type { DishTaxClass } from '../core/tax-classes.ts';

/** An item that is not on the menu; staff typed its name and price. */
export interface OpenItem {
  readonly price: Cents;
  readonly taxClass: DishTaxClass;
  /** True if the kitchen makes it. A corkage fee, for example, is only shown to the kitchen. */
  readonly isCooked: boolean;
}

/** Its label where the typed name must not be shown. */
export const OPEN_ITEM = say`Something else`;

export const MAX_OPEN_ITEM_NAME_LENGTH = 60;

export const MAX_OPEN_ITEM_PRICE = cents(10_000_000);

const MARK = 'open:';

/** The id cannot clash with a dish. Items with the same name share it, so reports group them. */
export function openItemId(name: string): string {
  return MARK + name.trim().toLowerCase().replaceAll(/\s+/g, ' ');
}

/** 'On the house: Cake for Anna' with the typed name replaced. */
export function hideOpenItemName(label: string, name: string): string {
  return label.endsWith(`: ${name}`) ? label.slice(0, -name.length) + OPEN_ITEM : label;
}

export function isOpenItem({ id }: { readonly id: string }): boolean {
  return id.startsWith(MARK);
}
