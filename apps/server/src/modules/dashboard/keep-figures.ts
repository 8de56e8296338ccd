import { record } from '@tiffin/domain/core';
import { sql } from 'kysely';
import type { Reaction } from '../../events/reactions.ts';
import { rollUp } from './roll-up.ts';

/** The figures follow every change of an order, within a blink and exactly once. */
export const keepFigures: Reaction = {
  name: 'order-figures',
  types: ['order.created', 'order.updated'],
  async react(_context, tx, events) {
    const ids = new Set(
      events.map((event) => record(event.data['order'])?.['id']).filter((id) => typeof id === 'string'),
    );
    await rollUp(tx, sql`o.id = any(${[...ids]}::text[])`);
  },
};
