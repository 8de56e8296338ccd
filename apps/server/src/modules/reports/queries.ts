import { averageCents, cents, type Cents, type DateText } from '@tiffin/domain/core';
import { COUNTED_STATUSES, ORDER_TYPES, orderTypeFacts, type OrderTypeFigure } from '@tiffin/domain/order';
import {
  breakdownBy,
  TOP_ITEMS,
  type DashboardFigures,
  type ComparablePeriod,
  type OrderRow,
  type PartAmount,
  type TopItem,
} from '@tiffin/domain/stats';
import { addDays } from '@tiffin/domain/hours';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/connection.ts';
import { sumOfColumns } from '../../platform/db/sql-lists.ts';
import type { Scope } from '../locations/scope.ts';
import { countsOf, STATUS_SUMS, type StatusRow } from './figures/count-orders.ts';
import { ALL_LOCATIONS_KEY } from './figures/roll-up-orders.ts';
import { sumParts } from './rows-of-parts.ts';

/** From the first business day up to, but not including, the second. */
export type DateRange = readonly [first: DateText, next: DateText];

/** A period that starts with a week or month is read from that span; all others are read as single days. */
export type PeriodKind = 'day' | 'week' | 'month';

export async function readFigures(db: Db, scope: Scope, kind: PeriodKind, [first, next]: DateRange) {
  const { rows } = await sql<StatusRow & Record<OrderTypeFigure, number> & { revenue: number }>`
    select ${STATUS_SUMS}, coalesce(sum(revenue_cents), 0) as revenue, ${TYPE_SUMS}
    from day_figures where location_id = any(${[...scope.locationIds]}::text[]) and date >= ${first} and date < ${next}
  `.execute(db);
  const { rows: guests } = await sql<{ guests: number }>`
    select guests from guest_figures
    where place = ${scope.location ?? ALL_LOCATIONS_KEY} and span = ${kind} and starts = ${first}
  `.execute(db);
  const [row] = rows;
  const statuses = countsOf(row);
  const orders = statuses.total - statuses.cancelled;
  const revenue = cents(row?.revenue ?? 0);
  return {
    orders,
    revenue,
    customers: guests[0]?.guests ?? 0,
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
export async function readTopItems(db: Db, scope: Scope, kind: PeriodKind, first: DateText): Promise<TopItem[]> {
  const { rows } = await sql<{ name: string; count: number; revenue: number }>`
    select * from (
      select (array_agg(coalesce(m.name, f.name) order by f.count desc, f.location_id))[1] as name,
             sum(f.count) as count, sum(f.revenue_cents) as revenue
      from dish_figures f left join menu_items m on m.location_id = f.location_id and m.id = f.item_id
      where f.location_id = any(${[...scope.locationIds]}::text[]) and f.span = ${kind} and f.starts = ${first}
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
] as const;

/** The sums of the parts of the dashboard's money besides its revenue, which is a stored total. */
export function readMoneyParts(db: Db, scope: Scope, [first, next]: DateRange): Promise<PartAmount[]> {
  return sumParts(db, { locationIds: scope.locationIds, from: first, to: addDays(next, -1) }, MONEY_PARTS);
}

/** Counts the orders themselves: a guest of several days counts once. */
export async function readPartialPeriod(
  db: Db,
  scope: Scope,
  { first, date, until }: ComparablePeriod,
): Promise<Pick<DashboardFigures, 'orders' | 'revenue' | 'customers'>> {
  const { rows } = await sql<{ orders: number; revenue: number; customers: number }>`
    select count(*) as orders, coalesce(sum(o.total_cents - o.refunded_cents), 0) as revenue,
           count(distinct c.guest) as customers
    from orders o left join counted_orders c on c.order_id = o.id
    -- no day is further from UTC, so the index orders_location applies
    where o.location_id = any(${[...scope.locationIds]}::text[]) and o.business_date between ${first} and ${date}
      and o.status <> 'cancelled' and o.order_time < ${until} and o.order_time >= ${first}::date - 2
  `.execute(db);
  const { orders = 0, revenue = 0, customers = 0 } = rows[0] ?? {};
  return { orders, revenue: cents(revenue), customers };
}

export async function readDays(db: Db, scope: Scope, [first, next]: DateRange) {
  const { rows } = await sql<{ date: string; orders: number; revenue: number }>`
    select date, sum(${sumOfColumns(COUNTED_STATUSES)}) as orders, sum(revenue_cents) as revenue
    from day_figures where location_id = any(${[...scope.locationIds]}::text[]) and date >= ${first} and date < ${next}
    group by date order by date
  `.execute(db);
  return rows.map((row) => ({ ...row, revenue: cents(row.revenue) }));
}

export interface HourRow {
  readonly hour: number;
  readonly orders: number;
  readonly revenue: Cents;
}

/** The figures by hour, summed over these days. */
export async function readHours(db: Db, scope: Scope, dates: readonly DateText[]): Promise<HourRow[]> {
  const { rows } = await sql<{ hour: number; orders: number; revenue: number }>`
    select hour, sum(orders) as orders, sum(revenue_cents) as revenue from hour_figures
    where location_id = any(${[...scope.locationIds]}::text[]) and date = any(${[...dates]}::date[])
    group by hour having sum(orders) > 0 order by hour
  `.execute(db);
  return rows.map((row) => ({ ...row, revenue: cents(row.revenue) }));
}

/** The newest orders of several locations. Reads each location from its newest order backwards. */
export async function readLatestOrders(db: Db, locationIds: readonly string[], count: number): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select found.* from unnest(${[...locationIds]}::text[]) p (id) cross join lateral (
      select id, status, order_time as "orderTime", total_cents as total, refunded_cents as refunded,
             customer_name as "customerName", customer_email as email, customer_phone as phone,
             erased_guest as "erasedGuest"
      from orders where location_id = p.id order by order_time desc limit ${count}
    ) found
    order by found."orderTime" desc, found.id desc limit ${count}
  `.execute(db);
  return rows;
}
