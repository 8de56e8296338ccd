import { asRecord, say } from '@tiffin/domain/core';
import { deliveryNews, type DeliveryState } from '@tiffin/domain/delivery';
import { windowText } from '@tiffin/domain/hours';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import type { Reaction } from '../../../platform/events/reactions.ts';
import { promiseOf } from '../../orders/promise/promise-columns.ts';
import { findOrder } from '../../orders/queries.ts';
import { orderIdOf } from '../../../platform/events/order-ids.ts';
import { notifyGuest } from './notify-guest.ts';

/** A step older than this is not sent: after a time offline, the food may already be there. */
const MAX_NEWS_AGE_MS = 20 * 60_000;

/** Notifies a guest that the order is on its way, at the door, or could not be delivered, each once. */
export const notifyDelivery: Reaction = {
  name: 'delivery-news',
  types: ['order.updated'],
  async react(context, tx, events) {
    for (const event of events) {
      const order = asRecord(event.data['order']);
      const hasCourier = asRecord(asRecord(order?.['deliveryInfo'])?.['courier']) !== null;
      const id = hasCourier ? orderIdOf(event) : null;
      const row = id === null ? null : await findOrder(tx, id);
      // Ignore other changes of the order, and steps that are no longer the latest.
      if (!row?.courier || row.courier.version !== order?.['version']) continue;
      const { state, at } = row.courier;
      if (deliveryNews(state) === null || context.clock.now().getTime() - Date.parse(at) > MAX_NEWS_AGE_MS) continue;
      await notifyGuest(context, tx, row, {
        news: () => newsWithArrival(row, state, context.clock.now()),
        key: state,
        includesPhone: state === 'failed',
      });
    }
  },
};

/** News of a step. When the order leaves, it repeats the window that was promised, unless that is over. */
export function newsWithArrival(row: OrderRow, state: DeliveryState, now: Date): string {
  const news = deliveryNews(state) ?? '';
  const promise = promiseOf(row);
  if (state !== 'on-the-way' || promise.to <= now) return news;
  return say`should arrive at ${windowText(promise, now, row.location_time_zone)} and is on its way to you`;
}
