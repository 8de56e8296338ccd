import { say, valueOrThrow } from '@tiffin/domain/core';
import { openingAt } from '@tiffin/domain/hours';
import { userIdOf } from '@tiffin/domain/people';
import {
  AWAITED_STATUSES,
  bookingKeys,
  readBookingFile,
  seatingFor,
  seatsLeft,
  stayFrom,
  type BookingKey,
  type FileBooking,
} from '@tiffin/domain/reservation';
import { sql } from 'kysely';
import type { Db, Tx } from '../../context.ts';
import { fileImport } from '../log/file-imports.ts';
import { guestCountText, momentText } from '../outbox/templates/mail-formats.ts';
import { announceFloor } from './announce-floor.ts';
import { insertReservation } from './book-table.ts';
import { lockGuestAndDay } from './booking-locks.ts';
import { bookableLocation, type BookableLocation } from './free-slots.ts';
import { readOccupancy, stayMinutesAt } from './occupancy.ts';
import { readSeatsBetween } from './queries.ts';

interface PlannedBooking extends FileBooking {
  readonly when: string;
  readonly isFull: boolean;
  readonly isOutsideHours: boolean;
}

/**
 * Bookings that another system promised: also beyond the capacity, several for one guest, and without a deposit. No
 * event announces them, so no guest gets a confirmation, and nothing in the log outlasts their undo.
 */
export const bookingImport = fileImport<PlannedBooking>({
  kind: 'bookings',
  plan: async (context, db, input) => {
    const bookable = await bookableLocation(db, input.locationId ?? '');
    const { hours, location } = bookable;
    const now = context.clock.now();
    const place = { hours, now, country: location.country };
    const { accepted, ...file } = valueOrThrow(readBookingFile(Buffer.from(input.file, 'base64'), input, place));
    const { rows } = await sql<BookingKey>`
      select customer_name as name, customer_email as email, customer_phone as phone, starts_at as "startsAt"
      from reservations where location_id = ${location.id} and status in (${sql.join(AWAITED_STATUSES)}) and starts_at > ${now}
    `.execute(db);
    const keys = new Set(rows.flatMap(bookingKeys));
    const isKnown = (booking: FileBooking) => bookingKeys(booking).some((key) => keys.has(key));
    const reason = say`This booking is here already.`;
    const known = accepted.filter(isKnown).map(({ row, name }) => ({ row, name, reason }));
    const missing = accepted.filter((booking) => !isKnown(booking));
    const seated = await findSeats(db, bookable, missing, now);
    const added = seated.map((booking) => ({
      ...booking,
      when: momentText(booking.startsAt, hours.zone),
      isOutsideHours: openingAt(hours, booking.startsAt) === null,
    }));
    const full = added.filter(({ isFull }) => isFull).length;
    const outside = added.filter(({ isOutsideHours }) => isOutsideHours).length;
    return {
      file,
      known,
      added,
      notes: [
        say`Guests get no confirmation, and a reminder like all others.`,
        ...(full > 0 ? [say`Beyond what is free, and taken because they were promised: ${full}.`] : []),
        ...(outside > 0 ? [say`Outside the opening hours, and taken because they were promised: ${outside}.`] : []),
      ],
    };
  },
  shown: ({ name, when, partySize, isFull, isOutsideHours }) => ({
    name,
    text: [
      when,
      guestCountText(partySize),
      ...(isFull ? [say`beyond what is free`] : []),
      ...(isOutsideHours ? [say`outside the opening hours`] : []),
    ].join(', '),
  }),
  summary: ({ added }) => say`Bookings: ${added}`,

  write: async ({ context, tx, by, importId, at, input }, bookings) => {
    const bookable = await bookableLocation(tx, input.locationId ?? '');
    const { id: locationId } = bookable.location;
    // Always in the same order, so that two requests do not wait for each other.
    const dates = new Set(bookings.map(({ date }) => date).toSorted());
    for (const date of dates) await lockGuestAndDay(tx, bookable.location, { date });
    for (const booking of await findSeats(tx, bookable, bookings, at)) {
      const guest = { ...booking, specialRequests: booking.notes || null };
      const staff = { source: 'phone', createdBy: userIdOf(by.actor), userId: null } as const;
      const where = { device: null, bookedFrom: null, locationId, importId };
      const request = { ...booking, ...staff, ...where, customerInfo: guest };
      await insertReservation(context, tx, request, guest, { bookable, slot: booking });
    }
    await announceFloor(context, tx, locationId);
    return { added: bookings.length };
  },

  /** Bookings stay that are over, that somebody changed, and of which the guest was reminded. */
  undo: async ({ context, tx, importId, at }) => {
    const { rows } = await sql<{ id: string; location_id: string }>`
      delete from reservations where import_id = ${importId} and sequence = 0 and status = 'confirmed'
        and guest_confirmation is null and starts_at > ${at}
      returning id, location_id
    `.execute(tx);
    await sql`delete from table_plans where reservation_id = any(${rows.map(({ id }) => id)}::text[])`.execute(tx);
    if (rows[0]) await announceFloor(context, tx, rows[0].location_id);
    return rows.length;
  },
});

/** Where each party will sit, after those before it. */
async function findSeats<Booking extends FileBooking>(
  db: Db | Tx,
  { location, seats }: BookableLocation,
  bookings: readonly Booking[],
  now: Date,
) {
  const dates = bookings.map(({ date }) => date).toSorted();
  const [from = '', to = ''] = [dates[0], dates.at(-1)];
  if (bookings.length === 0) return [];
  let occupancy = location.counts_stays ? await readOccupancy(db, location, { from, to }, { now }) : null;
  const taken = await readSeatsBetween(db, location.id, from, to);
  return bookings.map((booking) => {
    const { date, time, startsAt, partySize } = booking;
    if (occupancy) {
      const period = stayFrom(startsAt, stayMinutesAt(location, partySize));
      const seating = seatingFor(occupancy, { ...period, guests: partySize }) ?? undefined;
      const stay = { id: '', guests: partySize, at: period.from, ...period, tables: seating?.tables ?? [] };
      occupancy = { ...occupancy, stays: [...occupancy.stays, stay] };
      return { ...booking, seating, isFull: !seating };
    }
    const parties = taken.get(date) ?? [];
    taken.set(date, [...parties, { time, partySize, status: 'confirmed' }]);
    return { ...booking, seating: undefined, isFull: seatsLeft(parties, time, seats) < partySize };
  });
}
