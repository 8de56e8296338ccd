import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addCents, cents, rate } from '../core/money.ts';
import type { Tax } from './tax-table.ts';
import { lineTotal, priceOf, subtotalOf, taxOn, toWirePricing, type PricedLine } from './price.ts';
import { NO_TIP, type TipChoice } from './tip.ts';

const HST: Tax = { rate: rate(14_000), label: 'HST' };
const QUEBEC: Tax = { rate: rate(14_975), label: 'GST + QST' };
const line = (unitPrice: number, quantity = 1): PricedLine => ({ unitPrice: cents(unitPrice), quantity });

const anyLines = fc.array(
  fc.record({ unitPrice: fc.integer({ min: 1, max: 100_000 }).map(cents), quantity: fc.integer({ min: 1, max: 50 }) }),
  { minLength: 1, maxLength: 20 },
);
const anyTax = fc.integer({ min: 0, max: 20_000 }).map((value) => ({ rate: rate(value), label: 'Tax' }));
const anyTip: fc.Arbitrary<TipChoice> = fc.oneof(
  fc.constant(NO_TIP),
  fc.constantFrom(5, 10, 15, 18, 20).map((percent) => ({ kind: 'percent', percent }) as const),
  fc.nat(10_000).map((amount) => ({ kind: 'amount', amount: cents(amount) }) as const),
);

test.each([
  [[line(5925)], HST, 5925, 830, 6755],
  [[line(1114)], HST, 1114, 156, 1270],
  [[line(1695, 4)], HST, 6780, 949, 7729],
  [[line(10_000)], QUEBEC, 10_000, 1498, 11_498],
  [[line(1299, 2), line(350, 3)], HST, 3648, 511, 4159],
  [[], HST, 0, 0, 0],
])('%j at %j: subtotal %d, tax %d, total %d [C-PRICE-11]', (lines, tax, subtotal, taxed, total) => {
  expect(priceOf(lines, tax, NO_TIP)).toEqual({
    subtotal,
    tax: taxed,
    tip: 0,
    total,
    taxRate: tax.rate,
    taxLabel: tax.label,
  });
});

test('tax is on the subtotal only, and the tip is added after it [C-PRICE-01]', () => {
  const price = priceOf([line(10_000)], HST, { kind: 'amount', amount: cents(2000) });
  expect(price).toMatchObject({ subtotal: 10_000, tax: 1400, tip: 2000, total: 13_400 });
});

test.each([
  [5, 570],
  [10, 1140],
  [15, 1710],
])('a tip of %d %% is taken of subtotal plus tax [C-PRICE-15]', (percent, tip) => {
  expect(priceOf([line(10_000)], HST, { kind: 'percent', percent }).tip).toBe(tip);
});

test('a line is its price times its quantity, and the subtotal is the lines together', () => {
  expect(lineTotal(line(1695, 4))).toBe(6780);
  expect(subtotalOf([line(1695, 4), line(5)])).toBe(6785);
  expect(taxOn(cents(5925), HST)).toBe(830);
});

test('the wire carries dollars and a rate of four decimals', () => {
  const price = priceOf([line(5925)], QUEBEC, { kind: 'amount', amount: cents(250) });
  expect(toWirePricing(price)).toEqual({ subtotal: 59.25, tax: 8.87, tip: 2.5, total: 70.62, taxRate: 0.1498 });
});

test('the parts always sum to the total', () => {
  fc.assert(
    fc.property(anyLines, anyTax, anyTip, (lines, tax, tip) => {
      const price = priceOf(lines, tax, tip);
      expect(addCents(price.subtotal, price.tax, price.tip)).toBe(price.total);
      expect(price.subtotal).toBe(lines.reduce((sum, each) => sum + each.unitPrice * each.quantity, 0));
    }),
  );
});

test('a price never depends on the order of the lines, nor on how a line is split', () => {
  fc.assert(
    fc.property(anyLines, anyTax, anyTip, (lines, tax, tip) => {
      const price = priceOf(lines, tax, tip);
      expect(priceOf(lines.toReversed(), tax, tip)).toEqual(price);
      const singles = lines.flatMap(({ unitPrice, quantity }) =>
        Array.from({ length: quantity }, () => ({ unitPrice, quantity: 1 })),
      );
      expect(priceOf(singles, tax, tip)).toEqual(price);
    }),
  );
});

test('more food or a higher rate never means less tax', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.nat(1000), fc.nat(20_000), fc.nat(500), (amount, more, value, higher) => {
      const tax = taxOn(cents(amount), { rate: rate(value), label: '' });
      expect(taxOn(cents(amount + more), { rate: rate(value), label: '' })).toBeGreaterThanOrEqual(tax);
      expect(taxOn(cents(amount), { rate: rate(value + higher), label: '' })).toBeGreaterThanOrEqual(tax);
    }),
  );
});
