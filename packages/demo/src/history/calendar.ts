import { localDate, type DateText, type Random } from '@tiffin/domain/core';
import { addDays, openingsOn, localTime, weekdayOf, type OpeningHours, type Weekday } from '@tiffin/domain/hours';
import type { Millis } from './record.ts';

export interface OpenDay {
  readonly date: DateText;
  readonly weekday: Weekday;
  readonly opensAt: Millis;
  /** In minutes after midnight, local time. */
  readonly openMinute: number;
  /** In minutes. */
  readonly minutes: number;
  /** How busy the day is, relative to an ordinary day. */
  readonly weight: number;
}

const BY_WEEKDAY: Readonly<Record<Weekday, number>> = {
  monday: 0.74,
  tuesday: 0.8,
  wednesday: 0.88,
  thursday: 1,
  friday: 1.46,
  saturday: 1.5,
  sunday: 1.08,
};

/** Summer brings cottage owners and tourists; in January few people go out. */
const BY_MONTH = [0.82, 0.88, 0.93, 0.97, 1.03, 1.08, 1.2, 1.22, 1.03, 1, 0.95, 1.07] as const;

/** Days with the same date every year, as month-day. On Christmas Day the restaurant is closed. */
const FIXED_DAYS: Readonly<Record<string, number>> = {
  '01-01': 0.6,
  '02-14': 1.5,
  '07-01': 1.15,
  '12-24': 0.7,
  '12-25': 0,
  '12-26': 0.6,
  '12-31': 1.4,
};

/** The dates of Diwali, which depend on the moon. */
const DIWALI: ReadonlySet<DateText> = new Set(['2023-11-12', '2024-11-01', '2025-10-20', '2026-11-08', '2027-10-29']);

/** How many times busier a day is at the end of the history than at its start. */
const GROWTH = 1.5;

/** Returns the days on which the restaurant is open. The last one is the day of `until`. */
export function openDays(hours: OpeningHours, until: Date, days: number, random: Random): OpenDay[] {
  const first = addDays(localDate(until, hours.zone), 1 - days);
  const open: OpenDay[] = [];
  for (let n = 0; n < days; n++) {
    const date = addDays(first, n);
    const weekday = weekdayOf(date);
    const [opening] = openingsOn(hours, date);
    const growth = 1 + ((GROWTH - 1) * n) / days;
    const weight = BY_WEEKDAY[weekday] * seasonalFactor(Temporal.PlainDate.from(date), random) * growth;
    if (!opening || weight === 0) continue;
    const opensAt = opening.opensAt.getTime();
    open.push({
      date,
      weekday,
      opensAt,
      openMinute: minuteOf(localTime(opening.opensAt, hours.zone)),
      minutes: (opening.closesAt.getTime() - opensAt) / 60_000,
      weight,
    });
  }
  return open;
}

function seasonalFactor(date: Temporal.PlainDate, random: Random): number {
  return (BY_MONTH[date.month - 1] ?? 1) * holidayFactor(date) * weatherFactor(date, random);
}

function holidayFactor(date: Temporal.PlainDate): number {
  const text = date.toString();
  if (DIWALI.has(text)) return 1.7;
  if (isNthSunday(date, 5, 2)) return 1.4; // Mother's Day
  if (date.month === 10 && date.dayOfWeek === 1 && weekOfMonth(date) === 2) return 0.7; // people eat at home on Thanksgiving
  return FIXED_DAYS[text.slice(5)] ?? 1;
}

function isNthSunday(date: Temporal.PlainDate, month: number, nth: number): boolean {
  return date.month === month && date.dayOfWeek === 7 && weekOfMonth(date) === nth;
}

function weekOfMonth(date: Temporal.PlainDate): number {
  return Math.ceil(date.day / 7);
}

/** Every day varies a little, and on some winter days the roads are closed. */
function weatherFactor(date: Temporal.PlainDate, random: Random): number {
  const usual = 0.82 + 0.36 * random();
  const storm = random() < 0.04 && (date.month <= 3 || date.month === 12);
  return storm ? usual * 0.4 : usual;
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}
