import fc from 'fast-check';
import { expect, test } from 'vitest';
import { statusOf } from '../core/errors.ts';
import { cents, rate, type Cents } from '../core/money.ts';
import { checkPrice, priceDifferences, PRICE_TOLERANCE, sumsUp } from './check.ts';
import type { Price } from './price.ts';

const price: Price = {
  subtotal: cents(5925),
  tax: cents(830),
  tip: cents(500),
  total: cents(7255),
  taxRate: rate(14_000),
  taxLabel: 'HST',
};

test.each([
  [{}, []],
  [{ subtotal: cents(5925), tax: cents(830), tip: cents(500), total: cents(7255) }, []],
  [{ total: cents(7257) }, []],
  [{ total: cents(7253) }, []],
  [{ total: cents(7258) }, ['total']],
  [{ total: cents(7252) }, ['total']],
  [{ subtotal: cents(100), total: cents(1000) }, ['subtotal', 'total']],
  [{ tax: cents(0), tip: cents(0) }, ['tax', 'tip']],
])('the figures %j differ in %j', (client, figures) => {
  expect(priceDifferences(price, client).map((difference) => difference.figure)).toEqual(figures);
});

test('a price that was seen is taken', () => {
  expect(checkPrice(price, { total: cents(7256) })).toEqual({ ok: true, value: price });
});

test('a price that was not seen answers 400 with the word pricing, the correct figures and every difference [C-ERR-34]', () => {
  const answer = checkPrice(price, { subtotal: cents(4925), total: cents(6255) });
  expect(answer).toEqual({
    ok: false,
    error: {
      code: 'pricing-mismatch',
      message:
        'Pricing validation failed: pricing has changed (subtotal is 59.25, not 49.25; total is 72.55, not 62.55)',
      details: {
        pricing: { subtotal: 59.25, tax: 8.3, tip: 5, total: 72.55, taxRate: 0.14 },
        differences: [
          { field: 'subtotal', client: 49.25, correct: 59.25 },
          { field: 'total', client: 62.55, correct: 72.55 },
        ],
      },
    },
  });
  expect(statusOf('pricing-mismatch')).toBe(400);
});

test('a figure is a difference exactly when it is more than two cents off', () => {
  expect(PRICE_TOLERANCE).toBe(2);
  fc.assert(
    fc.property(fc.integer({ min: -10, max: 10 }), (off) => {
      const total = cents(price.total + off);
      expect(checkPrice(price, { total }).ok).toBe(Math.abs(off) <= 2);
    }),
  );
});

const figures = (
  subtotal: number,
  tax: number,
  tip: number,
  total: number,
): Record<'subtotal' | 'tax' | 'tip' | 'total', Cents> => ({
  subtotal: cents(subtotal),
  tax: cents(tax),
  tip: cents(tip),
  total: cents(total),
});

test.each([
  [figures(5925, 830, 500, 7255), true],
  [figures(5925, 830, 500, 7257), true],
  [figures(5925, 830, 500, 7253), true],
  [figures(5925, 830, 500, 7258), false],
  [figures(5925, 830, 500, 7252), false],
])('%j sums up: %s [C-ORDER-29]', (bill, expected) => {
  expect(sumsUp(bill)).toBe(expected);
});
