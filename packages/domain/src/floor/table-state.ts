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

export function tableState({ sitting, booking }: { sitting?: unknown; booking?: unknown }): TableState {
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
