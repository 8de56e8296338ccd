/** How strangers may be texted unless the house says otherwise: within its own country, and so many within an hour. */
export const UNPROVEN_TEXT_LIMITS = { to: '+1', most: 600 } as const;
export const COUNTRY_CODES = /^\+\d{1,7}(, *\+\d{1,7})*$/;

/** `+1, +44`: whether a number is of one of these countries. Others may cost us, and earn whoever gave them. */
export function isOfCountries(phone: string, codes: string): boolean {
  return codes.split(',').some((code) => phone.startsWith(code.trim()));
}
