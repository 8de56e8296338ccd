import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Reads a number with the numbering plans of all countries: see `setNumberingPlans`. */
export function readWithPlans(text: string, country?: string): string | null {
  const number = parsePhoneNumberFromString(text, country && isSupportedCountry(country) ? country : undefined);
  return number?.isPossible() ? number.number : null;
}
