import { say, sayNow } from '../core/language.ts';
import type { Cents } from '../core/money.ts';
import { localDate, instantOf, type DateText, type TimeText, type ZoneId } from '../core/time.ts';
import { addDays, startOfDay, twelveHourText, WEEKDAYS, weekdayOf, type Weekday } from '../hours/index.ts';

/** Hours of the day with their own dishes or prices, for example lunch on weekdays from 11:30 to 15:00. */
export interface Daypart {
  readonly id: string;
  readonly name: string;
  readonly days: readonly Weekday[];
  /** Local time. A daypart that does not end later than it starts ends on the next day. */
  readonly from: TimeText;
  readonly until: TimeText;
}

/** When a dish is served, and at which prices. */
export interface DishHours {
  readonly zone: ZoneId;
  readonly parts: readonly (Daypart & { readonly price: Cents | null })[];
  /** True: served only in these dayparts. False: the dayparts only set prices. */
  readonly onlyThen: boolean;
  /** Another usual price, from the start of a business day on. */
  readonly next?: { readonly price: Cents; readonly from: DateText } | undefined;
}

/**
 * Whether a dish is served at a time, and its price; null for the usual one. Where dayparts overlap, the lowest of their
 * prices applies.
 */
export function dishAtTime({ parts, onlyThen, zone, next }: DishHours, at: Date) {
  const currentParts = parts.filter((part) => windowAt(part, at, zone) !== null);
  const usual = next && localDate(at, zone) >= next.from ? next.price : null;
  const prices = currentParts.flatMap(({ price }) => price ?? []);
  return {
    isServed: !onlyThen || currentParts.length > 0,
    price: prices.length === 0 ? usual : prices.reduce((least, price) => (price < least ? price : least)),
  };
}

/** The times around this one at which a daypart starts or ends or the price changes. The menu is the same in between. */
export function daypartBoundaries({ parts, zone, next }: DishHours, at: Date): Date[] {
  const windows = parts.flatMap((part) => windowsAround(part, at, zone).flatMap(({ from, until }) => [from, until]));
  return next ? [...windows, startOfDay(next.from, zone)] : windows;
}

/** The text beside a dish: 'Lunch, 11:30 a.m. to 3:00 p.m.', with the days unless it is every day. */
export function daypartText({ name, days, from, until }: Daypart): string {
  const [start, end] = [twelveHourText(from), twelveHourText(until)];
  if (days.length === WEEKDAYS.length) return say`${name}, ${start} to ${end}`;
  const on = daysText(days);
  return say`${name}, ${on}, ${start} to ${end}`;
}

/** The dayparts one after the other: 'Lunch, 11:30 a.m. to 3:00 p.m.' */
export function hoursText({ parts }: Pick<DishHours, 'parts'>): string {
  return parts.map(daypartText).join('; ');
}

/** Why a dish with a daypart price cannot have sizes: their own prices would replace it. */
export function daypartPriceBlocksSizesText(dish: string): string {
  return say`${dish} has its own price at certain times, which does not work with sizes. Please remove that price first, under “When it is sold”.`;
}

/** Why a dish with sizes cannot have a daypart price. */
export function sizesBlockDaypartPriceText(dish: string): string {
  return say`${dish} has a price for each size. It can be sold at certain times, but not at another price.`;
}

const DAY_NAMES: Readonly<Record<Weekday, string>> = {
  monday: say`Mon`,
  tuesday: say`Tue`,
  wednesday: say`Wed`,
  thursday: say`Thu`,
  friday: say`Fri`,
  saturday: say`Sat`,
  sunday: say`Sun`,
};

/** 'Mon–Fri', 'Sat, Sun' */
export function daysText(days: readonly Weekday[]): string {
  const list = WEEKDAYS.filter((day) => days.includes(day));
  const [first, last] = [list[0], list.at(-1)];
  if (!first || !last) return '';
  const isRun = WEEKDAYS.indexOf(last) - WEEKDAYS.indexOf(first) === list.length - 1;
  const dayName = (day: Weekday) => sayNow(DAY_NAMES[day]);
  return isRun && list.length > 2 ? `${dayName(first)}–${dayName(last)}` : list.map(dayName).join(', ');
}

interface Window {
  readonly from: Date;
  readonly until: Date;
}

function windowAt(part: Daypart, at: Date, zone: ZoneId): Window | null {
  return windowsAround(part, at, zone).find(({ from, until }) => from <= at && at < until) ?? null;
}

/** The windows from yesterday, which may last past midnight, to a week from today. */
function windowsAround(part: Daypart, at: Date, zone: ZoneId): Window[] {
  const today = localDate(at, zone);
  return [-1, 0, 1, 2, 3, 4, 5, 6, 7].flatMap((days) => windowOn(part, addDays(today, days), zone) ?? []);
}

/** Converts local times to instants of that day, so that the window follows clock changes. */
function windowOn({ days, from, until }: Daypart, date: DateText, zone: ZoneId): Window | null {
  if (!days.includes(weekdayOf(date))) return null;
  const window = {
    from: instantOf(date, from, zone),
    until: instantOf(until <= from ? addDays(date, 1) : date, until, zone),
  };
  return window.from < window.until ? window : null;
}
