import { localDate, instantOf, type DateText } from '../core/time.ts';
import { addDays, MAX_CACHED_DAYS, OPENING_SEARCH_DAYS, weekdayOf } from './dates.ts';
import { intervalsOf, type DayHours, type OpeningHours } from './week.ts';

/** A period of being open, from `opensAt` up to, not including, `closesAt`. */
export interface Opening {
  /** The date of `opensAt`, even if it closes after midnight. */
  readonly date: DateText;
  readonly opensAt: Date;
  readonly closesAt: Date;
}

/** The hours of a date: its exception if there is one, otherwise those of its weekday. */
export function hoursOn(hours: OpeningHours, date: DateText): DayHours {
  return hours.exceptions.find((exception) => exception.date === date) ?? hours.week[weekdayOf(date)];
}

/** Cached per opening hours, because every order needs them, at night for several days. */
const openingsByDate = new WeakMap<OpeningHours, Map<DateText, readonly Opening[]>>();

/** The openings of a date, the earliest first; none if the location stays closed. */
export function openingsOn(hours: OpeningHours, date: DateText): readonly Opening[] {
  const days = openingsByDate.get(hours) ?? new Map<DateText, readonly Opening[]>();
  openingsByDate.set(hours, days);
  const cached = days.get(date);
  if (cached !== undefined) return cached;
  const openings = openingsOfDay(hours, date);
  if (days.size >= MAX_CACHED_DAYS) days.clear();
  days.set(date, openings);
  return openings;
}

function openingsOfDay(hours: OpeningHours, date: DateText): Opening[] {
  return intervalsOf(hoursOn(hours, date)).flatMap(({ open, close }) => {
    const opensAt = instantOf(date, open, hours.zone);
    const closesAt = instantOf(close <= open ? addDays(date, 1) : date, close, hours.zone);
    // An opening time in the hour skipped in spring can move past the closing time; then it is no opening.
    return opensAt < closesAt ? [{ date, opensAt, closesAt }] : [];
  });
}

/** The opening that contains this time, including one from last night. */
export function openingAt(hours: OpeningHours, now: Date): Opening | null {
  const today = localDate(now, hours.zone);
  const isNow = ({ opensAt, closesAt }: Opening) => opensAt <= now && now < closesAt;
  return openingsOn(hours, today).find(isNow) ?? openingsOn(hours, addDays(today, -1)).find(isNow) ?? null;
}

/** Whether a change of the hours closes a location at a time at which it was to be open. */
export function isClosedByChange(before: OpeningHours, after: OpeningHours, at: Date): boolean {
  return openingAt(before, at) !== null && openingAt(after, at) === null;
}

/** The last closing of the business day, also between lunch and dinner. Before and after it, the next opening. */
export function endOfBusiness(hours: OpeningHours, now: Date): Date | null {
  const openings = openingsOn(hours, openingAt(hours, now)?.date ?? localDate(now, hours.zone));
  const [first] = openings;
  const last = openings.at(-1);
  if (first && last && first.opensAt <= now && now < last.closesAt) return last.closesAt;
  return nextOpening(hours, now)?.opensAt ?? null;
}

/** How many days to follow a location that never closes. */
const MAX_CONTINUED_DAYS = 7;

/** The closing time of an opening, including the following ones that start when it ends. */
export function openUntil(hours: OpeningHours, opening: Opening): Date {
  let last = opening.closesAt;
  for (let days = 0; days <= MAX_CONTINUED_DAYS; days++) {
    const later = openingsOn(hours, addDays(opening.date, days)).filter(({ opensAt }) => opensAt > opening.opensAt);
    if (days > 0 && later.length === 0) break;
    for (const { opensAt, closesAt } of later) {
      if (opensAt > last) return last;
      last = closesAt;
    }
  }
  return last;
}

/** The next time at which the location opens; null if it stays closed for the whole search. */
export function nextOpening(hours: OpeningHours, now: Date): Opening | null {
  const today = localDate(now, hours.zone);
  for (let days = 0; days <= OPENING_SEARCH_DAYS; days++) {
    const opening = openingsOn(hours, addDays(today, days)).find(({ opensAt }) => opensAt > now);
    if (opening) return opening;
  }
  return null;
}
