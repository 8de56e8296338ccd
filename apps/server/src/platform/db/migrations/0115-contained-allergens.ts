import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/** What a line contains for certain while `allergens` is null, which makes an older server have the dish confirmed. */
export async function up(tx: Tx): Promise<void> {
  await sql`alter table order_items add column contained_allergens text[]`.execute(tx);
}
