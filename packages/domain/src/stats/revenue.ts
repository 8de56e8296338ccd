import { cents, type Cents, type DateText } from '../core/index.ts';
import { addDays } from '../hours/index.ts';
import { firstOfMonth, mondayOf, nextMonth } from './periods.ts';

export const REVENUE_RANGES = ['week', 'month', 'year'] as const;
export type RevenueRange = (typeof REVENUE_RANGES)[number];

/** The first date of a range and the first date after it. */
export function rangeDates(range: RevenueRange, today: DateText): [DateText, DateText] {
  if (range === 'week') return [mondayOf(today), addDays(mondayOf(today), 7)];
  if (range === 'month') return [firstOfMonth(today), nextMonth(firstOfMonth(today))];
  const year = Number(today.slice(0, 4));
  return [`${year}-01-01`, `${year + 1}-01-01`];
}

export interface RevenueDay {
  readonly date: DateText;
  readonly revenue: Cents;
  readonly orders: number;
}

/** Days of a week or month, or months of a year, up to the current one. Oldest first, including empty ones. */
export function revenueOfDays(range: RevenueRange, days: readonly RevenueDay[], today: DateText) {
  const sums = new Map(bucketDates(range, today).map((date) => [date, { revenue: 0, orders: 0 }]));
  for (const day of days) {
    const bucket = sums.get(bucketOf(range, day.date));
    if (!bucket) continue;
    bucket.revenue += day.revenue;
    bucket.orders += day.orders;
  }
  return [...sums].map(([date, bucket]) => ({ date, revenue: cents(bucket.revenue), orders: bucket.orders }));
}

function bucketDates(range: RevenueRange, today: DateText): string[] {
  const dates: string[] = [];
  let date = rangeDates(range, today)[0];
  while (date <= today) {
    dates.push(bucketOf(range, date));
    date = range === 'year' ? nextMonth(date) : addDays(date, 1);
  }
  return dates;
}

function bucketOf(range: RevenueRange, date: DateText): string {
  return range === 'year' ? date.slice(0, 7) : date;
}
