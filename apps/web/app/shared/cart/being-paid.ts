import type { Cart } from '@tiffin/domain/cart';
import { fieldsIn, spokenPath, text } from '@tiffin/domain/core';
import { ApiError } from '../api/api-error.ts';
import { api } from '../api/api.ts';
import { BEING_PAID, stored } from '../offline/stored.ts';
import { paths } from '../../paths.ts';
import type { PaidOrder } from '../order/paid-order.ts';
import { cartIdOf, cartOf } from './carts.ts';
import { forgetTyped, leaveCart, type Ordered } from './ordered.ts';
import { payPages, without, withPayPage, type Lines } from './pay-pages.ts';
import { showOrderedNotice } from './tell-ordered.ts';

const storage = stored(BEING_PAID);

type GoTo = (address: string) => unknown;

/** The guest leaves to pay a cart by card. */
export function goesToPay(
  paying: { uid: string | null; sessionId: string; locationId: string; cartId: string },
  /** What is in it now, when its pay page is made. */
  cart: Cart,
): void {
  storage.write(JSON.stringify({ ...paying, pages: withPayPage(paying.sessionId, paying.cartId, cart) }));
}

/** The page after paying has come: what was paid is in no cart any more. Says nothing of a cart that was begun since. */
export function emptyPaid(sessionId: string, order: PaidOrder, uid: string | null): void {
  const saved = fieldsIn(storage.read());
  if (saved['settled'] === sessionId) return;
  const { location: locationId, orderTime: at } = order;
  const page = payPages().find((each) => each.page === sessionId);
  const cartId = page ? page.cartId : saved['sessionId'] === sessionId ? saved['cartId'] : null;
  if (cartId === null || !isOther(locationId, cartId)) {
    const isRestHere = leaveCart({ uid, locationId, there: pageOf(order), at }, page?.lines);
    if (isRestHere) showOrderedNotice({ at, zone: order.locationInfo.timeZone, isRestHere });
  }
  settle(saved['uid'], sessionId);
}

/** What the pages of before were opened for is kept: one of them may be paid yet. */
function settle(uid: unknown, sessionId?: string): void {
  storage.write(JSON.stringify({ uid, settled: sessionId, pages: payPages() }));
}

/** Begun since, it is no part of what was paid. */
function isOther(locationId: string, cartId: unknown): boolean {
  return cartOf(locationId).length > 0 && cartIdOf(locationId) !== cartId;
}

/** Without an account its link is what one comes back by. */
function pageOf({ orderId, customerInfo, metadata }: PaidOrder): string {
  const token = customerInfo.firebaseId === null && metadata.orderToken;
  return token ? paths.order(orderId, token) : paths.orderSuccess({ orderId });
}

/** Paid, but the page after paying never came: the cart is empty on the next page, which says why. */
export async function emptyIfPaid(goTo: GoTo): Promise<void> {
  const saved = fieldsIn(storage.read());
  const [sessionId, locationId] = [text(saved['sessionId']), text(saved['locationId'])];
  // The page after paying sees to it itself.
  if (new URLSearchParams(location.search).get('session_id') === sessionId) return;
  try {
    const { order } = await api('getOrderBySessionId', { body: { sessionId } });
    // The page after paying may still come, and knows by this that the cart is another.
    settle(saved['uid'], sessionId);
    if (order.status === 'cancelled' || isOther(locationId, saved['cartId'])) return;
    if (cartOf(locationId).length === 0) {
      forgetTyped();
      return;
    }
    const uid = typeof saved['uid'] === 'string' ? saved['uid'] : null;
    const { timeZone: zone } = order.locationInfo;
    const paid = payPages().find(({ page }) => page === sessionId)?.lines;
    await wasOrdered({ uid, locationId, there: pageOf(order), at: order.orderTime, zone }, goTo, paid);
  } catch (error) {
    // Neither paid nor payable any more: there is nothing to wait for.
    if (error instanceof ApiError && error.status === 404 && error.details['sessionStatus'] !== 'open')
      settle(saved['uid']);
  }
}

/**
 * A cart that is an order already leaves the browser, and the guest sees which order that is. What was added to it
 * since its pay page was made stays.
 */
export async function wasOrdered(order: Ordered & { readonly zone: string }, goTo: GoTo, paid?: Lines): Promise<void> {
  const { there, at, zone, locationId } = order;
  const isRestHere = paid !== undefined && without(cartOf(locationId), paid).length > 0;
  const isCheckout =
    spokenPath(location.pathname).path === paths.checkout() &&
    new URLSearchParams(location.search).get('location') === locationId;
  // Its checkout has nothing to show without the cart.
  const leaves = isCheckout && !isRestHere;
  if (leaves) await goTo(there);
  leaveCart(order, paid);
  showOrderedNotice({ at, zone, isRestHere }, leaves ? undefined : () => goTo(there));
}
