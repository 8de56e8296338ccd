import { optionsProblem } from '../options/index.ts';
import { chosenIn, classOf, wishOf, type CartDish } from './line.ts';
import { cartQuantity, MAX_CART_LINES, MAX_CART_QUANTITY, type Cart, type CartLine } from './line.ts';
import type { Cents } from '../core/money.ts';

/**
 * Two carts of one guest made one, as after signing in: every line of both, of a line in both the
 * larger quantity (so that the same cart met twice does not double), within the limits. What did not
 * fit is named.
 */
export function mergeCarts(first: Cart, second: Cart): { readonly cart: Cart; readonly leftOut: readonly string[] } {
  const lines = new Map<string, CartLine>();
  for (const line of [...first, ...second]) {
    const there = lines.get(line.cartKey);
    if (!there || line.quantity > there.quantity) lines.set(line.cartKey, { ...there, ...line });
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

/** What the guest is told when the menu moved under the cart. */
export type CartChange =
  | {
      readonly kind: 'price';
      readonly cartKey: string;
      readonly name: string;
      readonly was: Cents;
      readonly now: Cents;
    }
  /** The line stays, and cannot be ordered until somebody chooses again. */
  | { readonly kind: 'choice'; readonly cartKey: string; readonly name: string; readonly text: string }
  | { readonly kind: 'unavailable'; readonly cartKey: string; readonly name: string }
  | { readonly kind: 'gone'; readonly cartKey: string; readonly name: string };

/** The cart as the menu has it now: new prices and names taken over, what cannot be had taken out. */
export function reconcileCart(
  cart: Cart,
  menu: ReadonlyMap<string, CartDish>,
): { readonly cart: Cart; readonly changes: readonly CartChange[] } {
  const changes: CartChange[] = [];
  const kept = cart.flatMap((line): CartLine[] => {
    const dish = menu.get(line.id);
    const { cartKey, name } = line;
    const wish = wishOf(line);
    const problem = dish ? optionsProblem(dish, wish.options) : null;
    if (!dish?.isAvailable || problem?.code === 'item-unavailable') {
      changes.push({ kind: dish ? 'unavailable' : 'gone', cartKey, name });
      return [];
    }
    const { name: newName, category, description, image } = dish;
    const { taxClass: _wasTaxed, options: _wereChosen, ...rest } = line;
    const said = { ...rest, name: newName, category, description, image, ...classOf(dish) };
    if (problem) {
      changes.push({ kind: 'choice', cartKey, name: newName, text: problem.message });
      return [{ ...said, ...(line.options && { options: line.options }) }];
    }
    const chosen = chosenIn(dish, wish);
    if (chosen.price !== line.price)
      changes.push({ kind: 'price', cartKey, name: newName, was: line.price, now: chosen.price });
    return [{ ...said, ...chosen }];
  });
  return { cart: kept, changes };
}
