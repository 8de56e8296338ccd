import type { Cents } from '../core/money.ts';
import { openItemId } from '../order/open-item.ts';
import { ORDER_DEFAULTS } from '../order/types.ts';
import type { DishTaxClass, TaxClass } from '../core/tax-classes.ts';
import { classOf, type CartLine } from './line.ts';
import { MAX_LINE_DEFAULT } from './quantity-limits.ts';

/** An item that staff type at the till because it is not on the menu. */
export interface TypedItem {
  readonly name: string;
  readonly price: Cents;
  readonly taxClass: DishTaxClass;
  readonly isCooked: boolean;
}

/** The same item at the same price is one line, at the till and for the limits of an order. */
export function openLineKey(
  id: string,
  { price, taxClass, isCooked }: Pick<TypedItem, 'price' | 'isCooked'> & { readonly taxClass: TaxClass },
): string {
  return [id, price, taxClass, isCooked ? 'cooked' : 'as-is'].join('-');
}

export function openLine({ name, price, taxClass, isCooked }: TypedItem, quantity: number): CartLine {
  const id = openItemId(name);
  return {
    cartKey: openLineKey(id, { price, taxClass, isCooked }),
    id,
    name: name.trim().replaceAll(/\s+/g, ' '),
    price,
    quantity,
    maxQuantity: MAX_LINE_DEFAULT,
    category: ORDER_DEFAULTS.itemCategory,
    description: '',
    image: null,
    spice: null,
    ...classOf({ taxClass }),
    open: { isCooked },
  };
}
