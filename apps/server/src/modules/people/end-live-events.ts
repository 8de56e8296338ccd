import type { Context, Tx } from '../../context.ts';
import { onCommit } from '../../platform/db/transaction.ts';
import { closeStreamsOf } from '../../platform/events/stream.ts';

/** Ends live events with old rights: here at the commit, in other processes when they read the event. */
export async function endLiveEvents(context: Pick<Context, 'events'>, tx: Tx, holderId: string, now: Date) {
  await context.events.append(tx, { type: 'access.changed', locationId: null, userId: holderId, at: now, data: {} });
  onCommit(tx, () => closeStreamsOf(holderId));
}
