import { failure, type Failure } from '../core/errors.ts';
import { say } from '../core/language.ts';
import type { DateText } from '../core/time.ts';
import { addDays } from '../hours/index.ts';
import { firstOfMonth, nextMonth } from './periods.ts';

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

/** The month before a whole month, the year before a whole year; otherwise the same number of days before. */
export function periodBefore({ from, to }: ReportPeriod): ReportPeriod {
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
