import { AWAITED_STATUSES, findSeating, hasSameTables, seatingAt, stayFrom } from '@tiffin/domain/reservation';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { updateRow } from '../../platform/db/write-row.ts';
import { readLocation } from '../locations/queries.ts';
import { lockGuestAndDay } from './booking-locks.ts';
import { stayMinutesAt, readSeatings } from './occupancy.ts';
import type { ReservationRow } from './reservation-answer.ts';

/** Plans are made only where stays are counted, and the lock is the same for all days there. */
const ANY_DAY = '';
const AWAITED: readonly string[] = AWAITED_STATUSES;

/**
 * Keeps the table of a reservation for its stay, after its status, time or table changed. Returns false only if another
 * party is expected there then; a reservation that needs no plan loses it. A party that sits at its planned table keeps
 * its plan.
 */
export async function planTable(tx: Tx, row: ReservationRow): Promise<boolean> {
  const location = await readLocation(tx, row.location_id);
  const seating = location && findSeating(await readSeatings(tx, location), row.table_number);
  const isPlanned =
    row.table_number === null || hasSameTables(await plannedTablesOf(tx, row.id), seating?.tables ?? []);
  if (row.status === 'seated' && isPlanned) return true;
  await tx.deleteFrom('table_plans').where('reservation_id', '=', row.id).execute();
  if (!row.counts_stays || !AWAITED.includes(row.status) || !location) return true;
  return !seating || insertPlan(tx, row, seating.tables, row.stay_minutes ?? stayMinutesAt(location, row.party_size));
}

/** Keeps all of these tables or none. Returns false if a constraint finds another party expected at one of them. */
export async function insertPlan(
  tx: Tx,
  { id, starts_at: startsAt, seated_at: seatedAt }: ReservationRow,
  tables: readonly string[],
  minutes: number,
): Promise<boolean> {
  if (tables.length === 0) return true;
  const { from, to } = stayFrom(seatedAt ?? startsAt, minutes);
  const inserted = await tx
    .insertInto('table_plans')
    .values(
      tables.toSorted().map((tableId) => ({
        reservation_id: id,
        table_id: tableId,
        starts_at: new Date(from),
        ends_at: new Date(to),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('table_id')
    .execute();
  if (inserted.length === tables.length) return true;
  await tx.deleteFrom('table_plans').where('reservation_id', '=', id).execute();
  return false;
}

/** The ids of the tables that are kept for a reservation. */
export async function plannedTablesOf(tx: Db | Tx, reservationId: string): Promise<string[]> {
  return (await readPlannedTables(tx, [{ id: reservationId }])).get(reservationId) ?? [];
}

/** The ids of the tables that are kept for reservations, by the id of the reservation. */
export async function readPlannedTables(
  tx: Db | Tx,
  reservations: readonly Pick<ReservationRow, 'id'>[],
): Promise<Map<string, string[]>> {
  const rows = await tx
    .selectFrom('table_plans')
    .select('reservation_id as id')
    .select(({ fn }) => fn.agg<string[]>('array_agg', ['table_id']).as('tables'))
    // Without an id the list would be empty, which SQL does not allow.
    .where('reservation_id', 'in', ['', ...reservations.map(({ id }) => id)])
    .groupBy('reservation_id')
    .execute();
  return new Map(rows.map(({ id, tables }) => [id, tables]));
}

/** Gives bookings the new names of their tables after the floor was saved. Bookings at removed tables lose them. */
export async function updateTablesOfBookings(tx: Tx, locationId: string): Promise<void> {
  const location = await readLocation(tx, locationId);
  if (!location) return;
  await lockGuestAndDay(tx, location, { date: ANY_DAY });
  const seatings = await readSeatings(tx, location);
  const planned = await tx
    .selectFrom('table_plans as p')
    .innerJoin('reservations as r', 'r.id', 'p.reservation_id')
    .select(['r.id', 'r.table_number'])
    .select(({ fn }) => fn.agg<string[]>('array_agg', ['p.table_id']).as('tables'))
    .where('r.location_id', '=', locationId)
    .where('r.status', 'in', AWAITED_STATUSES)
    .groupBy(['r.id', 'r.table_number'])
    .execute();
  for (const { id, table_number: name, tables } of planned) {
    const seating = seatingAt(seatings, tables);
    if (seating?.name === name) continue;
    if (!seating) await tx.deleteFrom('table_plans').where('reservation_id', '=', id).execute();
    await updateRow(tx, 'reservations', id, { table_number: seating?.name ?? null });
  }
}
