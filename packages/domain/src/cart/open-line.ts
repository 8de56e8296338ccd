import type { Cents } from '../core/money.ts';
import { openItemId, ORDER_DEFAULTS } from '../order/index.ts';
import type { DishTaxClass, TaxClass } from '../core/tax-classes.ts';
import { taxClassField, type CartLine } from './line.ts';
import { DEFAULT_MAX_LINE_QUANTITY } from './quantity-limits.ts';

/** An item that staff type at the till because it is not on the menu. */
export interface EnteredItem {
  readonly name: string;
  readonly price: Cents;
  readonly taxClass: DishTaxClass;
  readonly isCooked: boolean;
}

/** The key by which the same item at the same price is one line, at the till and for the limits of an order. */
export function openLineKey(
  id: string,
  { price, taxClass, isCooked }: Pick<EnteredItem, 'price' | 'isCooked'> & { readonly taxClass: TaxClass },
): string {
  return [id, price, taxClass, isCooked ? 'cooked' : 'as-is'].join('-');
}

/** An entered item as a line of the cart. */
export function toOpenCartLine({ name, price, taxClass, isCooked }: EnteredItem, quantity: number): CartLine {
  const id = openItemId(name);
  return {
    cartKey: openLineKey(id, { price, taxClass, isCooked }),
    id,
    name: name.trim().replaceAll(/\s+/g, ' '),
    price,
    quantity,
    maxQuantity: DEFAULT_MAX_LINE_QUANTITY,
    category: ORDER_DEFAULTS.itemCategory,
    description: '',
    image: null,
    spice: null,
    ...taxClassField({ taxClass }),
    open: { isCooked },
  };
}
