import { dateIn, instantOf, toDate, type DateText } from '../core/time.ts';
import { WEEKDAYS, type DayHours, type OpeningHours, type Weekday } from './week.ts';

/** One stretch of being open: from `opensAt` up to, not including, `closesAt`. */
export interface Opening {
  /** The day that opened, also when it closes after midnight. */
  readonly date: DateText;
  readonly opensAt: Date;
  readonly closesAt: Date;
}

/** How far ahead the next opening is looked for: a whole season closed is still found. */
export const OPENING_SEARCH_DAYS = 370;
/** Who asks for any day there is fills no memory. */
const MOST_DAYS = 2 * OPENING_SEARCH_DAYS;

export function weekdayOf(date: DateText): Weekday {
  // a plain date's weekday is 1 to 7
  return WEEKDAYS[Temporal.PlainDate.from(date).dayOfWeek - 1] ?? 'monday';
}

/** Every order counts from its day, always the same few: reading a date and writing one costs more than all the rest of a promise. */
const added = new Map<string, DateText>();

export function addDays(date: DateText, days: number): DateText {
  const which = `${date} ${days}`;
  const cached = added.get(which);
  if (cached !== undefined) return cached;
  const day = Temporal.PlainDate.from(date).add({ days }).toString();
  if (added.size >= MOST_DAYS) added.clear();
  added.set(which, day);
  return day;
}

/** The hours of a date: its exception when it has one, else those of its weekday. */
export function hoursOn(hours: OpeningHours, date: DateText): DayHours {
  return hours.exceptions.find((exception) => exception.date === date) ?? hours.week[weekdayOf(date)];
}

/** Every order asks, at night for several days: a day is worked out once for as long as its hours are in force. */
const workedOut = new WeakMap<OpeningHours, Map<DateText, Opening | null>>();

/** When the location opens and closes on a date; null when it stays closed. */
export function openingOn(hours: OpeningHours, date: DateText): Opening | null {
  const days = workedOut.get(hours) ?? new Map<DateText, Opening | null>();
  workedOut.set(hours, days);
  const cached = days.get(date);
  if (cached !== undefined) return cached;
  const opening = workOut(hours, date);
  if (days.size >= MOST_DAYS) days.clear();
  days.set(date, opening);
  return opening;
}

function workOut(hours: OpeningHours, date: DateText): Opening | null {
  const { open, close, closed } = hoursOn(hours, date);
  if (closed) return null;
  const opensAt = instantOf(date, open, hours.zone);
  const closesAt = instantOf(close <= open ? addDays(date, 1) : date, close, hours.zone);
  // opening inside the hour that spring skips may come out after the closing: then there is nothing to open for
  return opensAt < closesAt ? { date, opensAt, closesAt } : null;
}

/** The opening this instant lies in; last night's counts until it closes. */
export function openingAt(hours: OpeningHours, now: Date): Opening | null {
  const today = dateIn(now, hours.zone);
  const isNow = (opening: Opening | null) => opening !== null && opening.opensAt <= now && now < opening.closesAt;
  const opening = openingOn(hours, today);
  if (isNow(opening)) return opening;
  const lastNight = openingOn(hours, addDays(today, -1));
  return isNow(lastNight) ? lastNight : null;
}

/** How many days are looked at for doors that never close. */
const GOES_ON_DAYS = 7;

/** Until when the doors stay open from this opening on: one that starts as it ends goes on. */
export function openUntil(hours: OpeningHours, opening: Opening): Date {
  let last = opening;
  for (let days = 1; days <= GOES_ON_DAYS; days++) {
    const next = openingOn(hours, addDays(opening.date, days));
    if (!next || next.opensAt > last.closesAt) break;
    last = next;
  }
  return last.closesAt;
}

/** The first opening that starts after this instant. */
export function nextOpening(hours: OpeningHours, now: Date): Opening | null {
  const today = dateIn(now, hours.zone);
  for (let days = 0; days <= OPENING_SEARCH_DAYS; days++) {
    const opening = openingOn(hours, addDays(today, days));
    if (opening && opening.opensAt > now) return opening;
  }
  return null;
}

/** The start of a calendar day at the location, also where midnight is skipped by a clock change. */
export function startOfDay(date: DateText, zone: string): Date {
  return toDate(Temporal.PlainDate.from(date).toZonedDateTime(zone).toInstant());
}
