import {
  isLineDone,
  isTicketOpen,
  shownAt,
  stationOf,
  stationTicket,
  ticketChanges,
  type OtherStation,
  type Station,
  type TicketChange,
} from '@tiffin/domain/kitchen';
import type { BoardOrder } from '../board/board-orders.ts';

/** An order as one screen of the kitchen shows it. */
export interface KitchenView {
  readonly order: BoardOrder;
  readonly lines: BoardOrder['items'];
  /** Those that nobody has seen yet. */
  readonly changes: readonly TicketChange[];
  /** The stations whose lines are shown here because their screens are offline. */
  readonly coveredFor: readonly Station[];
  readonly others: readonly OtherStation[];
  /** Something is left to do here. */
  readonly isOpen: boolean;
}

/** True if both show the same. The order itself is compared by identity. */
export function isSameView(one: KitchenView, other: KitchenView): boolean {
  return one === other || (one.order === other.order && contentOf(one) === contentOf(other));
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
function createViewCache(): (next: readonly KitchenView[]) => readonly KitchenView[] {
  let before: ReadonlyMap<string, KitchenView> = new Map();
  return (next) => {
    const views = next.map((view) => {
      const same = before.get(view.order.id);
      return same && isSameView(same, view) ? same : view;
    });
    before = new Map(views.map((view) => [view.order.id, view]));
    return views;
  };
}

interface KitchenScreen {
  /** Null for all dishes. */
  readonly station: Station | null;
  readonly stations: readonly Station[];
  /** Until when the changes of each order were seen. */
  readonly seen: Readonly<Record<string, string>>;
  readonly now: number;
}

/** Returns a function that gives what a screen shows. It computes only the orders that changed since it was called. */
export function createKitchenViews(): (orders: readonly BoardOrder[], screen: KitchenScreen) => readonly KitchenView[] {
  const cachedView = createOrderCache<KitchenView | null>();
  const keepSame = createViewCache();
  return (orders, screen) => {
    const { station, stations, seen, now } = screen;
    const dependencies = [station, stations, seen, screensKey(stations, now)];
    return keepSame(orders.flatMap((order) => cachedView(order, dependencies, () => viewOf(order, screen)) ?? []));
  };
}

/** Returns a function that counts the open tickets of each station. */
export function createTicketCounter() {
  const openAt = createOrderCache<readonly string[]>();
  return (orders: readonly BoardOrder[], stations: readonly Station[], now: number) => {
    const dependencies = [stations, screensKey(stations, now)];
    const counts = new Map<string, number>();
    for (const order of orders) {
      const ids = openAt(order, dependencies, () =>
        stations.filter((each) => isTicketOpen(stationTicket(order.items, each, stations, now))).map(({ id }) => id),
      );
      for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    return counts;
  };
}

/** Identifies at which screen each station's dishes are shown. Only this depends on the time. */
function screensKey(stations: readonly Station[], now: number): string {
  return JSON.stringify(stations.map((each) => shownAt(each, stations, now)?.id));
}

/** Computes a value of each order once, until the order or a dependency is replaced. */
function createOrderCache<Value>() {
  let current: readonly unknown[] = [];
  let values = new WeakMap<BoardOrder, { readonly value: Value }>();
  return (order: BoardOrder, dependencies: readonly unknown[], compute: () => Value): Value => {
    if (dependencies !== current) {
      const isSame =
        dependencies.length === current.length && dependencies.every((each, index) => each === current[index]);
      if (!isSame) values = new WeakMap();
      current = dependencies;
    }
    const known = values.get(order);
    if (known) return known.value;
    const value = compute();
    values.set(order, { value });
    return value;
  };
}

/** Null if nothing is left to do here, and nothing to read. */
function viewOf(order: BoardOrder, { station, stations, seen, now }: KitchenScreen): KitchenView | null {
  const { lines, coveredFor, others } = stationTicket(order.items, station, stations, now);
  const view = { order, lines: [...lines], coveredFor, others, isOpen: isTicketOpen({ lines }) };
  const changes = changesHere(view, station, seen[order.id] ?? order.prepStartTime ?? order.acceptedAt);
  const isPass = station === null || station.kind === 'pass';
  return isPass || view.isOpen || changes.length > 0 ? { ...view, changes } : null;
}

/** The unseen changes of lines that are made here. Those of a line that is done no longer matter. */
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
