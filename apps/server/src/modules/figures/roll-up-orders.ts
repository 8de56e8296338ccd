import { ORDER_STATUSES } from '@tiffin/domain/order';
import { UNKNOWN_ITEM } from '@tiffin/domain/stats';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/connection.ts';
import type { Reaction } from '../../platform/events/reactions.ts';
import { COMBO_PARTS_SQL } from '../capacity/kitchen-load.ts';
import { orderIdsOf } from '../../platform/events/order-ids.ts';

/** The key for all locations in the guest figures, where a guest of two locations counts once. */
export const ALL_LOCATIONS_KEY = '*';

const DAY_COLUMNS = ['revenue_cents', ...ORDER_STATUSES].map((name) => sql.ref(name));

/** The day, the week (from Monday) and the month of the business day of a changed order `c`. */
const SPANS = sql`(values
  ('day', c.date), ('week', date_trunc('week', c.date::timestamp)::date), ('month', date_trunc('month', c.date::timestamp)::date)
) s (span, starts)`;

/**
 * Identifies the guest of an order `o` by e-mail or phone, as `customerKey` of the domain does, and an erased guest by
 * a random id.
 */
const GUEST = sql`coalesce(md5(coalesce(
  nullif(lower(trim(o.customer_email)), ''), nullif(regexp_replace(o.customer_phone, '\\D', '', 'g'), '')
))::uuid, o.erased_guest)`;

/**
 * The dishes a line `i` sold: the dish itself, and the parts of a combo. The amount counts for the combo alone, so that
 * no amount counts twice. Evaluated for each line, so that only the lines of the affected orders are read.
 */
export const SOLD_DISHES_SQL = sql`(
  select i.item_id, i.name, i.quantity, i.unit_price_cents
  union all
  select part.item_id, part.name, i.quantity * part.units, 0 from ${COMBO_PARTS_SQL} part
)`;

/** The text in which staff search an order `o`. */
const SEARCH_TEXT = sql`
  lower(o.id) || E'\n' || lower(o.customer_name) || E'\n' || lower(coalesce(o.customer_email, '')) || E'\n' ||
  coalesce(o.customer_phone, '') || E'\n' || regexp_replace(coalesce(o.customer_phone, ''), '\\D', '', 'g') || E'\n' ||
  lower(coalesce(o.offline_number, ''))
`;

/**
 * The selected orders that differ from how they were last counted (`was`), with the differences: `order_delta` is 1 if
 * the order counts now and did not before, -1 if it no longer counts. An order counted by an earlier version has no
 * total in `counted_orders`. It is still that of the order, because `storeCountedTotal` stores it before it changes.
 */
const changedOrders = (orderCondition: RawBuilder<unknown>, status: RawBuilder<unknown>) => sql`
  select o.id, o.location_id, o.business_date as date, o.order_type, o.order_time,
         extract(hour from o.order_time at time zone l.time_zone)::smallint as hour,
         was.status as old_status, ${status} as new_status, o.refunded_cents, o.total_cents,
         case when was.order_id is null then ${GUEST} else was.guest end as guest,
         (${status} <> 'cancelled')::int - (coalesce(was.status, 'cancelled') <> 'cancelled')::int as order_delta,
         case when ${status} = 'cancelled' then 0 else o.total_cents - o.refunded_cents end
           - case when coalesce(was.status, 'cancelled') = 'cancelled' then 0
               else coalesce(was.total_cents, o.total_cents) - was.refunded_cents end
           as revenue_delta,
         ${SEARCH_TEXT} as search_text
  from orders o
  join locations l on l.id = o.location_id
  left join counted_orders was on was.order_id = o.id
  where (${orderCondition})
    and (was.order_id is null or was.status <> ${status} or was.refunded_cents <> o.refunded_cents
         or was.total_cents <> o.total_cents)
`;

const ADD_DAY_FIGURES = sql`
  insert into day_figures as f (location_id, date, order_type, ${sql.join(DAY_COLUMNS)})
  select location_id, date, order_type, sum(revenue_delta), ${sql.join(
    ORDER_STATUSES.map(
      (each) =>
        sql`sum((new_status = ${sql.lit(each)})::int - (old_status is not distinct from ${sql.lit(each)})::int)`,
    ),
  )}
  from changed group by 1, 2, 3
  on conflict (location_id, date, order_type) do update set ${sql.join(
    DAY_COLUMNS.map((column) => sql`${column} = f.${column} + excluded.${column}`),
  )}
`;

/**
 * Updates the figures for the selected orders in one statement. Adds the difference between an order and how it was
 * last counted, so a call can be repeated for any order in any state. A lock prevents two calls from adding the same
 * difference. `orderCondition` is about an order `o` and what was counted of it (`was`). With another `status` than its
 * own, an order is counted as if it had that one.
 */
export async function rollUpOrders(
  tx: Tx,
  orderCondition: RawBuilder<unknown>,
  status: RawBuilder<unknown> = sql`o.status`,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('order figures'))`.execute(tx);
  await sql`
    with changed as materialized (
      ${changedOrders(orderCondition, status)}
    ), counted as (
      insert into counted_orders (order_id, status, refunded_cents, total_cents, guest)
      select id, new_status, refunded_cents, total_cents, guest from changed
      on conflict (order_id) do update set
        status = excluded.status, refunded_cents = excluded.refunded_cents, total_cents = excluded.total_cents
    ), findable as (
      insert into order_search (order_id, location_id, order_time, search_text)
      -- Only orders that are counted for the first time: updateOrderSearchText changes the text of the others.
      select id, location_id, order_time, search_text from changed where old_status is null
      on conflict do nothing
    ), days as (
      ${ADD_DAY_FIGURES}
    ), hours as (
      insert into hour_figures as f
      select location_id, date, hour, sum(order_delta), sum(revenue_delta) from changed
      where order_delta <> 0 or revenue_delta <> 0 group by 1, 2, 3
      on conflict (location_id, date, hour) do update set
        orders = f.orders + excluded.orders, revenue_cents = f.revenue_cents + excluded.revenue_cents
    ), dishes as (
      insert into dish_figures as f
      select c.location_id, s.span, s.starts, sold.item_id,
             coalesce(nullif(trim((array_agg(sold.name order by c.order_time desc, c.id desc))[1]), ''), ${UNKNOWN_ITEM}),
             sum(c.order_delta * sold.quantity), sum(c.order_delta * sold.quantity * sold.unit_price_cents)
      from changed c join order_items i on i.order_id = c.id cross join lateral ${SOLD_DISHES_SQL} sold cross join lateral ${SPANS}
      where c.order_delta <> 0 group by 1, 2, 3, 4
      on conflict (location_id, span, starts, item_id) do update set
        name = case when excluded.count > 0 then excluded.name else f.name end,
        count = f.count + excluded.count, revenue_cents = f.revenue_cents + excluded.revenue_cents
    ), guest_deltas as materialized (
      -- The column place contains the id of a location, or the key for all.
      select p.place, s.span, s.starts, c.guest, sum(c.order_delta)::int as order_delta
      from changed c cross join lateral (values (c.location_id), (${ALL_LOCATIONS_KEY})) p (place) cross join lateral ${SPANS}
      where c.order_delta <> 0 and c.guest is not null
      group by 1, 2, 3, 4 having sum(c.order_delta) <> 0
    ), visits as (
      insert into guest_visits as f
      select * from guest_deltas
      on conflict (place, span, starts, guest) do update set orders = f.orders + excluded.orders
      returning place, span, starts, guest, orders
    )
    -- v.orders includes the delta. A guest is added with the first order of a span and taken off with the last.
    insert into guest_figures as f
    select v.place, v.span, v.starts, sum((v.orders > 0)::int - (v.orders - d.order_delta > 0)::int)
    from visits v join guest_deltas d using (place, span, starts, guest)
    group by 1, 2, 3
    on conflict (place, span, starts) do update set guests = f.guests + excluded.guests
  `.execute(tx);
}

/** Stores the total with which an earlier version counted an order, before the total changes. */
export async function storeCountedTotal(tx: Tx, orderId: string, totalCents: number): Promise<void> {
  await sql`
    update counted_orders set total_cents = ${totalCents} where order_id = ${orderId} and total_cents is null
  `.execute(tx);
}

/**
 * Removes orders from the figures, by counting them as cancelled, before their sums change. The event of the change or
 * `recountOrders` adds them again.
 */
export async function removeOrdersFromFigures(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await rollUpOrders(tx, wereCounted(orderIds), sql`'cancelled'`);
}

/**
 * Forgets that an order was counted, after `removeOrdersFromFigures` and before its type changes: day figures are kept by
 * type, and have the order as cancelled until it is counted again.
 */
export async function forgetCountedOrder(tx: Tx, orderId: string): Promise<void> {
  await sql`
    with forgotten as (delete from counted_orders where order_id = ${orderId} returning order_id)
    update day_figures f set cancelled = f.cancelled - 1 from forgotten join orders o on o.id = order_id
    where (f.location_id, f.date, f.order_type) = (o.location_id, o.business_date, o.order_type)
  `.execute(tx);
}

/** Updates the figures for these orders, if they were counted before. */
export async function recountOrders(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await rollUpOrders(tx, wereCounted(orderIds));
}

/** The condition of `rollUpOrders` for those of the orders that were counted before. */
function wereCounted(orderIds: readonly string[]) {
  return sql`o.id = any(${[...orderIds]}::text[]) and was.order_id is not null`;
}

/**
 * Gives the guests of these orders random ids in place of the hash of their address, which could be looked up, and
 * reduces the search text of the orders to their numbers. Call it between `removeOrdersFromFigures`, which leaves
 * visits without orders under the hash, and `recountOrders`, which counts them under the new id. The orders must still
 * have their addresses. Returns the new id of each order's guest.
 */
export async function anonymiseGuestsInFigures(tx: Tx, orderIds: readonly string[]): Promise<Record<string, string>> {
  const { rows } = await sql<{ id: string; guest: string }>`
    with guests as materialized (
      select o.id, coalesce(c.guest, ${GUEST}) as guest
      from orders o left join counted_orders c on c.order_id = o.id
      where o.id = any(${[...orderIds]}::text[])
    ), renamed as materialized (
      select guest, gen_random_uuid() as new_guest from (select distinct guest from guests where guest is not null) known
    ), counted as (
      update counted_orders c set guest = r.new_guest
      from guests g join renamed r using (guest) where c.order_id = g.id and c.guest = r.guest
    ), deleted_visits as (
      -- Other visits belong to orders that keep the hash.
      delete from guest_visits v using renamed r where v.guest = r.guest and v.orders = 0
    ), reduced_search_texts as (
      update order_search s set search_text = lower(s.order_id) from guests g where s.order_id = g.id
    )
    select g.id, r.new_guest as guest from guests g join renamed r using (guest)
  `.execute(tx);
  return Object.fromEntries(rows.map(({ id, guest }) => [id, guest]));
}

/**
 * Deletes the figures of the dishes of these orders whose id begins with `prefix`, such as lines that staff typed by
 * hand, unless other orders sold them. Their names may be about a person.
 */
export async function deleteUnsoldDishes(tx: Tx, orderIds: RawBuilder<unknown>, prefix: string): Promise<void> {
  await sql`
    delete from dish_figures f using (
      select item_id from order_items where order_id = any(${orderIds}) and starts_with(item_id, ${prefix})
      union select item_id from removed_lines where order_id = any(${orderIds}) and starts_with(item_id, ${prefix})
    ) unsold
    where f.item_id = unsold.item_id and f.count = 0
  `.execute(tx);
}

/** Updates the search text of an order after the name of its customer changed. */
export async function updateOrderSearchText(tx: Tx, orderId: string): Promise<void> {
  await sql`
    update order_search s set search_text = ${SEARCH_TEXT} from orders o where o.id = s.order_id and o.id = ${orderId}
  `.execute(tx);
}

/** Rebuilds all figures from the orders, after a bulk import or when in doubt. */
export async function rebuildFigures(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('order figures'))`.execute(tx);
  await sql`
    truncate counted_orders, order_search, day_figures, hour_figures, dish_figures, guest_visits, guest_figures
  `.execute(tx);
  await rollUpOrders(tx, sql`true`);
}

/** Updates the figures after every change of an order, exactly once and within moments. */
export const rollUpSales: Reaction = {
  name: 'order-figures',
  types: ['order.created', 'order.updated'],
  needsIdAndStatusOnly: true,
  runsInOwnTransaction: true,
  async react(_context, tx, events) {
    const ids = new Set(orderIdsOf(events));
    await rollUpOrders(tx, sql`o.id = any(${[...ids]}::text[])`);
  },
};
