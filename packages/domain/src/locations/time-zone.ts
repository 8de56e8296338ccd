import type { PostalAddress } from './address-line.ts';
import { HOME_COUNTRY } from './country.ts';
import { provinceOf, zoneOfProvince } from './provinces.ts';

/** Parts of provinces with another zone, by the beginning of the postal code. */
const OTHER_ZONES: readonly (readonly [start: RegExp, zone: string])[] = [
  [/^(A0[PR]|A2V)/, 'America/Goose_Bay'],
  [/^G4T/, 'America/Halifax'],
  [/^P(0[VWX]|8[NT]|9[AN])/, 'America/Winnipeg'],
  [/^S9V/, 'America/Edmonton'],
  [/^V1[AC]/, 'America/Edmonton'],
  [/^V1[GJ]/, 'America/Dawson_Creek'],
  [/^X0B/, 'America/Cambridge_Bay'],
  [/^X0C/, 'America/Rankin_Inlet'],
];

/** The zone of most people in each state of the United States. */
const STATE_ZONES: Readonly<Record<string, string>> = {
  'America/New_York': 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  'America/Denver': 'CO ID MT NM UT WY',
  'America/Phoenix': 'AZ',
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
};

/** The zone of most people in countries where a few live in another one. */
const MAIN_ZONES: Readonly<Record<string, string>> = {
  AR: 'America/Buenos_Aires',
  CL: 'America/Santiago',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PT: 'Europe/Lisbon',
  UA: 'Europe/Kiev',
  UZ: 'Asia/Tashkent',
};

/** The time zone of an address; null if it has to be chosen. */
export function timeZoneOf({ country, region, postalCode }: Pick<PostalAddress, 'country' | 'region' | 'postalCode'>) {
  const code = postalCode.trim().toUpperCase();
  if (country === HOME_COUNTRY) {
    const province = provinceOf(code);
    const other = region === '' || region === province ? OTHER_ZONES.find(([start]) => start.test(code)) : undefined;
    return other?.[1] ?? zoneOfProvince(region || (province ?? ''));
  }
  if (country === 'US') {
    const state = region.trim().toUpperCase();
    return Object.entries(STATE_ZONES).find(([, states]) => states.split(' ').includes(state))?.[0] ?? null;
  }
  if (MAIN_ZONES[country] !== undefined) return MAIN_ZONES[country];
  const [zone, ...others] = new Intl.Locale('und', { region: country }).getTimeZones?.() ?? [];
  return others.length === 0 ? (zone ?? null) : null;
}
