import type { ValidatedInput } from '@tiffin/contract';
import { valueOrThrow, type Result } from '@tiffin/domain/core';
import { authorise, userIdOf } from '@tiffin/domain/people';
import {
  chooseWalkInSlot,
  chooseWalkInStay,
  serviceDate,
  type SlotTime,
  type TimeSlot,
} from '@tiffin/domain/reservation';
import type { Context, Tx } from '../../context.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { insertReservation } from './book-table.ts';
import { lockGuestAndDay } from './booking-locks.ts';
import { bookableLocation, type BookableLocation } from './free-slots.ts';
import { stayMinutesAt, readOccupancy } from './occupancy.ts';
import { readSeatsBetween } from './queries.ts';
import { reservationAnswer, type ReservationAnswer, type ReservationRow } from './reservation-answer.ts';
import { seatWaiting } from './seat-waiting.ts';

/** Seats a party that came without a reservation now, or one from the waitlist. */
export async function addWalkIn(
  context: Context,
  tx: Tx,
  by: Author,
  { locationId, partySize, name, tableNumber, evenIfFull, waitId }: ValidatedInput<'addWalkIn'>['body'],
): Promise<ReservationAnswer> {
  valueOrThrow(authorise('reservation.manage', by.actor, { locationId }));
  const bookable = await bookableLocation(tx, locationId);
  const now = context.clock.now();
  await lockGuestAndDay(tx, bookable.location, { date: serviceDate(bookable.hours, now) });
  if (waitId !== undefined) await seatWaiting(context, tx, locationId, waitId);
  const slot = valueOrThrow(await walkInSlot(context, tx, bookable, { partySize, evenIfFull }));
  const seated = { tableNumber: tableNumber || null };
  const row = await insertWalkIn(context, tx, by, bookable, { slot, partySize, name, phone: '', seated });
  await recordAuditEntry(tx, { at: now, ...by }, 'add-walk-in', ['reservation', row.reservation_id], {
    locationId,
    after: { partySize, tableNumber: row.table_number, evenIfFull: evenIfFull || undefined },
  });
  return reservationAnswer(row);
}

interface WalkIn {
  readonly slot: SlotTime & Pick<TimeSlot, 'seating'>;
  readonly partySize: number;
  readonly name: string;
  readonly phone: string;
  /** Absent while its table is only kept for it. */
  readonly seated?: { readonly tableNumber: string | null };
}

/** Writes a reservation for a party that came without one. It alarms nobody, so it is announced as a change. */
export async function insertWalkIn(
  context: Context,
  tx: Tx,
  { actor }: Author,
  bookable: BookableLocation,
  { slot, partySize, name, phone, seated }: WalkIn,
): Promise<ReservationRow> {
  const locationId = bookable.location.id;
  const guest = { name, email: '', phone, specialRequests: null };
  const booking = {
    locationId,
    date: slot.date,
    time: slot.time,
    partySize,
    customerInfo: guest,
    source: 'walk-in' as const,
    userId: null,
    createdBy: userIdOf(actor),
    device: null,
    bookedFrom: null,
  };
  const row = await insertReservation(context, tx, booking, guest, { bookable, slot, seated });
  await context.events.append(tx, {
    type: 'reservation.updated',
    locationId,
    userId: null,
    at: context.clock.now(),
    data: { reservation: reservationAnswer(row) },
  });
  return row;
}

/** Returns the time slot and the tables for a party that comes now. */
export async function walkInSlot(
  context: Context,
  tx: Tx,
  bookable: BookableLocation,
  { partySize, evenIfFull }: { readonly partySize: number; readonly evenIfFull: boolean },
): Promise<Result<SlotTime & Pick<TimeSlot, 'seating'>>> {
  const { location, hours } = bookable;
  const now = context.clock.now();
  const date = serviceDate(hours, now);
  const party = { partySize, evenIfFull, minutes: stayMinutesAt(location, partySize) };
  if (!location.counts_stays) {
    const taken = (await readSeatsBetween(tx, location.id, date, date)).get(date) ?? [];
    return chooseWalkInSlot(party, { ...bookable, now, taken });
  }
  const occupancy = await readOccupancy(tx, location, { from: date, to: date }, { now });
  return chooseWalkInStay(party, { hours, now, occupancy });
}
