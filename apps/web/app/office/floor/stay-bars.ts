import { addMinutes } from '@tiffin/domain/core';
import { seatingsOfPlan } from '@tiffin/domain/floor';
import {
  DEFAULT_STAYS,
  fittingSeatings,
  isAtTable,
  isCalledParty,
  LATE_PARTY_MINUTES,
  stayMinutes,
} from '@tiffin/domain/reservation';
import { partyNameOf, type Reservation } from '../reservations/reservation.ts';
import { partyName, type Floor, type FloorTable } from './floor-data.ts';

/** A party at a table, as a bar from when until when, in milliseconds. */
export interface StayBar {
  readonly key: string;
  /** `NO_TABLE` for a booking without one. */
  readonly tableId: string;
  readonly name: string;
  readonly partySize: number;
  readonly from: number;
  readonly to: number;
  readonly state: 'left' | 'seated' | 'over' | 'booked' | 'late' | 'clash';
  /** How many minutes a party sits too long ('over'), or is late. */
  readonly minutes: number;
  /** Absent for a party without a reservation. */
  readonly reservation?: Reservation | undefined;
  /** Where a party could sit instead if others may still sit at its table ('clash'). */
  readonly alternative?: string | undefined;
}

/** Instead of the id of a table, for bookings that have none yet. */
export const NO_TABLE = '';

/** How much longer a party that is over its time is expected to sit. */
const EXPECTED_OVERTIME_MS = 30 * 60_000;
const AWAITED = new Set<Reservation['status']>(['pending', 'confirmed']);
const minutesBetween = (from: number, to: number) => Math.floor((to - from) / 60_000);

function stayOf(reservation: Reservation): number {
  return reservation.stayMinutes ?? stayMinutes(DEFAULT_STAYS, reservation.reservationDetails.partySize);
}

/** The key of the bar of the party that sits at this table now. */
export const sittingBarKey = (tableId: string) => `${tableId} now`;

/** True if a party that sits at a table now is expected to stay into the time of the bar. */
function overlapsSitting({ state, from, to }: StayBar, bar: StayBar): boolean {
  if (state !== 'seated' && state !== 'over') return false;
  return from < bar.to && (state === 'over' ? to + EXPECTED_OVERTIME_MS : to) > bar.from;
}

/** The parties that sit or are expected at each table. A booking over joined tables has a bar at each. */
export function stayBars(
  tables: readonly FloorTable[],
  reservations: readonly Reservation[],
  at: Date,
  { areas, joins }: Pick<Floor, 'areas' | 'joins'> = { areas: [] },
): StayBar[] {
  const now = at.getTime();
  const sittingBars = tables.flatMap((table) =>
    table.sitting ? [sittingBar(table, table.sitting, reservations, now)] : [],
  );
  const reservationBars = reservations.flatMap((reservation) => {
    const booked = tables.filter(({ name }) => isAtTable(reservation.tableNumber, name));
    const isUnplaced = booked.length === 0 && AWAITED.has(reservation.status);
    const tableIds = isUnplaced ? [NO_TABLE] : booked.map(({ tableId }) => tableId);
    return tableIds.flatMap((tableId) => reservationBar(tableId, reservation, now));
  });
  const bars = [...sittingBars, ...reservationBars];
  return bars.map((bar) => {
    const isAwaited = AWAITED.has(bar.reservation?.status ?? 'seated');
    const isTableTaken = bars.some(
      (each) => each.tableId === bar.tableId && each.key !== bar.key && overlapsSitting(each, bar),
    );
    if (!isAwaited || !isTableTaken || bar.tableId === NO_TABLE) return bar;
    return { ...bar, state: 'clash', alternative: alternativeSeating({ areas, tables, joins }, bars, bar)?.name };
  });
}

/** The bar of a party that sits at a table now. It ends now at the earliest, because the party has not left. */
function sittingBar(
  { tableId }: FloorTable,
  party: NonNullable<FloorTable['sitting']>,
  reservations: readonly Reservation[],
  now: number,
): StayBar {
  const reservation = reservations.find(({ reservationId }) => reservationId === party.reservationId);
  const minutes = reservation ? stayOf(reservation) : stayMinutes(DEFAULT_STAYS, party.partySize);
  const from = Date.parse(party.seatedAt);
  const to = addMinutes(new Date(from), minutes).getTime();
  const isOver = to < now;
  return {
    key: sittingBarKey(tableId),
    tableId,
    name: partyName(party) || (reservation ? partyNameOf(reservation) : ''),
    partySize: party.partySize,
    from,
    to: Math.max(to, now),
    state: isOver ? 'over' : 'seated',
    minutes: isOver ? minutesBetween(to, now) : 0,
    reservation,
  };
}

/** The bar of a party that is expected or has left; none if it sits now, was cancelled or did not come. */
function reservationBar(tableId: string, reservation: Reservation, now: number): StayBar[] {
  const { id, status, startsAt, seatedAt, updatedAt, reservationDetails } = reservation;
  const isAwaited = AWAITED.has(status);
  if (!isAwaited && (status !== 'completed' || seatedAt === null)) return [];
  const from = Date.parse(seatedAt ?? startsAt);
  const lateMinutes = isAwaited ? minutesBetween(from, now) : 0;
  const isLate = lateMinutes >= LATE_PARTY_MINUTES.late && !isCalledParty(reservation);
  return [
    {
      key: `${tableId} ${id}`,
      tableId,
      name: partyNameOf(reservation),
      partySize: reservationDetails.partySize,
      from,
      to: isAwaited ? addMinutes(new Date(from), stayOf(reservation)).getTime() : Date.parse(updatedAt),
      state: isAwaited ? (isLate ? 'late' : 'booked') : 'left',
      minutes: Math.max(0, lateMinutes),
      reservation,
    },
  ];
}

/** The best seating that is large enough and free for the whole stay. */
function alternativeSeating(
  plan: Pick<Floor, 'areas' | 'joins'> & { readonly tables: readonly FloorTable[] },
  bars: readonly StayBar[],
  { from, to, partySize }: StayBar,
) {
  const isFree = ({ tableId }: FloorTable) =>
    !bars.some((bar) => bar.tableId === tableId && bar.from < to && bar.to > from);
  return fittingSeatings(seatingsOfPlan({ ...plan, tables: plan.tables.filter(isFree) }), partySize)[0];
}

/** Bars in as few rows as possible, so that none covers another. */
export function rowsOfBars(bars: readonly StayBar[]): StayBar[][] {
  const rows: StayBar[][] = [];
  for (const bar of bars.toSorted((one, other) => one.from - other.from)) {
    const row = rows.find((each) => each.every(({ to }) => to <= bar.from));
    if (row) row.push(bar);
    else rows.push([bar]);
  }
  return rows;
}
