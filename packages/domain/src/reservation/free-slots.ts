import { say } from '../core/language.ts';
import { offersReservations } from './offers-reservations.ts';
import { SEATED_STATUSES } from './reservation.ts';
import { seatingFor, seatsFree, STAY_SLOT_MINUTES, stayFrom, type Occupancy, type Seating } from './stays.ts';
import { failure, type Failure } from '../core/errors.ts';
import { type Result, err, ok, fail } from '../core/result.ts';
import { type DateText, type TimeText, addMinutes, localDate, zonedDateTimeOf, instantOf } from '../core/time.ts';
import { type OpeningHours, addDays, openingsOn, twelveHourText } from '../hours/index.ts';

export const SLOT_MINUTES = 30;
/** Minutes between opening and the first slot, and between the last slot and closing. */
export const SLOT_MARGIN_MINUTES = 30;
/** The capacity of a location that does not state one. */
export const DEFAULT_SEATS_PER_SLOT = 40;
export const BOOKING_DAYS_AHEAD = 60;
export const ALTERNATIVES_OFFERED = 3;

/** A time at which a table can be booked. `date` is the day of the opening: 00:30 belongs to the evening before. */
export interface SlotTime {
  readonly date: DateText;
  readonly time: TimeText;
  readonly label: string;
  readonly startsAt: Date;
  /** After midnight, so the calendar date is the day after `date`. */
  readonly isNextDay: boolean;
}

export interface TimeSlot extends SlotTime {
  readonly seatsLeft: number;
  /** Where the party will sit, at a location that counts stays. */
  readonly seating?: Seating;
}

/** A slot that is listed although it may be full. */
export interface ListedSlot extends TimeSlot {
  readonly available: boolean;
}

/** The fields of an existing reservation of the same date and location that decide about free seats. */
export interface SeatedReservation {
  readonly time: TimeText;
  readonly partySize: number;
  readonly status: string;
}

/** All slots of a date, including full and past ones, one every `stepMinutes`. */
export function slotTimes(hours: OpeningHours, date: DateText, stepMinutes: number = SLOT_MINUTES): SlotTime[] {
  const slots = new Map<TimeText, SlotTime>();
  for (const opening of openingsOn(hours, date)) {
    const last = addMinutes(opening.closesAt, -SLOT_MARGIN_MINUTES);
    let startsAt = addMinutes(opening.opensAt, SLOT_MARGIN_MINUTES);
    for (; startsAt <= last; startsAt = addMinutes(startsAt, stepMinutes)) {
      const local = zonedDateTimeOf(startsAt, hours.zone);
      const time = local.toPlainTime().toString({ smallestUnit: 'minute' });
      // An hour that is repeated in autumn is offered only the first time.
      if (slots.has(time)) continue;
      slots.set(time, {
        date,
        time,
        label: twelveHourText(time),
        startsAt,
        isNextDay: local.toPlainDate().toString() !== date,
      });
    }
  }
  return [...slots.values()];
}

/** How many guests can come at one time. */
export function seatsPerSlot({ capacity }: { readonly capacity: number | null }): number {
  return capacity ?? DEFAULT_SEATS_PER_SLOT;
}

const TAKES_SEATS: ReadonlySet<string> = new Set(SEATED_STATUSES);

/** How many of the seats are free at this time. */
export function seatsLeft(reservations: readonly SeatedReservation[], time: TimeText, seats: number): number {
  let left = seats;
  for (const { time: at, partySize, status } of reservations) {
    if (at === time && TAKES_SEATS.has(status)) left -= partySize;
  }
  return Math.max(0, left);
}

export interface SlotQuery {
  readonly hours: OpeningHours;
  readonly date: DateText;
  readonly partySize: number;
  /** The reservations of the date at the location. */
  readonly taken: readonly SeatedReservation[];
  readonly now: Date;
  /** How many guests can come at one time. */
  readonly seats: number;
}

export function freeSlots({ hours, date, partySize, taken, now, seats }: SlotQuery): TimeSlot[] {
  if (date > lastBookableDate(hours, now)) return [];
  const free: TimeSlot[] = [];
  for (const slot of slotTimes(hours, date)) {
    const left = seatsLeft(taken, slot.time, seats);
    if (slot.startsAt > now && left > 0 && left >= partySize) free.push({ ...slot, seatsLeft: left });
  }
  return free;
}

export interface StayQuery extends Pick<SlotQuery, 'hours' | 'date' | 'partySize' | 'now'> {
  /** The parties around the date, with their tables. */
  readonly occupancy: Occupancy;
  /** How long the party sits. */
  readonly minutes: number;
  /** The tables of a reservation that is changed, which it keeps if it can. */
  readonly present?: readonly string[] | undefined;
}

/** The slots to come at a location that counts stays, full ones included. */
export function staySlots({ hours, date, partySize, now, minutes, present, occupancy }: StayQuery): ListedSlot[] {
  if (date > lastBookableDate(hours, now)) return [];
  const slots = slotTimes(hours, date, STAY_SLOT_MINUTES).filter(({ startsAt }) => startsAt > now);
  return slots.map((slot) => {
    const period = stayFrom(slot.startsAt, minutes);
    const seating = seatingFor(occupancy, { ...period, guests: partySize, present });
    return {
      ...slot,
      seatsLeft: seatsFree(occupancy, period),
      available: seating !== null,
      seating: seating ?? undefined,
    };
  });
}

/** The last date for which a table can be booked. */
export function lastBookableDate(hours: OpeningHours, now: Date): DateText {
  return addDays(localDate(now, hours.zone), BOOKING_DAYS_AHEAD);
}

/** The nearest free slots in chronological order. Of two equally near the earlier one is preferred. */
export function nearestFreeSlots(
  candidates: readonly TimeSlot[],
  requested: Date,
  count: number = ALTERNATIVES_OFFERED,
): TimeSlot[] {
  const distance = (slot: TimeSlot) => Math.abs(slot.startsAt.getTime() - requested.getTime());
  return candidates
    .toSorted((a, b) => distance(a) - distance(b) || a.startsAt.getTime() - b.startsAt.getTime())
    .slice(0, count)
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
}

/** Reservations need an active location with dine-in. */
export function takesReservations(location: {
  readonly isActive: boolean;
  readonly features: readonly string[];
}): Result<true> {
  if (!location.isActive) return fail('location-inactive');
  if (!offersReservations(location)) {
    return fail('failed-precondition', say`This location does not take reservations`);
  }
  return ok(true);
}

/** Why no table can be booked on a date, however many are free. */
type DateRefusal = 'past' | 'too-far-ahead' | 'closed';

const DATE_REFUSALS: Readonly<Record<DateRefusal, () => string>> = {
  past: () => say`This day is over. Please choose another day.`,
  'too-far-ahead': () =>
    say`Tables can be booked up to ${BOOKING_DAYS_AHEAD} days ahead. Please choose an earlier day.`,
  closed: () => say`We are closed on this day. Please choose another day.`,
};

/** The reason why a date can never be booked; null if it can. An evening that goes past midnight is not over yet. */
function dateRefusal({ hours, date, now }: Pick<SlotQuery, 'hours' | 'date' | 'now'>): DateRefusal | null {
  if (date > lastBookableDate(hours, now)) return 'too-far-ahead';
  const last = openingsOn(hours, date).at(-1);
  if (date < localDate(now, hours.zone) && (!last || last.closesAt <= now)) return 'past';
  return last ? null : 'closed';
}

/**
 * Returns the requested slot. Otherwise refuses with the reason if the date can never be booked, and with the nearest
 * free slots as details.
 */
export function chooseSlot(query: SlotQuery, time: TimeText): Result<TimeSlot> {
  const refusal = (alternatives: object[]) => failure('slot-unavailable', undefined, { alternatives });
  return chooseAmong(freeSlots(query), slotTimes(query.hours, query.date), query, time, refusal);
}

/** `chooseSlot` at a location that counts stays. A full time is refused with a code of its own, `time-full`. */
export function chooseStay(query: StayQuery, time: TimeText): Result<TimeSlot> {
  const free = staySlots(query).filter(({ available }) => available);
  // `alternatives` is for tabs that were opened before the location counted stays.
  const refusal = (nearest: object[]) => failure('time-full', undefined, { nearest, alternatives: nearest });
  return chooseAmong(free, slotTimes(query.hours, query.date, STAY_SLOT_MINUTES), query, time, refusal);
}

function chooseAmong(
  free: readonly TimeSlot[],
  times: readonly SlotTime[],
  query: Pick<SlotQuery, 'hours' | 'date' | 'now'>,
  time: TimeText,
  refusal: (alternatives: object[]) => Failure,
): Result<TimeSlot> {
  const reason = dateRefusal(query);
  if (reason) return fail('slot-unavailable', DATE_REFUSALS[reason](), { reason, alternatives: [] });
  const slot = free.find((candidate) => candidate.time === time);
  if (slot) return ok(slot);
  const requested =
    times.find((candidate) => candidate.time === time)?.startsAt ?? instantOf(query.date, time, query.hours.zone);
  const alternatives = nearestFreeSlots(free, requested).map((near) => ({
    date: near.date,
    time: near.time,
    label: near.label,
    seatsLeft: near.seatsLeft,
  }));
  return err(refusal(alternatives));
}
