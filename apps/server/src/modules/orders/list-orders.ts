import type { AnswerOf, UnderstoodOf } from '@tiffin/contract';
import {
  OTHER_SORTS_DAYS,
  SEARCH_COUNTED,
  type getLocationOrderCounts,
  type getLocationOrders,
} from '@tiffin/contract/service';
import type { OrderSort } from '@tiffin/domain/order';
import { ORDER_STATUSES } from '@tiffin/domain/order';
import type { Actor } from '@tiffin/domain/people';
import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../context.ts';
import { publicUrlOf } from '../../create-context.ts';
import type { Db } from '../../db/connection.ts';
import { cursorAfter, readCursor } from '../../db/page-cursor.ts';
import { containing } from '../../http/cursor.ts';
import { placesOf } from '../dashboard/places.ts';
import { countOrders } from '../dashboard/queries.ts';
import { orderAnswer } from './order-answer.ts';
import { readOrders, type OrderRow } from './queries.ts';

type Wish = UnderstoodOf<typeof getLocationOrders>['query'];

/** A page of a location's orders, found by whatever the board asks. */
export async function listOrders(
  context: Context,
  actor: Actor,
  wish: Wish,
): Promise<AnswerOf<typeof getLocationOrders>> {
  const places = await placesOf(context, actor, wish.locationId);
  const now = context.clock.now();
  const [rows, counted] = await Promise.all([readPage(context.db, places, wish, now), count(context.db, places, wish)]);
  const page = rows.slice(0, wish.limit);
  const last = page.at(-1);
  const goesOn = rows.length > wish.limit && last !== undefined && wish.sortBy === 'orderTime';
  return {
    orders: page.map((row) => orderAnswer(row, now, publicUrlOf(context.config))),
    total: counted.total,
    nextCursor: goesOn ? cursorAfter({ at: last.order_time, id: last.id }) : null,
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
  wish: UnderstoodOf<typeof getLocationOrderCounts>['query'],
): Promise<AnswerOf<typeof getLocationOrderCounts>> {
  const locationIds = await placesOf(context, actor, wish.locationId);
  const counts = await countOrders(context.db, { ...wish, locationIds });
  return { ...counts, counts, lastUpdated: context.clock.now().toISOString() };
}

const SORTED_BY: Readonly<Record<OrderSort, RawBuilder<unknown>>> = {
  orderTime: sql`o.order_time`,
  total: sql`o.total_cents`,
  status: sql`array_position(${sql.raw(`array['${ORDER_STATUSES.join("','")}']`)}, o.status)`,
  customer: sql`lower(o.customer_name) collate "und-x-icu"`,
};

/** Each location is walked along its own index, and the walks are merged: one row more than the page. */
async function readPage(db: Db, places: readonly string[], wish: Wish, now: Date): Promise<OrderRow[]> {
  const by = SORTED_BY[wish.sortBy];
  const direction = wish.sortOrder === 'desc' ? sql`desc` : sql`asc`;
  const after = wish.cursor === undefined ? null : readCursor(wish.cursor);
  const wanted = wish.limit + 1;
  const offset = after ? 0 : wish.offset;
  const conditions = [sql`o.location_id = p.id`, ...matching(wish), ...within(wish, now)];
  if (after) {
    const side = wish.sortOrder === 'desc' ? sql`<` : sql`>`;
    conditions.push(sql`(o.order_time, o.id) ${side} (${after.at}, ${after.id})`);
  }
  const searched = wish.search.trim() !== '';
  const source = searched ? sql`order_search s join orders o on o.id = s.order_id` : sql`orders o`;
  if (searched) conditions.push(sql`s.location_id = p.id and s.search_text like ${containing(wish.search)}`);
  // A search walks its own table, which holds the time too.
  const walked = searched && wish.sortBy === 'orderTime' ? sql`s.order_time` : by;
  const ids = sql`
    select found.id from unnest(${[...places]}::text[]) p (id) cross join lateral (
      select o.id, ${walked} as place from ${source} where ${sql.join(conditions, sql` and `)}
      order by ${walked} ${direction}, o.id ${direction} limit ${wanted + offset}
    ) found
    order by found.place ${direction}, found.id ${direction} limit ${wanted} offset ${offset}
  `;
  return readOrders(db, sql`o.id = any(array(${ids}))`, sql`order by ${by} ${direction}, o.id ${direction}`);
}

function matching(wish: Wish): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (wish.status === 'open') conditions.push(sql`o.status in ('pending', 'preparing', 'ready')`);
  else if (wish.status !== 'all') conditions.push(sql`o.status = ${wish.status}`);
  if (wish.orderType !== 'all') conditions.push(sql`o.order_type = ${wish.orderType}`);
  if (wish.paymentMethod !== 'all') conditions.push(sql`o.payment_method = ${wish.paymentMethod}`);
  return conditions;
}

/** Business days by each location's own clock, said as instants so that the index by time serves them. */
function within({ startDate, endDate, sortBy, status }: Wish, now: Date): RawBuilder<unknown>[] {
  const zone = sql`(select time_zone from locations where id = p.id)`;
  const conditions: RawBuilder<unknown>[] = [];
  if (startDate !== undefined) {
    conditions.push(sql`o.order_time >= ${startDate}::date::timestamp at time zone ${zone}`);
  }
  if (endDate !== undefined) {
    conditions.push(sql`o.order_time < (${endDate}::date + 1)::timestamp at time zone ${zone}`);
  }
  const isFew = status === 'open' || status === 'pending' || status === 'preparing' || status === 'ready';
  if (conditions.length === 0 && sortBy !== 'orderTime' && !isFew) {
    conditions.push(sql`o.order_time >= ${new Date(now.getTime() - OTHER_SORTS_DAYS * 86_400_000)}`);
  }
  return conditions;
}

async function count(db: Db, places: readonly string[], wish: Wish): Promise<{ total: number; isExact: boolean }> {
  const { startDate, endDate, status, orderType } = wish;
  if (wish.search.trim() === '' && wish.paymentMethod === 'all') {
    const counts = await countOrders(db, {
      locationIds: places,
      startDate,
      endDate,
      orderType: orderType === 'all' ? undefined : orderType,
    });
    if (status === 'all') return { total: counts.total, isExact: true };
    const total = status === 'open' ? counts.pending + counts.preparing + counts.ready : counts[status];
    return { total, isExact: true };
  }
  const searched = wish.search.trim() !== '';
  const source = searched ? sql`order_search s join orders o on o.id = s.order_id` : sql`orders o`;
  const conditions = [
    sql`o.location_id = any(${[...places]}::text[])`,
    ...matching(wish),
    ...(searched ? [sql`s.search_text like ${containing(wish.search)}`] : []),
    ...(startDate === undefined ? [] : [sql`o.business_date >= ${startDate}`]),
    ...(endDate === undefined ? [] : [sql`o.business_date <= ${endDate}`]),
  ];
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select from ${source} where ${sql.join(conditions, sql` and `)} limit ${SEARCH_COUNTED + 1}
    ) found
  `.execute(db);
  const found = rows[0]?.total ?? 0;
  return { total: Math.min(found, SEARCH_COUNTED), isExact: found <= SEARCH_COUNTED };
}
