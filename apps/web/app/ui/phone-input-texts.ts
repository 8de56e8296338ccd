import type { PhoneCountry } from './phone-countries.ts';

export const phoneInputTexts = {
  /** Ends with the visible text, for people who use voice control. */
  country: ({ name, code, calling }: PhoneCountry) => `Country: ${name}, ${code} +${calling}`,
  choose: 'Country',
  search: 'Search for a country',
  none: 'No country found',
} as const;
