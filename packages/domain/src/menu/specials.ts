import { localDate, type DateText, type ZoneId } from '../core/time.ts';
import { addDays, startOfDay } from '../hours/index.ts';

export interface Special {
  readonly isTodaysSpecial: boolean;
  readonly specialStartDate: DateText | null;
  readonly specialEndDate: DateText | null;
}

/** From the start of the first day to the end of the last day, in the location's time zone. */
export function specialWindow(start: DateText, end: DateText, zone: ZoneId): { from: Date; to: Date } {
  return { from: startOfDay(start, zone), to: startOfDay(addDays(end, 1), zone) };
}

/** True on the days of the special. */
export function isSpecialAt(item: Special, now: Date, zone: ZoneId): boolean {
  if (!item.isTodaysSpecial || item.specialStartDate === null || item.specialEndDate === null) return false;
  const { from, to } = specialWindow(item.specialStartDate, item.specialEndDate, zone);
  return from <= now && now < to;
}

/** The dates filled in when 'Today's Special' is ticked. */
export function defaultSpecialDates(now: Date, zone: ZoneId): { start: DateText; end: DateText } {
  const start = localDate(now, zone);
  return { start, end: addDays(start, 1) };
}
