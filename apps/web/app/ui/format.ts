import { fromDollars, HALIFAX, ZERO, type Cents } from '@tiffin/domain/core';

export const LOCALE = 'en-CA';

/** Node and browsers disagree about which space stands before "p.m."; a plain one will do everywhere. */
function evenSpaces(text: string): string {
  return text.replaceAll(/[\u00a0\u2009\u202f]/g, ' ');
}

const money = new Map<string, Intl.NumberFormat>();

export function formatMoney(amount: Cents, currency = 'CAD'): string {
  let format = money.get(currency);
  if (!format) {
    format = new Intl.NumberFormat(LOCALE, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
    money.set(currency, format);
  }
  return evenSpaces(format.format(amount / 100));
}

/** An amount of an answer, as money inside. */
export function centsOf(dollars: number): Cents {
  return fromDollars(dollars) ?? ZERO;
}

export type TimeLook =
  | 'time'
  | 'date'
  | 'date-time'
  | 'weekday'
  | 'weekday-time'
  | 'date-time-year'
  | 'day-month'
  | 'day'
  | 'time-zone'
  | 'iso-day';

const LOOKS: Record<TimeLook, Intl.DateTimeFormatOptions> = {
  time: { hour: 'numeric', minute: '2-digit' },
  date: { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' },
  'date-time': { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  weekday: { weekday: 'long' },
  'date-time-year': { year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  'weekday-time': { weekday: 'long', hour: 'numeric', minute: '2-digit' },
  'day-month': { month: 'short', day: 'numeric' },
  // en-CA writes 2026-11-20
  'iso-day': { year: 'numeric', month: '2-digit', day: '2-digit' },
  day: { year: 'numeric', month: 'short', day: 'numeric' },
  // AST in winter, ADT in summer: the abbreviation in force on that day.
  'time-zone': { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
};

const times = new Map<string, Intl.DateTimeFormat>();

/** Always the restaurant's clock, whatever the browser's. */
export function formatTime(at: Date | string, look: TimeLook = 'time', zone: string = HALIFAX): string {
  const key = `${look} ${zone}`;
  let format = times.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(LOCALE, { ...LOOKS[look], timeZone: zone });
    times.set(key, format);
  }
  return evenSpaces(format.format(typeof at === 'string' ? new Date(at) : at));
}

/** The day of a time when it is not today's: what is ordered at night is ready tomorrow. The domain's own counts with Temporal, which guests' pages do not carry. */
export function otherDay(at: Date, now: Date, zone: string): string | null {
  const day = (when: Date): string => formatTime(when, 'iso-day', zone);
  if (day(at) === day(now)) return null;
  const tomorrow = new Date(now.getTime() + 24 * 60 * 60 * 1000);
  return day(at) === day(tomorrow) ? 'tomorrow' : formatTime(at, 'day-month', zone);
}

/** What `tel:` wants. */
export function phoneHref(phone: string): string {
  const digits = phone.replaceAll(/\D/g, '');
  return `tel:+${digits.length === 10 ? `1${digits}` : digits}`;
}
