import { sql, type Kysely } from 'kysely';

/**
 * Where a place delivers stands in its own row: an order is priced from that row and proves by its stamp that it has not
 * changed, so a zone asks for no statement more. And what an order was promised of bringing it: zone, terms, place.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table locations add column delivery jsonb;
    alter table orders add column delivery jsonb
  `.execute(db);
}
