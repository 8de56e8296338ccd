import { fieldsIn, text } from '@tiffin/domain/core';
import { CHECKOUT_DRAFT } from '../offline/forget.ts';
import { ORDERED, stored, storedInTab } from '../offline/stored.ts';
import { newKey } from '../api/new-key.ts';
import { cartIdOf, cartOf, changeCart, clearCart, nameCart } from './carts.ts';
import { without, type Lines } from './pay-pages.ts';
import { forgetTime } from './order-time.ts';

/** The order that a cart became, and the address of its page. */
export interface Ordered {
  readonly uid: string | null;
  readonly locationId: string;
  readonly there: string;
  readonly at: string;
}
type CartVersion = Pick<Ordered, 'there' | 'at'>;

/**
 * Removes an ordered cart and its draft from the browser, and lets other tabs know why. Dishes added after `paid`
 * become a new cart. Returns true if there are any.
 */
export function leaveCart({ uid, locationId, there, at }: Ordered, paid?: Lines): boolean {
  const cart = cartOf(locationId);
  if (cart.length > 0) {
    const saved = { uid, cartId: cartIdOf(locationId), at };
    // The access token would open the order for the next person on this device, so it is stored in the tab only.
    storedInTab(ORDERED).write(JSON.stringify({ ...saved, there }));
    stored(ORDERED).write(JSON.stringify({ ...saved, there: withoutKey(there) }));
  }
  const rest = paid ? without(cart, paid) : [];
  if (rest.length > 0) {
    // The id changes first, so that listeners of the cart already see the new one.
    nameCart(locationId, newKey());
    changeCart(locationId, () => rest);
    return true;
  }
  forgetTyped();
  forgetTime();
  clearCart(locationId);
  return false;
}

/** The order that this cart became, in any tab. */
export function orderOfCart(cartId: string): CartVersion | null {
  return lastOrdered((saved) => saved['cartId'] === cartId);
}

/** The last order of this person on this device. */
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
 * Clears note, tip and other details of the order from the draft. Contact details of customers stay. A guest's draft is
 * removed completely, because others may use the device next.
 */
export function forgetTyped(): void {
  storedInTab(CHECKOUT_DRAFT).write(null);
  const saved = fieldsIn(stored(CHECKOUT_DRAFT).read());
  const { uid, name, email, phone } = saved;
  if (typeof uid === 'string') stored(CHECKOUT_DRAFT).write(JSON.stringify({ uid, name, email, phone }));
}
