import { windowOfAnswer, type PromisedOrder } from '@tiffin/domain/order';
import { formatTimeRange } from '../../ui/format.ts';

/** The promised window as text: '6:25–6:35 p.m.'; null if the order has no time. */
export function promiseText(order: PromisedOrder & { readonly locationInfo: { readonly timeZone: string } }) {
  const window = windowOfAnswer(order);
  return window && formatTimeRange(window.from, window.to, order.locationInfo.timeZone);
}
