import { addMinutes } from '@tiffin/domain/core';
import { freeSeatingsOf } from '@tiffin/domain/floor';
import { DEFAULT_STAYS, LATE_PARTY_MINUTES, stayMinutes } from '@tiffin/domain/reservation';
import { partyNameOf, type Reservation } from '../reservations/reservation.ts';
import { partyName, type Floor, type FloorTable } from './floor-data.ts';

/** A party at a table, as a bar from when until when, in milliseconds. */
export interface StayBar {
  readonly key: string;
  readonly tableId: string;
  readonly name: string;
  readonly partySize: number;
  readonly from: number;
  readonly to: number;
  readonly state: 'left' | 'seated' | 'over' | 'booked' | 'late' | 'clash';
  /** By how much a party sits too long, or comes too late. */
  readonly minutes: number;
  /** Absent for a party that gave no reservation. */
  readonly reservation?: Reservation | undefined;
  /** Where it could sit instead, if its own table may not be free. */
  readonly other?: string | undefined;
}

/** Nobody knows for how much longer a party sits that is over its time. */
const SOON = 30 * 60_000;
const AWAITED = new Set<Reservation['status']>(['pending', 'confirmed']);
const minutesBetween = (from: number, to: number) => Math.floor((to - from) / 60_000);

function stayOf({ stayMinutes: own, reservationDetails: { partySize } }: Reservation): number {
  return own ?? stayMinutes(DEFAULT_STAYS, partySize);
}

/** Who sits or is expected at each table. A booking over joined tables has a bar at each. */
export function stayBars(
  tables: readonly FloorTable[],
  reservations: readonly Reservation[],
  at: Date,
  joins?: Floor['joins'],
): StayBar[] {
  const now = at.getTime();
  const sitting = tables.flatMap((table) =>
    table.sitting ? [sittingBar(table, table.sitting, reservations, now)] : [],
  );
  const others = reservations.flatMap((reservation) => {
    const names = reservation.tableNumber?.toLowerCase().split('+') ?? [];
    return tables
      .filter(({ name }) => names.includes(name.toLowerCase()) || name.toLowerCase() === names.join('+'))
      .flatMap((table) => reservationBar(table, reservation, now));
  });
  const bars = [...sitting, ...others];
  return bars.map((bar) => {
    const isTaken = bars.some(
      ({ tableId, key, from, to, state }) =>
        tableId === bar.tableId &&
        key !== bar.key &&
        from < bar.to &&
        ((state === 'seated' && to > bar.from) || (state === 'over' && to + SOON > bar.from)),
    );
    if (!AWAITED.has(bar.reservation?.status ?? 'seated') || !isTaken) return bar;
    return { ...bar, state: 'clash', other: otherSeating({ tables, joins }, bars, bar)?.name };
  });
}

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
    key: `${tableId} now`,
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

function reservationBar({ tableId }: FloorTable, reservation: Reservation, now: number): StayBar[] {
  const { id, status, startsAt, seatedAt, updatedAt, reservationDetails } = reservation;
  const isAwaited = AWAITED.has(status);
  if (!isAwaited && (status !== 'completed' || seatedAt === null)) return [];
  const from = Date.parse(seatedAt ?? startsAt);
  const late = isAwaited ? minutesBetween(from, now) : 0;
  return [
    {
      key: `${tableId} ${id}`,
      tableId,
      name: partyNameOf(reservation),
      partySize: reservationDetails.partySize,
      from,
      to: isAwaited ? addMinutes(new Date(from), stayOf(reservation)).getTime() : Date.parse(updatedAt),
      state: isAwaited ? (late >= LATE_PARTY_MINUTES.late ? 'late' : 'booked') : 'left',
      minutes: Math.max(0, late),
      reservation,
    },
  ];
}

/** The smallest table that is large enough and free for the whole stay, or joined ones. */
function otherSeating(
  { tables, joins }: Pick<Floor, 'joins'> & { readonly tables: readonly FloorTable[] },
  bars: readonly StayBar[],
  { from, to, partySize }: StayBar,
) {
  const isFree = ({ tableId }: FloorTable) =>
    !bars.some((bar) => bar.tableId === tableId && bar.from < to && bar.to > from);
  const free = tables.filter(isFree).map(({ sitting: _sitting, ...table }) => table);
  return freeSeatingsOf({ tables: free, joins }).find(({ seats }) => seats >= partySize);
}
