import type { ResponseOf } from '@tiffin/contract';
import {
  checkRecall,
  countAllDay,
  isInKitchen,
  isTicketOpen,
  lastTickets,
  stationOf,
  stationTicket,
  ticketChanges,
  type Station,
} from '@tiffin/domain/kitchen';
import { allergiesOf, lineTexts, servedAtText } from '@tiffin/domain/order';
import type { Actor } from '@tiffin/domain/people';
import { say } from '@tiffin/domain/core';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { orderAnswer } from '../../orders/order-answer.ts';
import { readOrders } from '../../orders/queries.ts';
import {
  markStationSeen,
  readOpenOrders,
  readStation,
  readStations,
  stationAnswers,
  stationLine,
  toStation,
} from './read-stations.ts';

type Answer = ResponseOf<'getStationTickets'>;
type Ticket = Answer['tickets'][number];

/** Which orders that were handed over may still be recalled: the latest ones. */
const HANDED_OVER = { hours: 24, orders: 60 } as const;

/** The tickets of a station, as a screen or a program shows them. Reading them counts as showing them. */
export async function showStationTickets(context: Context, actor: Actor, stationId: string): Promise<Answer> {
  const { location_id: locationId } = await readStation(context.db, actor, stationId, 'order.read');
  await markStationSeen(context, stationId, locationId);
  const [rows, open, handedOver] = await Promise.all([
    readStations(context.db, locationId),
    readOpenOrders(context.db, locationId),
    readHandedOver(context, locationId),
  ]);
  const stations = rows.map(toStation);
  const answer = stationAnswers(context, rows, open).find((each) => each.stationId === stationId);
  const station = stations.find(({ id }) => id === stationId) ?? null;
  if (!answer) throw new Error('the station was read before');
  const now = context.clock.now();
  const cooking = open
    .filter((row) => isInKitchen(row.status, row.accepted_at))
    // A scheduled order comes when the kitchen has to start it.
    .filter((row) => row.status === 'preparing' || row.wanted_for === null || (row.fire_at ?? row.order_time) <= now)
    .toSorted(
      (a, b) =>
        Number(a.held_at !== null) - Number(b.held_at !== null) ||
        a.estimated_ready.getTime() - b.estimated_ready.getTime() ||
        (a.id < b.id ? -1 : 1),
    );
  const tickets = cooking.flatMap((row) => stationTicketAnswer(context, row, station, stations, now) ?? []);
  return {
    station: answer,
    tickets,
    allDay: countAllDay(
      cooking
        .filter((row) => row.held_at === null)
        .flatMap((row) => stationTicket(countedLines(row), station, stations, now.getTime()).lines),
    ).map((each) => ({ ...each, options: [...each.options] })),
    recallable: recallableTickets([...open, ...handedOver], station, stations),
    serverTime: now.toISOString(),
  };
}

/** The lines of an order as `countAllDay` adds them up. */
function countedLines(row: OrderRow) {
  return row.items.map((item) => ({ ...stationLine(row, item), options: item.options ?? undefined }));
}

function readHandedOver({ db, clock }: Context, locationId: string): Promise<OrderRow[]> {
  const since = new Date(clock.now().getTime() - HANDED_OVER.hours * 3_600_000);
  return readOrders(
    db,
    sql`o.location_id = ${locationId} and o.status = 'completed' and o.order_time >= ${since}`,
    sql`order by o.order_time desc limit ${HANDED_OVER.orders}`,
  );
}

/** The ticket of an order at a station; null if the station has no dish of it to make. */
export function stationTicketAnswer(
  context: Context,
  row: OrderRow,
  station: Station | null,
  stations: readonly Station[],
  now: Date,
): Ticket | null {
  const order = orderAnswer(row, now, context);
  const { lines, coveredFor, others } = stationTicket(order.items, station, stations, now.getTime());
  const isPass = station === null || station.kind === 'pass';
  if (!isPass && !isTicketOpen({ lines })) return null;
  const numbers = new Set(lines.map(({ line }) => line));
  return {
    orderId: row.id,
    status: row.status,
    orderType: row.order_type,
    servedAt: servedAtText(order) ?? undefined,
    orderTime: order.orderTime,
    heldAt: order.heldAt,
    estimatedReady: order.estimatedReady,
    allergies: allergiesOf(order),
    awaitsAllergyCheck:
      order.awaitsAllergyCheck && lines.some(({ allergyCheck }) => allergyCheck && allergyCheck.at === null),
    note: order.specialInstructions,
    lines: lines.map((line) => ({
      line: line.line,
      id: line.id,
      name: line.name,
      quantity: line.quantity,
      category: line.category,
      selectedSpiceLevel: line.selectedSpiceLevel,
      spiceLevelName: line.spiceLevelName,
      doneAt: line.doneAt,
      isCooked: line.isCooked === false ? false : undefined,
      seat: line.seat,
      note: line.note || undefined,
      allergies: line.allergies,
      allergyCheck: line.allergyCheck,
      refundedQuantity: line.refundedQuantity || undefined,
      options: lineTexts({ options: line.options }, 'kitchen'),
      stationId: stationOf(line, stations)?.id ?? null,
    })),
    coveredFor: coveredFor.map(({ id, name }) => ({ stationId: id, name })),
    waitingFor: others.map(({ station: other, open, done }) => ({
      stationId: other?.id ?? null,
      name: other?.name ?? say`Pass`,
      open,
      done,
    })),
    changes: ticketChanges(order.changes ?? [], order.prepStartTime ?? order.acceptedAt, order.items)
      .filter((change) => isPass || numbers.has(change.line) || isRemovedHere(change, station))
      .map(({ stationId: _where, ...change }) => change),
    version: row.version,
  };
}

/** Old changes do not name the station of a removed line, so every station shows it. */
function isRemovedHere({ kind, stationId }: { kind: string; stationId?: string | null | undefined }, { id }: Station) {
  return kind === 'void' && (stationId === undefined || stationId === id);
}

/** The last tickets that left the station's screen, each with the reason if it cannot be recalled. */
function recallableTickets(orders: readonly OrderRow[], station: Station | null, stations: readonly Station[]) {
  const candidates = orders.map((row) => ({
    id: row.id,
    status: row.status,
    readyTime: row.ready_time?.toISOString() ?? null,
    items: row.items.map((item) => stationLine(row, item)),
  }));
  return lastTickets(candidates, station, stations).map(({ id, status, readyTime }) => {
    const allowed = checkRecall(status);
    return { orderId: id, status, readyTime, whyNot: allowed.ok ? null : allowed.error.message };
  });
}
