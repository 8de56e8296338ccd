import { addMinutes } from '../core/time.ts';
import { seatingsOf, type Seating } from '../reservation/stays.ts';

/** The states from `ordered` on follow from the bills of the party. */
export const TABLE_STATES = ['free', 'reserved', 'seated', 'ordered', 'served', 'paying'] as const;
export type TableState = (typeof TABLE_STATES)[number];

/** A table counts as reserved this long before its booking, and this long after, while the guests are awaited. */
export const RESERVED_MINUTES = { before: 90, after: 180 } as const;

/** The bookings that reserve their tables at this time start within these bounds. */
export function reservedBounds(now: Date): { readonly from: Date; readonly to: Date } {
  return { from: addMinutes(now, -RESERVED_MINUTES.after), to: addMinutes(now, RESERVED_MINUTES.before) };
}

/** What was ordered on the bills of a party. Held courses do not count. */
export interface BillsOfParty {
  /** Orders that the kitchen has not finished. */
  readonly open: number;
  readonly finished: number;
  /** Whether a bill was printed, split or paid in part. */
  readonly isPaying: boolean;
}

/** The state of a table. Of its sitting and next booking only the presence counts; the bills are those of the party. */
export function tableState({
  sitting,
  booking,
  bills,
}: {
  sitting?: unknown;
  booking?: unknown;
  bills?: BillsOfParty | undefined;
}): TableState {
  if (sitting && bills?.isPaying) return 'paying';
  if (sitting && bills && bills.open > 0) return 'ordered';
  if (sitting && bills && bills.finished > 0) return 'served';
  if (sitting) return 'seated';
  return booking ? 'reserved' : 'free';
}

interface TablesOfPlan {
  readonly tables: ReadonlyArray<{
    readonly tableId: string;
    readonly name: string;
    readonly seats: number;
    readonly state: TableState;
    readonly sitting?: unknown;
  }>;
  /** By name. */
  readonly joins?: readonly (readonly string[])[] | undefined;
}

/** Where parties can sit now: at free tables, single or joined. */
export function freeSeatingsOf({ tables, joins = [] }: TablesOfPlan): Seating[] {
  const free = tables.filter(({ sitting }) => !sitting);
  // No table has an empty id, so `seatingsOf` leaves out joins with a table that is not free.
  const idOf = (joined: string) => free.find(({ name }) => name === joined)?.tableId ?? '';
  return seatingsOf(
    free.map(({ tableId, name, seats }) => ({ id: tableId, name, seats })),
    joins.map((names) => names.map(idOf)),
  );
}

/**
 * Where a party is to sit: at the first seating that is large enough, if possible one without a booking. `seatingsOf`
 * lists single tables before joined ones and the smallest first, and sorting keeps this order.
 */
export function chooseSeating(plan: TablesOfPlan, partySize: number): Seating | null {
  const reserved = new Set(plan.tables.flatMap(({ tableId, state }) => (state === 'reserved' ? tableId : [])));
  const rank = ({ tables }: Seating) => (tables.some((id) => reserved.has(id)) ? 1 : 0);
  const largeEnough = freeSeatingsOf(plan).filter(({ seats }) => seats >= partySize);
  return largeEnough.toSorted((a, b) => rank(a) - rank(b))[0] ?? null;
}
