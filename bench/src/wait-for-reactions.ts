import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '@tiffin/server/platform/db/connection';
import { readReactionLag } from '@tiffin/server/platform/events/reactions';
import { reactions } from '@tiffin/server/reactions';

const WAITING_MESSAGES = ['queued', 'sending'] as const;
const WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 100;

/** The reactions to new orders. */
export const orderReactions = reactions.filter(({ types }) => types.includes('order.created'));

/**
 * Waits until these reactions have read the newest event, so that no round pays for the orders of another. A reaction
 * without events of its own is up to a minute behind the log, and looking for them costs more than an order.
 */
export async function waitForReactions(db: Db, awaited = reactions): Promise<void> {
  const deadline = performance.now() + WITHIN_MS;
  // So that every event counts, also on a clock that is ahead.
  const later = new Date('2100-01-01');
  while ((await readReactionLag(db, later, awaited)) > 0) {
    if (performance.now() > deadline) throw new Error(`reactions were still behind after ${WITHIN_MS / 1000} s`);
    await pause(LOOK_EVERY_MS);
  }
}

/** Waits until every message is sent or, without a provider, in the outbox. */
export async function waitForMessages(db: Db): Promise<void> {
  const deadline = performance.now() + WITHIN_MS;
  const waiting = db.selectFrom('messages').select('id').where('status', 'in', WAITING_MESSAGES).limit(1);
  while (await waiting.executeTakeFirst()) {
    if (performance.now() > deadline) throw new Error(`messages were still waiting after ${WITHIN_MS / 1000} s`);
    await pause(LOOK_EVERY_MS);
  }
}
