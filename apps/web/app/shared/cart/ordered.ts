import { parseJsonFields, asText } from '@tiffin/domain/core';
import { CHECKOUT_DRAFT } from '../offline/clear-stored-data.ts';
import { LAST_ORDERED_CART_KEY, storedText, storedTextInTab } from '../offline/text-storage.ts';
import { newKey } from '../api/new-key.ts';
import { cartIdOf, cartOf, changeCart, clearCart, setCartId } from './carts.ts';
import { subtractLines, type LineQuantities } from './pay-pages.ts';
import { setOrderTime } from './order-time.ts';
import { storeGuestOrder } from './guest-orders.ts';

/** The order that a cart became. */
export interface OrderedCart {
  readonly uid: string | null;
  readonly locationId: string;
  /** The address of the order's page. */
  readonly orderAddress: string;
  /** When it was placed. */
  readonly at: string;
}
type OrderReference = Pick<OrderedCart, 'orderAddress' | 'at'>;

/**
 * Removes an ordered cart and its draft from the browser, and lets other tabs know why. Dishes added after `paid`
 * become a new cart. Returns true if there are any.
 */
export function removeOrderedCart({ uid, locationId, orderAddress, at }: OrderedCart, paid?: LineQuantities): boolean {
  const cart = cartOf(locationId);
  if (uid === null) storeGuestOrder(orderAddress);
  if (cart.length > 0) {
    const saved = { uid, cartId: cartIdOf(locationId), at, there: orderAddress };
    storedText(LAST_ORDERED_CART_KEY).write(JSON.stringify(saved));
  }
  const rest = paid ? subtractLines(cart, paid) : [];
  if (rest.length > 0) {
    // The id changes first, so that listeners of the cart already see the new one.
    setCartId(locationId, newKey());
    changeCart(locationId, () => rest);
    return true;
  }
  clearOrderDraft();
  // The chosen time applies to one order only.
  setOrderTime(locationId, 'asap');
  clearCart(locationId);
  return false;
}

/** The order that this cart became, in any tab. */
export function orderOfCart(cartId: string): OrderReference | null {
  return lastOrdered((saved) => saved['cartId'] === cartId);
}

/** The last order of this person on this device. */
export function lastOrderOf(uid: string | null): OrderReference | null {
  return lastOrdered((saved) => saved['cartId'] !== undefined && saved['uid'] === uid);
}

function lastOrdered(matches: (saved: ReturnType<typeof parseJsonFields>) => boolean): OrderReference | null {
  const saved = parseJsonFields(storedText(LAST_ORDERED_CART_KEY).read());
  return matches(saved) ? { orderAddress: asText(saved['there']), at: asText(saved['at']) } : null;
}

/**
 * Clears note, tip and other details of the order from the draft. Contact details of customers stay. A guest's draft is
 * removed completely, because others may use the device next.
 */
export function clearOrderDraft(): void {
  storedTextInTab(CHECKOUT_DRAFT).write(null);
  const saved = parseJsonFields(storedText(CHECKOUT_DRAFT).read());
  const { uid, name, email, phone } = saved;
  if (typeof uid === 'string') storedText(CHECKOUT_DRAFT).write(JSON.stringify({ uid, name, email, phone }));
}
