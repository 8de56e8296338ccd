import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';

/**
 * A dish is counted no more, or is on the menu no more: no page holds any of it, and what all its moves come to is
 * written off, so that whoever counts it again begins at nothing.
 */
export async function stopCounting(
  context: Context,
  tx: Tx,
  { locationId, itemId, by = null }: { locationId: string; itemId: string; by?: string | null },
): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('stock')
    .where('location_id', '=', locationId)
    .where('item_id', '=', itemId)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return;
  await tx.deleteFrom('stock_holds').where('location_id', '=', locationId).where('item_id', '=', itemId).execute();
  await sql`
    insert into stock_moves (location_id, item_id, amount, kind, by_user, at)
    select location_id, item_id, -sum(amount), 'count', ${by}, ${context.clock.now()}::timestamptz from stock_moves
    where location_id = ${locationId} and item_id = ${itemId}
    group by 1, 2 having sum(amount) <> 0
  `.execute(tx);
}
