import { dateIn } from '@tiffin/domain/core';
import { transaction } from '../db/transaction.ts';
import { turnSpecials as turn } from '../modules/menu/turn-specials.ts';
import type { Job } from './jobs.ts';

/** Looks every minute whether a location has begun a new day. */
export const turnSpecials: Job = {
  name: 'turn-specials',
  every: '* * * * *',
  async run(context) {
    const locations = await context.db
      .selectFrom('locations')
      .select(['id', 'time_zone', 'specials_on'])
      .where('deleted_at', 'is', null)
      .execute();
    for (const { id, time_zone: zone, specials_on: last } of locations) {
      if (last === dateIn(context.clock.now(), zone)) continue;
      await transaction(context.db, (tx) => turn(context, tx, id));
    }
  },
};
