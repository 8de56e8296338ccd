import {
  failure,
  HALIFAX,
  instantOf,
  localDate,
  say,
  type DateText,
  type Failure,
  type ZoneId,
} from '../core/index.ts';
import { addDays, localTime } from '../hours/index.ts';
import { firstOfMonth, nextMonth, periodDates, type Period } from './periods.ts';

/** Business days of a report, both included. */
export interface ReportPeriod {
  readonly from: DateText;
  readonly to: DateText;
}

/** The hour at which a location's business day ends if the location sets no other. */
export const DEFAULT_DAY_END_HOUR = 4;
/**
 * A day ends on a full hour, because clock changes skip and repeat full hours. Then the day follows from the wall clock
 * alone.
 */
export const LATEST_DAY_END_HOUR = 8;

export const MAX_REPORT_DAYS = 366;

export function reportPeriodProblem({ from, to }: ReportPeriod): Failure | null {
  if (from > to)
    return failure('invalid-argument', say`The start is after the end. Please swap the dates.`, { field: 'from' });
  if (daysOf({ from, to }) > MAX_REPORT_DAYS) {
    return failure('invalid-argument', say`A report covers at most one year. Please choose fewer days.`, {
      field: 'to',
    });
  }
  return null;
}

export function daysOf({ from, to }: ReportPeriod): number {
  return Temporal.PlainDate.from(from).until(to).days + 1;
}

/** A location's clock and the hour at which its business day ends; null for the default. */
export interface DayEnd {
  readonly zone: ZoneId;
  readonly hour: number | null;
}

/** The business day to which an instant belongs: the wall clock less the hours that belong to the day before. */
export function businessDayOf(at: Date, { zone, hour }: DayEnd): DateText {
  const date = localDate(at, zone);
  const wallHour = Number(localTime(at, zone).slice(0, 2));
  return wallHour < (hour ?? DEFAULT_DAY_END_HOUR) ? addDays(date, -1) : date;
}

/** Decides which day is today for several locations: the day that has not ended at all of them. */
export function lastDayEnd(locations: readonly DayEnd[], now: Date): DayEnd {
  const [first = { zone: HALIFAX, hour: null }, ...others] = locations;
  return others.reduce((last, each) => (businessDayOf(now, each) < businessDayOf(now, last) ? each : last), first);
}

/** The period with which another is compared. */
export interface PeriodBefore extends ReportPeriod {
  /** Its end, if only its beginning is compared: on its last day, at the present time of day. */
  readonly until: Date | null;
}

/**
 * The month before a whole month, the year before a whole year; otherwise the same number of days before. A period that
 * is still running is compared with the same part of the period before. Whole periods are compared where that part has no
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

/** Null if whole periods are compared. */
export function comparablePeriod(period: Period, now: Date, dayEnd: DayEnd): ComparablePeriod | null {
  const [from, next] = periodDates(period, businessDayOf(now, dayEnd));
  const { from: first, to: date, until } = periodBefore({ from, to: addDays(next, -1) }, now, dayEnd);
  return until && { first, date, until };
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

/** How the net sales of a report are broken down. */
export const REPORT_BREAKDOWNS = [
  'category',
  'dish',
  'option',
  'service',
  'daypart',
  'hour',
  'channel',
  'day',
] as const;
export type ReportBreakdown = (typeof REPORT_BREAKDOWNS)[number];

/** The key of a tax: its code and its rate as a decimal. */
export function reportTaxKey(code: string, rate: number): string {
  return `${code} ${rate}`;
}
