import type { Cart } from '@tiffin/domain/cart';
import { parseJsonFields, splitLanguagePath, asText } from '@tiffin/domain/core';
import { ApiError } from '../api/api-error.ts';
import { api } from '../api/api.ts';
import { CART_PAYMENT_KEY, storedText } from '../offline/text-storage.ts';
import { paths } from '../../paths.ts';
import type { PaidOrder } from '../order/paid-order.ts';
import { cartIdOf, cartOf } from './carts.ts';
import { clearOrderDraft, removeOrderedCart, type OrderedCart } from './ordered.ts';
import { rememberGuestOfOrder } from '../session/remembered-guest.ts';
import { tokenOfGuestOrder } from './guest-orders.ts';
import { payPages, subtractLines, withPayPage, type LineQuantities } from './pay-pages.ts';
import { showOrderedNotice } from './ordered-notice.ts';

const storage = storedText(CART_PAYMENT_KEY);

type GoTo = (address: string) => unknown;

/** Stores a payment page that is about to open, so that its cart is removed when it was paid. */
export function rememberCardPayment(
  payment: { uid: string | null; sessionId: string; locationId: string; cartId: string },
  /** The cart at the time the payment page is created. */
  cart: Cart,
): void {
  storage.write(JSON.stringify({ ...payment, pages: withPayPage(payment.sessionId, payment.cartId, cart) }));
}

/**
 * Removes the paid dishes from the cart when the page after paying opens. A cart started later is left alone, without a
 * notice.
 */
export function removePaidDishes(sessionId: string, order: PaidOrder, uid: string | null): void {
  const saved = parseJsonFields(storage.read());
  if (saved['settled'] === sessionId) return;
  const { location: locationId, orderTime: at } = order;
  const page = payPages().find((each) => each.page === sessionId);
  // Another device may open the page after paying, too.
  if (page) rememberGuestOfOrder(order);
  const cartId = page ? page.cartId : saved['sessionId'] === sessionId ? saved['cartId'] : null;
  // A payment that another device began counts as one of the cart here.
  if (cartId === null || !hasAnotherCart(locationId, cartId)) {
    const isRestHere = removeOrderedCart({ uid, locationId, orderAddress: addressOf(order), at }, page?.lines);
    if (isRestHere) showOrderedNotice({ at, zone: order.locationInfo.timeZone, isRestHere });
  }
  markSessionDone(saved['uid'], sessionId);
}

/** Stores that this session was paid. Keeps the earlier payment pages, because one of them may still be paid. */
function markSessionDone(uid: unknown, sessionId?: string): void {
  storage.write(JSON.stringify({ uid, settled: sessionId, pages: payPages() }));
}

/** True if the location has another cart now, which is not part of the payment. */
function hasAnotherCart(locationId: string, cartId: unknown): boolean {
  return cartOf(locationId).length > 0 && cartIdOf(locationId) !== cartId;
}

/**
 * The page of an order that a cart has become, in another tab or by a payment. A guest without an account needs its
 * access token: the device knows it from the other tab, or from the payment page of the cart.
 */
export async function findPageOfOrder(uid: string | null, orderId: string, cartId: string): Promise<string> {
  if (uid !== null) return paths.orderSuccess({ orderId });
  const token = tokenOfGuestOrder(orderId);
  if (token) return paths.order(orderId, token);
  for (const { page: sessionId } of payPages().filter((each) => each.cartId === cartId)) {
    const response = await api('getOrderBySessionId', { body: { sessionId } }).catch(() => null);
    if (response?.order.orderId !== orderId) continue;
    rememberGuestOfOrder(response.order);
    return addressOf(response.order);
  }
  // The page says that the link in the message opens the order.
  return paths.orderSuccess({ orderId });
}

/** Guests without an account need the order link to return. */
function addressOf({ orderId, customerInfo, metadata }: PaidOrder): string {
  const token = customerInfo.firebaseId === null && metadata.orderToken;
  return token ? paths.order(orderId, token) : paths.orderSuccess({ orderId });
}

/**
 * Used when the payment succeeded but the page after paying never opened: the next page empties the cart and says why.
 */
export async function removeCartIfPaid(goTo: GoTo): Promise<void> {
  const saved = parseJsonFields(storage.read());
  const [sessionId, locationId] = [asText(saved['sessionId']), asText(saved['locationId'])];
  // The page after paying does this itself.
  if (new URLSearchParams(location.search).get('session_id') === sessionId) return;
  try {
    const { order } = await api('getOrderBySessionId', { body: { sessionId } });
    rememberGuestOfOrder(order);
    // The page after paying may still open, and then knows that this session is done.
    markSessionDone(saved['uid'], sessionId);
    if (order.status === 'cancelled' || hasAnotherCart(locationId, saved['cartId'])) return;
    if (cartOf(locationId).length === 0) {
      clearOrderDraft();
      return;
    }
    const uid = typeof saved['uid'] === 'string' ? saved['uid'] : null;
    const { timeZone: zone } = order.locationInfo;
    const paid = payPages().find(({ page }) => page === sessionId)?.lines;
    const ordered = { uid, locationId, orderAddress: addressOf(order), at: order.orderTime, zone };
    await finishOrderedCart(ordered, goTo, paid);
  } catch (error) {
    // The session is neither paid nor payable, so there is nothing to wait for.
    if (error instanceof ApiError && error.status === 404 && error.details['sessionStatus'] !== 'open')
      markSessionDone(saved['uid']);
  }
}

/**
 * Removes an ordered cart from the browser and shows the guest its order. Dishes added after the payment page was
 * created stay.
 */
export async function finishOrderedCart(
  order: OrderedCart & { readonly zone: string },
  goTo: GoTo,
  paid?: LineQuantities,
): Promise<void> {
  const { orderAddress, at, zone, locationId } = order;
  const isRestHere = paid !== undefined && subtractLines(cartOf(locationId), paid).length > 0;
  const isCheckout =
    splitLanguagePath(location.pathname).path === paths.checkout() &&
    new URLSearchParams(location.search).get('location') === locationId;
  // The checkout has nothing to show without a cart.
  const opensOrder = isCheckout && !isRestHere;
  if (opensOrder) await goTo(orderAddress);
  removeOrderedCart(order, paid);
  showOrderedNotice({ at, zone, isRestHere }, opensOrder ? undefined : () => goTo(orderAddress));
}
