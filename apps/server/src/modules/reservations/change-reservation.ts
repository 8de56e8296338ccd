import type { ValidatedInput } from '@tiffin/contract';
import { refuse, valueOrThrow } from '@tiffin/domain/core';
import { isActorOwner, worksAt } from '@tiffin/domain/people';
import {
  checkReservationChange,
  isMoved,
  isSameDetails,
  movedDeposit,
  needsNewSeats,
  type LastReservationChange,
  type ReservationDetails,
} from '@tiffin/domain/reservation';
import type { Updateable } from 'kysely';
import type { Context, Tx } from '../../context.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Author } from '../log/record-audit-entries.ts';
import { lockForRateLimit } from '../people/email-proof.ts';
import { lockGuestAndDay } from './booking-locks.ts';
import { checkBookingLimits } from './check-limits.ts';
import { bookableLocation, requireFreeSlot } from './free-slots.ts';
import { stayMinutesAt } from './occupancy.ts';
import { lockReservation } from './queries.ts';
import { requireReadableReservation } from './reservation-access.ts';
import {
  detailsOf,
  reservationAnswerFor,
  toStepReservation,
  type ReservationAnswer,
  type ReservationRow,
} from './reservation-answer.ts';
import { writeReservation } from './write-reservation.ts';

type ChangeInput = ValidatedInput<'changeReservation'>['body'];

/** Changes a reservation, or refuses and leaves it as it was. A change to the present details changes nothing. */
export async function changeReservation(
  context: Context,
  tx: Tx,
  by: Author,
  input: ChangeInput,
): Promise<ReservationAnswer> {
  const { row: before, holdsLink } = await requireReadableReservation(context, tx, by.actor, input);
  await lockForChange(tx, before, input);
  const row = await lockReservation(tx, before.id);
  valueOrThrow(
    checkReservationChange(toStepReservation(row), { actor: by.actor, now: context.clock.now(), holdsLink }),
  );
  const details = requestedDetails(row, input);
  if (isSameDetails(detailsOf(row), details)) return reservationAnswerFor(by.actor, row);
  if (input.version !== undefined && input.version !== row.sequence) {
    throw refuse('conflict', undefined, { reservation: reservationAnswerFor(by.actor, row), field: 'version' });
  }
  const byStaff = worksAt(by.actor, row.location_id) && !holdsLink && !isActorOwner(by.actor, row.user_id);
  const seatColumns = await requireSeats(context, tx, row, details, byStaff);
  const changes = changedColumns(context, row, details, seatColumns, {
    at: context.clock.now().toISOString(),
    by: byStaff ? 'staff' : 'guest',
    before: { ...detailsOf(row), startsAt: row.starts_at.toISOString() },
  });
  const changed = await writeReservation(context, tx, by, row, 'change-reservation', changes);
  return reservationAnswerFor(by.actor, changed);
}

/** Takes the locks in the order of `bookTable` and before any row, so that the two cannot deadlock. */
async function lockForChange(tx: Tx, row: ReservationRow, { date }: ChangeInput): Promise<void> {
  const location = { id: row.location_id, counts_stays: row.counts_stays };
  await lockGuestAndDay(tx, location, { date, contact: row.customer_email || row.customer_phone });
  if (row.booked_from !== null) {
    await lockForRateLimit(tx, 'tables', { userId: row.user_id, address: row.booked_from });
  }
}

function requestedDetails(
  row: ReservationRow,
  { date, time, partySize, specialRequests }: ChangeInput,
): ReservationDetails {
  const requests = specialRequests === undefined ? row.special_requests : specialRequests?.trim() || null;
  return { date, time, partySize, specialRequests: requests };
}

/** Refuses a party that does not fit, without counting its present seats. Returns the columns of its new seats. */
async function requireSeats(
  context: Context,
  tx: Tx,
  row: ReservationRow,
  details: ReservationDetails,
  byStaff: boolean,
): Promise<Updateable<Schema['reservations']>> {
  if (!needsNewSeats(detailsOf(row), details)) return {};
  const bookable = await bookableLocation(tx, row.location_id);
  const slot = await requireFreeSlot(context, tx, bookable, { ...details, movingId: row.id });
  await checkBookingLimits(context, tx, bookable.location, {
    locationId: row.location_id,
    date: details.date,
    partySize: details.partySize,
    userId: row.user_id,
    bookedFrom: byStaff ? null : row.booked_from,
    changedId: row.id,
  });
  return {
    starts_at: slot.startsAt,
    // The earlier table was chosen for another time or party.
    table_number: slot.seating?.name || null,
    stay_minutes: bookable.location.counts_stays ? stayMinutesAt(bookable.location, details.partySize) : undefined,
  };
}

function changedColumns(
  { clock }: Context,
  row: ReservationRow,
  details: ReservationDetails,
  seatColumns: Updateable<Schema['reservations']>,
  lastChange: LastReservationChange,
): Updateable<Schema['reservations']> {
  // A reminder and its answer belong to a time, so another time clears them; undefined leaves a column as it is.
  const clearedIfMoved = isMoved(detailsOf(row), details) ? null : undefined;
  const { starts_at: startsAt = row.starts_at } = seatColumns;
  const deposit = row.deposit && movedDeposit(row.deposit, new Date(startsAt), clock.now());
  return {
    deposit: deposit && JSON.stringify(deposit),
    date: details.date,
    time: details.time,
    ...seatColumns,
    party_size: details.partySize,
    special_requests: details.specialRequests,
    last_change: JSON.stringify(lastChange),
    reminded_at: clearedIfMoved,
    guest_confirmation: clearedIfMoved,
    move_offered_at: clearedIfMoved,
  };
}
