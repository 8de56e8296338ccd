import { say } from '../core/language.ts';
import type { DishTaxClass } from '../core/tax-classes.ts';

/** The names that owners read. */
export const DISH_TAX_CLASS_LABELS: Readonly<Record<DishTaxClass, string>> = {
  meal: say`A meal or a drink`,
  liquor: say`Liquor`,
  grocery: say`Basic groceries`,
  untaxed: say`Nothing: no tax`,
};
