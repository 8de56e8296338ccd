import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/** The prices that a dish sets for the sizes of its group, by the id of the size. Null: those of the group. */
export async function up(tx: Tx): Promise<void> {
  await sql`alter table dish_groups add column size_prices jsonb`.execute(tx);
}
