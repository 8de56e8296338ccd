import { say, type DateText } from '../core/index.ts';
import { addDays } from '../hours/index.ts';

export const PERIODS = [
  { id: 'today', label: say`Today` },
  { id: 'yesterday', label: say`Yesterday` },
  { id: 'week', label: say`This Week` },
  { id: 'month', label: say`This Month` },
] as const;
export type Period = (typeof PERIODS)[number]['id'];

export const DASHBOARD_REFRESH_MS = 30_000;

/** The first date of a period and the first date after it. */
export function periodDates(period: Period, today: DateText): [DateText, DateText] {
  if (period === 'today') return [today, addDays(today, 1)];
  if (period === 'yesterday') return [addDays(today, -1), today];
  if (period === 'week') return [mondayOf(today), addDays(mondayOf(today), 7)];
  return [firstOfMonth(today), nextMonth(firstOfMonth(today))];
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
