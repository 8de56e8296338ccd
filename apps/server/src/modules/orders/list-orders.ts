import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import {
  UNSORTED_SEARCH_DAYS,
  MAX_COUNTED_RESULTS,
  type getLocationOrderCounts,
  type getLocationOrders,
} from '@tiffin/contract/service';
import { sumOf } from '@tiffin/domain/core';
import { type OrderSort, isFinal, OPEN_STATUSES, ORDER_STATUSES } from '@tiffin/domain/order';
import type { Actor } from '@tiffin/domain/people';
import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../context.ts';
import type { Db } from '../../platform/db/connection.ts';
import { listed } from '../../platform/db/listed.ts';
import { containing, pageOf, readCursor } from '../../platform/http/cursor.ts';
import { locationIdsOf } from '../locations/scope.ts';
import { countOrders } from '../sales-figures/count-orders.ts';
import { orderAnswer } from './order-answer.ts';
import { readOrders } from './queries.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';

type Wish = ValidatedInput<typeof getLocationOrders>['query'];

/** A page of a location's orders, found by whatever the board asks. */
export async function listOrders(
  context: Context,
  actor: Actor,
  wish: Wish,
): Promise<ResponseOf<typeof getLocationOrders>> {
  const locationIds = await locationIdsOf(context, actor, wish.locationId);
  const now = context.clock.now();
  const [rows, counted] = await Promise.all([
    readPage(context.db, locationIds, wish, now),
    count(context.db, locationIds, wish),
  ]);
  const { page, nextCursor } = pageOf(rows, wish.limit, (row) => ({
    sort: 'orderTime',
    value: row.order_time,
    id: row.id,
  }));
  return {
    orders: page.map((row) => orderAnswer(row, now, context)),
    total: counted.total,
    nextCursor: wish.sortBy === 'orderTime' ? nextCursor : null,
    metadata: {
      locationId: wish.locationId,
      limit: wish.limit,
      offset: wish.offset,
      totalIsExact: counted.isExact,
      serverTime: now.toISOString(),
    },
  };
}

export async function showCounts(
  context: Context,
  actor: Actor,
  wish: ValidatedInput<typeof getLocationOrderCounts>['query'],
): Promise<ResponseOf<typeof getLocationOrderCounts>> {
  const locationIds = await locationIdsOf(context, actor, wish.locationId);
  const now = context.clock.now();
  const [counts, later] = await Promise.all([
    countOrders(context.db, { ...wish, locationIds }),
    countLater(context.db, locationIds, wish, now),
  ]);
  return { ...counts, counts, later, lastUpdated: now.toISOString() };
}

/** As `isLater` tells them. */
async function countLater(
  db: Db,
  locationIds: readonly string[],
  wish: Pick<Wish, 'startDate' | 'endDate'>,
  now: Date,
): Promise<number> {
  const conditions = [
    sql`o.location_id = any(${[...locationIds]}::text[])`,
    sql`o.status = 'pending' and o.wanted_for is not null and o.fire_at > ${now}`,
    ...onDays(wish),
  ];
  const { rows } = await sql<{ later: number }>`
    select count(*) as later from orders o where ${sql.join(conditions, sql` and `)}
  `.execute(db);
  return rows[0]?.later ?? 0;
}

const SORTED_BY: Readonly<Record<OrderSort, RawBuilder<unknown>>> = {
  orderTime: sql`o.order_time`,
  total: sql`o.total_cents`,
  status: sql`array_position(array[${listed(ORDER_STATUSES)}], o.status)`,
  customer: sql`lower(o.customer_name) collate "und-x-icu"`,
};

/** Each location is walked along its own index, and the walks are merged: one row more than the page. */
async function readPage(db: Db, locationIds: readonly string[], wish: Wish, now: Date): Promise<OrderRow[]> {
  const by = SORTED_BY[wish.sortBy];
  const direction = wish.sortOrder === 'desc' ? sql`desc` : sql`asc`;
  const after = readCursor(wish.cursor, 'orderTime', 'time');
  const wanted = wish.limit + 1;
  const offset = after ? 0 : wish.offset;
  const conditions = [sql`o.location_id = p.id`, ...matching(wish), ...within(wish, now)];
  if (after) {
    const side = wish.sortOrder === 'desc' ? sql`<` : sql`>`;
    conditions.push(sql`(o.order_time, o.id) ${side} (${after.value}, ${after.id})`);
  }
  const searched = wish.search.trim() !== '';
  const source = searched ? sql`order_search s join orders o on o.id = s.order_id` : sql`orders o`;
  if (searched) conditions.push(sql`s.location_id = p.id and s.search_text like ${containing(wish.search)}`);
  // A search walks its own table, which holds the time too.
  const walked = searched && wish.sortBy === 'orderTime' ? sql`s.order_time` : by;
  const ids = sql`
    select found.id from unnest(${[...locationIds]}::text[]) p (id) cross join lateral (
      select o.id, ${walked} as position from ${source} where ${sql.join(conditions, sql` and `)}
      order by ${walked} ${direction}, o.id ${direction} limit ${wanted + offset}
    ) found
    order by found.position ${direction}, found.id ${direction} limit ${wanted} offset ${offset}
  `;
  return readOrders(db, sql`o.id = any(array(${ids}))`, sql`order by ${by} ${direction}, o.id ${direction}`);
}

function matching(wish: Wish): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (wish.status === 'open') conditions.push(sql`o.status in (${listed(OPEN_STATUSES)})`);
  else if (wish.status !== 'all') conditions.push(sql`o.status = ${wish.status}`);
  if (wish.orderType !== 'all') conditions.push(sql`o.order_type = ${wish.orderType}`);
  if (wish.paymentMethod !== 'all') conditions.push(sql`o.payment_method = ${wish.paymentMethod}`);
  return conditions;
}

function within(wish: Wish, now: Date): RawBuilder<unknown>[] {
  const { startDate, endDate, sortBy, status } = wish;
  const conditions = onDays(wish);
  // A day anywhere on earth lies within these instants: so the index by time serves days too.
  if (startDate !== undefined)
    conditions.push(sql`o.order_time >= (${startDate}::date - 1)::timestamp at time zone 'utc'`);
  if (endDate !== undefined) conditions.push(sql`o.order_time < (${endDate}::date + 2)::timestamp at time zone 'utc'`);
  const isFew = status === 'open' || (status !== 'all' && !isFinal(status));
  if (conditions.length === 0 && sortBy !== 'orderTime' && !isFew) {
    conditions.push(sql`o.order_time >= ${new Date(now.getTime() - UNSORTED_SEARCH_DAYS * 86_400_000)}`);
  }
  return conditions;
}

/** The business days an order was written down under, for rows and counts alike. */
function onDays({ startDate, endDate }: Pick<Wish, 'startDate' | 'endDate'>): RawBuilder<unknown>[] {
  return [
    ...(startDate === undefined ? [] : [sql`o.business_date >= ${startDate}`]),
    ...(endDate === undefined ? [] : [sql`o.business_date <= ${endDate}`]),
  ];
}

async function count(db: Db, locationIds: readonly string[], wish: Wish): Promise<{ total: number; isExact: boolean }> {
  const { startDate, endDate, status, orderType } = wish;
  if (wish.search.trim() === '' && wish.paymentMethod === 'all') {
    const counts = await countOrders(db, {
      locationIds,
      startDate,
      endDate,
      orderType: orderType === 'all' ? undefined : orderType,
    });
    if (status === 'all') return { total: counts.total, isExact: true };
    const total = status === 'open' ? sumOf(OPEN_STATUSES.map((each) => counts[each])) : counts[status];
    return { total, isExact: true };
  }
  const searched = wish.search.trim() !== '';
  const source = searched ? sql`order_search s join orders o on o.id = s.order_id` : sql`orders o`;
  const conditions = [
    sql`o.location_id = any(${[...locationIds]}::text[])`,
    ...matching(wish),
    ...(searched ? [sql`s.search_text like ${containing(wish.search)}`] : []),
    ...onDays(wish),
  ];
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select from ${source} where ${sql.join(conditions, sql` and `)} limit ${MAX_COUNTED_RESULTS + 1}
    ) found
  `.execute(db);
  const found = rows[0]?.total ?? 0;
  return { total: Math.min(found, MAX_COUNTED_RESULTS), isExact: found <= MAX_COUNTED_RESULTS };
}
