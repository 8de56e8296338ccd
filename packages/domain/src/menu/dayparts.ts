import { say, sayNow } from '../core/language.ts';
import type { Cents } from '../core/money.ts';
import { dateIn, instantOf, type DateText, type TimeText, type ZoneId } from '../core/time.ts';
import { addDays, twelveHours, WEEKDAYS, weekdayOf, type Weekday } from '../hours/index.ts';

/** A part of the day with dishes or prices of its own: lunch, on weekdays, 11:30 to 15:00. */
export interface Daypart {
  readonly id: string;
  readonly name: string;
  readonly days: readonly Weekday[];
  /** By the clock of the place. One that ends no later than it begins ends on the next day. */
  readonly from: TimeText;
  readonly until: TimeText;
}

/** When a dish is sold, and for how much then. */
export interface DishHours {
  readonly zone: ZoneId;
  readonly parts: readonly (Daypart & { readonly price: Cents | null })[];
  /** Sold in these alone; otherwise they only have prices of their own. */
  readonly onlyThen: boolean;
}

/** A dish at an hour. */
export interface AtHour {
  readonly isServed: boolean;
  /** What it costs then; null: as always. */
  readonly price: Cents | null;
}

/** Where two dayparts overlap, nobody pays the dearer one. */
export function atHour({ parts, onlyThen, zone }: DishHours, at: Date): AtHour {
  const present = parts.filter((part) => windowAt(part, at, zone) !== null);
  const prices = present.flatMap(({ price }) => price ?? []);
  return {
    isServed: !onlyThen || present.length > 0,
    price: prices.length === 0 ? null : prices.reduce((least, price) => (price < least ? price : least)),
  };
}

/** The instants around this one at which a daypart begins or ends; a menu is the same between two of them. */
export function hourEdges({ parts, zone }: DishHours, at: Date): Date[] {
  return parts.flatMap((part) => windowsAround(part, at, zone).flatMap(({ from, until }) => [from, until]));
}

/** 'Lunch, 11:30 a.m. to 3:00 p.m.', with the days where they are not all: what a guest reads beside a dish. */
export function daypartText({ name, days, from, until }: Daypart): string {
  const [start, end] = [twelveHours(from), twelveHours(until)];
  if (days.length === WEEKDAYS.length) return say`${name}, ${start} to ${end}`;
  const on = daysText(days);
  return say`${name}, ${on}, ${start} to ${end}`;
}

/** 'Lunch, 11:30 a.m. to 3:00 p.m.'; of several one after the other. */
export function hoursText({ parts }: Pick<DishHours, 'parts'>): string {
  return parts.map(daypartText).join('; ');
}

/** Why a dish with a price of a daypart gets no sizes: the sizes have the prices, and it would be nobody's. */
export function pricedText(dish: string): string {
  return say`${dish} has a price of its own at certain times, and sizes would have prices instead. Please take that price off first, under “When it is sold”.`;
}

/** Why a dish with sizes has no price of a daypart. */
export function sizedText(dish: string): string {
  return say`${dish} has its prices by size: it can be sold at certain times, but not at a price of their own.`;
}

const SHORT: Readonly<Record<Weekday, string>> = {
  monday: say`Mon`,
  tuesday: say`Tue`,
  wednesday: say`Wed`,
  thursday: say`Thu`,
  friday: say`Fri`,
  saturday: say`Sat`,
  sunday: say`Sun`,
};

/** 'Mon–Fri', 'Sat, Sun' */
function daysText(days: readonly Weekday[]): string {
  const list = WEEKDAYS.filter((day) => days.includes(day));
  const [first, last] = [list[0], list.at(-1)];
  if (!first || !last) return '';
  const isRun = WEEKDAYS.indexOf(last) - WEEKDAYS.indexOf(first) === list.length - 1;
  const short = (day: Weekday) => sayNow(SHORT[day]);
  return isRun && list.length > 2 ? `${short(first)}–${short(last)}` : list.map(short).join(', ');
}

interface Window {
  readonly from: Date;
  readonly until: Date;
}

function windowAt(part: Daypart, at: Date, zone: ZoneId): Window | null {
  return windowsAround(part, at, zone).find(({ from, until }) => from <= at && at < until) ?? null;
}

/** Yesterday's, which may last over midnight, and those of a week from today. */
function windowsAround(part: Daypart, at: Date, zone: ZoneId): Window[] {
  const today = dateIn(at, zone);
  return [-1, 0, 1, 2, 3, 4, 5, 6, 7].flatMap((days) => windowOn(part, addDays(today, days), zone) ?? []);
}

/** Wall clocks become instants on their day: the clock change moves what it moves for everybody. */
function windowOn({ days, from, until }: Daypart, date: DateText, zone: ZoneId): Window | null {
  if (!days.includes(weekdayOf(date))) return null;
  const window = {
    from: instantOf(date, from, zone),
    until: instantOf(until <= from ? addDays(date, 1) : date, until, zone),
  };
  return window.from < window.until ? window : null;
}
