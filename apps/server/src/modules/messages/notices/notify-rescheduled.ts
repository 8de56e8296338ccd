import { say } from '@tiffin/domain/core';
import { windowText } from '@tiffin/domain/hours';
import { isFinalStatus, promisesArrival, type ChangedField } from '@tiffin/domain/order';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import type { StoredChange } from '../../../platform/db/stored-json.ts';
import type { Reaction } from '../../../platform/events/reactions.ts';
import { notifyGuest } from './notify-guest.ts';
import { promiseOf } from '../../orders/promise/promise-columns.ts';
import { findOrder } from '../../orders/queries.ts';
import { orderIdOf } from '../../../platform/events/order-ids.ts';

/** Notifies a guest once of a new time, type or address when staff change the order. */
export const notifyRescheduled: Reaction = {
  name: 'moved-orders',
  types: ['order.updated'],
  needsIdAndStatusOnly: true,
  async react(context, tx, events) {
    for (const event of events) {
      const id = orderIdOf(event);
      const row = id === null ? null : await findOrder(tx, id);
      const change = row?.changes?.find(({ at }) => at === event.at.toISOString());
      if (!row || isFinalStatus(row.status) || !change || !NEWS_FACTS.some((fact) => change.facts.includes(fact)))
        continue;
      const news = () => changeNews(row, change, context.clock.now());
      await notifyGuest(context, tx, row, { news, key: `moved:${change.at}` });
    }
  },
};

const NEWS_FACTS = ['time', 'orderType', 'address'] as const satisfies readonly ChangedField[];

/** 'is now a delivery to 22 Willow Street and comes 6:40–6:50 p.m.' */
function changeNews(row: OrderRow, change: StoredChange, at: Date): string {
  const isTypeChanged = change.facts.includes('orderType');
  if (!isTypeChanged && !change.facts.includes('address')) return rescheduledNews(row, change, at);
  const time = windowText(promiseOf(row), at, row.location_time_zone);
  const address = row.delivery_address ?? '';
  if (!promisesArrival(row.order_type)) return say`is now for pickup and will be ready ${time}`;
  return isTypeChanged
    ? say`is now a delivery to ${address} and comes ${time}`
    : say`goes to ${address} and comes ${time}`;
}

/** Both times and the reason: 'will be ready 6:40–6:50 p.m. (was 6:25–6:35 p.m.): A large order went before yours' */
export function rescheduledNews(row: OrderRow, { ready, why }: Pick<StoredChange, 'ready' | 'why'>, at: Date): string {
  const zone = row.location_time_zone;
  const promise = promiseOf(row);
  const { was, wasFrom = was } = ready ?? { was: promise.to.toISOString() };
  const now = windowText(promise, at, zone);
  const before = windowText({ from: new Date(wasFrom), to: new Date(was) }, at, zone);
  const moved = promisesArrival(row.order_type)
    ? say`comes ${now} (was ${before})`
    : say`will be ready ${now} (was ${before})`;
  return why ? say`${moved}: ${why}` : moved;
}
