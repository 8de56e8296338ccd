/** The default limits for text messages to unconfirmed numbers: the countries, and how many per hour. */
export const UNCONFIRMED_SMS_LIMITS = { to: '+1', most: 600 } as const;
export const COUNTRY_CODES = /^\+\d{1,7}(, *\+\d{1,7})*$/;

/**
 * Checks whether a number belongs to one of the countries, such as `+1, +44`. Messages to others may be expensive, and
 * fraudsters can profit from them.
 */
export function isPhoneOfCountries(phone: string, codes: string): boolean {
  return codes.split(',').some((code) => phone.startsWith(code.trim()));
}
