import { sql, type Kysely } from 'kysely';

/** What is owed and what went back are few among all orders: the dashboard finds them by themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index bills_open on bills (location_id, business_date) where state = 'open';
    create index orders_refunded on orders (location_id, business_date) where refunded_cents > 0
  `.execute(db);
}
