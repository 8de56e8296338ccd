import { sql, type Kysely } from 'kysely';

/** What left with a driver, is not paid and was not delivered: to a number or an address that is an open order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index orders_brought_unpaid on orders (coalesce(customer_phone, customer_email))
      where user_id is null and not admin_created and status = 'completed' and courier is not null
        and payment_status in ('unpaid', 'pending')
  `.execute(db);
}
