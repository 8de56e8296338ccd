import type { ResponseOf } from '@tiffin/contract';
import { refuse, say, sumOf, valueOrThrow } from '@tiffin/domain/core';
import { isLineDone, isScreenOnline, stationOf, type Station, type StationLine } from '@tiffin/domain/kitchen';
import { OPEN_STATUSES, portionsToCook } from '@tiffin/domain/order';
import { authorise, type Action, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../../context.ts';
import type { OrderItemRow, OrderRow } from '../../../platform/db/order-row.ts';
import type { Row } from '../../../platform/db/schema.ts';
import { sqlList } from '../../../platform/db/sql-lists.ts';
import { readOrders } from '../../orders/queries.ts';
import { refundedQuantity } from '../../orders/refunded-units.ts';

export type StationRow = Row<'stations'>;
export type StationAnswer = ResponseOf<'getStations'>['stations'][number];

/** A screen reports every few seconds that it is online; it is stored at most this often. */
const SEEN_STEP_MS = 10_000;

/** The stations of a location, oldest first. */
export function readStations(db: Db | Tx, locationId: string): Promise<StationRow[]> {
  return db
    .selectFrom('stations')
    .selectAll()
    .where('location_id', '=', locationId)
    .orderBy('created_at')
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/** A station that the actor may use. Others get 403, or 404 if it was deleted. */
export async function readStation(db: Db | Tx, actor: Actor, id: string, action: Action): Promise<StationRow> {
  const row = await db.selectFrom('stations').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw refuse('not-found', say`This station was deleted. Choose another one.`);
  valueOrThrow(authorise(action, actor, { locationId: row.location_id }));
  return row;
}

/** The station with what decides which lines it gets. */
export function toStation(row: StationRow): Station {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    isDefault: row.is_default,
    fallbackId: row.fallback_id,
    categories: row.categories,
    itemIds: row.item_ids,
    options: row.options,
    seenAt: row.seen_at.getTime(),
  };
}

/** The line of an order with what decides which station makes it. */
export function stationLine(row: OrderRow, item: OrderItemRow): StationLine & { readonly name: string } {
  return {
    line: item.line,
    id: item.item_id,
    name: item.name,
    category: item.category,
    options: item.options ?? undefined,
    stationId: item.station_id,
    quantity: item.quantity,
    refundedQuantity: refundedQuantity(row, item),
    doneAt: item.done_at,
    isCooked: item.is_cooked ?? undefined,
  };
}

/** The open orders of a location by id: callers that lock them do so in this sequence, which prevents deadlocks. */
export function readOpenOrders(db: Db | Tx, locationId: string): Promise<OrderRow[]> {
  const open = sql`o.location_id = ${locationId} and o.status in (${sqlList(OPEN_STATUSES)})`;
  return readOrders(db, open, sql`order by o.id`);
}

/** The stations with their open dishes. A station whose screen asks (`screenOf`) counts as seen now. */
export async function listStations(
  context: Context,
  actor: Actor,
  { locationId, screenOf }: { readonly locationId: string; readonly screenOf?: string | undefined },
): Promise<StationAnswer[]> {
  valueOrThrow(authorise('order.read', actor, { locationId }));
  if (screenOf !== undefined) await markStationSeen(context, screenOf, locationId);
  const rows = await readStations(context.db, locationId);
  return rows.length === 0 ? [] : stationAnswers(context, rows, await readOpenOrders(context.db, locationId));
}

/** Stores that the screen of a station is online. */
export async function markStationSeen({ db, clock }: Context, id: string, locationId: string): Promise<void> {
  const now = clock.now();
  await db
    .updateTable('stations')
    .set({ seen_at: now })
    .where('id', '=', id)
    .where('location_id', '=', locationId)
    .where('seen_at', '<', new Date(now.getTime() - SEEN_STEP_MS))
    .execute();
}

/** The stations as the API describes them, with how many dishes of these orders each has to make. */
export function stationAnswers(
  context: Context,
  rows: readonly StationRow[],
  orders: readonly OrderRow[],
): StationAnswer[] {
  const now = context.clock.now().getTime();
  const stations = rows.map(toStation);
  const open = orders
    // The order of a held course is not made yet.
    .filter((order) => order.held_at === null)
    .flatMap((order) => order.items.map((item) => stationLine(order, item)))
    .filter((line) => !isLineDone(line))
    .map((line) => ({ portions: portionsToCook(line), stationId: stationOf(line, stations)?.id }));
  return rows.map((row) => ({
    stationId: row.id,
    locationId: row.location_id,
    name: row.name,
    kind: row.kind,
    isDefault: row.is_default,
    fallbackId: row.fallback_id,
    categories: row.categories,
    itemIds: row.item_ids,
    options: [...row.options],
    seenAt: row.seen_at.toISOString(),
    // A new station counts as seen when it is created, so that it has time to open its screen.
    wasSeen: row.seen_at > row.created_at,
    isOnline: isScreenOnline({ seenAt: row.seen_at.getTime() }, now),
    openDishes: sumOf(open.filter(({ stationId }) => stationId === row.id).map(({ portions }) => portions)),
    version: row.version,
  }));
}
