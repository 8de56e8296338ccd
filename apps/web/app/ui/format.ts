import { cachedFormat, moneyFormat, shownWindow, ZERO, type Cents, say } from '@tiffin/domain/core';
import { currency, evenSpaces, LOCALE, timeZone } from './locale.ts';

export { centsOf } from '@tiffin/domain/core';
export * from './locale.ts';

/** The currency sign: '$', '€', 'CHF'. */
export function currencySign(): string {
  return formatMoney(ZERO).replace(/\s?0.00\s?/, '');
}

export function formatMoney(amount: Cents): string {
  return evenSpaces(moneyFormat(currency).format(amount / 100));
}

const LOOKS = {
  time: { hour: 'numeric', minute: '2-digit' },
  date: { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' },
  'date-time': { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  weekday: { weekday: 'long' },
  'date-time-year': { year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  'weekday-time': { weekday: 'long', hour: 'numeric', minute: '2-digit' },
  'day-month': { month: 'short', day: 'numeric' },
  day: { year: 'numeric', month: 'short', day: 'numeric' },
  // AST in winter, ADT in summer, depending on the day.
  'time-zone': { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;
export type TimeLook = keyof typeof LOOKS;

/** The parts of a time from which codes and comparisons are made. */
const NUMBERS: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  hourCycle: 'h23',
};

function formatOf(look: TimeLook | 'numbers', zone: string): Intl.DateTimeFormat {
  const options = { ...(look === 'numbers' ? NUMBERS : LOOKS[look]), timeZone: zone };
  return cachedFormat(`page ${look} ${zone}`, (locale) => new Intl.DateTimeFormat(locale, options));
}

/** In the restaurant's time zone or a given one, never in that of the browser. */
export function formatTime(at: Date | string, look: TimeLook = 'time', zone: string = timeZone): string {
  const text = evenSpaces(formatOf(look, zone).format(typeof at === 'string' ? new Date(at) : at));
  return LOCALE.startsWith('fr') ? withOrdinalFirst(text) : text;
}

/**
 * The calendar day in a time zone, such as '2026-11-20'. Built from its parts, because no locale is sure to write a day
 * like this: en-CA writes 11/20/2026 in some versions of Safari.
 */
export function isoDay(at: Date | string, zone: string = timeZone): string {
  const { year, month, day } = numbersOf(at, zone);
  return `${year}-${month}-${day}`;
}

/** The hour of the day in a time zone, from 0 to 23. */
export function hourOf(at: Date | string, zone: string = timeZone): number {
  return Number(numbersOf(at, zone).hour);
}

function numbersOf(at: Date | string, zone: string) {
  const parts = formatOf('numbers', zone).formatToParts(new Date(at));
  const numberOf = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { year: numberOf('year'), month: numberOf('month'), day: numberOf('day'), hour: numberOf('hour') };
}

/** A calendar day, such as '2026-12-16', which has no time zone: 'Dec 16, 2026' or 'Dec 16'. */
export function formatDay(date: string, look: 'day' | 'day-month' = 'day'): string {
  return formatTime(`${date}T00:00:00Z`, look, 'UTC');
}

/** French uses an ordinal for the first day of a month, which Intl does not: '1er décembre'. */
export function withOrdinalFirst(text: string): string {
  return text.replace(/(?<=^|\s)1(?=\s\p{L}{3})/u, '1er');
}

/** The a.m./p.m. part of a time, empty in 24 hours: '6:42 p.m.' is '6:42' and ' p.m.'. */
export function dayPeriodText(time: string): string {
  return / [ap]\.m\.$/.exec(time)?.[0] ?? '';
}

/**
 * '6:25–6:35 p.m.' in steps of five minutes, or one time if both are the same: a.m. or p.m. appears once. The domain has
 * such a function with Temporal, which guest pages do not load.
 */
export function formatTimeRange(from: Date | string, to: Date | string, zone: string): string {
  const shown = shownWindow(from, to);
  const [first, last] = [formatTime(shown.from, 'time', zone), formatTime(shown.to, 'time', zone)];
  if (first === last) return last;
  const dayPeriod = dayPeriodText(first);
  return `${last.endsWith(dayPeriod) ? first.replace(dayPeriod, '') : first}–${last}`;
}

/**
 * The day of a time that is not today, because orders of the night are ready tomorrow. The domain has such a function
 * with Temporal, which guest pages do not load.
 */
export function dayUnlessToday(at: Date, now: Date, zone: string, look: 'day-month' | 'weekday' = 'day-month') {
  if (isoDay(at, zone) === isoDay(now, zone)) return null;
  const tomorrow = new Date(now.getTime() + 24 * 60 * 60 * 1000);
  return isoDay(at, zone) === isoDay(tomorrow, zone) ? say`tomorrow` : formatTime(at, look, zone);
}
