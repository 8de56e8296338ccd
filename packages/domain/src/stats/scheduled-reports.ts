import { addDays } from '../hours/index.ts';
import { firstOfMonth } from './periods.ts';
import { businessDayOf, type DayEnd, type ReportPeriod } from './report-period.ts';

export const REPORT_FREQUENCIES = ['daily', 'monthly'] as const;
export type ReportFrequency = (typeof REPORT_FREQUENCIES)[number];

/**
 * How long after the end of the business day scheduled reports are sent. By then tills have sent what they queued
 * offline, and the payments were compared with the provider.
 */
export const REPORT_DELAY_HOURS = 1;
/** How many scheduled reports a person can choose. */
export const MAX_SCHEDULED_REPORTS = 100;

const HOUR_MS = 3_600_000;

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
