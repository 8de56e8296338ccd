import { rate, type Rate } from '../core/rates.ts';
import type { DateText } from '../core/time.ts';
import { NOVA_SCOTIA_HST } from './nova-scotia.ts';

const NOVA_SCOTIA_RATE = rate(NOVA_SCOTIA_HST.percent * 1000);

/** One line: the rate a group of postal prefixes has from a date on. */
export interface TaxRule {
  /** First letters of the postal codes it covers. */
  readonly letters: string;
  /** The digit after the letter runs from 0 to this one. */
  readonly lastDigit: number;
  readonly from: DateText;
  readonly rate: Rate;
  readonly label: string;
}

/**
 * What an address pays where nothing but its postal code is known; a location's own taxes come from `tax-law.ts`, where
 * a new rate is written too. A new rate is a new line with a later `from`; old lines stay, so that an old
 * order can be computed again. Before its first line a prefix has the rate of that line.
 */
export const POSTAL_RATES: readonly TaxRule[] = [
  { letters: 'B', lastDigit: 4, from: NOVA_SCOTIA_HST.from, rate: NOVA_SCOTIA_RATE, label: 'HST' },
  { letters: 'KLMNP', lastDigit: 4, from: '2010-07-01', rate: rate(13_000), label: 'HST' },
  { letters: 'GHJ', lastDigit: 3, from: '2013-01-01', rate: rate(14_975), label: 'GST + QST' },
  { letters: 'T', lastDigit: 4, from: '2008-01-01', rate: rate(5_000), label: 'GST' },
  { letters: 'V', lastDigit: 4, from: '2013-04-01', rate: rate(12_000), label: 'GST + PST' },
  { letters: 'S', lastDigit: 4, from: '2017-03-23', rate: rate(11_000), label: 'GST + PST' },
  { letters: 'R', lastDigit: 4, from: '2019-07-01', rate: rate(12_000), label: 'GST + RST' },
];

/** What a postal code outside the table pays. */
export const UNKNOWN_TAX: Tax = { rate: NOVA_SCOTIA_RATE, label: 'HST' };

/** What is charged and what it is called on a receipt. */
export interface Tax {
  readonly rate: Rate;
  readonly label: string;
}
