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

/** First letters of a postal code, by province; X is shared and goes by its third character. */
export const POSTAL_LETTERS: Readonly<Partial<Record<Province, string>>> = {
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
/** Of the prefixes that begin with X, those of Nunavut. */
export const NUNAVUT_PREFIXES = ['X0A', 'X0B', 'X0C'] as const;
