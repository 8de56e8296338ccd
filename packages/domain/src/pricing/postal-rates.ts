import { rate, type DateText, type Rate } from '../core/index.ts';
import { NOVA_SCOTIA_HST } from './nova-scotia.ts';

const NOVA_SCOTIA_RATE = rate(NOVA_SCOTIA_HST.percent * 1000);

/** The tax rate of a group of postal prefixes from a date on. */
export interface TaxRule {
  /** The first letters of the postal codes it covers. */
  readonly letters: string;
  /** The second character ranges from 0 to this digit. */
  readonly lastDigit: number;
  readonly from: DateText;
  readonly rate: Rate;
  readonly label: string;
}

/**
 * The rate for an address of which only the postal code is known. A location's own taxes come from `tax-law.ts`; a new
 * rate must be added there too. Add a new rate as a new line with a later `from` and leave old lines in place, so that
 * old orders can be recalculated. Before the first line of a prefix, the rate of that line applies.
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

/** The tax for postal codes outside the table. */
export const DEFAULT_TAX: Tax = { rate: NOVA_SCOTIA_RATE, label: 'HST' };

export interface Tax {
  readonly rate: Rate;
  readonly label: string;
}
