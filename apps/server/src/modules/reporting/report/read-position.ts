import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/connection.ts';

/**
 * Up to where in the event log the snapshot of a transaction goes. A snapshot names exactly the transactions that had
 * been committed: one that began earlier and commits later is not in it.
 */
export async function readPosition(tx: Tx): Promise<string> {
  const { rows } = await sql<{ position: string }>`select pg_current_snapshot()::text as position`.execute(tx);
  return rows[0]?.position ?? '';
}
