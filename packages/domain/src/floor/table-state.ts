import { addMinutes } from '../core/time.ts';
import { fittingSeatings, isAtTable, seatingsOf, type Seating } from '../reservation/stays.ts';
import type { BillsOfParty } from './party-state.ts';

/** The states from `ordered` on follow from the bills of the party. */
export const TABLE_STATES = ['free', 'reserved', 'seated', 'ordered', 'served', 'paying'] as const;
export type TableState = (typeof TABLE_STATES)[number];

/** For this many minutes a party that was sent home by mistake can be brought back to its table. */
export const RESUME_MINUTES = 15;

/** A table counts as reserved this long before its booking, and this long after, while the guests are awaited. */
export const RESERVED_MINUTES = { before: 90, after: 180 } as const;

/** The bookings that reserve their tables at this time start within these bounds. */
export function reservedBounds(now: Date): { readonly from: Date; readonly to: Date } {
  return { from: addMinutes(now, -RESERVED_MINUTES.after), to: addMinutes(now, RESERVED_MINUTES.before) };
}

/** The state of a table. Of its sitting and next booking only the presence counts; the bills are those of the party. */
export function tableState({
  sitting,
  booking,
  bills,
}: {
  sitting?: unknown;
  booking?: unknown;
  bills?: Pick<BillsOfParty, 'isPaying' | 'open' | 'finished'> | undefined;
}): TableState {
  if (sitting && bills?.isPaying) return 'paying';
  if (sitting && bills && bills.open > 0) return 'ordered';
  if (sitting && bills && bills.finished > 0) return 'served';
  if (sitting) return 'seated';
  return booking ? 'reserved' : 'free';
}

interface TablesOfPlan {
  readonly areas?: ReadonlyArray<{ readonly name: string }> | undefined;
  readonly tables: ReadonlyArray<{
    readonly tableId: string;
    readonly name: string;
    readonly seats: number;
    /** The name of its area. */
    readonly area?: string | undefined;
    readonly sitting?: unknown;
  }>;
  /** By name. */
  readonly joins?: readonly (readonly string[])[] | undefined;
}

/** Where parties can sit: at the tables of a plan, single or joined. */
export function seatingsOfPlan({ areas = [], tables, joins = [] }: TablesOfPlan): Seating[] {
  // No table has an empty id, so `seatingsOf` leaves out joins with a table that is missing.
  const idOf = (joined: string) => tables.find(({ name }) => name === joined)?.tableId ?? '';
  const positionOf = (area: string | undefined) => areas.findIndex(({ name }) => name === area);
  return seatingsOf(
    tables.map(({ tableId: id, name, seats, area }) => ({ id, name, seats, area: Math.max(0, positionOf(area)) })),
    joins.map((names) => names.map(idOf)),
  );
}

/** The same at the tables that are free now. */
export const freeSeatingsOf = (plan: TablesOfPlan): Seating[] =>
  seatingsOfPlan({ ...plan, tables: plan.tables.filter(({ sitting }) => !sitting) });

/** A party that is awaited at a table. */
interface AwaitedParty {
  /** Its tables by name, such as 12 or 12+13. */
  readonly tableNumber: string | null;
  readonly startsAt: string;
}

/**
 * Where a party is to sit from now on: at the best seating that is large enough and where nobody else is awaited during
 * its stay. Otherwise where the next party is awaited last; a late one may come at any moment.
 */
export function chooseSeating(
  plan: TablesOfPlan,
  { partySize, now, minutes }: { readonly partySize: number; readonly now: Date; readonly minutes: number },
  awaited: readonly AwaitedParty[] = [],
): Seating | null {
  const end = addMinutes(now, minutes).getTime();
  const { from } = reservedBounds(now);
  const namesOf = ({ tables }: Seating) =>
    plan.tables.flatMap(({ tableId, name }) => (tables.includes(tableId) ? name : []));
  const freeUntil = (seating: Seating) => {
    const names = namesOf(seating);
    const isNext = ({ tableNumber, startsAt }: AwaitedParty) =>
      Date.parse(startsAt) >= from.getTime() && names.some((name) => isAtTable(tableNumber, name));
    return Math.min(end, ...awaited.filter(isNext).map(({ startsAt }) => Date.parse(startsAt)));
  };
  // Sorting keeps the order of seatings that are free for equally long.
  const ranked = fittingSeatings(freeSeatingsOf(plan), partySize).map((seating) => ({
    seating,
    until: freeUntil(seating),
  }));
  return ranked.toSorted((one, other) => other.until - one.until)[0]?.seating ?? null;
}
