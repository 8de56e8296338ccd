import { sql, type Kysely } from 'kysely';

/** The end of a location's business day, and indexes for reports of a period. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table locations add column day_end_hour integer check (day_end_hour between 0 and 8);
    create index refunds_paid on refunds (location_id, settled_at) where status = 'succeeded';
    create index orders_cancelled on orders (location_id, cancelled_time) where status = 'cancelled'
  `.execute(db);
}
