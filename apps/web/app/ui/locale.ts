import { currentLocale, HALIFAX, HOME_CURRENCY, setCurrency } from '@tiffin/domain/core';
import { digitsOf, nationalDigits, setPhoneCountry } from '@tiffin/domain/people';

/* Apart from format.ts, because the frame of every page needs this and formats neither money nor times. */

/** A page has one language from the start. */
export const LOCALE = currentLocale();

/**
 * Node and browsers use different spaces before "p.m."; this makes them plain. French keeps its non-breaking spaces:
 * '12,50 $', '18 h 15'.
 */
export function evenSpaces(text: string): string {
  return LOCALE === 'fr-CA'
    ? text.replaceAll(/[\u2009\u202f]|\s(?=h\b)|(?<=\bh)\s/g, '\u00a0')
    : text.replaceAll(/[\u00a0\u2009\u202f]/g, ' ');
}

/** The restaurant's currency. A server and a page have one restaurant, so the frame sets it once before rendering. */
export let currency: string = HOME_CURRENCY;
/** The step of cash rounding, in hundredths. */
export let coin: number | undefined;
/** The step from a coming business day on. A till that is offline then changes to it by itself. */
export let nextCoin: { readonly coin: number; readonly from: string } | undefined;
export let timeZone: string = HALIFAX;

export function setFormats(restaurant: {
  readonly currency: string;
  readonly timeZone: string;
  readonly coin?: number;
  readonly nextCoin?: typeof nextCoin;
  readonly country?: string;
}): void {
  timeZone = restaurant.timeZone;
  coin = restaurant.coin;
  nextCoin = restaurant.nextCoin;
  if (restaurant.country) setPhoneCountry(restaurant.country);
  currency = restaurant.currency;
  setCurrency(currency);
}

const lists = new Intl.ListFormat(LOCALE);

/** 'Milk, wheat and nuts', the same in all browsers. */
export function joinNames(names: readonly string[]): string {
  return lists.format(names).replace(', and ', ' and ');
}

/** The address that dials a number; one of North America with its country code, so that it also works abroad. */
export function phoneHref(phone: string): string {
  const national = nationalDigits(phone);
  if (national !== null) return `tel:+1${national}`;
  return `tel:${phone.trim().startsWith('+') ? '+' : ''}${digitsOf(phone)}`;
}
