import { cachedFormat, failure, say, type Failure } from '../core/index.ts';
import { isProvince } from './provinces.ts';
import type { PostalAddress } from './address-line.ts';

export const HOME_COUNTRY = 'CA';

/** The countries in which a location can be, with the home country first. */
export const COUNTRIES = (
  'CA AD AE AG AI AL AM AR AT AU AW AZ BA BB BE BG BH BM BN BO BR BS BW BZ CH CL CO CR CW CY CZ DE DK DM DO DZ EC EE EG ' +
  'ES FI FJ FO FR GB GD GE GH GI GL GR GT GY HK HN HR HU ID IE IL IN IS IT JM JO JP KE KN KR KW KY KZ LA LB LC LI LK LT ' +
  'LU LV MA MC MD ME MK MM MN MO MT MU MV MX MY NG NI NL NO NP NZ OM PA PE PF PH PK PL PR PT PY QA RO RS RW SA SE SG SI ' +
  'SK SM SN SR SV TH TN TR TT TW TZ UA UG US UY UZ VA VC VN ZA ZM'
).split(' ');

/** 'Portugal' for PT; null for other codes. */
export function countryName(code: string): string | null {
  return /^[A-Z]{2}$/.test(code) && !NO_COUNTRIES.has(code) ? (names().of(code) ?? null) : null;
}

const names = () =>
  cachedFormat('regions', (locale) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }));

/** Codes of the region tables that are not countries. */
const NO_COUNTRIES: ReadonlySet<string> = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

/** In Canada the province is required, because it decides taxes. Elsewhere the region is free text. */
export function regionProblem({ region, country }: Pick<PostalAddress, 'region' | 'country'>): Failure | null {
  if (countryName(country) === null) return failure('invalid-argument', say`Invalid country`, { field: 'country' });
  if (country !== HOME_COUNTRY || isProvince(region)) return null;
  return failure('invalid-argument', region === '' ? say`Province is required` : say`Not a province of Canada`, {
    field: 'region',
  });
}
