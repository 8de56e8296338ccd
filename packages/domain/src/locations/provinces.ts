import { say } from '../core/language.ts';

export const PROVINCES = {
  NS: say`Nova Scotia`,
  NB: say`New Brunswick`,
  PE: say`Prince Edward Island`,
  NL: say`Newfoundland and Labrador`,
  QC: say`Québec`,
  ON: say`Ontario`,
  MB: say`Manitoba`,
  SK: say`Saskatchewan`,
  AB: say`Alberta`,
  BC: say`British Columbia`,
  YT: say`Yukon`,
  NT: say`Northwest Territories`,
  NU: say`Nunavut`,
} as const;
export type Province = keyof typeof PROVINCES;

/** First letters of postal codes by province. NT and NU share X; the first three characters tell them apart. */
const POSTAL_LETTERS: Readonly<Partial<Record<Province, string>>> = {
  NL: 'A',
  NS: 'B',
  PE: 'C',
  NB: 'E',
  QC: 'GHJ',
  ON: 'KLMNP',
  MB: 'R',
  SK: 'S',
  AB: 'T',
  BC: 'V',
  YT: 'Y',
  NT: 'X',
};
/** The prefixes with X that belong to Nunavut. */
const NUNAVUT_PREFIXES = ['X0A', 'X0B', 'X0C'] as const;

export function isProvince(region: string): region is Province {
  return Object.hasOwn(PROVINCES, region);
}

export function provinceOf(postalCode: string | null | undefined): Province | null {
  const code = (postalCode ?? '').trim().toUpperCase();
  if (!/^[A-Z]\d/.test(code)) return null;
  if (NUNAVUT_PREFIXES.some((prefix) => code.startsWith(prefix))) return 'NU';
  const found = Object.entries(POSTAL_LETTERS).find(([, letters]) => letters.includes(code.charAt(0)));
  return (found?.[0] as Province | undefined) ?? null;
}
