import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '@tiffin/server/platform/db/connection';
import { readReactionLag } from '@tiffin/server/platform/events/reaction-lag';
import { reactions } from '@tiffin/server/reactions';

const WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 100;

/** Waits until every reaction has read the newest event, so that no round pays for the orders of another. */
export async function waitForReactions(db: Db): Promise<void> {
  const deadline = performance.now() + WITHIN_MS;
  // An hour ahead, so that an event of this moment counts, too.
  const later = () => new Date(Date.now() + 3_600_000);
  while ((await readReactionLag(db, later(), reactions)) > 0) {
    if (performance.now() > deadline) throw new Error(`reactions were still behind after ${WITHIN_MS / 1000} s`);
    await pause(LOOK_EVERY_MS);
  }
}
