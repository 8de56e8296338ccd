import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { UNSORTED_SEARCH_DAYS, MAX_COUNTED_RESULTS } from '@tiffin/contract/order/staff-orders';
import { sumOf } from '@tiffin/domain/core';
import { type OrderSort, isFinalStatus, OPEN_STATUSES, ORDER_STATUSES } from '@tiffin/domain/order';
import type { Actor } from '@tiffin/domain/people';
import { sql, type RawBuilder } from 'kysely';
import type { Context, Db } from '../../context.ts';
import { sqlList } from '../../platform/db/sql-lists.ts';
import { likePattern, pageOf, readCursor } from '../../platform/http/cursor.ts';
import { isOnDays } from '../locations/business-day-sql.ts';
import { locationIdsOf } from '../locations/scope.ts';
import { countOrders } from '../figures/count-orders.ts';
import { orderAnswer } from './order-answer.ts';
import { readOrders } from './queries.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';

type ListInput = ValidatedInput<'getLocationOrders'>['query'];

/** A page of orders for the board, with its filters, search and sorting. */
export async function listOrders(context: Context, actor: Actor, input: ListInput) {
  const locationIds = await locationIdsOf(context, actor, input.locationId);
  const now = context.clock.now();
  const [rows, counted] = await Promise.all([
    readPage(context.db, locationIds, input, now),
    countMatches(context.db, locationIds, input),
  ]);
  const { page, nextCursor } = pageOf(rows, input.limit, (row) => ({
    sort: 'orderTime',
    value: row.order_time,
    id: row.id,
  }));
  return {
    orders: page.map((row) => orderAnswer(row, now, context)),
    total: counted.total,
    nextCursor: input.sortBy === 'orderTime' ? nextCursor : null,
    metadata: {
      locationId: input.locationId,
      limit: input.limit,
      offset: input.offset,
      totalIsExact: counted.isExact,
      serverTime: now.toISOString(),
    },
  };
}

/** How many orders of a period have each status, and how many pending ones start later. */
export async function showOrderCounts(
  context: Context,
  actor: Actor,
  input: ValidatedInput<'getLocationOrderCounts'>['query'],
): Promise<ResponseOf<'getLocationOrderCounts'>> {
  const locationIds = await locationIdsOf(context, actor, input.locationId);
  const now = context.clock.now();
  const [counts, later] = await Promise.all([
    countOrders(context.db, { ...input, locationIds }),
    countLater(context.db, locationIds, input, now),
  ]);
  return { ...counts, counts, later, lastUpdated: now.toISOString() };
}

/** Counts pending orders whose preparation starts later: scheduled ones, and courses that are held. */
async function countLater(
  db: Db,
  locationIds: readonly string[],
  input: Pick<ListInput, 'startDate' | 'endDate'>,
  now: Date,
): Promise<number> {
  const conditions = [
    sql`o.location_id = any(${[...locationIds]}::text[])`,
    sql`o.status = 'pending' and (o.held_at is not null or o.wanted_for is not null and o.fire_at > ${now})`,
    ...isOnDays(input.startDate, input.endDate),
  ];
  const { rows } = await sql<{ later: number }>`
    select count(*) as later from orders o where ${sql.join(conditions, sql` and `)}
  `.execute(db);
  return rows[0]?.later ?? 0;
}

/** What an order `o` is sorted by. */
const SORTED_BY: Readonly<Record<OrderSort, RawBuilder<unknown>>> = {
  orderTime: sql`o.order_time`,
  total: sql`o.total_cents`,
  status: sql`array_position(array[${sqlList(ORDER_STATUSES)}], o.status)`,
  customer: sql`lower(o.customer_name) collate "und-x-icu"`,
};

/**
 * Scans each location on its own index and merges the results. Reads one row more than the page, to know whether there
 * is a next one.
 */
async function readPage(db: Db, locationIds: readonly string[], input: ListInput, now: Date): Promise<OrderRow[]> {
  const by = SORTED_BY[input.sortBy];
  const direction = input.sortOrder === 'desc' ? sql`desc` : sql`asc`;
  const after = readCursor(input.cursor, 'orderTime', 'time');
  const pageSize = input.limit + 1;
  const offset = after ? 0 : input.offset;
  const conditions = [sql`o.location_id = p.id`, ...filterConditions(input), ...timeConditions(input, now)];
  if (after) {
    const side = input.sortOrder === 'desc' ? sql`<` : sql`>`;
    conditions.push(sql`(o.order_time, o.id) ${side} (${after.value}, ${after.id})`);
  }
  const isSearch = input.search.trim() !== '';
  if (isSearch) conditions.push(sql`s.location_id = p.id and s.search_text like ${likePattern(input.search)}`);
  // A search reads its own table, whose index contains the order time too.
  const column = isSearch && input.sortBy === 'orderTime' ? sql`s.order_time` : by;
  const ids = sql`
    select found.id from unnest(${[...locationIds]}::text[]) p (id) cross join lateral (
      select o.id, ${column} as position from ${sourceOf(input)} where ${sql.join(conditions, sql` and `)}
      order by ${column} ${direction}, o.id ${direction} limit ${pageSize + offset}
    ) found
    order by found.position ${direction}, found.id ${direction} limit ${pageSize} offset ${offset}
  `;
  return readOrders(db, sql`o.id = any(array(${ids}))`, sql`order by ${by} ${direction}, o.id ${direction}`);
}

/** The orders `o`, with a search also their row `s` of the table for searches. */
function sourceOf({ search }: ListInput): RawBuilder<unknown> {
  return search.trim() === '' ? sql`orders o` : sql`order_search s join orders o on o.id = s.order_id`;
}

/** Conditions on an order `o`, like those of the next two functions. */
function filterConditions(input: ListInput): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (input.status === 'open') conditions.push(sql`o.status in (${sqlList(OPEN_STATUSES)})`);
  else if (input.status !== 'all') conditions.push(sql`o.status = ${input.status}`);
  if (input.orderType !== 'all') conditions.push(sql`o.order_type = ${input.orderType}`);
  if (input.paymentMethod !== 'all') conditions.push(sql`o.payment_method = ${input.paymentMethod}`);
  return conditions;
}

function timeConditions(input: ListInput, now: Date): RawBuilder<unknown>[] {
  const { startDate, endDate, sortBy, status } = input;
  const conditions = isOnDays(startDate, endDate);
  // Redundant bounds that hold in every time zone, so that the index by time can be used for days too.
  if (startDate !== undefined)
    conditions.push(sql`o.order_time >= (${startDate}::date - 1)::timestamp at time zone 'utc'`);
  if (endDate !== undefined) conditions.push(sql`o.order_time < (${endDate}::date + 3)::timestamp at time zone 'utc'`);
  const hasFewOrders = status === 'open' || (status !== 'all' && !isFinalStatus(status));
  if (conditions.length === 0 && sortBy !== 'orderTime' && !hasFewOrders) {
    conditions.push(sql`o.order_time >= ${new Date(now.getTime() - UNSORTED_SEARCH_DAYS * 86_400_000)}`);
  }
  return conditions;
}

/** How many orders match. The figures know it, unless the filters are a search or a payment method. */
async function countMatches(db: Db, locationIds: readonly string[], input: ListInput) {
  const { startDate, endDate, status, orderType } = input;
  if (input.search.trim() === '' && input.paymentMethod === 'all') {
    const type = orderType === 'all' ? undefined : orderType;
    const counts = await countOrders(db, { locationIds, startDate, endDate, orderType: type });
    if (status === 'all') return { total: counts.total, isExact: true };
    const total = status === 'open' ? sumOf(OPEN_STATUSES.map((each) => counts[each])) : counts[status];
    return { total, isExact: true };
  }
  const isSearch = input.search.trim() !== '';
  const conditions = [
    sql`o.location_id = any(${[...locationIds]}::text[])`,
    ...filterConditions(input),
    ...(isSearch ? [sql`s.search_text like ${likePattern(input.search)}`] : []),
    ...isOnDays(input.startDate, input.endDate),
  ];
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select from ${sourceOf(input)} where ${sql.join(conditions, sql` and `)} limit ${MAX_COUNTED_RESULTS + 1}
    ) found
  `.execute(db);
  const found = rows[0]?.total ?? 0;
  return { total: Math.min(found, MAX_COUNTED_RESULTS), isExact: found <= MAX_COUNTED_RESULTS };
}
