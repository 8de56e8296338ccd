import { refuse, say } from '@tiffin/domain/core';
import type { Context, Tx } from '../../context.ts';

/** Ends the wait of a party that sits now. `called_at` shows for later quotes how long it waited. */
export async function seatWaiting(context: Context, tx: Tx, locationId: string, waitId: string): Promise<void> {
  const now = context.clock.now();
  const seated = await tx
    .updateTable('waits')
    .set({ called_at: now, ended_at: now, ended_as: 'seated' })
    .where('id', '=', waitId)
    .where('location_id', '=', locationId)
    .where('reservation_id', 'is', null)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!seated) throw refuse('failed-precondition', say`This party does not wait any more. Load the floor again.`);
}
