import fc from 'fast-check';
import { expect, test } from 'vitest';
import { setTranslator } from '../core/language.ts';
import { rate } from '../core/rates.ts';
import { POSTAL_RATES, DEFAULT_TAX, type TaxRule } from './postal-rates.ts';
import { taxName } from './tax-name.ts';
import { taxFor, taxNameText, taxPercentText, taxRateText } from './tax.ts';

const TODAY = '2026-11-20';

test.each([
  ['[C-PRICE-03]', 'B', 4, 14_000, 'HST'],
  ['[C-PRICE-04]', 'K', 4, 13_000, 'HST'],
  ['[C-PRICE-04]', 'L', 4, 13_000, 'HST'],
  ['[C-PRICE-04]', 'M', 4, 13_000, 'HST'],
  ['[C-PRICE-04]', 'N', 4, 13_000, 'HST'],
  ['[C-PRICE-04]', 'P', 4, 13_000, 'HST'],
  ['[C-PRICE-05]', 'G', 3, 14_975, 'GST + QST'],
  ['[C-PRICE-05]', 'H', 3, 14_975, 'GST + QST'],
  ['[C-PRICE-05]', 'J', 3, 14_975, 'GST + QST'],
  ['[C-PRICE-06]', 'T', 4, 5000, 'GST'],
  ['[C-PRICE-07]', 'V', 4, 12_000, 'GST + PST'],
  ['[C-PRICE-08]', 'S', 4, 11_000, 'GST + PST'],
  ['[C-PRICE-09]', 'R', 4, 12_000, 'GST + RST'],
])('%s %s with digits 0 to %d pays %d, called %s', (_fact, letter, last, value, label) => {
  for (let digit = 0; digit <= last; digit++) {
    expect(taxFor(`${letter}${digit}N 1A1`, TODAY)).toEqual({ rate: value, label });
  }
});

test('every other prefix pays 14 %, shown as HST [C-PRICE-10]', () => {
  expect(DEFAULT_TAX).toEqual({ rate: 14_000, label: 'HST' });
  // Ranges end at their last digit, so for example a 5 in Ontario or a 4 in Québec is unknown.
  for (const code of [
    'M5V 1A1',
    'L9T 2X5',
    'G4X 1A1',
    'T5J 2R7',
    'V6B 1A1',
    'S7K 0A1',
    'R5H 1A1',
    'E1C 1A1',
    'C1A 1A1',
  ]) {
    expect(taxFor(code, TODAY)).toEqual(DEFAULT_TAX);
  }
  for (const code of ['', '   ', '12345', 'BN', 'B', '-T2', 'TT2', '9T2', 'T٣', null, undefined]) {
    expect(taxFor(code, TODAY)).toEqual(DEFAULT_TAX);
  }
});

test.each(['T2P 1A1', 't2p1a1', '  T2P', 'T2'])('the first letter and digit of "%s" decide [C-PRICE-02]', (code) => {
  expect(taxFor(code, TODAY)).toEqual({ rate: 5000, label: 'GST' });
});

test('only the first two characters of a postal code matter', () => {
  fc.assert(
    fc.property(fc.constantFrom('B2', 'K1', 'H3', 'T0', 'X9'), fc.string(), (prefix, rest) => {
      expect(taxFor(prefix + rest, TODAY)).toEqual(taxFor(prefix, TODAY));
    }),
  );
});

test.each(['', '  ', null, undefined])(
  'without a postal code (%j) checkout calculates with B2H2T2 [C-PRICE-13]',
  (code) => {
    const table = [{ letters: 'B', lastDigit: 4, rate: rate(99_000), label: 'NS', from: '2020-01-01' }];
    expect(taxFor(code, TODAY, null, table)).toEqual({ rate: 99_000, label: 'NS' });
    expect(taxFor(code, TODAY, null, table)).toEqual(taxFor('B2H2T2', TODAY, null, table));
  },
);

test('each group of prefixes has a rate in force; other lines may start in the future', () => {
  const groups = Map.groupBy(POSTAL_RATES, ({ letters, lastDigit }) => `${letters}${lastDigit}`);
  for (const rules of groups.values()) {
    const days = rules.map(({ from }) => from);
    expect(days.every((day) => /^20\d\d-\d\d-\d\d$/.test(day))).toBe(true);
    expect(new Set(days).size).toBe(days.length);
    expect(days.some((day) => day <= TODAY)).toBe(true);
  }
});

const dated: readonly TaxRule[] = [
  { letters: 'B', lastDigit: 4, from: '2027-04-01', rate: rate(12_000), label: 'New' },
  { letters: 'B', lastDigit: 4, from: '2025-04-01', rate: rate(14_000), label: 'HST' },
];

test.each([
  ['2024-01-01', 14_000],
  ['2025-04-01', 14_000],
  ['2027-03-31', 14_000],
  ['2027-04-01', 12_000],
  ['2030-01-01', 12_000],
])('on %s the rate in force is %d, whatever the sequence of the table', (on, expected) => {
  expect(taxFor('B2N', on, null, dated).rate).toBe(expected);
  expect(taxFor('B2N', on, null, dated.toReversed()).rate).toBe(expected);
});

test.each([
  [{ rate: rate(15_000) }, 15_000, 'HST'],
  [{ label: 'Sales tax' }, 14_000, 'Sales tax'],
  [{ rate: rate(0), label: 'Exempt' }, 0, 'Exempt'],
  [{ rate: null, label: '  ' }, 14_000, 'HST'],
  [{}, 14_000, 'HST'],
  [null, 14_000, 'HST'],
])('a location with the override %j pays %d, called %s', (override, value, label) => {
  expect(taxFor('B2N 1A1', TODAY, override)).toEqual({ rate: value, label });
});

test.each([
  [14_000, '14%'],
  [14_975, '14.98%'],
  [13_000, '13%'],
  [5000, '5%'],
  [0, '0%'],
  [7250, '7.25%'],
])('a rate of %d reads %s', (value, text) => {
  expect(taxPercentText(rate(value))).toBe(text);
});

test('a tax from an order’s columns is shown by name and percentage', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.constantFrom('HST', 'GST + QST'), (value, label) => {
      expect(taxNameText({ label, rate: value / 10_000 })).toBe(`${label} (${taxPercentText(rate(value * 10))})`);
    }),
  );
});

test('each tax of the law has a translated name, alone and combined with others', () => {
  const names: Record<string, string> = { GST: 'TPS', QST: 'TVQ', HST: 'TVH', PST: 'TVP', RST: 'TVD' };
  const translate = ([word = '']: readonly string[]) => names[word];
  setTranslator({ currentLanguage: () => 'fr', translate });
  try {
    expect(Object.keys(names).map(taxName)).toEqual(['TPS', 'TVQ', 'TVH', 'TVP', 'TVD']);
    expect(taxName('GST + QST')).toBe('TPS + TVQ');
    expect(taxName('City')).toBe('City');
  } finally {
    setTranslator({ currentLanguage: () => 'en', translate: () => undefined });
  }
  expect(taxName('GST + QST')).toBe('GST + QST');
});

test('a single tax shows its exact rate', () => {
  expect(taxRateText({ label: 'QST', rate: rate(9975) })).toBe('9.975%');
  expect(taxRateText({ label: 'GST + QST', rate: rate(14_975) })).toBe('14.98%');
});
