import { toDate, type DateText } from '../core/time.ts';
import { WEEKDAYS, type Weekday } from './week.ts';

/* Apart from open.ts, because the pages of guests count days and leave it to the server what is open. */

/** How far ahead to search for the next opening; long enough for a location that is closed for a season. */
export const OPENING_SEARCH_DAYS = 370;
/** Limits the caches, so that requests for arbitrary dates cannot fill the memory. */
export const MAX_CACHED_DAYS = 2 * OPENING_SEARCH_DAYS;

export function weekdayOf(date: DateText): Weekday {
  // Date instead of Temporal, which takes longer: every order needs some weekdays. Date counts them from Sunday.
  return WEEKDAYS[(new Date(date).getUTCDay() + 6) % 7] ?? 'monday';
}

/** Cached, because every order adds days to the same few dates, and that costs more than the rest of a promise. */
const addedDays = new Map<string, DateText>();

/** The date so many days later, or earlier if `days` is negative. */
export function addDays(date: DateText, days: number): DateText {
  const key = `${date} ${days}`;
  const cached = addedDays.get(key);
  if (cached !== undefined) return cached;
  const day = Temporal.PlainDate.from(date).add({ days }).toString();
  if (addedDays.size >= MAX_CACHED_DAYS) addedDays.clear();
  addedDays.set(key, day);
  return day;
}

/** The start of a date in a time zone, even if a clock change skips midnight. */
export function startOfDay(date: DateText, zone: string): Date {
  return toDate(Temporal.PlainDate.from(date).toZonedDateTime(zone).toInstant());
}
