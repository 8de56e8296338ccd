import { sql } from 'kysely';
import type { Db, Tx } from './connection.ts';

/**
 * Confirms that everything committed so far is at the standby, where there is a synchronous one. A read may show a
 * change whose commit was never confirmed (`UnconfirmedCommit`). The message has no receiver; committing it waits, and
 * standbys get changes in order.
 */
export async function confirmCommits(db: Db | Tx): Promise<void> {
  await sql`select pg_logical_emit_message(true, 'tiffin', '')`.execute(db);
}
