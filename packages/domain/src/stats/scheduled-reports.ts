import { localDate, type DateText, type ZoneId } from '../core/time.ts';
import { addDays, localTime } from '../hours/index.ts';
import { firstOfMonth } from './periods.ts';
import { DEFAULT_DAY_END_HOUR, type ReportPeriod } from './report-period.ts';

/** How often a report is mailed. */
export const REPORT_FREQUENCIES = ['daily', 'monthly'] as const;
export type ReportFrequency = (typeof REPORT_FREQUENCIES)[number];

/**
 * Scheduled reports are sent so long after the business day ended. By then tills have sent what they queued offline, and
 * the payments were compared with the provider.
 */
export const REPORT_DELAY_HOURS = 1;
/** How many scheduled reports a person can choose. */
export const MAX_SCHEDULED_REPORTS = 100;

const HOUR_MS = 3_600_000;

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

/**
 * The last period whose report can be sent: it ended at all of these locations, and the delay has passed. Without
 * locations there is none.
 */
export function lastReportPeriod(
  frequency: ReportFrequency,
  now: Date,
  locations: readonly DayEnd[],
): ReportPeriod | null {
  const delayed = new Date(now.getTime() - REPORT_DELAY_HOURS * HOUR_MS);
  const [today] = locations.map((location) => businessDayOf(delayed, location)).toSorted();
  if (today === undefined) return null;
  const to = frequency === 'daily' ? addDays(today, -1) : addDays(firstOfMonth(today), -1);
  return { from: frequency === 'daily' ? to : firstOfMonth(to), to };
}
