import { ORDER_STATUSES } from '@tiffin/domain/order';
import { sql } from 'kysely';
import { ALL_LOCATIONS_KEY, rollUpSales, SOLD_DISHES_SQL } from '../../modules/figures/roll-up-orders.ts';
import { wasReadBy, type Rule } from './rule.ts';

/** Every counted order, with the periods of its business day. */
const COUNTED = sql`(
  select o.id, o.location_id, o.order_type, o.business_date as date, c.status, c.guest,
         extract(hour from o.order_time at time zone l.time_zone)::smallint as hour,
         case when c.status = 'cancelled' then 0 else coalesce(c.total_cents, o.total_cents) - c.refunded_cents end as revenue
  from counted_orders c join orders o on o.id = c.order_id join locations l on l.id = o.location_id
)`;
const SPANS = sql`(values ('day', c.date), ('week', date_trunc('week', c.date::timestamp)::date),
  ('month', date_trunc('month', c.date::timestamp)::date)) s (span, starts)`;

/** The figures of a day without orders. */
const NONE = sql`array_fill(0::bigint, array[${sql.lit(ORDER_STATUSES.length + 1)}])`;

/** The figures are updated incrementally. These rules compare them with full sums. */
export const figuresRules: readonly Rule[] = [
  {
    holds: 'the figures include every order as it is now, or are just being updated',
    broken: () => sql`
      select o.id as subject, format('%s, counted as %s', o.status, coalesce(c.status, 'nothing')) as detail
      from orders o left join counted_orders c on c.order_id = o.id
      where (c.status, c.refunded_cents, coalesce(c.total_cents, o.total_cents)) is distinct from
              (o.status, o.refunded_cents, o.total_cents)
        and not exists (select from events e where e.type in ('order.created', 'order.updated')
                        and e.data->'order'->>'id' = o.id and not ${wasReadBy(rollUpSales.name)})`,
  },
  {
    holds: 'every day’s orders and revenue are the sum of its orders',
    broken: () => sql`
      select format('%s on %s, %s', location_id, date, order_type) as subject,
             format('kept %s, added up %s', f.figures, a.figures) as detail
      from (select location_id, date, order_type, array[${sql.join(ORDER_STATUSES.map((status) => sql.ref(status)))}, revenue_cents] as figures
            from day_figures) f
      full join (
        select location_id, date, order_type, array[
          ${sql.join(ORDER_STATUSES.map((status) => sql`count(*) filter (where status = ${sql.lit(status)})`))},
          sum(revenue)::bigint] as figures
        from ${COUNTED} c group by 1, 2, 3
      ) a using (location_id, date, order_type)
      where coalesce(f.figures, ${NONE}) <> coalesce(a.figures, ${NONE})`,
  },
  {
    holds: 'every hour’s orders and revenue are the sum of its orders',
    broken: () => sql`
      select format('%s on %s at %s', location_id, date, hour) as subject,
             format('kept %s, added up %s', f.figures, a.figures) as detail
      from (select location_id, date, hour, array[orders, revenue_cents] as figures from hour_figures) f
      full join (
        select location_id, date, hour, array[count(*) filter (where status <> 'cancelled'), sum(revenue)::bigint] as figures
        from ${COUNTED} c group by 1, 2, 3
      ) a using (location_id, date, hour)
      where coalesce(f.figures, array[0, 0]) <> coalesce(a.figures, array[0, 0])`,
  },
  {
    holds: 'every dish’s sales are the sum of the orders’ lines',
    broken: () => sql`
      select format('%s at %s, %s of %s', item_id, location_id, span, starts) as subject,
             format('kept %s, added up %s', f.figures, a.figures) as detail
      from (select location_id, span, starts, item_id, array[count, revenue_cents] as figures from dish_figures) f
      full join (
        select c.location_id, s.span, s.starts, sold.item_id,
               array[sum(sold.quantity), sum(sold.quantity * sold.unit_price_cents)] as figures
        from ${COUNTED} c join order_items i on i.order_id = c.id cross join lateral ${SOLD_DISHES_SQL} sold cross join lateral ${SPANS}
        where c.status <> 'cancelled' group by 1, 2, 3, 4
      ) a using (location_id, span, starts, item_id)
      where coalesce(f.figures, array[0, 0]) <> coalesce(a.figures, array[0, 0])`,
  },
  {
    holds: 'the guests of every day, week and month are those who ordered',
    broken: () => sql`
      select format('%s, %s of %s', place, span, starts) as subject,
             format('kept %s guests, counted %s', coalesce(f.guests, 0), coalesce(a.guests, 0)) as detail
      from guest_figures f
      full join (
        select p.place, s.span, s.starts, count(distinct c.guest) as guests
        from ${COUNTED} c cross join lateral (values (c.location_id), (${ALL_LOCATIONS_KEY})) p (place) cross join lateral ${SPANS}
        where c.status <> 'cancelled' group by 1, 2, 3
      ) a using (place, span, starts)
      where coalesce(f.guests, 0) <> coalesce(a.guests, 0)`,
  },
  {
    holds: 'every counted order is found by the search',
    broken: () => sql`
      select c.order_id as subject, 'is not in it' as detail
      from counted_orders c left join order_search s on s.order_id = c.order_id where s.order_id is null`,
  },
];
