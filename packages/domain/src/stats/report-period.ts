import { failure, HALIFAX, localDate, say, type DateText, type Failure, type ZoneId } from '../core/index.ts';
import { addDays, localTime } from '../hours/index.ts';

/** Business days of a report, both included. */
export interface ReportPeriod {
  readonly from: DateText;
  readonly to: DateText;
}

/** The hour at which a location's business day ends if the location sets no other. */
export const DEFAULT_DAY_END_HOUR = 4;
/** A day ends on a full hour, because clock changes move full hours: the wall clock alone tells the day. */
export const LATEST_DAY_END_HOUR = 8;

export const MAX_REPORT_DAYS = 366;

export function reportPeriodProblem({ from, to }: ReportPeriod): Failure | null {
  if (from > to) {
    return failure('invalid-argument', say`The start is after the end. Please swap the dates.`, { field: 'from' });
  }
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
