import { reservedBounds } from '@tiffin/domain/floor';
import { AWAITED_STATUSES, findSeating, seatingFor, stayFrom, type Seating } from '@tiffin/domain/reservation';
import type { Context, Tx } from '../../context.ts';
import { readLocation } from '../locations/queries.ts';
import type { Author } from '../log/record-audit-entries.ts';
import { minutesAt, readOccupancy } from './occupancy.ts';
import { selectReservations } from './queries.ts';
import type { ReservationRow } from './reservation-answer.ts';
import { plannedTables } from './table-plans.ts';
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
  const found: ReservationRow[] = [];
  for (const row of rows) {
    const planned = await plannedTables(tx, row.id);
    const tables = planned.length > 0 ? planned : (findSeating(seatings, row.table_number)?.tables ?? []);
    if (tables.some((id) => tableIds.includes(id))) found.push(row);
  }
  return found;
}

/** Gives bookings whose tables were removed others that fit and are free, or none. */
export async function moveBookings(
  context: Context,
  tx: Tx,
  by: Author,
  locationId: string,
  bookings: readonly ReservationRow[],
): Promise<ReservationRow[]> {
  const moved: ReservationRow[] = [];
  const location = bookings.length > 0 && (await readLocation(tx, locationId));
  if (!location) return moved;
  for (const row of bookings) {
    const { date, id: exceptId, starts_at: startsAt, party_size: guests } = row;
    const days = { from: date, to: date };
    const occupancy = await readOccupancy(tx, location, days, { now: context.clock.now(), exceptId });
    const period = stayFrom(startsAt, row.stay_minutes ?? minutesAt(location, guests));
    const table = seatingFor({ ...occupancy, mostArrivals: null }, { guests, ...period })?.name || null;
    moved.push(await writeReservation(context, tx, by, row, 'update-reservation-status', { table_number: table }));
  }
  return moved;
}
