import { fieldsIn, text } from '@tiffin/domain/core';
import { CHECKOUT_DRAFT, ORDERED } from '../offline/forget.ts';
import { stored, storedInTab } from '../offline/stored.ts';
import { cartIdOf, cartOf, clearCart } from './carts.ts';
import { forgetTime } from './wanted-time.ts';

/** The order a cart became, and where it is seen. */
export interface Ordered {
  readonly uid: string | null;
  readonly locationId: string;
  readonly there: string;
  readonly at: string;
}

/** A cart is an order: it leaves the browser with what was typed for it, and other tabs that show it learn why. */
export function leaveCart({ uid, locationId, there, at }: Ordered): void {
  if (cartOf(locationId).length > 0) {
    const kept = { uid, cartId: cartIdOf(locationId), at };
    // The key in a link opens the order to whoever holds the device next: it ends with the tab.
    storedInTab(ORDERED).write(JSON.stringify({ ...kept, there }));
    stored(ORDERED).write(JSON.stringify({ ...kept, there: withoutKey(there) }));
  }
  forgetTyped();
  forgetTime();
  clearCart(locationId);
}

/** The order this cart became last, in whatever tab. */
export function orderOfCart(cartId: string): Pick<Ordered, 'there' | 'at'> | null {
  const kept = [storedInTab(ORDERED), stored(ORDERED)]
    .map((store) => fieldsIn(store.read()))
    .find((each) => each['cartId'] === cartId);
  return kept ? { there: text(kept['there']), at: text(kept['at']) } : null;
}

/** What this person ordered last on this device. */
export function orderedLast(uid: string | null): Pick<Ordered, 'there' | 'at'> | null {
  const kept = [storedInTab(ORDERED), stored(ORDERED)]
    .map((store) => fieldsIn(store.read()))
    .find((each) => each['cartId'] !== undefined && each['uid'] === uid);
  return kept ? { there: text(kept['there']), at: text(kept['at']) } : null;
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
  const kept = fieldsIn(stored(CHECKOUT_DRAFT).read());
  const { uid, name, email, phone } = kept;
  if (typeof uid === 'string') stored(CHECKOUT_DRAFT).write(JSON.stringify({ uid, name, email, phone }));
}
