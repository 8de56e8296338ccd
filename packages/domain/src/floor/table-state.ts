import { addMinutes } from '../core/time.ts';

/** From `ordered` on, the bill of the sitting decides. */
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

interface TableForParty {
  readonly seats: number;
  readonly state: TableState;
  readonly sitting?: unknown;
}

/** The table for a party: the smallest free one that is large enough, one without a booking first. */
export function chooseTable<Table extends TableForParty>(tables: readonly Table[], partySize: number): Table | null {
  const fits = tables.filter(({ seats, sitting }) => !sitting && seats >= partySize);
  const isReserved = ({ state }: Table) => (state === 'reserved' ? 1 : 0);
  return fits.toSorted((a, b) => isReserved(a) - isReserved(b) || a.seats - b.seats)[0] ?? null;
}
