import { averageCents, cents, type Cents, type DateText } from '@tiffin/domain/core';
import {
  COUNTED_STATUSES,
  ORDER_STATUSES,
  ORDER_TYPES,
  orderTypeFacts,
  type OrderTypeFigure,
} from '@tiffin/domain/order';
import {
  breakdownBy,
  TOP_ITEMS,
  UNKNOWN_ITEM,
  type DashboardFigures,
  type ComparablePeriod,
  type ReportedOrder,
  type PartAmount,
  type TopItem,
} from '@tiffin/domain/stats';
import { addDays } from '@tiffin/domain/hours';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/db/connection.ts';
import { sumOfColumns } from '../../platform/db/sql-lists.ts';
import type { Scope } from '../locations/scope.ts';
import { countsOf, STATUS_SUMS, type StatusRow } from '../figures/count-orders.ts';
import { ALL_LOCATIONS_KEY, SOLD_DISHES_SQL } from '../figures/roll-up-orders.ts';
import { DAY_END_HOUR } from '../locations/business-day-sql.ts';
import { movedOrders } from '../figures/moved-orders.ts';
import { anyLocationOf, isWithin } from './report/report-rows.ts';
import { sumParts } from './rows-of-parts.ts';

/** From the first business day up to, but not including, the second. */
export type DateRange = readonly [first: DateText, next: DateText];

/** A period that starts with a week or month is read from that span; all others are read as single days. */
export type PeriodKind = 'day' | 'week' | 'month';

/** The figures of a period of business days: those stored for its calendar days, and the orders moved by midnight. */
export async function readFigures(db: Db, scope: Scope, kind: PeriodKind, dates: DateRange) {
  const [first, next] = dates;
  const moved = movedOrders(scope.locationIds, dates);
  const movedStatuses = ORDER_STATUSES.map((status) => sql`sign * (status = ${status})::int`);
  const { rows } = await sql<StatusRow & Record<OrderTypeFigure, number> & { revenue: number }>`
    select ${STATUS_SUMS}, coalesce(sum(revenue_cents), 0) as revenue, ${TYPE_SUMS}
    from (
      select order_type, revenue_cents, ${sql.join(ORDER_STATUSES.map((status) => sql.ref(status)))}
      from day_figures where location_id = ${anyLocationOf(scope)} and date >= ${first} and date < ${next}
      union all select order_type, sign * revenue, ${sql.join(movedStatuses)} from ${moved} m
    ) f
  `.execute(db);
  // `place` is the id of a location or the key of all together. The orders moved by midnight may be the only ones of a
  // guest: the guest then joins the period, or leaves it.
  const period = sql`place = ${scope.location ?? ALL_LOCATIONS_KEY} and span = ${kind} and starts = ${first}`;
  const { rows: guestRows } = await sql<{ guests: number }>`
    select coalesce((select guests from guest_figures where ${period}), 0)
      + coalesce(sum((coalesce(v.orders, 0) + m.orders > 0)::int - (coalesce(v.orders, 0) > 0)::int), 0) as guests
    from (
      select guest, sum(sign) as orders from ${moved} m where guest is not null and status <> 'cancelled' group by guest
    ) m
    left join guest_visits v on v.guest = m.guest and ${period}
  `.execute(db);
  const [row] = rows;
  const statuses = countsOf(row);
  const orders = statuses.total - statuses.cancelled;
  const revenue = cents(row?.revenue ?? 0);
  return {
    orders,
    revenue,
    customers: guestRows[0]?.guests ?? 0,
    avgOrderValue: averageCents(revenue, orders),
    statuses,
    orderTypes: breakdownBy((_type, figure) => row?.[figure] ?? 0),
  };
}

const TYPE_SUMS = sql.join(
  ORDER_TYPES.map(
    (type) => sql`
      coalesce(sum(${sumOfColumns(COUNTED_STATUSES)}) filter (where order_type = ${type}), 0)
      as ${sql.ref(orderTypeFacts(type).figure)}`,
  ),
);

/** Groups by dish, under its current name. A deleted dish has the name it was sold by. */
export async function readTopItems(db: Db, scope: Scope, kind: PeriodKind, dates: DateRange): Promise<TopItem[]> {
  const { rows } = await sql<{ name: string; count: number; revenue: number }>`
    select * from (
      select (array_agg(coalesce(m.name, f.name) order by f.count desc, f.location_id))[1] as name,
             sum(f.count) as count, sum(f.revenue_cents) as revenue
      from (
        select location_id, item_id, name, count, revenue_cents from dish_figures
        where location_id = ${anyLocationOf(scope)} and span = ${kind} and starts = ${dates[0]}
        union all
        select o.location_id, sold.item_id, coalesce(nullif(trim(sold.name), ''), ${UNKNOWN_ITEM}),
               o.sign * sold.quantity, o.sign * sold.quantity * sold.unit_price_cents
        from ${movedOrders(scope.locationIds, dates)} o join order_items i on i.order_id = o.id
        cross join lateral ${SOLD_DISHES_SQL} sold where o.status <> 'cancelled'
      ) f left join menu_items m on m.location_id = f.location_id and m.id = f.item_id
      group by f.item_id having sum(f.count) > 0
    ) dish
    order by count desc, revenue desc, name collate "und-x-icu" limit ${TOP_ITEMS.computed}
  `.execute(db);
  return rows.map((row) => ({ ...row, revenue: cents(row.revenue) }));
}

const MONEY_PARTS = [
  'unpaid',
  'refundedOrders',
  'roundingIn',
  'roundingOut',
  'tipsOnTop',
  'tipsInOrders',
  'staffDiscounts',
  'comps',
  'moneyIn',
  'moneyOut',
  'giftCardsSold',
  'giftCardsUsed',
  'depositsUsed',
] as const;

/** Sums the parts of the dashboard's money. The revenue is not among them, because it is a stored total. */
export function readMoneyParts(db: Db, scope: Scope, [first, next]: DateRange): Promise<PartAmount[]> {
  return sumParts(db, { locationIds: scope.locationIds, from: first, to: addDays(next, -1) }, MONEY_PARTS);
}

/** Counts the orders themselves, so that a guest who orders on several days counts once. */
export async function readPartialPeriod(
  db: Db,
  scope: Scope,
  { first, date, until }: Omit<ComparablePeriod, 'until'> & { readonly until: Date | null },
): Promise<Pick<DashboardFigures, 'orders' | 'revenue' | 'customers'>> {
  const { rows } = await sql<{ orders: number; revenue: number; customers: number }>`
    select count(*) as orders, coalesce(sum(o.total_cents - o.refunded_cents), 0) as revenue,
           count(distinct c.guest) as customers
    from orders o join locations l on l.id = o.location_id left join counted_orders c on c.order_id = o.id
    where o.location_id = ${anyLocationOf(scope)} and o.status <> 'cancelled'
      and ${isWithin(sql`o.order_time`, { from: first, to: date, until })}
  `.execute(db);
  const { orders = 0, revenue = 0, customers = 0 } = rows[0] ?? {};
  return { orders, revenue: cents(revenue), customers };
}

/** The stored hours of calendar days with their business day: the hours before its end belong to the day before. */
const hoursByBusinessDay = (scope: Scope, dateCondition: RawBuilder<unknown>) => sql`(
  select f.date - (f.hour < ${DAY_END_HOUR})::int as day, f.hour, f.orders, f.revenue_cents
  from hour_figures f join locations l on l.id = f.location_id
  where f.location_id = ${anyLocationOf(scope)} and f.date ${dateCondition}
)`;

/** The orders and the revenue of each business day that has any. */
export async function readDays(db: Db, scope: Scope, [first, next]: DateRange) {
  const { rows } = await sql<{ date: string; orders: number; revenue: number }>`
    select day as date, sum(orders) as orders, sum(revenue_cents) as revenue
    from ${hoursByBusinessDay(scope, sql`between ${first}::date and ${next}::date`)} h where day >= ${first} and day < ${next} group by day order by day
  `.execute(db);
  return rows.map((row) => ({ ...row, revenue: cents(row.revenue) }));
}

interface HourRow {
  readonly hour: number;
  readonly orders: number;
  readonly revenue: Cents;
}

/** The figures by hour, summed over these days. */
export async function readHourFigures(db: Db, scope: Scope, dates: readonly DateText[]): Promise<HourRow[]> {
  const withNext = dates.flatMap((date) => [date, addDays(date, 1)]);
  const { rows } = await sql<{ hour: number; orders: number; revenue: number }>`
    select hour, sum(orders) as orders, sum(revenue_cents) as revenue
    from ${hoursByBusinessDay(scope, sql`= any(${withNext}::date[])`)} h where day = any(${[...dates]}::date[])
    group by hour having sum(orders) > 0 order by hour
  `.execute(db);
  return rows.map((row) => ({ ...row, revenue: cents(row.revenue) }));
}

/** The newest orders of several locations. Reads each location from its newest order backwards. */
export async function readLatestOrders(
  db: Db,
  locationIds: readonly string[],
  count: number,
): Promise<ReportedOrder[]> {
  const { rows } = await sql<ReportedOrder>`
    select found.* from unnest(${[...locationIds]}::text[]) l (id) cross join lateral (
      select id, status, order_time as "orderTime", total_cents as total, refunded_cents as refunded,
             customer_name as "customerName", customer_email as email, customer_phone as phone,
             erased_guest as "erasedGuest"
      from orders where location_id = l.id order by order_time desc limit ${count}
    ) found
    order by found."orderTime" desc, found.id desc limit ${count}
  `.execute(db);
  return rows;
}
