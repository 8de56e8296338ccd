import { reservedBounds } from '@tiffin/domain/floor';
import {
  AWAITED_STATUSES,
  findSeating,
  seatingFor,
  stayFrom,
  withTables,
  type Occupancy,
  type Seating,
} from '@tiffin/domain/reservation';
import type { Context, Tx } from '../../context.ts';
import { readLocation } from '../locations/queries.ts';
import type { Author } from '../log/record-audit-entries.ts';
import { stayMinutesAt, readUnplaced } from './occupancy.ts';
import { selectReservations } from './queries.ts';
import type { ReservationRow } from './reservation-answer.ts';
import { readPlannedTables } from './table-plans.ts';
import { writeReservation } from './write-reservation.ts';

/** Locks the bookings that are awaited at any of these tables, the earliest first. */
export async function lockBookingsAt(
  tx: Tx,
  locationId: string,
  tableIds: readonly string[],
  seatings: readonly Seating[],
  now: Date,
): Promise<ReservationRow[]> {
  if (tableIds.length === 0) return [];
  const rows = await selectReservations(tx)
    .where('r.location_id', '=', locationId)
    .where('r.status', 'in', AWAITED_STATUSES)
    .where('r.table_number', 'is not', null)
    .where('r.starts_at', '>=', reservedBounds(now).from)
    .orderBy('r.starts_at')
    .orderBy('r.id')
    .forUpdate('r')
    .execute();
  // Read after the lock, because a booking that another request was changing may have other tables now.
  const plans = await readPlannedTables(tx, rows);
  return rows.filter(({ id, table_number: name }) => {
    const tables = plans.get(id) ?? findSeating(seatings, name)?.tables ?? [];
    return tables.some((table) => tableIds.includes(table));
  });
}

/** A booking at a table that is removed, and where it could be instead; null if no other table fits and is free. */
interface ProposedTable {
  readonly booking: ReservationRow;
  readonly table: string | null;
}

/** Finds other tables for bookings whose tables were removed. */
export async function proposeTables(
  tx: Tx,
  locationId: string,
  bookings: readonly ReservationRow[],
  now: Date,
): Promise<ProposedTable[]> {
  const proposed: ProposedTable[] = [];
  const location = bookings.length === 0 ? null : await readLocation(tx, locationId);
  if (!location) return proposed;
  const occupancyByDate = new Map<string, Occupancy>();
  // The earliest first, so a day is read after all bookings of the day before were moved.
  for (const row of bookings) {
    const { id, date, starts_at: startsAt, party_size: guests } = row;
    const day = occupancyByDate.get(date) ?? (await readUnplaced(tx, location, { from: date, to: date }, { now }));
    // Another table changes neither when the guests arrive nor how many they are, so `mostArrivals` does not matter.
    const others = withTables({ ...day, stays: day.stays.filter((stay) => stay.id !== id), mostArrivals: null });
    const period = stayFrom(startsAt, row.stay_minutes ?? stayMinutesAt(location, guests));
    const seating = seatingFor(others, { guests, ...period });
    proposed.push({ booking: row, table: seating?.name || null });
    const tables = seating?.tables ?? [];
    const stays = day.stays.map((stay) => (stay.id === id ? { ...stay, tables } : stay));
    occupancyByDate.set(date, { ...day, stays });
  }
  return proposed;
}

/** Gives bookings the tables that were proposed for them, or none. */
export async function moveBookings(
  context: Context,
  tx: Tx,
  by: Author,
  proposed: readonly ProposedTable[],
): Promise<ReservationRow[]> {
  const moved: ReservationRow[] = [];
  for (const { booking, table } of proposed) {
    const change = { table_number: table };
    moved.push(await writeReservation(context, tx, by, booking, 'update-reservation-status', change));
  }
  return moved;
}
