import { fieldsIn, text } from '@tiffin/domain/core';
import { ApiError } from '../api/api-error.ts';
import { api } from '../api/api.ts';
import { BEING_PAID, stored } from '../offline/stored.ts';
import { paths } from '../../paths.ts';
import { formatTime } from '../../ui/format.ts';
import { toast } from '../../ui/toasts.ts';
import type { PaidOrder } from '../order/paid-order.ts';
import { cartIdOf, cartOf } from './carts.ts';
import { forgetTyped, leaveCart, type Ordered } from './ordered.ts';

const storage = stored(BEING_PAID);

const texts = {
  ordered: (time: string) => `You ordered this at ${time}`,
  empty: 'Your cart is empty again.',
  see: 'See your order',
} as const;

/** It says where the cart went. */
const READING_MS = 20_000;

type GoTo = (address: string) => unknown;

/** The guest leaves to pay a cart by card. */
export function goesToPay(paying: { uid: string | null; sessionId: string; locationId: string; cartId: string }): void {
  storage.write(JSON.stringify(paying));
}

/** The page after paying has come: what was paid is in no cart any more. Says nothing of a cart that was begun since. */
export function emptyPaid(sessionId: string, order: PaidOrder, uid: string | null): void {
  const kept = fieldsIn(storage.read());
  if (kept['settled'] === sessionId) return;
  const locationId = order.location;
  if (kept['sessionId'] !== sessionId || !isOther(locationId, kept['cartId']))
    leaveCart({ uid, locationId, there: pageOf(order), at: order.orderTime });
  storage.write(JSON.stringify({ uid: kept['uid'], settled: sessionId }));
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
  const kept = fieldsIn(storage.read());
  const [sessionId, locationId] = [text(kept['sessionId']), text(kept['locationId'])];
  // The page after paying sees to it itself.
  if (new URLSearchParams(location.search).get('session_id') === sessionId) return;
  try {
    const { order } = await api('getOrderBySessionId', { body: { sessionId } });
    // The page after paying may still come, and knows by this that the cart is another.
    storage.write(JSON.stringify({ uid: kept['uid'], settled: sessionId }));
    if (order.status === 'cancelled' || isOther(locationId, kept['cartId'])) return;
    if (cartOf(locationId).length === 0) {
      forgetTyped();
      return;
    }
    const uid = typeof kept['uid'] === 'string' ? kept['uid'] : null;
    const { timeZone: zone } = order.locationInfo;
    await wasOrdered({ uid, locationId, there: pageOf(order), at: order.orderTime, zone }, goTo);
  } catch (error) {
    // Neither paid nor payable any more: there is nothing to wait for.
    if (error instanceof ApiError && error.status === 404 && error.details['sessionStatus'] !== 'open')
      storage.write(null);
  }
}

/** A cart that is an order already leaves the browser, and the guest sees which order that is. */
export async function wasOrdered(order: Ordered & { readonly zone: string }, goTo: GoTo): Promise<void> {
  const { there } = order;
  const isCheckout =
    location.pathname === paths.checkout() && new URLSearchParams(location.search).get('location') === order.locationId;
  // Its checkout has nothing to show without the cart.
  if (isCheckout) await goTo(there);
  leaveCart(order);
  toast.info(texts.ordered(formatTime(order.at, 'time', order.zone)), {
    id: 'ordered',
    duration: READING_MS,
    description: texts.empty,
    ...(!isCheckout && { action: { label: texts.see, onClick: () => void goTo(there) } }),
  });
}
