import { instantOf, localDate, type DateText } from '../core/index.ts';
import { addDays, localTime } from '../hours/index.ts';
import { firstOfMonth, nextMonth, periodDates, type Period } from './periods.ts';
import { businessDayOf, daysOf, type DayEnd, type ReportPeriod } from './report-period.ts';

/** The period with which another is compared. */
export interface PeriodBefore extends ReportPeriod {
  /** Its end, if only its beginning is compared: on its last day, at the present time of day. */
  readonly until: Date | null;
}

/**
 * The month before a whole month, the year before a whole year; otherwise the same number of days before. A period that
 * is still running is compared with the same part of the period before. Whole periods are compared if that part has no
 * last day: 31 March has no counterpart in February.
 */
export function periodBefore(period: ReportPeriod, now: Date, dayEnd: DayEnd): PeriodBefore {
  const today = businessDayOf(now, dayEnd);
  const whole = wholePeriodBefore(period);
  const shift = 1 - daysOf({ from: whole.from, to: period.from });
  const to = addDays(today, shift);
  if (today < period.from || today > period.to || to > whole.to) return { ...whole, until: null };
  const { zone } = dayEnd;
  const until = instantOf(addDays(localDate(now, zone), shift), localTime(now, zone), zone);
  return { from: whole.from, to, until };
}

/** The part of the previous period that matches the current one so far. */
export interface ComparablePeriod {
  readonly first: DateText;
  /** The date that corresponds to today. */
  readonly date: DateText;
  readonly until: Date;
}

/** The part that is compared with a running period; null if whole periods are compared. */
export function comparablePeriod(period: Period, now: Date, dayEnd: DayEnd): ComparablePeriod | null {
  const [from, next] = periodDates(period, businessDayOf(now, dayEnd));
  const { from: first, to: date, until } = periodBefore({ from, to: addDays(next, -1) }, now, dayEnd);
  return until && { first, date, until };
}

/** The same weekday of the week before a single day; up to the same time of day if that day is today. */
export function dayWeekBefore(
  period: Period,
  now: Date,
  dayEnd: DayEnd,
): { readonly date: DateText; readonly until: Date | null } | null {
  if (period !== 'today' && period !== 'yesterday') return null;
  const [day] = periodDates(period, businessDayOf(now, dayEnd));
  const { zone } = dayEnd;
  const until = period === 'today' ? instantOf(addDays(localDate(now, zone), -7), localTime(now, zone), zone) : null;
  return { date: addDays(day, -7), until };
}

/** The dates of the whole previous period of the same kind. */
export function previousPeriodDates(period: Period, today: DateText): [DateText, DateText] {
  const [first] = periodDates(period, today);
  return periodDates(period === 'yesterday' ? 'today' : period, addDays(first, -1));
}

function wholePeriodBefore({ from, to }: ReportPeriod): ReportPeriod {
  const dayBefore = addDays(from, -1);
  if (from === firstOfMonth(from) && to === addDays(nextMonth(from), -1)) {
    return { from: firstOfMonth(dayBefore), to: dayBefore };
  }
  const isWholeYear = from.endsWith('-01-01') && to === `${from.slice(0, 4)}-12-31`;
  return {
    from: isWholeYear ? `${dayBefore.slice(0, 4)}-01-01` : addDays(dayBefore, 1 - daysOf({ from, to })),
    to: dayBefore,
  };
}
