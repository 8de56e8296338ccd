import { sql, type Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const runsOutsideTransaction = true;

/**
 * An unconfirmed e-mail address has at most one open unpaid order, with whatever phone number. Of several orders from
 * before this rule the latest counts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update orders o set contact_unproven = null
    where contact_unproven and user_id is null and status in ('pending', 'preparing', 'ready')
      and payment_status in ('unpaid', 'pending') and exists (
        select from orders later where later.customer_email = o.customer_email and later.contact_unproven
          and later.user_id is null and later.status in ('pending', 'preparing', 'ready')
          and later.payment_status in ('unpaid', 'pending') and (later.order_time, later.id) > (o.order_time, o.id)
      )
  `.execute(db);
  await createIndexConcurrently(db, {
    name: 'orders_unproven_address',
    unique: true,
    on: "orders (customer_email) where contact_unproven and user_id is null and status in ('pending', 'preparing', 'ready') and payment_status in ('unpaid', 'pending')",
  });
}
