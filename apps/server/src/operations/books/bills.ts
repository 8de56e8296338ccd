import { sql } from 'kysely';
import { dollars, type Rule } from './rule.ts';

/** A bill is what its orders come to and what is paid of them. */
export const billsRules: readonly Rule[] = [
  {
    holds: 'every bill is the sum of its orders',
    broken: () => sql`
      select b.id as subject, format('%s on the bill, %s on its orders', ${dollars(sql`b.total_cents`)}, ${dollars(sql`coalesce(o.total, 0)`)}) as detail
      from bills b
      left join (select bill_id, sum(subtotal_cents) as subtotal, sum(tax_cents) as tax, sum(tip_cents) as tip, sum(total_cents) as total
                 from orders group by 1) o on o.bill_id = b.id
      where (o.subtotal, o.tax, o.tip, o.total) is distinct from
            (b.subtotal_cents::bigint, b.tax_cents::bigint, b.tip_cents::bigint, b.total_cents::bigint)`,
  },
  {
    holds: 'a bill is settled once its payments are its total, and never gets more',
    broken: () => sql`
      select b.id as subject, format('%s, %s paid of %s', b.state, ${dollars(sql`coalesce(p.paid, 0)`)}, ${dollars(sql`b.total_cents`)}) as detail
      from bills b
      left join (
        select bill_id, sum(amount) as paid from (
          select bill_id, amount_cents as amount from payments where status = 'succeeded'
          -- what a change of the order made too much is the bill's no more
          union all select bill_id, -amount_cents from refunds where of_change) m group by 1
      ) p on p.bill_id = b.id
      where coalesce(p.paid, 0) > b.total_cents or b.paid_cents <> coalesce(p.paid, 0)
        or (b.state = 'settled') <> (coalesce(p.paid, 0) = b.total_cents)`,
  },
  {
    holds: 'a bill is void when all its orders were cancelled',
    broken: () => sql`
      select b.id as subject, format('%s, cancelled: %s', b.state, o.cancelled) as detail
      from bills b
      join (select bill_id, bool_and(status = 'cancelled') as cancelled from orders group by 1) o on o.bill_id = b.id
      where b.is_void <> o.cancelled`,
  },
  {
    holds: 'what goes back stands on the bill that was paid, and an order’s money on the order’s bill',
    broken: () => sql`
      select r.id as subject, format('bill %s, paid was %s', coalesce(r.bill_id, 'none'), coalesce(p.bill_id, 'none')) as detail
      from refunds r join payments p on p.id = r.payment_id where r.bill_id is distinct from p.bill_id
      union all
      select p.id, format('bill %s, order %s', coalesce(p.bill_id, 'none'), coalesce(p.order_id, 'none'))
      from payments p left join orders o on o.id = p.order_id
      where p.order_id is not null and o.bill_id is distinct from p.bill_id`,
  },
];
