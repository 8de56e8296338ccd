import { say } from '@tiffin/domain/core';
import { clockText, dayUnlessToday } from '@tiffin/domain/hours';
import { isFinalStatus } from '@tiffin/domain/order';
import type { Reaction } from '../../platform/events/reactions.ts';
import { notifyGuest } from './notify-guest.ts';
import { findOrder } from '../orders/queries.ts';
import { orderIdOf } from '../../platform/events/order-ids.ts';

/** Notifies a guest of the new time when staff move the order. */
export const notifyRescheduled: Reaction = {
  name: 'moved-orders',
  types: ['order.updated'],
  inBrief: true,
  async react(context, tx, events) {
    for (const event of events) {
      const id = orderIdOf(event);
      const row = id === null ? null : await findOrder(tx, id);
      const change = row?.changes?.find(({ at }) => at === event.at.toISOString());
      if (!row || isFinalStatus(row.status) || !change?.facts.includes('time')) continue;
      const { estimated_ready: ready, location_time_zone: zone } = row;
      const news = () => {
        const day = dayUnlessToday(ready, context.clock.now(), zone);
        const when = [day, clockText(ready, zone)].filter((word) => word !== null).join(', ');
        return change.why ? say`is ready about ${when} now: ${change.why}` : say`is ready about ${when} now`;
      };
      await notifyGuest(context, tx, row, { news, key: `moved:${change.at}` });
    }
  },
};
