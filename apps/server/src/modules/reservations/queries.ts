import type { DateText, TimeText } from '@tiffin/domain/core';
import type { SeatedReservation } from '@tiffin/domain/reservation';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { ReservationRow } from './reservation-answer.ts';

/** Reservations with the name of their location, and whether it counts stays. */
export function selectReservations(db: Db | Tx) {
  return db
    .selectFrom('reservations as r')
    .innerJoin('locations as l', 'l.id', 'r.location_id')
    .selectAll('r')
    .select(['l.name as location_name', 'l.counts_stays']);
}

/** Finds a reservation by its id, else by the number that guests see. */
export async function findReservation(db: Db | Tx, id: string): Promise<ReservationRow | null> {
  const byId = await selectReservations(db).where('r.id', '=', id).executeTakeFirst();
  if (byId) return byId;
  const byNumber = await selectReservations(db).where('r.reservation_id', '=', id.toUpperCase()).executeTakeFirst();
  return byNumber ?? null;
}

/** Locks a reservation that exists, and reads it anew. */
export async function lockReservation(tx: Tx, id: string): Promise<ReservationRow> {
  return selectReservations(tx).where('r.id', '=', id).forUpdate('r').executeTakeFirstOrThrow();
}

/**
 * The seats taken on each day by time, read from one index: one entry stands for all parties of a time. The seats of
 * `exceptId` do not count.
 */
export async function readSeatsBetween(
  db: Db | Tx,
  locationId: string,
  from: DateText,
  to: DateText,
  exceptId?: string,
): Promise<Map<DateText, SeatedReservation[]>> {
  const { rows } = await sql<{ date: DateText; time: TimeText; guests: number }>`
    select date, time, sum(party_size) as guests from reservations
    where location_id = ${locationId} and date between ${from} and ${to}
      and status in ('pending', 'confirmed', 'seated')
      ${exceptId === undefined ? sql`` : sql`and id <> ${exceptId}`}
    group by date, time
  `.execute(db);
  const byDate = new Map<DateText, SeatedReservation[]>();
  for (const { date, time, guests } of rows) {
    const seats = byDate.get(date) ?? [];
    seats.push({ time, partySize: guests, status: 'confirmed' });
    byDate.set(date, seats);
  }
  return byDate;
}
