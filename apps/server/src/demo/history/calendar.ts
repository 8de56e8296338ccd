import { instantOf, type DateText, type Random, type ZoneId } from '@tiffin/domain/core';
import { DEMO_WEEKDAYS, type DemoDayHours, type DemoWeekday } from '../locations.ts';
import type { Millis } from './record.ts';

export interface OpenDay {
  readonly date: DateText;
  readonly weekday: DemoWeekday;
  readonly opensAt: Millis;
  readonly openMinute: number;
  /** Past 24:00 when the location closes after midnight. */
  readonly closeMinute: number;
  /** How busy, against an ordinary day. */
  readonly weight: number;
  /** Where the day stands in the history: 0 at its start, 1 at its end. */
  readonly progress: number;
}

const BY_WEEKDAY: Readonly<Record<DemoWeekday, number>> = {
  monday: 0.74,
  tuesday: 0.8,
  wednesday: 0.88,
  thursday: 1,
  friday: 1.46,
  saturday: 1.5,
  sunday: 1.08,
};

/** Summer brings the cottages and the Cabot Trail traffic; January nobody goes out. */
const BY_MONTH = [0.82, 0.88, 0.93, 0.97, 1.03, 1.08, 1.2, 1.22, 1.03, 1, 0.95, 1.07] as const;

/** Days with the same date every year, as month-day. Nobody cooks on Christmas Day. */
const FIXED_DAYS: Readonly<Record<string, number>> = {
  '01-01': 0.6,
  '02-14': 1.5,
  '07-01': 1.15,
  '12-24': 0.7,
  '12-25': 0,
  '12-26': 0.6,
  '12-31': 1.4,
};

/** Diwali follows the moon. */
const DIWALI: ReadonlySet<DateText> = new Set(['2023-11-12', '2024-11-01', '2025-10-20', '2026-11-08', '2027-10-29']);

/** By the end of the history a day is this many times as busy as at its start. */
const GROWTH = 1.5;

export function openDays(
  hours: Readonly<Record<DemoWeekday, DemoDayHours>>,
  zone: ZoneId,
  from: DateText,
  days: number,
  random: Random,
): OpenDay[] {
  const first = Temporal.PlainDate.from(from);
  const open: OpenDay[] = [];
  for (let n = 0; n < days; n++) {
    const date = first.add({ days: n });
    const weekday = DEMO_WEEKDAYS[date.dayOfWeek - 1] ?? 'monday';
    const today = hours[weekday];
    const progress = days > 1 ? n / (days - 1) : 1;
    const weight =
      BY_WEEKDAY[weekday] *
      (BY_MONTH[date.month - 1] ?? 1) *
      holiday(date) *
      weather(date, random) *
      (1 + (GROWTH - 1) * progress);
    if (today.closed || weight === 0) continue;
    open.push({
      date: date.toString(),
      weekday,
      opensAt: instantOf(date.toString(), today.open, zone).getTime(),
      openMinute: minuteOf(today.open),
      closeMinute: minuteOf(today.close) + (today.close <= today.open ? 24 * 60 : 0),
      weight,
      progress,
    });
  }
  return open;
}

function holiday(date: Temporal.PlainDate): number {
  const text = date.toString();
  if (DIWALI.has(text)) return 1.7;
  if (isNthSunday(date, 5, 2)) return 1.4; // Mother's Day
  if (date.month === 10 && date.dayOfWeek === 1 && weekOfMonth(date) === 2) return 0.7; // Thanksgiving is eaten at home
  return FIXED_DAYS[text.slice(5)] ?? 1;
}

function isNthSunday(date: Temporal.PlainDate, month: number, nth: number): boolean {
  return date.month === month && date.dayOfWeek === 7 && weekOfMonth(date) === nth;
}

function weekOfMonth(date: Temporal.PlainDate): number {
  return Math.ceil(date.day / 7);
}

/** No two Tuesdays are alike, and some winter days the road is closed by noon. */
function weather(date: Temporal.PlainDate, random: Random): number {
  const usual = 0.82 + 0.36 * random();
  const storm = random() < 0.04 && (date.month <= 3 || date.month === 12);
  return storm ? usual * 0.4 : usual;
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}
