import { ok, say, type Result, fail } from '../core/index.ts';
import type { OrderStatus } from '../order/statuses.ts';
import { isTicketOpen, ownLines, type StationLine } from './station-ticket.ts';
import type { Station } from './stations.ts';

/** How many tickets of a station can be recalled. There is no time limit. */
export const RECALLABLE_TICKETS = 20;

/** The note of the step back, by which the history and the messages recognise a recall. */
export const RECALL_NOTE = 'Recalled';

const RECALL_REFUSALS = {
  completed: say`This order was handed over, so the kitchen cannot recall it.`,
  cancelled: say`This order was cancelled, so the kitchen cannot recall it.`,
  pending: say`The kitchen has not started this order, so there is nothing to recall.`,
} as const;

/** Checks that the order can be recalled. */
export function checkRecall(status: OrderStatus): Result<true> {
  if (status === 'preparing' || status === 'ready') return ok(true);
  return fail('invalid-transition', RECALL_REFUSALS[status], { from: status, to: 'preparing' });
}

interface LeftOrder<Line extends StationLine> {
  readonly id: string;
  readonly status: OrderStatus;
  readonly readyTime: string | null;
  readonly items: readonly Line[];
}

/**
 * The orders that left a station last, newest first: those with all of its lines done, and those that are ready or
 * handed over. `station` is null for the pass, which an order leaves when it is ready.
 */
export function lastTickets<Line extends StationLine, Order extends LeftOrder<Line>>(
  orders: readonly Order[],
  station: Station | null,
  stations: readonly Station[],
): readonly Order[] {
  return orders
    .flatMap((order) => {
      const leftAt = leftStationAt(order, station, stations);
      return leftAt === null ? [] : [{ order, leftAt }];
    })
    .toSorted((a, b) => b.leftAt - a.leftAt || (a.order.id < b.order.id ? -1 : 1))
    .slice(0, RECALLABLE_TICKETS)
    .map(({ order }) => order);
}

/** When the order left the station; null if it is still there, or never was. */
function leftStationAt(order: LeftOrder<StationLine>, station: Station | null, stations: readonly Station[]) {
  if (order.status === 'pending' || order.status === 'cancelled') return null;
  const isPass = station === null || station.kind === 'pass';
  const lines = ownLines(order.items, station, stations);
  if (lines.length === 0 || (order.status === 'preparing' && (isPass || isTicketOpen({ lines })))) return null;
  const doneTimes = lines.flatMap(({ doneAt }) => (doneAt === null ? [] : [Date.parse(doneAt)]));
  const readyTime = isPass || doneTimes.length === 0 ? order.readyTime : null;
  return readyTime === null ? Math.max(0, ...doneTimes) : Date.parse(readyTime);
}
