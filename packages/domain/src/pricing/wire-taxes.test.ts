import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { rate } from '../core/rates.ts';
import { discountAndChargeRows, CHARGE_LABELS } from './staff-discounts.ts';
import { locationTaxesFromWire } from './location-taxes.ts';
import { CHARGE_KINDS, calculatePrice, toWirePricing } from './price.ts';
import { DISH_TAX_CLASS_LABELS } from './tax-class-labels.ts';
import { DISH_TAX_CLASSES, TAX_CLASSES } from '../core/tax-classes.ts';
import { combineTaxes, taxesOf, TIP_BASES, type TaxCode } from './tax-codes.ts';
import { NO_TIP } from './tip.ts';
import { ratesFromWire, taxationFromWire, taxRows, toWireRates, toWireTax, toWireTaxCode } from './wire-taxes.ts';

const anyRate = fc.nat(30_000).map(rate);
const anyCode: fc.Arbitrary<TaxCode> = fc.record({
  code: fc.constantFrom('GST', 'QST', 'CITY'),
  label: fc.constantFrom('GST', 'Québec sales tax'),
  registration: fc.constantFrom(null, '123456789 RT0001'),
  rates: fc
    .array(fc.tuple(fc.constantFrom(...TAX_CLASSES), anyRate))
    .map((rates): TaxCode['rates'] => Object.fromEntries(rates)),
  small: fc.option(fc.record({ upTo: fc.nat(2000).map(cents), rate: anyRate })),
});

test('a location’s taxes survive the round trip through the API', () => {
  fc.assert(
    fc.property(fc.array(anyCode), fc.constantFrom(...TIP_BASES), fc.boolean(), (codes, tipBase, included) => {
      const wire = {
        taxRate: 0.99,
        taxLabel: 'never',
        taxes: codes.map(toWireTaxCode),
        tipBase,
        pricesIncludeTax: included,
      };
      expect(taxationFromWire(wire)).toEqual({ codes, tipBase, included });
    }),
  );
});

test('without a list of taxes, one tax applies to everything, is added to the price and is part of the amount that tips are calculated from', () => {
  const everything = { meal: 14_000, liquor: 14_000, grocery: 14_000, charge: 14_000 };
  expect(taxationFromWire({ taxRate: 0.14, taxLabel: 'HST' })).toEqual({
    codes: [{ code: 'HST', label: 'HST', registration: null, rates: everything, small: null }],
    tipBase: 'with-tax',
    included: undefined,
  });
});

test('rates are sent as decimals, and a class without a rate pays nothing', () => {
  expect(toWireRates({ meal: rate(9975), liquor: rate(0) })).toEqual({ meal: 0.09975, liquor: 0 });
  expect(ratesFromWire({ meal: 0.09975, liquor: undefined })).toEqual({ meal: 9975 });
});

test('a location’s own taxes come with their rates, a province’s without', () => {
  const code = { code: 'GST', label: 'GST', registration: '12' };
  expect(locationTaxesFromWire({ follows: 'BC', codes: [{ ...code, rates: null }] })).toEqual({
    follows: 'BC',
    codes: [{ ...code, rates: null }],
  });
  const own = { follows: null, codes: [{ ...code, rates: { meal: 0.13 } }] };
  expect(locationTaxesFromWire({ ...own, included: true })).toEqual({
    follows: null,
    codes: [{ ...code, rates: { meal: 13_000 } }],
    included: true,
  });
  expect(locationTaxesFromWire({ ...own, included: false }).included).toBeUndefined();
});

test('a tax on a bill is sent in dollars and marked as included only if it is', () => {
  const [added] = taxesOf('meal', cents(2890), { codes: [vat] });
  const [within] = taxesOf('meal', cents(2890), { codes: [vat], included: true });
  if (!added || !within) throw new Error('a meal pays it');
  const common = { code: 'VAT', label: 'VAT', registration: '7', rate: 0.22 };
  expect(toWireTax(added)).toEqual({ ...common, base: 28.9, amount: 6.36 });
  expect(toWireTax(within)).toEqual({ ...common, base: 23.69, amount: 5.21, included: true });
});

const vat: TaxCode = {
  code: 'VAT',
  label: 'VAT',
  registration: '7',
  rates: { meal: rate(22_000), liquor: rate(25_000) },
  small: { upTo: cents(400), rate: rate(5000) },
};

test('each tax class of a dish has a label for owners and menu files', () => {
  expect(DISH_TAX_CLASSES.map((each) => DISH_TAX_CLASS_LABELS[each])).toEqual([
    'A meal or a drink',
    'Liquor',
    'Basic groceries',
    'Nothing: no tax',
  ]);
});

test('a small meal pays the small rate, and a drink at the same price its own', () => {
  const rates = (taxClass: 'meal' | 'liquor', net: number) =>
    taxesOf(taxClass, cents(net), { codes: [vat] }).map(({ rate: at }) => Number(at));
  expect([rates('meal', 400), rates('meal', 401), rates('liquor', 400)]).toEqual([[5000], [22_000], [25_000]]);
  expect(taxesOf('grocery', cents(400), { codes: [vat] })).toEqual([]);
  // An amount of zero shows the usual rate of a meal.
  expect(rates('meal', 0)).toEqual([22_000]);
});

test('a tax with two rates counts with its higher one, and several taxes are summed', () => {
  const at = (code: string, value: number) => ({ code, label: code, rate: rate(value) });
  expect(combineTaxes([at('GST', 5000), at('PST', 7000), at('PST', 10_000), at('PST', 0)])).toEqual({
    rate: 15_000,
    label: 'GST + PST',
  });
  expect(combineTaxes([])).toEqual({ rate: 0, label: '' });
  expect(combineTaxes([], [{ label: 'HST' }])).toEqual({ rate: 0, label: 'HST' });
});

test('an older order shows its taxes as one combined row', () => {
  const pricing = { subtotal: 10, tax: 1.4, taxRate: 0.14, taxLabel: 'HST' };
  const inOne = { code: 'HST', label: 'HST', registration: null, rate: 0.14, base: 10, amount: 1.4 };
  expect(taxRows({ pricing })).toEqual([inOne]);
  expect(taxRows({ pricing, taxes: [] })).toEqual([]);
});

test('the rows between dishes and taxes are discounts first, then charges', () => {
  const adjustments = [
    { kind: 'comp', label: 'On the house: Samosa', amount: -7 },
    { kind: 'promo', label: 'WELCOME', amount: -2 },
  ] as const;
  const charges = CHARGE_KINDS.map((kind, n) => ({ kind, amount: n + 0.5 }));
  expect(discountAndChargeRows({ adjustments, charges })).toEqual([
    ['On the house: Samosa', -700],
    ['Delivery', 50],
    ['Service', 150],
    ['Small order', 250],
    ['Bag', 350],
    ['Deposit kept', 450],
  ]);
  expect(discountAndChargeRows({})).toEqual([]);
  expect(Object.keys(CHARGE_LABELS)).toEqual(CHARGE_KINDS);
});

test('the API contains discounts and charges only if there are any', () => {
  const line = { unitPrice: cents(2000), quantity: 1 };
  const delivery = { kind: 'delivery', amount: cents(399), taxClass: 'charge' } as const;
  const taxation = { codes: [], tipBase: 'with-tax' } as const;
  const plain = { tax: 0, tip: 0, taxRate: 0, subtotal: 20 };
  expect(toWirePricing(calculatePrice([{ ...line, off: cents(500) }], taxation, NO_TIP, [delivery]))).toEqual({
    ...plain,
    off: 5,
    charges: 3.99,
    total: 18.99,
  });
  const wire = toWirePricing(calculatePrice([line], taxation, NO_TIP));
  expect(Object.keys(JSON.parse(JSON.stringify(wire)))).toEqual(['subtotal', 'tax', 'tip', 'total', 'taxRate']);
});
