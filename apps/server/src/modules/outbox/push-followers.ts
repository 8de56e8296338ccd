import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { Schema } from '../../platform/db/schema.ts';

/** Ends the notifications of devices. Returns how many subscriptions there were. */
export async function deletePushFollowers(
  db: Db | Tx,
  condition: (follower: ExpressionBuilder<Schema, 'push_followers'>) => Expression<SqlBool>,
): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('push_followers').where(condition).executeTakeFirst();
  return Number(numDeletedRows);
}
