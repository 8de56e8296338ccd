import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/connection.ts';

/** An event whose delivery has begun is due again after this time, in case this copy of the server dies meanwhile. */
const LEASE_MS = 60_000;
const MOST_AT_ONCE = 20;
const MOST_ATTEMPTS = 12;
/** Doubles with each attempt. */
const RETRY_MS = 2_000;

/**
 * Delivers due events and retries like a real provider. `post` returns the status of our response. Returns the number
 * of events.
 */
export async function deliverEvents(db: Db, clock: Clock, post: (body: string) => Promise<number>): Promise<number> {
  const now = clock.now();
  const due = await db
    .updateTable('sandbox_events')
    .set((set) => ({ deliver_at: new Date(now.getTime() + LEASE_MS), attempts: set('attempts', '+', 1) }))
    .where('id', 'in', (from) =>
      from
        .selectFrom('sandbox_events')
        .select('id')
        .where('deliver_at', '<=', now)
        .orderBy('deliver_at')
        .limit(MOST_AT_ONCE)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'body', 'copies', 'attempts'])
    .execute();
  const finishedIds: string[] = [];
  for (const event of due) {
    const copies = Array.from({ length: event.copies }, () => post(event.body).catch(() => 0));
    const isDelivered = (await Promise.all(copies)).some((status) => status >= 200 && status < 300);
    if (isDelivered || event.attempts >= MOST_ATTEMPTS) finishedIds.push(event.id);
    else {
      const retryAt = new Date(clock.now().getTime() + RETRY_MS * 2 ** event.attempts);
      await db.updateTable('sandbox_events').set({ deliver_at: retryAt }).where('id', '=', event.id).execute();
    }
  }
  if (finishedIds.length > 0) await db.deleteFrom('sandbox_events').where('id', 'in', finishedIds).execute();
  return due.length;
}
