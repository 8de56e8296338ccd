import { sql, type Kysely } from 'kysely';

/** The till finds the latest orders of a guest by phone number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index orders_by_phone on orders (customer_phone, order_time desc)
    where customer_phone is not null`.execute(db);
}
