import { reservedBounds } from '@tiffin/domain/floor';
import { AWAITED_STATUSES, findSeating, seatingFor, stayFrom } from '@tiffin/domain/reservation';
import type { Context, Tx } from '../../context.ts';
import { readLocation } from '../locations/queries.ts';
import type { Author } from '../log/record-audit-entries.ts';
import { minutesAt, readOccupancy, readSeatings } from './occupancy.ts';
import { selectReservations } from './queries.ts';
import type { ReservationRow } from './reservation-answer.ts';
import { plannedTables } from './table-plans.ts';
import { writeReservation } from './write-reservation.ts';

/** Locks the bookings that are awaited at any of these tables, the earliest first. */
export async function lockBookingsAt(
  tx: Tx,
  locationId: string,
  tableIds: readonly string[],
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
  const seatings = await readSeatings(tx, { id: locationId, table_joins: null });
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
  bookings: readonly ReservationRow[],
): Promise<ReservationRow[]> {
  const moved: ReservationRow[] = [];
  for (const row of bookings) {
    const location = await readLocation(tx, row.location_id);
    if (!location) continue;
    const { date, id: exceptId, starts_at: startsAt, party_size: guests } = row;
    const days = { from: date, to: date };
    const occupancy = await readOccupancy(tx, location, days, { now: context.clock.now(), exceptId });
    const period = stayFrom(startsAt, row.stay_minutes ?? minutesAt(location, guests));
    const table = seatingFor({ ...occupancy, mostArrivals: null }, { guests, ...period })?.name || null;
    moved.push(await writeReservation(context, tx, by, row, 'update-reservation-status', { table_number: table }));
  }
  return moved;
}
