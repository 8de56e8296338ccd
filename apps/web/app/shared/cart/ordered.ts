import { fieldsIn, text } from '@tiffin/domain/core';
import { CHECKOUT_DRAFT } from '../offline/forget.ts';
import { ORDERED, stored, storedInTab } from '../offline/stored.ts';
import { newKey } from '../api/new-key.ts';
import { cartIdOf, cartOf, changeCart, clearCart, nameCart } from './carts.ts';
import { without, type Lines } from './pay-pages.ts';
import { forgetTime } from './wanted-time.ts';

/** The order a cart became, and where it is seen. */
export interface Ordered {
  readonly uid: string | null;
  readonly locationId: string;
  readonly there: string;
  readonly at: string;
}
type CartVersion = Pick<Ordered, 'there' | 'at'>;

/**
 * A cart is an order: it leaves the browser with what was typed for it, and other tabs that show it learn why. What was
 * added after `paid` is a cart of its own: true where there is such a rest.
 */
export function leaveCart({ uid, locationId, there, at }: Ordered, paid?: Lines): boolean {
  const cart = cartOf(locationId);
  if (cart.length > 0) {
    const saved = { uid, cartId: cartIdOf(locationId), at };
    // The key in a link opens the order to whoever holds the device next: it ends with the tab.
    storedInTab(ORDERED).write(JSON.stringify({ ...saved, there }));
    stored(ORDERED).write(JSON.stringify({ ...saved, there: withoutKey(there) }));
  }
  const rest = paid ? without(cart, paid) : [];
  if (rest.length > 0) {
    // Named first: whoever hears that it changed finds that it is another.
    nameCart(locationId, newKey());
    changeCart(locationId, () => rest);
    return true;
  }
  forgetTyped();
  forgetTime();
  clearCart(locationId);
  return false;
}

/** The order this cart became last, in whatever tab. */
export function orderOfCart(cartId: string): CartVersion | null {
  return lastOrdered((saved) => saved['cartId'] === cartId);
}

/** What this person ordered last on this device. */
export function orderedLast(uid: string | null): CartVersion | null {
  return lastOrdered((saved) => saved['cartId'] !== undefined && saved['uid'] === uid);
}

function lastOrdered(isIt: (saved: ReturnType<typeof fieldsIn>) => boolean): CartVersion | null {
  const saved = [storedInTab(ORDERED), stored(ORDERED)].map((store) => fieldsIn(store.read())).find(isIt);
  return saved ? { there: text(saved['there']), at: text(saved['at']) } : null;
}

function withoutKey(there: string): string {
  const url = new URL(there, location.href);
  url.searchParams.delete('token');
  return url.pathname + url.search;
}

/**
 * The note, the tip and what else was typed for one order are not for the next one. How somebody with an account is
 * reached stays; of a guest without one nothing does, for others may hold the device next.
 */
export function forgetTyped(): void {
  storedInTab(CHECKOUT_DRAFT).write(null);
  const saved = fieldsIn(stored(CHECKOUT_DRAFT).read());
  const { uid, name, email, phone } = saved;
  if (typeof uid === 'string') stored(CHECKOUT_DRAFT).write(JSON.stringify({ uid, name, email, phone }));
}
