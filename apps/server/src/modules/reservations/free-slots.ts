import type { ResponseOf } from '@tiffin/contract';
import { localDate, instantOf, refuse, type DateText, valueOrThrow } from '@tiffin/domain/core';
import { addDays, openingsOn, type OpeningHours } from '@tiffin/domain/hours';
import { authorise, type Actor } from '@tiffin/domain/people';
import {
  BOOKING_DAYS_AHEAD,
  chooseSlot,
  freeSlots,
  nearestFreeSlots,
  seatsLeft,
  seatsPerSlot,
  serviceDate,
  slotTimes,
  takesReservations,
  type TimeSlot,
  type SlotTime,
} from '@tiffin/domain/reservation';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../context.ts';
import { openingHoursOf } from '../locations/location-answer.ts';
import { readLocation, type LocationRow } from '../locations/queries.ts';
import { reservationAnswer } from './reservation-answer.ts';
import { readSeats, readSeatsBetween, selectReservations } from './queries.ts';

/** How many later days are searched when the chosen day is full. */
const LOOK_DAYS_FURTHER = 7;

/** A location where tables can be booked, with its hours. */
export interface BookableLocation {
  readonly location: LocationRow;
  readonly hours: OpeningHours;
  /** How many guests can come at one time. */
  readonly seats: number;
}

export async function bookableLocation(db: Db | Tx, locationId: string): Promise<BookableLocation> {
  const location = await readLocation(db, locationId);
  if (!location || location.deleted_at) throw refuse('location-not-found');
  valueOrThrow(takesReservations({ isActive: location.is_active, features: location.features }));
  const hours = openingHoursOf(location);
  if (!hours.ok) throw refuse(hours.error.code, hours.error.message);
  return { location, hours: hours.value, seats: seatsPerSlot(location) };
}

export async function slotsOfDay(
  context: Context,
  request: { locationId: string; date: DateText; partySize: number },
): Promise<ResponseOf<'getReservationSlots'>> {
  const [{ hours, seats }, taken] = await Promise.all([
    bookableLocation(context.db, request.locationId),
    readSeats(context.db, request.locationId, request.date),
  ]);
  const free = freeSlots({ hours, ...request, seats, taken, now: context.clock.now() });
  return { slots: free.map(slotAnswer), isClosed: slotTimes(hours, request.date).length === 0 };
}

/** The days from today on, each with whether this party can still book. */
export async function bookableDays(
  context: Context,
  request: { locationId: string; partySize: number },
): Promise<ResponseOf<'getReservationDays'>> {
  const { hours, seats } = await bookableLocation(context.db, request.locationId);
  const now = context.clock.now();
  const today = localDate(now, hours.zone);
  const seatsByDate = await readSeatsBetween(context.db, request.locationId, today, addDays(today, BOOKING_DAYS_AHEAD));
  const days = Array.from({ length: BOOKING_DAYS_AHEAD + 1 }, (_, ahead) => {
    const date = addDays(today, ahead);
    if (openingsOn(hours, date).length === 0) return { date, state: 'closed' as const };
    const taken = seatsByDate.get(date) ?? [];
    const free = freeSlots({ hours, date, partySize: request.partySize, taken, seats, now });
    return { date, state: free.length > 0 ? ('free' as const) : ('full' as const) };
  });
  return { days, timeZone: hours.zone };
}

interface SlotRequest {
  readonly date: DateText;
  readonly time: string;
  readonly partySize: number;
  /** The reservation that moves here; its present seats do not count. */
  readonly movingId?: string;
}

/** Checks that the party fits in the time slot; refuses with the nearest free times. */
export async function requireFreeSlot(
  context: Context,
  tx: Tx,
  bookable: BookableLocation,
  request: SlotRequest,
): Promise<TimeSlot> {
  const { hours, location, seats } = bookable;
  const now = context.clock.now();
  const taken = await readSeats(tx, location.id, request.date, request.movingId);
  const chosen = chooseSlot(
    { hours, date: request.date, partySize: request.partySize, taken, seats, now },
    request.time,
  );
  if (chosen.ok) return chosen.value;
  const details = chosen.error.details ?? {};
  const near = details['alternatives'];
  const alternatives =
    Array.isArray(near) && near.length > 0 ? near : await slotsOfLaterDays(context, tx, bookable, request);
  throw refuse(chosen.error.code, chosen.error.message, { ...details, alternatives });
}

/** The nearest times of the next day with a free time slot. */
async function slotsOfLaterDays(
  context: Context,
  tx: Tx,
  { hours, location, seats }: BookableLocation,
  request: SlotRequest,
): Promise<unknown[]> {
  const now = context.clock.now();
  const today = localDate(now, hours.zone);
  const first = request.date < today ? today : addDays(request.date, 1);
  const seatsByDate = await readSeatsBetween(
    tx,
    location.id,
    first,
    addDays(first, LOOK_DAYS_FURTHER),
    request.movingId,
  );
  for (let ahead = 0; ahead < LOOK_DAYS_FURTHER; ahead++) {
    const date = addDays(first, ahead);
    const taken = seatsByDate.get(date) ?? [];
    const free = freeSlots({ hours, date, partySize: request.partySize, taken, seats, now });
    if (free.length > 0) return nearestFreeSlots(free, instantOf(date, request.time, hours.zone)).map(slotAnswer);
  }
  return [];
}

function slotAnswer(slot: TimeSlot): ResponseOf<'getReservationSlots'>['slots'][number] {
  return { ...slotTimeAnswer(slot), date: slot.date, seatsLeft: slot.seatsLeft };
}

function slotTimeAnswer(slot: SlotTime): { time: string; label: string; startsAt: string; isNextDay: boolean } {
  return { time: slot.time, label: slot.label, startsAt: slot.startsAt.toISOString(), isNextDay: slot.isNextDay };
}

/** The day view of the host: every time slot with its reservations and free seats. */
export async function dayView(
  context: Context,
  actor: Actor,
  request: { readonly locationId: string; readonly date?: DateText | undefined },
): Promise<ResponseOf<'getReservationDay'>['day']> {
  valueOrThrow(authorise('reservation.read', actor, { locationId: request.locationId }));
  const location = await readLocation(context.db, request.locationId);
  if (!location) throw refuse('location-not-found');
  const hours = openingHoursOf(location);
  if (!hours.ok) throw refuse(hours.error.code, hours.error.message);
  const now = context.clock.now();
  const today = serviceDate(hours.value, now);
  const date = request.date ?? today;
  const rows = await selectReservations(context.db)
    .where('r.location_id', '=', location.id)
    .where('r.date', '=', date)
    .where('r.status', '!=', 'cancelled')
    .orderBy('r.starts_at')
    .orderBy(sql`r.customer_name collate "und-x-icu"`)
    .orderBy('r.id')
    .execute();
  const seats = seatsPerSlot(location);
  const taken = rows.map((row) => ({ time: row.time, partySize: row.party_size, status: row.status }));
  const slots = slotTimes(hours.value, date);
  return {
    date,
    isToday: date === today,
    isClosed: slots.length === 0,
    timeZone: location.time_zone,
    asOf: now.toISOString(),
    seatsPerSlot: seats,
    slots: slots.map((slot) => {
      const left = seatsLeft(taken, slot.time, seats);
      return { ...slotTimeAnswer(slot), seatsLeft: left, seatsTaken: seats - left };
    }),
    reservations: rows.map(reservationAnswer),
  };
}
