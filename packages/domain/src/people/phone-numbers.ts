import { digitsOf, nationalDigits, PHONE_DIGITS_MIN, PHONE_TEXT_MAX, phoneCountry } from './phones.ts';

/** 10 to 15 digits after a plus; in North America exactly 11, and no area code begins with 0 or 1. */
const E164 = /^\+(1[2-9]\d{9}|[2-9]\d{9,14})$/;

/** Reads a number with the numbering plans of all countries; null if their lengths do not allow it. */
type ReadNumber = (text: string, country?: string) => string | null;

/* The plans are large, so pages load them only when someone types a phone number. */
let readNumber: ReadNumber = readWithoutPlans;

/** Replaces how numbers are read. Without a function they are read without the plans. */
export function setNumberingPlans(read: ReadNumber = readWithoutPlans): void {
  readNumber = read;
}

/** Whether a country's numbers begin with +1, as far as pages know without the plans of all countries. */
export function isNorthAmerican(country: string | undefined): boolean {
  return country === 'CA' || country === 'US';
}

/** North American numbers, and others if they begin with their country code. The server decides about those. */
function readWithoutPlans(text: string, country?: string): string | null {
  const digits = isNorthAmerican(country) ? nationalDigits(text) : null;
  if (digits !== null) return `+1${digits}`;
  return text.startsWith('+') ? `+${digitsOf(text)}` : null;
}

/**
 * Normalises a phone number to E.164. A number without a country code belongs to `country`. Returns null if there can
 * be no such number.
 */
export function normalisePhone(text: string, country = phoneCountry()): string | null {
  if (text.length > PHONE_TEXT_MAX) return null;
  const typed = text.trim();
  // Browsers send most numbers in this form, and parsing one takes as long as a small query.
  if (typed.startsWith('+1') && E164.test(typed)) return typed;
  if (!/^\+?[\d\s().\-/]+$/.test(typed)) return null;
  const digits = digitsOf(typed);
  // A number may have its country code without the plus.
  return possibleNumber(typed, country) ?? (digits.length > PHONE_DIGITS_MIN ? possibleNumber(`+${digits}`) : null);
}

/** A number with as many digits as its country allows. Which of these exist changes too often to refuse others. */
function possibleNumber(text: string, country?: string): string | null {
  const number = readNumber(text, country);
  return number !== null && E164.test(number) ? number : null;
}
