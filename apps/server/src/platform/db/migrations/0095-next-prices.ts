import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/** The price of a dish from a business day on. */
export async function up(tx: Tx): Promise<void> {
  await sql`alter table menu_items add column next_price_cents integer, add column next_price_from date`.execute(tx);
}
