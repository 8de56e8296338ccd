import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { rate } from '../core/rates.ts';
import {
  taxesOfProvince,
  isTipBaseSetByLaw,
  proposedTaxes,
  taxationOf,
  taxesAfterMove,
  tipBaseOf,
  type LocationTaxes,
} from './location-taxes.ts';
import { calculatePrice } from './price.ts';
import { PROVINCES, provinceOf, type Province } from '../locations/provinces.ts';
import { TAX_LAW } from './tax-law.ts';
import { NO_TIP } from './tip.ts';

const TODAY = '2026-11-21';

function taxes(province: Province, on: string, taxClass: 'meal' | 'liquor' = 'meal') {
  const taxation = taxationOf({ postalCode: null, taxes: taxesOfProvince(province, on), tipBase: null }, on);
  const line = { unitPrice: cents(10_000), quantity: 1, taxClass };
  return calculatePrice([line], taxation, NO_TIP).taxes.map(({ label, rate: value }) => `${label} ${value / 1000} %`);
}

test.each<[Province, string[], string[]]>([
  ['NS', ['HST 14 %'], ['HST 14 %']],
  ['NB', ['HST 15 %'], ['HST 15 %']],
  ['PE', ['HST 15 %'], ['HST 15 %']],
  ['NL', ['HST 15 %'], ['HST 15 %']],
  ['ON', ['HST 13 %'], ['HST 13 %']],
  ['QC', ['GST 5 %', 'QST 9.975 %'], ['GST 5 %', 'QST 9.975 %']],
  ['MB', ['GST 5 %', 'RST 7 %'], ['GST 5 %', 'RST 7 %']],
  ['SK', ['GST 5 %', 'PST 6 %'], ['GST 5 %', 'PST 6 %']],
  ['AB', ['GST 5 %'], ['GST 5 %']],
  ['BC', ['GST 5 %'], ['GST 5 %', 'PST 10 %']],
  ['YT', ['GST 5 %'], ['GST 5 %']],
  ['NT', ['GST 5 %'], ['GST 5 %']],
  ['NU', ['GST 5 %'], ['GST 5 %']],
])('in %s a meal pays %j and liquor %j', (province, meal, liquor) => {
  expect(taxes(province, TODAY)).toEqual(meal);
  expect(taxes(province, TODAY, 'liquor')).toEqual(liquor);
});

test.each([
  ['2024-12-13', 'HST 15 %', 'HST 15 %'],
  ['2024-12-14', 'HST 0 %', 'HST 15 %'],
  ['2025-02-15', 'HST 0 %', 'HST 15 %'],
  ['2025-02-16', 'HST 15 %', 'HST 15 %'],
  ['2025-03-31', 'HST 15 %', 'HST 15 %'],
  ['2025-04-01', 'HST 14 %', 'HST 14 %'],
  ['2030-01-01', 'HST 14 %', 'HST 14 %'],
])('in Nova Scotia on %s a meal pays %s and liquor %s', (on, meal, liquor) => {
  expect(taxes('NS', on)).toEqual([meal]);
  expect(taxes('NS', on, 'liquor')).toEqual([liquor]);
});

test.each([
  ['B2N 1A1', 'NS'],
  ['m5v 1a1', 'ON'],
  ['H3Z', 'QC'],
  ['E1C 1A1', 'NB'],
  ['C1A', 'PE'],
  ['A1A 1A1', 'NL'],
  ['V6B 1A1', 'BC'],
  ['X0A 0H0', 'NU'],
  ['X1A 1A1', 'NT'],
  ['Y1A 1A1', 'YT'],
  [' b2n ', 'NS'],
  ['D1A 1A1', null],
  ['AA1 1AA', null],
  ['12345', null],
  ['', null],
  [null, null],
])('the postal code %s is in %s', (postalCode, province) => {
  expect(provinceOf(postalCode)).toBe(province);
});

test('every province has a law in force, every line has a source, and no start date appears twice', () => {
  for (const province of Object.keys(PROVINCES) as Province[]) expect(taxes(province, TODAY)).not.toEqual([]);
  expect(TAX_LAW.filter(({ source }) => source.title.length < 20 || !URL.canParse(source.url))).toEqual([]);
  // No entry of the law starts before its tax was introduced or after its own end date.
  expect(TAX_LAW.filter(({ from, until = '9999-12-31' }) => !(from >= '2008-01-01' && from <= until))).toEqual([]);
  const days = TAX_LAW.map(({ province, code, classes, from }) => JSON.stringify([province, code, classes, from]));
  expect(new Set(days).size).toBe(days.length);
});

const NONE: LocationTaxes = { follows: null, codes: [] };

test('a location is proposed its province’s codes and keeps its registration numbers', () => {
  const proposed = proposedTaxes({ country: 'CA', region: '', postalCode: 'G1A 1A1' }, TODAY);
  expect(proposed).toEqual({
    follows: 'QC',
    codes: [
      { code: 'GST', label: 'GST', registration: null, rates: null },
      { code: 'QST', label: 'QST', registration: null, rates: null },
    ],
  });
  const registered: LocationTaxes = {
    follows: 'QC',
    codes: [{ code: 'QST', label: 'QST', registration: '12', rates: null }],
  };
  const { codes } = taxationOf({ postalCode: null, taxes: registered, tipBase: null }, TODAY);
  expect(codes.map(({ code, registration }) => [code, registration])).toEqual([
    ['GST', null],
    ['QST', '12'],
  ]);
  expect(proposedTaxes({ country: 'CA', region: '', postalCode: '12345' }, TODAY)).toBeNull();
  // London's E1 is not New Brunswick. If the postal code decides nothing, the province does.
  expect(proposedTaxes({ country: 'GB', region: '', postalCode: 'E1 6AN' }, TODAY)).toEqual(NONE);
  expect(proposedTaxes({ country: 'CA', region: 'QC', postalCode: '12345' }, TODAY)).toMatchObject({ follows: 'QC' });
});

test('a location that moves under another law gets its taxes and keeps its registration numbers', () => {
  const numbered = (each: LocationTaxes) => ({
    ...each,
    codes: each.codes.map((code) => ({ ...code, registration: code.code })),
  });
  const was = { country: 'CA', region: 'QC', postalCode: 'H2X 1Y4', taxes: numbered(taxesOfProvince('QC', TODAY)) };
  const to = (country: string, region: string, postalCode: string) =>
    taxesAfterMove(was, { country, region, postalCode }, TODAY);
  expect(to('FR', '', '75011')).toEqual(NONE);
  expect(to('CA', 'BC', 'V6B 1A1')?.codes.map(({ code, registration }) => [code, registration])).toEqual([
    ['GST', 'GST'],
    ['PST', null],
  ]);
  expect(to('CA', 'QC', 'G1A 1A1')).toBeUndefined();
  const french = { ...was, country: 'FR', region: '', taxes: NONE };
  expect(taxesAfterMove(french, { country: 'FR', region: 'Paris', postalCode: '75001' }, TODAY)).toBeUndefined();
  expect(taxesAfterMove(french, { country: 'CA', region: 'QC', postalCode: 'H2X' }, TODAY)?.follows).toBe('QC');
  expect(to('CA', '', '12345')).toBeUndefined();
  expect(taxesAfterMove(french, { country: 'CA', region: '', postalCode: '12345' }, TODAY)).toBeNull();
  // A location without configured taxes has no registration numbers to keep.
  const silent = { ...french, taxes: null };
  expect(taxesAfterMove(silent, { country: 'CA', region: 'NS', postalCode: '' }, TODAY)).toEqual(
    taxesOfProvince('NS', TODAY),
  );
  expect(taxesAfterMove({ ...was, taxes: null }, { ...was, region: 'BC' }, TODAY)).toBeUndefined();
  // Abroad only the owner's settings count, even if the region is named like a province.
  const quebecois = { ...french, taxes: taxesOfProvince('QC', TODAY) };
  expect(taxesAfterMove(quebecois, { ...quebecois, postalCode: '69001' }, TODAY)).toBeUndefined();
  // Taxes that the owner configured within Canada stay as they are.
  const own = { ...was, taxes: NONE };
  expect(taxesAfterMove(own, { country: 'CA', region: 'BC', postalCode: 'V6B 1A1' }, TODAY)).toBeUndefined();
});

test('abroad no postal code is read as Canadian, neither for taxes nor for the tip base', () => {
  const glasgow = { country: 'GB', postalCode: 'G1 1AA', taxes: null, tipBase: null };
  expect(taxationOf(glasgow, TODAY)).toEqual({ codes: [], tipBase: 'with-tax' });
  expect(isTipBaseSetByLaw({ ...glasgow, taxes: NONE }, TODAY)).toBe(false);
  expect(isTipBaseSetByLaw({ ...glasgow, country: 'CA' }, TODAY)).toBe(true);
});

test('abroad a location uses the taxes its owner configured: a rate or its own codes', () => {
  const glasgow = { country: 'GB', postalCode: 'G1 1AA', taxes: null, tipBase: null };
  const own = { code: 'VAT', label: 'VAT', registration: null, rates: { meal: rate(20_000) } };
  const codes = (more: object) => taxationOf({ ...glasgow, ...more }, TODAY).codes;
  expect(codes({ override: { rate: rate(20_000), label: 'VAT' } })).toMatchObject([{ rates: { meal: 20_000 } }]);
  expect(codes({ taxes: { follows: null, codes: [own] } })).toEqual([{ ...own, small: null }]);
});

test('without configured codes the postal code decides, and an override comes first', () => {
  const at = (more: object) => taxationOf({ postalCode: 'V4A', taxes: null, tipBase: null, ...more }, TODAY).codes;
  expect(at({})).toMatchObject([{ label: 'GST + PST', rates: { meal: 12_000, liquor: 12_000 } }]);
  expect(at({ taxes: taxesOfProvince('BC', TODAY), override: { rate: rate(7000), label: 'X' } })).toMatchObject([
    { label: 'X', rates: { meal: 7000 } },
  ]);
  const own = { code: 'CITY', label: 'City', registration: null, rates: { meal: rate(1000) } };
  expect(at({ taxes: { follows: null, codes: [own] } })).toEqual([{ ...own, small: null }]);
});

test.each([
  ['H2X', null, 'with-tax', 'before-tax', true],
  ['B2N', taxesOfProvince('QC', TODAY), 'with-tax', 'before-tax', true],
  ['B2N', null, null, 'with-tax', false],
  ['B2N', null, 'before-tax', 'before-tax', false],
] as const)(
  'at %s with %j and the setting %s, the tip base is %s; required by law: %s',
  (postalCode, own, tipBase, base, isLaw) => {
    expect(tipBaseOf({ postalCode, taxes: own, tipBase }, TODAY)).toBe(base);
    expect(isTipBaseSetByLaw({ postalCode, taxes: own }, TODAY)).toBe(isLaw);
  },
);

test('Québec’s rule on suggested tips starts with its first day', () => {
  const montreal = { postalCode: 'H2X', taxes: taxesOfProvince('QC', TODAY), tipBase: null };
  expect(tipBaseOf(montreal, '2025-05-06')).toBe('with-tax');
  expect(tipBaseOf(montreal, '2025-05-07')).toBe('before-tax');
  expect(taxationOf(montreal, '2025-05-07').tipBase).toBe('before-tax');
});
