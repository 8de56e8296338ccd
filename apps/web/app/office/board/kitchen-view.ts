import {
  isLineDone,
  isTicketOpen,
  stationOf,
  stationTicket,
  ticketChanges,
  type OtherStation,
  type Station,
  type TicketChange,
} from '@tiffin/domain/kitchen';
import type { BoardOrder } from './board-orders.ts';

/** An order as one screen of the kitchen shows it. */
export interface KitchenView {
  readonly order: BoardOrder;
  readonly lines: BoardOrder['items'];
  readonly changes: readonly TicketChange[];
  readonly coveredFor: readonly Station[];
  readonly others: readonly OtherStation[];
  /** Something is left to do here. */
  readonly isOpen: boolean;
}

/** Whether two views of an order look the same. */
export function isSameView(one: KitchenView, other: KitchenView): boolean {
  return one.order === other.order && contentOf(one) === contentOf(other);
}

function contentOf({ lines, changes, coveredFor, others, isOpen }: KitchenView): string {
  return JSON.stringify([
    lines.map(({ line }) => line),
    changes,
    coveredFor.map(({ id }) => id),
    others.map(({ station, open, done }) => [station?.id, open, done]),
    isOpen,
  ]);
}

/** Returns a function that keeps the views where nothing changed, so that only changed tickets render again. */
export function createViewCache(): (now: readonly KitchenView[]) => readonly KitchenView[] {
  let before: ReadonlyMap<string, KitchenView> = new Map();
  return (now) => {
    const views = now.map((view) => {
      const same = before.get(view.order.id);
      return same && isSameView(same, view) ? same : view;
    });
    before = new Map(views.map((view) => [view.order.id, view]));
    return views;
  };
}

/** What the screen of a station shows; `station` is null for all dishes. */
export function kitchenViews(
  orders: readonly BoardOrder[],
  {
    station,
    stations,
    seen,
    now,
  }: {
    readonly station: Station | null;
    readonly stations: readonly Station[];
    readonly seen: Readonly<Record<string, string>>;
    readonly now: number;
  },
): KitchenView[] {
  return orders.flatMap((order) => {
    const { lines, coveredFor, others } = stationTicket(order.items, station, stations, now);
    const view = { order, lines: [...lines], coveredFor, others, isOpen: isTicketOpen({ lines }) };
    const changes = changesHere(view, station, seen[order.id] ?? order.prepStartTime);
    const isPass = station === null || station.kind === 'pass';
    return isPass || view.isOpen || changes.length > 0 ? [{ ...view, changes }] : [];
  });
}

/** The unread changes of lines that are made here. A line that is done needs no reading. */
function changesHere(
  { order, lines }: Pick<KitchenView, 'order' | 'lines'>,
  station: Station | null,
  since: string | null,
): TicketChange[] {
  if (!order.changes) return [];
  return ticketChanges(order.changes, since, order.items).filter(({ kind, line, stationId }) => {
    if (kind === 'void')
      return station === null || station.kind === 'pass' || stationId === undefined || stationId === station.id;
    const item = lines.find((each) => each.line === line);
    return item !== undefined && !isLineDone(item);
  });
}

/** The name of the station of each line, for the pass; empty for a kitchen without stations. */
export function stationNames(order: BoardOrder, stations: readonly Station[]): ReadonlyMap<number, string> {
  if (stations.length === 0) return new Map();
  return new Map(
    order.items.flatMap((item) => {
      const name = stationOf(item, stations)?.name;
      return name === undefined ? [] : [[item.line, name] as const];
    }),
  );
}
