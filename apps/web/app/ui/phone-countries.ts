import {
  formatIncompletePhoneNumber,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/min';
export { readWithPlans } from '@tiffin/domain/people';

export interface PhoneCountry {
  /** ISO 3166, such as CA. */
  readonly code: string;
  readonly name: string;
  /** Without the plus, such as 1; empty while the plans that know it are not loaded. */
  readonly calling: string;
}

/** The countries of most guests are listed first. */
const PREFERRED: readonly CountryCode[] = ['CA', 'US', 'GB'];

/** A country, named in the reader's language; Canada for a code without a calling code. */
export function phoneCountryOf(code: string, locale: string): PhoneCountry {
  return describeCountry(isSupportedCountry(code) ? code : 'CA', new Intl.DisplayNames(locale, { type: 'region' }));
}

function describeCountry(code: CountryCode, names: Intl.DisplayNames): PhoneCountry {
  return { code, name: names.of(code) ?? code, calling: getCountryCallingCode(code) };
}

/** All countries with their calling codes, sorted by name in the reader's language. */
export function phoneCountries(locale: string): PhoneCountry[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const country = (code: CountryCode) => describeCountry(code, names);
  const others = getCountries()
    .filter((code) => !PREFERRED.includes(code))
    .map(country)
    .toSorted((a, b) => a.name.localeCompare(b.name, locale));
  return [...PREFERRED.map(country), ...others];
}

/** Countries whose name, code or calling code contains the typed text. */
export function findCountries(countries: readonly PhoneCountry[], typed: string): PhoneCountry[] {
  const searchText = plain(typed.trim());
  if (!searchText) return [...countries];
  const digits = searchText.replace(/^\+/, '');
  return countries.filter(
    ({ name, code, calling }) =>
      plain(name).includes(searchText) ||
      code.toLowerCase() === searchText ||
      (/^\d+$/.test(digits) && calling.startsWith(digits)),
  );
}

function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/**
 * Splits an international number into its country and its national notation. An incomplete number may belong to several
 * countries; then it is the main one of its calling code.
 */
export function splitPhone(international: string): { country: CountryCode; national: string } | null {
  const number = parsePhoneNumberFromString(international);
  const country = number?.country ?? mainCountry(number?.countryCallingCode);
  if (!number || !country) return null;
  const { nationalNumber } = number;
  const national = number.isPossible() ? number.formatNational() : formatIncompletePhoneNumber(nationalNumber, country);
  return { country, national };
}

/** The best-known country of a calling code (+44 is shared by the United Kingdom, Guernsey, Jersey…). */
function mainCountry(calling: string | undefined): CountryCode | undefined {
  const hasCallingCode = (code: CountryCode) => getCountryCallingCode(code) === calling;
  return PREFERRED.find(hasCallingCode) ?? SHARED[calling ?? ''] ?? getCountries().find(hasCallingCode);
}

/** Shared calling codes whose best-known country is not the first alphabetically. */
const SHARED: Readonly<Record<string, CountryCode>> = { '7': 'RU', '212': 'MA', '358': 'FI', '590': 'GP', '599': 'CW' };
