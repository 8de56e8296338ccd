import { sql, type Kysely } from 'kysely';

/** What is sold without being on a menu: its `item_id` begins with `open:`, and the kitchen need not make it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- null, of dishes and of before: the kitchen makes it
    alter table order_items add column is_cooked boolean
  `.execute(db);
}
