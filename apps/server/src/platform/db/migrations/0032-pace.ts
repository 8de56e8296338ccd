import { sql, type Kysely } from 'kysely';

/**
 * What holds orders back at a place, in its own row: an order is priced from that row and proves by its stamp that it
 * has not changed, so a pause asks for no statement more. And on what an order's promise stands, and from when on the
 * kitchen counts where that is not when it came.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table locations add column pace jsonb;
    alter table orders add column grounds jsonb, add column fire_at timestamptz
  `.execute(db);
}
