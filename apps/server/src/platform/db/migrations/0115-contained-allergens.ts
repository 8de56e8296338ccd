import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/** What a line contains for certain while `allergens` is null. Older servers require a confirmation of such a line. */
export async function up(tx: Tx): Promise<void> {
  await sql`alter table order_items add column contained_allergens text[]`.execute(tx);
}
