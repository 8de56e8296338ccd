import { sql } from 'kysely';
import { dollars, type Rule } from './rule.ts';

/** An order is what its lines and its history say. */
export const ordersRules: readonly Rule[] = [
  {
    holds: 'every order has lines, and they add up to its subtotal and its number of dishes',
    broken: () => sql`
      select o.id as subject, format('%s dishes for %s on the lines, %s for %s on the order',
        coalesce(i.dishes, 0), ${dollars(sql`coalesce(i.sum, 0)`)}, o.item_count, ${dollars(sql`o.subtotal_cents`)}) as detail
      from orders o
      left join (select order_id, sum(quantity) as dishes, sum(quantity * unit_price_cents) as sum
                 from order_items group by 1) i on i.order_id = o.id
      where (i.dishes, i.sum) is distinct from (o.item_count::bigint, o.subtotal_cents::bigint)`,
  },
  {
    holds: 'every order’s history leads step by step from pending to how it stands now',
    broken: () => sql`
      select o.id as subject, format('%s, its history: %s', o.status, coalesce(h.way, 'none')) as detail
      from orders o
      left join (
        select order_id, bool_and(from_status is not distinct from before) as unbroken,
               string_agg(to_status, ', ' order by id) as way,
               (array_agg(to_status order by id))[1] as first, (array_agg(to_status order by id desc))[1] as last
        from (select *, lag(to_status) over (partition by order_id order by id) as before from order_status_history) s
        group by 1
      ) h on h.order_id = o.id
      where not coalesce(h.unbroken and h.first = 'pending' and h.last = o.status, false)`,
  },
  {
    holds: 'every answer that promised an order is kept by one that is there',
    broken: () => sql`
      select k.answer->>'orderId' as subject, format('answered to %s at %s', k.call, k.created_at) as detail
      from idempotency_keys k
      left join orders o on o.id = k.answer->>'orderId'
      where k.answer->>'orderId' is not null and o.id is null`,
  },
  {
    holds: 'no receipt’s address opens two orders',
    broken: () => sql`
      select min(id) as subject, format('%s orders', count(*)) as detail
      from orders group by receipt_token having count(*) > 1`,
  },
];
