import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/** Leasing a delivery changes no indexed column, and each delivery is in fewer indexes. */
export async function up(tx: Tx): Promise<void> {
  await sql`
    drop index webhook_deliveries_due;
    drop index webhook_deliveries_at;
    create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, position) where state = 'pending'
  `.execute(tx);
}
