import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { digitsOf, PHONE_DIGITS_MAX, PHONE_DIGITS_MIN, PHONE_TEXT_MAX, phoneCountry } from './phones.ts';

/* Apart from phones.ts, because every guest page formats numbers and only some can wait for the tables of all
   countries. */

const NORTH_AMERICAN = /^\+1[2-9]\d{9}$/;

/**
 * Normalises a phone number to E.164. A number without a country code belongs to `country`. Returns null if there can
 * be no such number.
 */
export function normalisePhone(text: string, country = phoneCountry()): string | null {
  if (text.length > PHONE_TEXT_MAX) return null;
  const typed = text.trim();
  // Browsers send most numbers so, and parsing one takes as long as a small query.
  if (NORTH_AMERICAN.test(typed)) return typed;
  if (!/^\+?[\d\s().\-/]+$/.test(typed)) return null;
  const digits = digitsOf(typed);
  // A number may have its country code without the plus.
  return possibleNumber(typed, country) ?? (digits.length > PHONE_DIGITS_MIN ? possibleNumber(`+${digits}`) : null);
}

/** A number with as many digits as its country allows. Which of these exist changes too often to refuse others. */
function possibleNumber(text: string, country?: string): string | null {
  const number = parsePhoneNumberFromString(text, country && isSupportedCountry(country) ? country : undefined);
  if (!number?.isPossible()) return null;
  const length = digitsOf(number.number).length;
  if (length < PHONE_DIGITS_MIN || length > PHONE_DIGITS_MAX) return null;
  return number.countryCallingCode === '1' && !NORTH_AMERICAN.test(number.number) ? null : number.number;
}
