import { sql } from 'kysely';
import type { Reaction } from '../../events/reactions.ts';
import { orderIdsOf } from '../orders/order-of-event.ts';
import { rollUp } from './roll-up.ts';

/** The figures follow every change of an order, within a blink and exactly once. */
export const keepFigures: Reaction = {
  name: 'order-figures',
  types: ['order.created', 'order.updated'],
  async react(_context, tx, events) {
    const ids = new Set(orderIdsOf(events));
    await rollUp(tx, sql`o.id = any(${[...ids]}::text[])`);
  },
};
