import type { PhoneCountry } from './phone-countries.ts';

export const phoneInputTexts = {
  home: 'Canada',
  /** Ends with what is seen, for those who say what they see. */
  country: ({ name, code, calling }: PhoneCountry) => `Country: ${name}, ${code} +${calling}`,
  choose: 'Country',
  search: 'Search for a country',
  none: 'No country found',
  loading: 'Loading…',
} as const;
