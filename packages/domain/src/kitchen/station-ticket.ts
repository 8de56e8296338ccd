import { portionsToCook } from '../order/portions-to-cook.ts';
import type { OrderStatus } from '../order/statuses.ts';
import { shownAt, stationOf, type RoutedLine, type Station } from './stations.ts';

/** The fields of an order line that a kitchen screen needs. */
export interface StationLine extends RoutedLine {
  readonly line: number;
  readonly quantity: number;
  readonly refundedQuantity?: number | undefined;
  readonly doneAt: string | null;
  /** False if the kitchen does not make it. */
  readonly isCooked?: boolean | undefined;
}

/** Whether the order was accepted and not started. The first dish that is done starts it. */
export function startsWithFirstDish(status: OrderStatus, acceptedAt: unknown): boolean {
  // An answer of an older server has no time.
  return status === 'pending' && acceptedAt != null;
}

/** Whether the kitchen makes the order. */
export function isInKitchen(status: OrderStatus, acceptedAt: unknown): boolean {
  return status === 'preparing' || startsWithFirstDish(status, acceptedAt);
}

/** True if nothing is left to make of the line. */
export function isLineDone(line: StationLine): boolean {
  return line.doneAt !== null || line.isCooked === false || portionsToCook(line) === 0;
}

export interface OtherStation {
  /** Null for the pass. */
  readonly station: Station | null;
  readonly open: number;
  readonly done: number;
}

/** An order as one station sees it. */
export interface StationTicket<Line extends StationLine> {
  readonly lines: readonly Line[];
  /** The stations whose lines are shown here because their screens are offline. */
  readonly coveredFor: readonly Station[];
  readonly others: readonly OtherStation[];
}

/** The lines of an order at a station, and the other stations that it waits for. The pass has every line. */
export function stationTicket<Line extends StationLine>(
  items: readonly Line[],
  station: Station | null,
  stations: readonly Station[],
  now: number,
): StationTicket<Line> {
  const routed = items.map((line) => ({ line, maker: stationOf(line, stations) }));
  const coveredIds = new Set(
    stations
      .filter((each) => each.id !== station?.id && shownAt(each, stations, now)?.id === station?.id)
      .map(({ id }) => id),
  );
  const isPass = station === null || station.kind === 'pass';
  const isCovered = (maker: Station | null) => maker !== null && coveredIds.has(maker.id);
  const isHere = (maker: Station | null) => isPass || maker?.id === station.id || isCovered(maker);
  return {
    lines: routed.filter(({ maker }) => isHere(maker)).map(({ line }) => line),
    coveredFor: stations.filter(({ id }) => coveredIds.has(id) && routed.some(({ maker }) => maker?.id === id)),
    others: otherStations(routed.filter(({ maker }) => maker?.id !== station?.id && !isCovered(maker))),
  };
}

/** The lines that a station makes itself, whichever screens are offline. The pass has every line. */
export function ownLines<Line extends StationLine>(
  items: readonly Line[],
  station: Station | null,
  stations: readonly Station[],
): readonly Line[] {
  if (station === null || station.kind === 'pass') return items;
  return items.filter((line) => stationOf(line, stations)?.id === station.id);
}

interface RoutedToMaker {
  readonly line: StationLine;
  readonly maker: Station | null;
}

function otherStations(routed: readonly RoutedToMaker[]): OtherStation[] {
  return [...Map.groupBy(routed, ({ maker }) => maker)].flatMap(([station, group]) => {
    const counted = group.filter(({ line }) => line.isCooked !== false && portionsToCook(line) > 0);
    const done = counted.filter(({ line }) => isLineDone(line)).length;
    return counted.length === 0 ? [] : [{ station, open: counted.length - done, done }];
  });
}

/** Whether a station still has something to do for an order. */
export function isTicketOpen({ lines }: Pick<StationTicket<StationLine>, 'lines'>): boolean {
  return lines.some((line) => !isLineDone(line));
}
