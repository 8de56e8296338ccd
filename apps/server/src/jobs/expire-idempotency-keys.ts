import type { Job } from './jobs.ts';

const KEEP_DAYS = 7;

/** A client that still repeats a request after a week is broken: the keys make room, and limits long over with them. */
export const expireIdempotencyKeys: Job = {
  name: 'expire-idempotency-keys',
  every: '17 * * * *',
  async run(context) {
    const before = new Date(context.clock.now().getTime() - KEEP_DAYS * 86_400_000);
    await context.db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute();
    await context.db.deleteFrom('rate_limits').where('window_started_at', '<', before).execute();
  },
};
