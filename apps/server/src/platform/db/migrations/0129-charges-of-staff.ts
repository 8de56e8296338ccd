import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/** Whether a charge of an order is shared like tips. A later change of the rule does not change past days. */
export async function up(tx: Tx): Promise<void> {
  await sql`alter table order_charges add column goes_to_staff boolean not null default false`.execute(tx);
}
