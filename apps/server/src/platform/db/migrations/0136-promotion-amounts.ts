import { sql } from 'kysely';
import type { Tx } from '../connection.ts';

/**
 * A use of a promotion kept the amount of the order as it was placed, and if the order was changed so that nothing was
 * taken off any more, its cancellation did not free the use.
 */
export async function up(tx: Tx): Promise<void> {
  await sql`
    with freed as (
      update promotion_uses u set state = 'freed', nth = null, person_key = null from orders o
      where o.id = u.order_id and o.status = 'cancelled' and u.state <> 'freed'
      returning u.promotion_id, u.id
    ), sums as (
      select f.promotion_id as id, count(*)::int as uses from freed f join promotion_uses u on u.id = f.id
      where u.state = 'used' group by 1
    )
    update promotions p set used = p.used - s.uses from sums s where p.id = s.id
  `.execute(tx);
  await sql`
    update promotion_uses u set amount_cents = a.off
    from orders o cross join lateral (
      select coalesce(-sum(amount_cents), 0) as off from adjustments
      where bill_id = o.bill_id and coalesce(order_id, bill_id) = o.id and kind = 'promo'
    ) a where o.id = u.order_id and u.state <> 'freed' and u.amount_cents <> a.off
  `.execute(tx);
}
