import type { Cart, CartLine } from './line.ts';
import { cartQuantity, MAX_CART_LINES, MAX_CART_QUANTITY } from './quantity-limits.ts';

/**
 * Merges two carts of the same guest, for example after signing in. A line in both keeps the larger quantity, so
 * merging the same cart twice does not double it. Quantities above the limits are left out and named.
 */
export function mergeCarts(first: Cart, second: Cart): { readonly cart: Cart; readonly leftOut: readonly string[] } {
  const lines = new Map<string, CartLine>();
  for (const line of [...first, ...second]) {
    const other = lines.get(line.cartKey);
    if (other && line.quantity <= other.quantity) continue;
    lines.set(line.cartKey, { ...other, ...line, allergies: line.allergies ?? other?.allergies });
  }
  const cart: CartLine[] = [];
  const leftOut: string[] = [];
  for (const line of lines.values()) {
    const room = MAX_CART_QUANTITY - cartQuantity(cart);
    const quantity = cart.length < MAX_CART_LINES ? Math.min(line.quantity, line.maxQuantity, room) : 0;
    if (quantity > 0) cart.push({ ...line, quantity });
    if (quantity < line.quantity) leftOut.push(line.name);
  }
  return { cart, leftOut };
}
