import { AWAITED_STATUSES } from '@tiffin/domain/reservation';
import { sql } from 'kysely';
import { dollars, type Rule } from './rule.ts';

/** What guests earned and spent; who had their account deleted is in no such figure any more. */
export const peopleRules: readonly Rule[] = [
  {
    holds: 'everybody’s points are the sum of their ledger',
    broken: () => sql`
      select u.email as subject, format('%s points, %s in the ledger', u.loyalty_points, coalesce(l.points, 0)) as detail
      from users u left join (select user_id, sum(points) as points from loyalty_entries group by 1) l on l.user_id = u.id
      where u.loyalty_points <> coalesce(l.points, 0)`,
  },
  {
    holds:
      'every completed order of a guest with an account brought its points once, and a refunded one took them back',
    broken: () => sql`
      select o.id as subject, format('%s points, due are %s', coalesce(l.points, 0), d.due) as detail
      from orders o
      join users u on u.id = o.user_id and not u.is_deleted
      left join (select order_id, sum(points) as points from loyalty_entries group by 1) l on l.order_id = o.id
      cross join lateral (select case when o.status = 'completed' and o.total_cents > o.refunded_cents
                                      then (o.subtotal_cents - o.discount_cents) / 100 else 0 end as due) d
      where coalesce(l.points, 0) <> d.due`,
  },
  {
    holds: 'everybody’s orders and spending are those of their completed orders less refunds',
    broken: () => sql`
      select u.email as subject, format('%s orders for %s, kept as %s for %s', coalesce(o.orders, 0),
        ${dollars(sql`coalesce(o.spent, 0)`)}, u.total_orders, ${dollars(sql`u.total_spent_cents`)}) as detail
      from users u
      left join (
        select user_id, count(*) filter (where total_cents > refunded_cents) as orders, sum(total_cents - refunded_cents) as spent
        from orders where status = 'completed' group by 1
      ) o on o.user_id = u.id
      where not u.is_deleted
        and (u.total_orders::bigint, u.total_spent_cents::bigint) <> (coalesce(o.orders, 0), coalesce(o.spent, 0)::bigint)`,
  },
  {
    holds: 'no guest has two tables to come at one location',
    broken: () => sql`
      select min(reservation_id) as subject, format('%s bookings of %s at %s', count(*), customer_email, location_id) as detail
      from reservations where status in (${sql.join(AWAITED_STATUSES)}) and not is_over and customer_email <> ''
      group by customer_email, location_id having count(*) > 1`,
  },
];
