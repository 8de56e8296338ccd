import { lineTotal } from '../pricing/price.ts';
import { addCents, type Cents } from '../core/money.ts';
import type { SpiceLevel } from '../menu/spice.ts';

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
}

export type Cart = readonly CartLine[];
export const EMPTY_CART: Cart = [];

/** Item id plus the spice level's id, or plus 'default': the same dish twice as hot is another line. */
export function cartKey(itemId: string, spice: Pick<SpiceLevel, 'id'> | null): string {
  return `${itemId}-${spice?.id ?? 'default'}`;
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

export function cartQuantity(cart: Cart): number {
  return cart.reduce((sum, line) => sum + line.quantity, 0);
}

export function cartSubtotal(cart: Cart): Cents {
  return addCents(...cart.map((line) => lineTotal({ unitPrice: line.price, quantity: line.quantity })));
}
