import { say } from '@tiffin/domain/core';
import {
  isLaterThanPromised,
  promisesArrival,
  windowOfAnswer,
  type AwaitedOrder,
  type PromisedOrder,
} from '@tiffin/domain/order';
import { formatTimeRange } from '../../ui/format.ts';

/** The promised window as text: '6:25–6:35 p.m.'; null if the order has no time. */
export function promiseText(order: PromisedOrder & { readonly locationInfo: { readonly timeZone: string } }) {
  const window = windowOfAnswer(order);
  return window && formatTimeRange(window.from, window.to, order.locationInfo.timeZone);
}

/** The promise in a line for the guest. A time that has passed is said as late; a pickup that is ready has none. */
export function guestPromiseText(
  order: AwaitedOrder & { readonly locationInfo: { readonly timeZone: string } },
  now: Date,
): string | null {
  if (order.status === 'ready' && !promisesArrival(order.orderType)) return null;
  return isLaterThanPromised(order, now) ? say`later than planned` : promiseText(order);
}
