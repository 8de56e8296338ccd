import { addCents, ZERO, type Cents } from '../core/money.ts';
import type { DateText } from '../core/time.ts';
import { addDays } from '../hours/dates.ts';
import type { OvertimeLimits } from '../law/overtime-rules.ts';
import { daysOf, type ReportPeriod } from '../stats/report-period.ts';
import { firstOfMonth, nextMonth } from '../stats/periods.ts';

/** How often people are paid. Half months end on the 15th and on the last day. */
export const PAY_PERIODS = ['week', 'two-weeks', 'half-month', 'month'] as const;
export type PayPeriod = (typeof PAY_PERIODS)[number];

export const DEFAULT_PAY_PERIOD: PayPeriod = 'week';
const A_MONDAY = '2024-01-01';

/** The pay period that contains a business day. Weeks are counted from the first day of any period. */
export function payPeriodOf(day: DateText, period: PayPeriod, firstDay: DateText | null): ReportPeriod {
  const first = firstOfMonth(day);
  const middle = addDays(first, 14);
  const last = addDays(nextMonth(first), -1);
  if (period === 'month') return { from: first, to: last };
  if (period === 'half-month')
    return day <= middle ? { from: first, to: middle } : { from: addDays(middle, 1), to: last };
  const weeks = period === 'week' ? 1 : 2;
  const from = startOfWeeks(day, firstDay, weeks);
  return { from, to: addDays(from, weeks * 7 - 1) };
}

/** The first day of the week, or of the two weeks, that contain a day. */
export function startOfWeeks(day: DateText, firstDay: DateText | null, weeks = 1): DateText {
  const passed = daysOf({ from: firstDay ?? A_MONDAY, to: day }) - 1;
  const length = weeks * 7;
  return addDays(day, -(((passed % length) + length) % length));
}

export interface PaidShift {
  readonly personId: string;
  readonly day: DateText;
  readonly minutes: number;
  readonly declaredCash: Cents | null;
}

interface PayRules extends OvertimeLimits {
  readonly firstDay: DateText | null;
}

/**
 * Sums hours, overtime, tips and shares of service charges per person. The shifts begin with the week of the first day, because its hours decide
 * when overtime begins; only the days of the period are summed.
 */
export function sumPay(
  { from, to }: ReportPeriod,
  shifts: readonly PaidShift[],
  tips: readonly { readonly personId: string; readonly gets: Cents; readonly fromCharges?: Cents }[],
  rules: PayRules,
) {
  const isInPeriod = ({ day }: { readonly day: DateText }) => day >= from && day <= to;
  const people = new Set([...shifts.filter(isInPeriod), ...tips].map(({ personId }) => personId));
  return [...people].map((personId) => {
    const worked = shifts.filter((shift) => shift.personId === personId);
    const own = worked.filter(isInPeriod);
    const shares = tips.filter((tip) => tip.personId === personId);
    return {
      personId,
      minutes: sumMinutes(own),
      overtimeMinutes: sumMinutes(overtimeOfDays(worked, rules).filter(isInPeriod)),
      tips: addCents(...shares.map(({ gets }) => gets)),
      serviceCharges: addCents(...shares.map(({ fromCharges = ZERO }) => fromCharges)),
      declaredCash: addCents(...own.map(({ declaredCash }) => declaredCash ?? ZERO)),
    };
  });
}

const sumMinutes = (parts: readonly { readonly minutes: number }[]) =>
  parts.reduce((sum, { minutes }) => sum + minutes, 0);

/**
 * The overtime that arises on each day of a person: what is above the limit of the day, and what the other minutes of the
 * week are above the limit of the week. No minute counts twice.
 */
function overtimeOfDays(shifts: readonly PaidShift[], { firstDay, dailyHours, weeklyHours }: PayRules) {
  const beyond = (minutes: number, hours: number | null) => (hours === null ? 0 : Math.max(0, minutes - hours * 60));
  const regularOfWeek = new Map<DateText, number>();
  const days = [...Map.groupBy(shifts, ({ day }) => day)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return days.map(([day, own]) => {
    const week = startOfWeeks(day, firstDay);
    const before = regularOfWeek.get(week) ?? 0;
    const daily = beyond(sumMinutes(own), dailyHours);
    const after = before + sumMinutes(own) - daily;
    regularOfWeek.set(week, after);
    return { day, minutes: daily + beyond(after, weeklyHours) - beyond(before, weeklyHours) };
  });
}
