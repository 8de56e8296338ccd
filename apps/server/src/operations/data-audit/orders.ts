import { sql } from 'kysely';
import { TAXES_OF_ORDER_SQL } from '../../modules/orders/all-bill-taxes.ts';
import { dollarsSql, type Rule } from './rule.ts';

export const ordersRules: readonly Rule[] = [
  {
    holds: 'every order has lines that add up to its subtotal and its number of dishes',
    broken: () => sql`
      select o.id as subject, format('%s dishes for %s on the lines, %s for %s on the order',
        coalesce(i.dishes, 0), ${dollarsSql(sql`coalesce(i.sum, 0)`)}, o.item_count, ${dollarsSql(sql`o.subtotal_cents`)}) as detail
      from orders o
      left join (select order_id, sum(quantity) as dishes, sum(quantity * unit_price_cents) as sum
                 from order_items group by 1) i on i.order_id = o.id
      where (i.dishes, i.sum) is distinct from (o.item_count::bigint, o.subtotal_cents::bigint)`,
  },
  {
    holds: 'list prices and charges of a bill less adjustments are its net amount',
    broken: () => sql`
      select o.id as subject, format('%s of lines, charges and adjustments, %s on the order',
        ${dollarsSql(sql`coalesce(i.list, 0) + coalesce(c.sum, 0) + coalesce(a.sum, 0)`)},
        ${dollarsSql(sql`o.subtotal_cents - o.discount_cents + o.charges_cents`)}) as detail
      from orders o
      left join (select order_id, sum(quantity * coalesce(unit_list_cents, unit_price_cents)) as list
                 from order_items group by 1) i on i.order_id = o.id
      left join (select coalesce(order_id, bill_id) as id, sum(amount_cents) as sum from order_charges group by 1) c on c.id = o.id
      left join (select coalesce(order_id, bill_id) as id, sum(amount_cents) as sum from adjustments group by 1) a on a.id = o.id
      where coalesce(i.list, 0) + coalesce(c.sum, 0) + coalesce(a.sum, 0)
        <> o.subtotal_cents - o.discount_cents + o.charges_cents`,
  },
  {
    holds: 'a charge by percentage is that part of the dishes of its order',
    broken: () => sql`
      select o.id as subject, format('%s of %s', ${dollarsSql(sql`c.amount_cents`)}, ${dollarsSql(sql`o.subtotal_cents - o.discount_cents`)}) as detail
      from order_charges c join orders o on o.id = coalesce(c.order_id, c.bill_id)
      where c.amount_cents <> ((o.subtotal_cents - o.discount_cents)::bigint * c.percent + 50000) / 100000`,
  },
  {
    holds: 'the net amount of every line is its price less its adjustments',
    broken: () => sql`
      select format('%s, line %s', i.order_id, i.line) as subject, format('%s on the line, %s taken off its list price',
        ${dollarsSql(sql`coalesce(i.net_cents, i.unit_price_cents * i.quantity)`)}, ${dollarsSql(sql`coalesce(-a.sum, 0)`)}) as detail
      from order_items i join orders o on o.id = i.order_id
      left join (select coalesce(order_id, bill_id) as id, line, sum(amount_cents) as sum from adjustments group by 1, 2) a
        on a.id = o.id and a.line = i.line
      where coalesce(i.net_cents, i.unit_price_cents * i.quantity)
        <> coalesce(i.unit_list_cents, i.unit_price_cents) * i.quantity + coalesce(a.sum, 0)`,
  },
  {
    holds: 'every discount by staff was given for its bill and not taken back, and takes off no more than its amount',
    broken: () => sql`
      select o.id as subject, format('%s of line %s', a.source_id, a.line) as detail
      from adjustments a join orders o on o.id = coalesce(a.order_id, a.bill_id)
      where a.kind in ('discount', 'comp', 'price-match') and o.status <> 'cancelled'
        and not exists (select from given_discounts g
          where g.bill_id = a.bill_id and g.id = a.source_id and g.kind = a.kind and g.taken_back_at is null)
      union all
      select g.bill_id, format('%s of %s taken off', ${dollarsSql(sql`-sum(a.amount_cents)`)}, ${dollarsSql(sql`g.amount_cents`)})
      from given_discounts g join adjustments a on a.bill_id = g.bill_id and a.source_id = g.id
      where g.amount_cents is not null group by g.id having -sum(a.amount_cents) > g.amount_cents`,
  },
  {
    holds: 'each tax of a bill is its rate times its base, rounded once; together they are the bill’s tax',
    broken: () => sql`
      select t.bill_id as subject, format('%s: %s of %s', t.code, ${dollarsSql(sql`t.amount_cents`)}, ${dollarsSql(sql`t.base_cents`)}) as detail
      from bill_taxes t join bills b on b.id = t.bill_id and b.opened_at is null where t.amount_cents <> case
        when t.included then (2 * (t.base_cents::bigint + t.amount_cents) * t.rate + 100000 + t.rate) / (2 * (100000 + t.rate))
        else (t.base_cents::bigint * t.rate + 50000) / 100000 end
      union all
      select o.id, format('%s on the order, %s by code', ${dollarsSql(sql`o.tax_cents`)}, ${dollarsSql(sql`coalesce(t.sum, 0)`)})
      from orders o left join (select coalesce(order_id, bill_id) as id, sum(amount_cents) filter (where not included) as sum from bill_taxes group by 1) t on t.id = o.id
      where o.has_parts and coalesce(t.sum, 0) <> o.tax_cents`,
  },
  {
    // A round is taxed alone if the settings changed after earlier ones, so each may be a cent off.
    holds: 'each tax of a tab is its rate times its base, rounded once over all rounds',
    broken: () => sql`
      with taxes as (
        select o.bill_id, t.code, t.rate, t.included, sum(t.base_cents)::bigint as base, sum(t.amount_cents)::bigint as amount, count(*) as rounds
        from bills b join orders o on o.bill_id = b.id and o.status <> 'cancelled' cross join lateral ${sql.raw(TAXES_OF_ORDER_SQL)} t
        where b.opened_at is not null group by 1, 2, 3, 4
      ), codes as (
        select bill_id, code, sum(amount) as amount, max(rounds) as rounds,
          sum(case when included then (2 * (base + amount) * rate + 100000 + rate) / (2 * (100000 + rate)) else (base * rate + 50000) / 100000 end) as by_rate,
          -- small meals count at the full rate once the bill has grown
          (sum(base) * max(rate) + 50000) / 100000 as at_highest
        from taxes group by 1, 2
      )
      select bill_id as subject, format('%s: %s', code, ${dollarsSql(sql`amount`)}) as detail
      from codes where least(abs(amount - by_rate), abs(amount - trunc(at_highest))) > rounds - 1`,
  },
  {
    holds: 'a held course is neither started nor done',
    broken: () => sql`
      select id as subject, status as detail from orders where held_at is not null and status not in ('pending', 'cancelled')`,
  },
  {
    holds: 'the history of every order leads step by step from pending to its status',
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
    holds: 'every stored response with an order has that order',
    broken: () => sql`
      select k.answer->>'orderId' as subject, format('answered to %s at %s', k.call, k.created_at) as detail
      from (
        select call, created_at, coalesce(answer, (select data from events where id = event_id)) as answer
        from idempotency_keys
      ) k
      left join orders o on o.id = k.answer->>'orderId'
      where k.answer->>'orderId' is not null and o.id is null`,
  },
  {
    holds: 'the number of an order that was taken offline has the letters of its device, and no other order has it',
    broken: () => sql`
      select min(o.id) as subject, format('%s, %s orders', o.offline_number, count(*)) as detail
      from orders o left join till_devices d on d.id = o.device_id
      where o.offline_number is not null or o.device_id is not null group by o.offline_number
      having count(*) > 1 or not bool_and(coalesce(starts_with(o.offline_number, d.letters || '-'), false))`,
  },
  {
    holds: 'no receipt link opens two orders',
    broken: () => sql`
      select min(id) as subject, format('%s orders', count(*)) as detail
      from orders group by receipt_token having count(*) > 1`,
  },
];

export const promotionRules: readonly Rule[] = [
  {
    holds: 'a promotion counts the uses that orders and payment pages have',
    broken: () => sql`
      select p.id as subject, format('%s counted, %s uses', p.used, coalesce(u.uses, 0)) as detail
      from promotions p
      left join (select promotion_id, count(*) as uses from promotion_uses where state in ('held', 'used') group by 1) u
        on u.promotion_id = p.id
      where p.used <> coalesce(u.uses, 0)`,
  },
  {
    holds: 'an order with a promotion has one use of it, and no cancelled order has one',
    broken: () => sql`
      select o.id as subject, format('%s, use: %s', o.status, u.state) as detail
      from promotion_uses u join orders o on o.id = u.order_id
      where (o.status = 'cancelled') <> (u.state = 'freed')
      union all
      select a.bill_id, format('%s without a use', a.source_id)
      from adjustments a join promotions p on p.id = a.source_id
      where a.kind = 'promo'
        and not exists (select from promotion_uses u where u.order_id = coalesce(a.order_id, a.bill_id) and u.promotion_id = a.source_id)
      union all
      select u.order_id, format('%s of the use, %s off the order', ${dollarsSql(sql`u.amount_cents`)}, ${dollarsSql(sql`off`)})
      from promotion_uses u join orders o on o.id = u.order_id cross join lateral (
        select coalesce(-sum(a.amount_cents), 0) as off from adjustments a
        where a.bill_id = o.bill_id and coalesce(a.order_id, a.bill_id) = o.id and a.source_id = u.promotion_id
      ) a where u.state <> 'freed' and u.amount_cents <> off`,
  },
];

/** A kitchen slot's counts match the orders and payment pages in it. */
export const slotRules: readonly Rule[] = [
  {
    holds: 'every limited kitchen slot counts its orders and payment pages',
    broken: () => sql`
      select format('%s, %s %s', k.location_id, k.starts_at, k.service) as subject,
             format('%s orders of %s units counted, %s of %s stand in it', k.orders, k.units, coalesce(t.orders, 0), coalesce(t.units, 0)) as detail
      from kitchen_slots k
      left join (
        select location_id, service, starts_at, count(*) as orders, sum(units) as units from slot_takes group by 1, 2, 3
      ) t using (location_id, service, starts_at)
      where k.orders <> coalesce(t.orders, 0) or k.units <> coalesce(t.units, 0)`,
  },
  {
    holds: 'no cancelled order holds a kitchen slot',
    broken: () => sql`
      select o.id as subject, format('%s units at %s', t.units, t.starts_at) as detail
      from slot_takes t join orders o on o.id = t.order_id where o.status = 'cancelled'`,
  },
];

export const stockRules: readonly Rule[] = [
  {
    holds: 'the stock of a dish is the sum of its movements less what payment pages reserve',
    broken: () => sql`
      select format('%s at %s', item_id, location_id) as subject,
             format('%s left, %s by its moves, %s held', coalesce(s.left_count::text, 'not counted'),
               coalesce(m.sum, 0), coalesce(h.sum, 0)) as detail
      from stock s
      full join (select location_id, item_id, sum(amount) as sum from stock_moves group by 1, 2) m
        using (location_id, item_id)
      full join (select location_id, item_id, sum(quantity) as sum from stock_holds group by 1, 2) h
        using (location_id, item_id)
      where coalesce(s.left_count, 0) <> coalesce(m.sum, 0) - coalesce(h.sum, 0)`,
  },
  {
    holds: 'no order line returned more portions than it took',
    broken: () => sql`
      select format('%s, line %s, %s', order_id, line, item_id) as subject, format('%s too many', sum(amount)) as detail
      from stock_moves where order_id is not null group by order_id, line, item_id having sum(amount) > 0`,
  },
];
