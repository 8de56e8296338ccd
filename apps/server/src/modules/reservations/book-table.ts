import { storedLinkKey } from '../../platform/auth/link-keys.ts';
import type { ResponseOf } from '@tiffin/contract';
import { currentLanguage, refuse, type DateText, type TimeText } from '@tiffin/domain/core';
import { locationCode } from '@tiffin/domain/locations';
import { phoneText } from '@tiffin/domain/people';
import {
  AWAITED_STATUSES,
  toReservationGuest,
  checkBooking,
  FIRST_RESERVATION_STATUS,
  newReservationId,
  freeUntil,
  seatsHeldUntil,
  type BookingDeposit,
  type TimeSlot,
} from '@tiffin/domain/reservation';
import { sql } from 'kysely';
import type { Context, Tx } from '../../context.ts';
import { isUniqueViolation } from '../../platform/db/connection.ts';
import { lockForRateLimit } from '../people/email-proof.ts';
import { reservationAnswer, type ReservationRow } from './reservation-answer.ts';
import { lockGuestAndDay } from './booking-locks.ts';
import { stayMinutesAt } from './occupancy.ts';
import { insertPlan } from './table-plans.ts';
import { bookableLocation, requireFreeSlot, type BookableLocation } from './free-slots.ts';
import { checkBookingLimits } from './check-limits.ts';
import { depositTermsOf } from './deposit-terms.ts';
import { endUnpaidBooking } from './end-unpaid-booking.ts';
import { requireChosenTables } from './chosen-tables.ts';
import { selectReservations } from './queries.ts';
import { manageUrl } from './reservation-access.ts';

/** What a guest or a member of staff asks to book. */
export interface ReservationRequest {
  readonly locationId: string;
  readonly date: DateText;
  readonly time: TimeText;
  readonly partySize: number;
  readonly customerInfo: { readonly name: string; readonly email: string; readonly phone: string };
  readonly specialRequests?: string | null | undefined;
  readonly source: ReservationRow['source'];
  readonly userId: string | null;
  /** The member of staff who entered it. */
  readonly createdBy: string | null;
  readonly device: { readonly userAgent: string; readonly platform: string } | null;
  /** The network address for the limits; null for reservations by staff. */
  readonly bookedFrom: string | null;
  /** The tables that staff chose; absent if the best ones are to be found. */
  readonly tableNumber?: string | undefined;
  /** The payment of a deposit; absent if none is taken: no card can be paid, or staff ask for none. */
  readonly depositSession?: string | undefined;
  /** Set for a booking of another system. */
  readonly importId?: string;
}

type Guest = ReturnType<typeof toReservationGuest>;

interface ChosenSeats {
  readonly bookable: BookableLocation;
  readonly slot: Pick<TimeSlot, 'date' | 'time' | 'startsAt' | 'seating'>;
  /** Set for a party that sits already; its table may differ from that of the slot. */
  readonly seated?: { readonly tableNumber: string | null };
}

const MAX_NUMBER_TRIES = 25;

/** Books a table. Other reservations of the guest and the free seats are checked under locks in one transaction. */
export async function bookTable(
  context: Context,
  tx: Tx,
  booking: ReservationRequest,
): Promise<ResponseOf<'addReservationByPhone'>> {
  const guest = requireValidGuest(booking);
  const bookable = await bookableLocation(tx, booking.locationId);
  await lockForBooking(tx, bookable, booking, guest);
  await requireNoOtherReservation(context, tx, booking, guest);
  const slot = booking.tableNumber
    ? await requireChosenTables(context, tx, bookable, booking, booking.tableNumber)
    : await requireFreeSlot(context, tx, bookable, booking);
  await checkBookingLimits(context, tx, bookable.location, booking);
  const row = await insertReservation(context, tx, booking, guest, { bookable, slot });
  const reservation = reservationAnswer(row);
  await context.events.append(tx, {
    type: 'reservation.created',
    locationId: row.location_id,
    userId: row.user_id,
    at: row.reserved_at,
    data: { reservation },
  });
  return { reservation, manageUrl: manageUrl(context, row) };
}

function requireValidGuest(booking: ReservationRequest): Guest {
  const { customerInfo, specialRequests, source } = booking;
  const form = { ...customerInfo, specialRequests: specialRequests ?? '' };
  const problems = checkBooking({ ...form, date: booking.date, time: booking.time, partySize: booking.partySize });
  // Reservations by phone need no mail address.
  if (source === 'phone' && customerInfo.email.trim() === '') delete problems.email;
  const [problem] = Object.entries(problems);
  if (problem) throw refuse('invalid-argument', problem[1], { field: problem[0] });
  return toReservationGuest(form);
}

async function lockForBooking(
  tx: Tx,
  { location }: BookableLocation,
  { date, bookedFrom, userId }: ReservationRequest,
  guest: Guest,
): Promise<void> {
  await lockGuestAndDay(tx, location, { date, contact: guest.email || guest.phone });
  if (bookedFrom !== null) await lockForRateLimit(tx, 'tables', { userId, address: bookedFrom });
}

/**
 * One active reservation per guest and location; past ones do not count. The refusal contains the reservation only if
 * the caller's account owns it, because anybody can type another person's contact.
 */
async function requireNoOtherReservation(
  context: Context,
  tx: Tx,
  { locationId, userId, source }: ReservationRequest,
  guest: Guest,
): Promise<void> {
  const now = context.clock.now();
  const { rows } = await sql<{ id: string }>`
    -- The unique indexes count reservations that are not over, so those whose time has passed must be marked.
    with over as (
      update reservations set is_over = true
      where ${activeReservationOf(locationId, guest)} and starts_at <= ${now}
    )
    select id from reservations where ${activeReservationOf(locationId, guest)} and starts_at > ${now} limit 1
  `.execute(tx);
  const [existing] = rows;
  if (!existing) return;
  const row = await selectReservations(tx).where('r.id', '=', existing.id).executeTakeFirstOrThrow();
  // The guest left the payment page and books anew. If that page is paid nevertheless, the money is returned.
  if (await endUnpaidBooking(context, tx, row.id)) return;
  const isOwn = source === 'web' && userId !== null && row.user_id === userId;
  throw refuse('reservation-exists', undefined, isOwn ? { reservation: reservationAnswer(row) } : undefined);
}

function activeReservationOf(locationId: string, { email, phone }: Guest) {
  const isSameGuest =
    email === '' ? sql`customer_email = '' and customer_phone = ${phone}` : sql`customer_email = ${email}`;
  return sql`location_id = ${locationId} and ${isSameGuest} and status in (${sql.join(AWAITED_STATUSES)}) and not is_over`;
}

/** Writes a reservation with a free number, and keeps its tables. */
export async function insertReservation(
  context: Context,
  tx: Tx,
  booking: ReservationRequest,
  guest: Guest,
  { bookable, slot, seated }: ChosenSeats,
): Promise<ReservationRow> {
  const now = context.clock.now();
  const { counts_stays: countsStays } = bookable.location;
  const deposit = depositOfBooking(bookable, booking, slot.startsAt, now);
  // A walk-in for which nothing is free is not counted.
  const minutes = countsStays && slot.seating ? stayMinutesAt(bookable.location, booking.partySize) : null;
  for (let tries = 0; tries < MAX_NUMBER_TRIES; tries++) {
    const id = context.ids.uuid();
    const number = newReservationId(locationCode(bookable.location), slot.date, context.ids.random);
    const inserted = await tx
      .insertInto('reservations')
      .values({
        id,
        reservation_id: number,
        location_id: bookable.location.id,
        user_id: booking.userId,
        customer_name: guest.name,
        customer_email: guest.email,
        customer_phone: guest.phone,
        date: slot.date,
        time: slot.time,
        starts_at: slot.startsAt,
        party_size: booking.partySize,
        special_requests: guest.specialRequests,
        stay_minutes: minutes,
        table_number: seated?.tableNumber ?? (slot.seating?.name || null),
        status: seated ? 'seated' : deposit ? 'pending' : FIRST_RESERVATION_STATUS,
        deposit: deposit && JSON.stringify(deposit),
        deposit_session: (deposit && booking.depositSession) ?? null,
        held_until: deposit && seatsHeldUntil(now, slot.startsAt, booking.source === 'phone'),
        seated_at: seated ? now : null,
        is_over: slot.startsAt <= now,
        source: booking.source,
        language: booking.source === 'web' ? currentLanguage() : null,
        booked_from: booking.bookedFrom,
        user_agent: booking.device?.userAgent ?? null,
        platform: booking.device?.platform ?? null,
        manage_token: storedLinkKey(context.linkKeys, 'reservation', number),
        created_by: booking.createdBy,
        import_id: booking.importId ?? null,
        reserved_at: now,
        updated_at: now,
        // Staff find the phone number in both forms.
        search_text: [guest.name, guest.email, number, id, guest.phone, phoneText(guest.phone)]
          .join('\n')
          .toLowerCase(),
      })
      .onConflict((conflict) => conflict.column('reservation_id').doNothing())
      .returningAll()
      .executeTakeFirst()
      .catch((error: unknown) => {
        if (isUniqueViolation(error)) throw refuse('reservation-exists');
        throw error;
      });
    // Another reservation of that day has the same random letters: try again.
    if (!inserted) continue;
    const row = { ...inserted, location_name: bookable.location.name, counts_stays: countsStays };
    const tables = seated?.tableNumber || !countsStays ? [] : (slot.seating?.tables ?? []);
    // Another party got the table at the same moment, so no nearest times were searched.
    if (!(await insertPlan(tx, row, tables, minutes ?? 0))) throw refuse('time-full', undefined, { nearest: [] });
    return row;
  }
  throw new Error('no free reservation number was found');
}

/** The deposit that the guest pays now, by the terms of the day and the party. */
function depositOfBooking(
  { location }: BookableLocation,
  booking: ReservationRequest,
  startsAt: Date,
  now: Date,
): BookingDeposit | null {
  const terms = booking.depositSession === undefined ? null : depositTermsOf(location, booking, now);
  if (!terms) return null;
  return { ...terms, freeUntil: freeUntil(startsAt, terms.freeUntilHours), state: 'open' };
}
