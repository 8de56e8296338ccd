import { LOCALE } from '../../ui/format.ts';

/** Formats a calendar date in UTC, which leaves its day unchanged. */
const format = (options: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: 'UTC' });
  return (date: string) => formatter.format(new Date(`${date}T00:00:00Z`));
};

export const weekdayShort = format({ weekday: 'short' });
export const weekdayLong = format({ weekday: 'long' });
export const dayOfMonth = format({ day: 'numeric' });
export const monthName = format({ month: 'long' });
export const monthShort = format({ month: 'short' });

/** 'Friday, Nov 27', kept on one line */
const inSentence = format({ weekday: 'long', month: 'short', day: 'numeric' });
export function dayInSentence(date: string): string {
  return inSentence(date).replaceAll(' ', '\u00a0');
}

/** 'Fri, Nov 27' */
export const dayShort = format({ weekday: 'short', month: 'short', day: 'numeric' });

/** 'Friday, November 27' */
export const dayInWords = format({ weekday: 'long', month: 'long', day: 'numeric' });

/** 'November', 'November and December' … for the shown days. */
export function monthsOf(dates: readonly string[]): string[] {
  return [...new Set(dates.map(monthName))];
}
