import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/** The event that holds the stored response of a key, so that the order of a cart is not written twice. */
export async function up(tx: Tx): Promise<void> {
  await sql`alter table idempotency_keys add column event_id bigint`.execute(tx);
}
