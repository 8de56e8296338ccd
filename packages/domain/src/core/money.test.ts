import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import {
  addCents,
  amountWithCurrency,
  cents,
  fromDollars,
  HOME_CURRENCY,
  multiplyCents,
  setCurrency,
  subtractCents,
  toDollars,
  ZERO,
} from './money.ts';
import { applyRate, divideHalfUp, percentOf, rate, rateFromDecimal, rateToDecimal, rateToWire } from './rates.ts';

const amount = fc.integer({ min: -100_000_000, max: 100_000_000 }).map(cents);

test.each([0, 1, -1, 5925, Number.MAX_SAFE_INTEGER])('%d is a whole number of cents', (value) => {
  expect(cents(value)).toBe(value);
});

test('an amount in a sentence has the sign of the restaurant’s currency', () => {
  onTestFinished(() => setCurrency(HOME_CURRENCY));
  expect(amountWithCurrency(cents(114_000))).toBe('$1,140.00');
  setCurrency('EUR');
  expect(amountWithCurrency(cents(1140))).toBe('€11.40');
});

test('there is no negative zero', () => {
  expect(Object.is(cents(-0), 0)).toBe(true);
});

test.each([0.5, 59.25, Number.NaN, Infinity, Number.MAX_SAFE_INTEGER + 1])('%d is not a number of cents', (value) => {
  expect(() => cents(value)).toThrow(`not a whole number of cents: ${value}`);
});

test.each([-1, 0.5, Number.NaN])('%d is not a rate', (value) => {
  expect(() => rate(value)).toThrow(`not a rate: ${value}`);
});

test.each([
  [0.14, 14_000, 0.14],
  [0.14975, 14_975, 0.1498],
  [0.05, 5000, 0.05],
  [0, 0, 0],
  [0.000_05, 5, 0.0001],
  [0.000_04, 4, 0],
])('the rate %d is exact internally and has four decimals in the API [C-PRICE-12]', (decimal, exact, wire) => {
  expect(rateFromDecimal(decimal)).toBe(exact);
  expect(rateToDecimal(rate(exact))).toBe(exact / 100_000);
  expect(rateToWire(rate(exact))).toBe(wire);
});

test.each([
  [0, 0],
  [59.25, 5925],
  [16.95, 1695],
  [1.005, 101],
  [1.004_999, 100],
  [0.1 + 0.2, 30],
  [-2.5, -250],
  [-1.005, -101],
  [1e-7, 0],
  [19, 1900],
  [90_000_000_000, 9_000_000_000_000],
])('$%d is %d cents', (dollars, expected) => {
  expect(fromDollars(dollars)).toBe(expected);
});

test.each([Number.NaN, Infinity, -Infinity, 1e21, 90_000_000_001])('$%d is not an amount', (dollars) => {
  expect(fromDollars(dollars)).toBeNull();
});

test('cents convert to dollars with two decimals and back without loss [C-PRICE-11]', () => {
  fc.assert(
    fc.property(amount, (value) => {
      expect(fromDollars(toDollars(value))).toBe(value);
      expect(Number(toDollars(value).toFixed(2))).toBe(toDollars(value));
    }),
  );
});

test.each([
  [5n, 2n, 3n],
  [-5n, 2n, -3n],
  [5n, -2n, -3n],
  [-5n, -2n, 3n],
  [4n, 3n, 1n],
  [5n, 3n, 2n],
  [0n, 7n, 0n],
])('%d / %d rounds to %d, halves away from zero', (numerator, denominator, expected) => {
  expect(divideHalfUp(numerator, denominator)).toBe(expected);
});

test('sums, differences and multiples stay whole numbers', () => {
  expect(addCents()).toBe(0);
  expect(addCents(cents(1), cents(2), cents(3))).toBe(6);
  expect(subtractCents(cents(5), cents(7))).toBe(-2);
  expect(multiplyCents(cents(1695), 4)).toBe(6780);
  expect(() => multiplyCents(cents(3), 1.5)).toThrow('not a whole number of cents');
});

test.each([
  [5925, 14_000, 830],
  [1114, 14_000, 156],
  [6780, 14_000, 949],
  [10_000, 14_975, 1498],
  [1, 50_000, 1],
])('%d cents at the rate %d are %d', (value, of, expected) => {
  expect(applyRate(cents(value), rate(of))).toBe(expected);
});

test('a percentage is rounded half up', () => {
  expect(percentOf(cents(6755), 15)).toBe(1013);
  expect(percentOf(cents(1010), 5)).toBe(51);
  expect(percentOf(ZERO, 15)).toBe(0);
});

test('applying a rate is within half a cent of the exact result', () => {
  fc.assert(
    fc.property(amount, fc.integer({ min: 0, max: 100_000 }), (value, of) => {
      const exactTimes = BigInt(value) * BigInt(of);
      const off = BigInt(applyRate(value, rate(of))) * 100_000n - exactTimes;
      expect(off <= 50_000n && off >= -50_000n).toBe(true);
    }),
  );
});
