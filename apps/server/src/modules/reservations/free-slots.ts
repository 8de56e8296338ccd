import type { ResponseOf } from '@tiffin/contract';
import {
  localDate,
  instantOf,
  refuse,
  toDollars,
  type DateText,
  type Result,
  type TimeText,
  valueOrThrow,
} from '@tiffin/domain/core';
import { addDays, openingsOn, type OpeningHours } from '@tiffin/domain/hours';
import { authorise, type Actor } from '@tiffin/domain/people';
import {
  BOOKING_DAYS_AHEAD,
  chooseSlot,
  chooseStay,
  freeSlots,
  nearestFreeSlots,
  seatsFree,
  seatsLeft,
  seatsOf,
  seatsPerSlot,
  serviceDate,
  slotTimes,
  stayFrom,
  STAY_SLOT_MINUTES,
  staySlots,
  takesReservations,
  type ListedSlot,
  type TimeSlot,
  type SlotTime,
} from '@tiffin/domain/reservation';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../context.ts';
import { openingHoursOf } from '../locations/location-answer.ts';
import { readLocation, type LocationRow } from '../locations/queries.ts';
import { reservationAnswer } from './reservation-answer.ts';
import { depositTermsOf } from './deposit-terms.ts';
import { stayMinutesAt, readOccupancy } from './occupancy.ts';
import { readSeatsBetween, selectReservations } from './queries.ts';
import { plannedTablesOf } from './table-plans.ts';

/** How many later days are searched when the chosen day is full. */
const SEARCHED_DAYS = 7;

export interface BookableLocation {
  readonly location: LocationRow;
  readonly hours: OpeningHours;
  /** How many guests can come at one time. */
  readonly seats: number;
}

/** Reads a location. Refuses if it takes no reservations. */
export async function bookableLocation(db: Db | Tx, locationId: string): Promise<BookableLocation> {
  const location = await readLocation(db, locationId);
  if (!location || location.deleted_at) throw refuse('location-not-found');
  valueOrThrow(takesReservations({ isActive: location.is_active, features: location.features }));
  return { location, hours: valueOrThrow(openingHoursOf(location)), seats: seatsPerSlot(location) };
}

/** Reads once what is booked on these days, so that each day and time can be checked for the party. */
async function readAvailability(
  context: Context,
  db: Db | Tx,
  { location, hours, seats }: BookableLocation,
  { from, to, partySize, movingId }: PartyRequest & { readonly from: DateText; readonly to: DateText },
): Promise<Availability> {
  const now = context.clock.now();
  const query = { hours, partySize, now };
  if (location.counts_stays) {
    const occupancy = await readOccupancy(db, location, { from, to }, { now, exceptId: movingId });
    const presentTables = movingId === undefined ? undefined : await plannedTablesOf(db, movingId);
    const stay = { ...query, occupancy, minutes: stayMinutesAt(location, partySize), present: presentTables };
    return {
      slotsOn: (date) => staySlots({ ...stay, date }),
      choose: (date, time) => chooseStay({ ...stay, date }, time),
    };
  }
  const seatsByDate = await readSeatsBetween(db, location.id, from, to, movingId);
  const dayQuery = (date: DateText) => ({ ...query, date, seats, taken: seatsByDate.get(date) ?? [] });
  return {
    slotsOn: (date) => freeSlots(dayQuery(date)),
    choose: (date, time) => chooseSlot(dayQuery(date), time),
  };
}

type MaybeFullSlot = TimeSlot & Partial<ListedSlot>;

const isFree = ({ available = true }: MaybeFullSlot): boolean => available;

interface Availability {
  /** The slots with room; where stays count, full ones too. */
  readonly slotsOn: (date: DateText) => readonly MaybeFullSlot[];
  readonly choose: (date: DateText, time: TimeText) => Result<TimeSlot>;
}

interface PartyRequest {
  readonly partySize: number;
  /** The reservation that is changed; its present seats do not count. */
  readonly movingId?: string | undefined;
}

export async function slotsOfDay(
  context: Context,
  { locationId, date, ...party }: PartyRequest & { readonly locationId: string; readonly date: DateText },
): Promise<ResponseOf<'getReservationSlots'>> {
  const bookable = await bookableLocation(context.db, locationId);
  const { slotsOn } = await readAvailability(context, context.db, bookable, { from: date, to: date, ...party });
  const terms =
    context.payments && party.movingId === undefined
      ? depositTermsOf(bookable.location, { date, ...party }, context.clock.now())
      : null;
  return {
    slots: slotsOn(date).map(slotAnswer),
    isClosed: slotTimes(bookable.hours, date).length === 0,
    deposit: terms ? { ...terms, amount: toDollars(terms.amount) } : undefined,
  };
}

/** The days from today on, each with whether this party can still book. */
export async function bookableDays(
  context: Context,
  request: { locationId: string; partySize: number },
): Promise<ResponseOf<'getReservationDays'>> {
  const bookable = await bookableLocation(context.db, request.locationId);
  const { hours } = bookable;
  const today = localDate(context.clock.now(), hours.zone);
  const { partySize } = request;
  const { slotsOn } = await readAvailability(context, context.db, bookable, {
    from: today,
    to: addDays(today, BOOKING_DAYS_AHEAD),
    partySize,
  });
  const days = Array.from({ length: BOOKING_DAYS_AHEAD + 1 }, (_, ahead) => {
    const date = addDays(today, ahead);
    if (openingsOn(hours, date).length === 0) return { date, state: 'closed' as const };
    return { date, state: slotsOn(date).some(isFree) ? ('free' as const) : ('full' as const) };
  });
  return { days, timeZone: hours.zone };
}

interface SlotRequest extends PartyRequest {
  readonly date: DateText;
  readonly time: string;
}

/** Checks that the party fits in the time slot; refuses with the nearest free times. */
export async function requireFreeSlot(
  context: Context,
  tx: Tx,
  bookable: BookableLocation,
  { date, time, ...party }: SlotRequest,
): Promise<TimeSlot> {
  const { choose } = await readAvailability(context, tx, bookable, { from: date, to: date, ...party });
  const chosen = choose(date, time);
  if (chosen.ok) return chosen.value;
  const details = chosen.error.details ?? {};
  const sameDayTimes = details['alternatives'];
  const alternatives =
    Array.isArray(sameDayTimes) && sameDayTimes.length > 0
      ? sameDayTimes
      : await slotsOfLaterDays(context, tx, bookable, { date, time, ...party });
  // Where stays count, a full time is refused with the same list under two names.
  const nearest = 'nearest' in details ? alternatives : undefined;
  throw refuse(chosen.error.code, chosen.error.message, { ...details, alternatives, nearest });
}

/** The nearest times of the next day with a free time slot. */
async function slotsOfLaterDays(
  context: Context,
  tx: Tx,
  bookable: BookableLocation,
  { date: requested, time, ...party }: SlotRequest,
): Promise<unknown[]> {
  const { zone } = bookable.hours;
  const today = localDate(context.clock.now(), zone);
  const from = requested < today ? today : addDays(requested, 1);
  const to = addDays(from, SEARCHED_DAYS);
  const { slotsOn } = await readAvailability(context, tx, bookable, { from, to, ...party });
  for (let date = from; date < to; date = addDays(date, 1)) {
    const free = slotsOn(date).filter(isFree);
    if (free.length > 0) return nearestFreeSlots(free, instantOf(date, time, zone)).map(slotAnswer);
  }
  return [];
}

function slotAnswer(slot: MaybeFullSlot): SlotAnswer {
  const { date, available } = slot;
  return { ...slotTimeAnswer(slot), date, seatsLeft: slot.seatsLeft, available };
}

type SlotAnswer = ResponseOf<'getReservationSlots'>['slots'][number];

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
  const hours = valueOrThrow(openingHoursOf(location));
  const now = context.clock.now();
  const today = serviceDate(hours, now);
  const date = request.date ?? today;
  const rows = await selectReservations(context.db)
    .where('r.location_id', '=', location.id)
    .where('r.date', '=', date)
    .where('r.status', '!=', 'cancelled')
    .orderBy('r.starts_at')
    .orderBy(sql`r.customer_name collate "und-x-icu"`)
    .orderBy('r.id')
    .execute();
  const occupancy = location.counts_stays
    ? await readOccupancy(context.db, location, { from: date, to: date }, { now })
    : null;
  const seats = occupancy ? seatsOf(occupancy) : seatsPerSlot(location);
  const taken = rows.map((row) => ({ time: row.time, partySize: row.party_size, status: row.status }));
  const slots = slotTimes(hours, date, occupancy ? STAY_SLOT_MINUTES : undefined).map((slot) => {
    const left = occupancy
      ? seatsFree(occupancy, stayFrom(slot.startsAt, STAY_SLOT_MINUTES))
      : seatsLeft(taken, slot.time, seats);
    return { ...slotTimeAnswer(slot), seatsLeft: left, seatsTaken: seats - left };
  });
  return {
    date,
    isToday: date === today,
    timeZone: location.time_zone,
    asOf: now.toISOString(),
    countsStays: occupancy ? true : undefined,
    reservations: rows.map(reservationAnswer),
    isClosed: slots.length === 0,
    seatsPerSlot: seats,
    slots,
  };
}
