import { sql } from 'kysely';
import type { Job } from './jobs.ts';

export const EVENTS_KEPT_DAYS = 3;

/** Boards catch up from the log after hours, not weeks; what every lasting reader has read may go. */
export const trimEvents: Job = {
  name: 'trim-events',
  every: '43 3 * * *',
  async run(context) {
    const before = new Date(context.clock.now().getTime() - EVENTS_KEPT_DAYS * 86_400_000);
    await sql`
      delete from events
      where at < ${before}
        and transaction < coalesce((select min(transaction::text::numeric)::text::xid8 from event_readers), transaction)
    `.execute(context.db);
  },
};
