import {
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/min';

export interface PhoneCountry {
  /** ISO 3166: CA */
  readonly code: string;
  readonly name: string;
  /** Without the plus: 1 */
  readonly calling: string;
}

/** The ones most guests need stand first. */
const PREFERRED: readonly CountryCode[] = ['CA', 'US', 'GB'];

/** Every country with its calling code, by name in the reader's language. */
export function phoneCountries(locale: string): PhoneCountry[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const country = (code: CountryCode): PhoneCountry => ({
    code,
    name: names.of(code) ?? code,
    calling: getCountryCallingCode(code),
  });
  const others = getCountries()
    .filter((code) => !PREFERRED.includes(code))
    .map(country)
    .toSorted((a, b) => a.name.localeCompare(b.name, locale));
  return [...PREFERRED.map(country), ...others];
}

/** Countries whose name, code or calling code holds what was typed. */
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
 * An international number taken apart: its country and the number as people there write it. A number that is not
 * whole yet may belong to several: then it is the first of those with its calling code.
 */
export function splitPhone(international: string): { country: string; calling: string; national: string } | null {
  const number = parsePhoneNumberFromString(international);
  if (!number) return null;
  return {
    country: number.country ?? mainCountry(number.countryCallingCode) ?? '',
    calling: number.countryCallingCode,
    national: number.formatNational(),
  };
}

/** Of all the countries behind one calling code (+44 is the United Kingdom, Guernsey, Jersey…) the one best known. */
function mainCountry(calling: string): CountryCode | undefined {
  const behind = (code: CountryCode) => getCountryCallingCode(code) === calling;
  return PREFERRED.find(behind) ?? SHARED[calling] ?? getCountries().find(behind);
}

/** Calling codes of several countries whose first by letter is not the one people think of. */
const SHARED: Readonly<Record<string, CountryCode>> = { '7': 'RU', '212': 'MA', '358': 'FI', '590': 'GP', '599': 'CW' };
