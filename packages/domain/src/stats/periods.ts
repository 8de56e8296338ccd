import { say } from '../core/language.ts';
import { localDate, instantOf, type DateText, type ZoneId } from '../core/time.ts';
import { addDays, localTime } from '../hours/index.ts';

export const PERIODS = [
  { id: 'today', label: say`Today` },
  { id: 'yesterday', label: say`Yesterday` },
  { id: 'week', label: say`This Week` },
  { id: 'month', label: say`This Month` },
] as const;
export type Period = (typeof PERIODS)[number]['id'];

export const DASHBOARD_REFRESH_MS = 30_000;

/** The dates of the previous period of the same kind. */
export function previousPeriodDates(period: Period, today: DateText): [DateText, DateText] {
  const [first] = periodDates(period, today);
  return periodDates(period === 'yesterday' ? 'today' : period, addDays(first, -1));
}

/** The first date of a period and the first date after it. */
export function periodDates(period: Period, today: DateText): [DateText, DateText] {
  if (period === 'today') return [today, addDays(today, 1)];
  if (period === 'yesterday') return [addDays(today, -1), today];
  if (period === 'week') return [mondayOf(today), addDays(mondayOf(today), 7)];
  return [firstOfMonth(today), nextMonth(firstOfMonth(today))];
}

/**
 * The part of the previous period that matches the current one so far: its first date, the date that corresponds to
 * today, and the same time of day.
 */
export interface ComparablePeriod {
  readonly first: DateText;
  readonly date: DateText;
  readonly until: Date;
}

/** Null if whole periods are compared: yesterday is complete, and 31 March has no counterpart in February. */
export function comparablePeriod(period: Period, now: Date, zone: ZoneId): ComparablePeriod | null {
  if (period === 'yesterday') return null;
  const today = localDate(now, zone);
  const [started] = periodDates(period, today);
  const [first, next] = previousPeriodDates(period, today);
  const days = Temporal.PlainDate.from(started).until(today).days;
  const date = addDays(first, days);
  return date < next ? { first, date, until: instantOf(date, localTime(now, zone), zone) } : null;
}

export function mondayOf(date: DateText): DateText {
  return addDays(date, 1 - Temporal.PlainDate.from(date).dayOfWeek);
}

export function firstOfMonth(date: DateText): DateText {
  return `${date.slice(0, 7)}-01`;
}

export function nextMonth(firstOfThis: DateText): DateText {
  return Temporal.PlainDate.from(firstOfThis).add({ months: 1 }).toString();
}
