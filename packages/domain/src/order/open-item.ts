import { say } from '../core/language.ts';
import type { Cents } from '../core/money.ts';
import type { DishTaxClass } from '../core/tax-classes.ts';

/** Something sold that is on no menu: who took the order typed its name and its price. */
export interface OpenItem {
  readonly price: Cents;
  readonly taxClass: DishTaxClass;
  /** Whether the kitchen makes it; a corkage fee it only reads. */
  readonly isCooked: boolean;
}

/** What it is called where its name is nobody's to read. */
export const OPEN_ITEM = say`Something else`;

export const OPEN_ITEM_NAME_MOST = 60;

const MARK = 'open:';

/** No dish of a menu has such an id. Under one name it is one thing, so figures count it by its name. */
export function openItemId(name: string): string {
  return MARK + name.trim().toLowerCase().replaceAll(/\s+/g, ' ');
}

/** 'On the house: Cake for Anna' without what was typed. */
export function withoutTyped(label: string, name: string): string {
  return label.endsWith(`: ${name}`) ? label.slice(0, -name.length) + OPEN_ITEM : label;
}

export function isOpenItem({ id }: { readonly id: string }): boolean {
  return id.startsWith(MARK);
}
