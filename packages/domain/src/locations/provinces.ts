import { say } from '../core/language.ts';
import { entryOf, keysOf, recordOf } from '../core/variants.ts';

/**
 * The provinces: the first letters of their postal codes, and the time zone of most people. NT and NU share X; the first
 * three characters tell them apart.
 */
const FACTS = {
  NS: { name: say`Nova Scotia`, letters: 'B', zone: 'America/Halifax' },
  NB: { name: say`New Brunswick`, letters: 'E', zone: 'America/Moncton' },
  PE: { name: say`Prince Edward Island`, letters: 'C', zone: 'America/Halifax' },
  NL: { name: say`Newfoundland and Labrador`, letters: 'A', zone: 'America/St_Johns' },
  QC: { name: say`Québec`, letters: 'GHJ', zone: 'America/Toronto' },
  ON: { name: say`Ontario`, letters: 'KLMNP', zone: 'America/Toronto' },
  MB: { name: say`Manitoba`, letters: 'R', zone: 'America/Winnipeg' },
  SK: { name: say`Saskatchewan`, letters: 'S', zone: 'America/Regina' },
  AB: { name: say`Alberta`, letters: 'T', zone: 'America/Edmonton' },
  BC: { name: say`British Columbia`, letters: 'V', zone: 'America/Vancouver' },
  YT: { name: say`Yukon`, letters: 'Y', zone: 'America/Whitehorse' },
  NT: { name: say`Northwest Territories`, letters: 'X', zone: 'America/Edmonton' },
  NU: { name: say`Nunavut`, letters: '', zone: 'America/Iqaluit' },
} as const;

export type Province = keyof typeof FACTS;
export const PROVINCES = recordOf(keysOf<Province>(FACTS), (province): string => FACTS[province].name);

const NUNAVUT_PREFIXES = ['X0A', 'X0B', 'X0C'] as const;

export function isProvince(region: string): region is Province {
  return Object.hasOwn(PROVINCES, region);
}

/** The province of a postal code; null if it is none of Canada. */
export function provinceOf(postalCode: string | null | undefined): Province | null {
  const code = (postalCode ?? '').trim().toUpperCase();
  if (!/^[A-Z]\d/.test(code)) return null;
  if (NUNAVUT_PREFIXES.some((prefix) => code.startsWith(prefix))) return 'NU';
  return keysOf<Province>(FACTS).find((province) => FACTS[province].letters.includes(code.charAt(0))) ?? null;
}

export function zoneOfProvince(region: string): string | null {
  return entryOf(FACTS, region)?.zone ?? null;
}
