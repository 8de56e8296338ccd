import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import {
  clampCustomTip,
  GUEST_TIP_PRESETS,
  heldTip,
  MAX_CUSTOM_TIP,
  NO_TIP,
  TILL_TIP_PRESETS,
  tillCustomTip,
  tipOf,
} from './tip.ts';

test('guests are offered 5, 10 and 15 %, the till 10, 15, 18 and 20 %', () => {
  expect(GUEST_TIP_PRESETS).toEqual([5, 10, 15]);
  expect(TILL_TIP_PRESETS).toEqual([10, 15, 18, 20]);
});

test.each([
  [NO_TIP, 6755, 0],
  [{ kind: 'percent', percent: 5 } as const, 6755, 338],
  [{ kind: 'percent', percent: 15 } as const, 6755, 1013],
  [{ kind: 'percent', percent: 18 } as const, 6755, 1216],
  [{ kind: 'amount', amount: cents(325) } as const, 6755, 325],
  [{ kind: 'amount', amount: cents(325) } as const, 0, 325],
])('the tip %j on %d is %d', (choice, on, tip) => {
  expect(tipOf(choice, cents(on))).toBe(tip);
});

test.each([
  [-5, 0],
  [-0.001, 0],
  [0, 0],
  [0.01, 1],
  [3.333, 333],
  [3.335, 334],
  [99.99, 9999],
  [99.999, 10_000],
  [100, 10_000],
  [100.01, 10_000],
  [1e300, 10_000],
  [Infinity, 10_000],
  [-Infinity, 0],
  [Number.NaN, 0],
])('a custom tip of $%d is taken as %d cents [C-CHK-16]', (dollars, taken) => {
  expect(clampCustomTip(dollars)).toBe(taken);
});

test.each([
  [99_999, 'most'],
  [100.01, 'most'],
  [Infinity, 'most'],
  [100, null],
  [3.333, null],
  [0, null],
  [-0.01, 'least'],
  [Number.NaN, null],
])('of a custom tip of $%d the form says it was held at: %s [C-CHK-16]', (dollars, end) => {
  expect(heldTip(dollars)).toBe(end);
});

test('the step of the custom tip is a cent, and it stays between 0 and 100 dollars [C-CHK-16]', () => {
  expect([0.01, 0.02, 99.99].map(clampCustomTip)).toEqual([1, 2, 99_99]);
  fc.assert(
    fc.property(fc.double(), (dollars) => {
      const tip = clampCustomTip(dollars);
      expect(Number.isInteger(tip)).toBe(true);
      expect(tip).toBeGreaterThanOrEqual(0);
      expect(tip).toBeLessThanOrEqual(MAX_CUSTOM_TIP);
    }),
  );
});

test.each([
  [-1, 0],
  [0, 0],
  [0.01, 1],
  [2.5, 250],
  [250, 25_000],
  [Number.NaN, 0],
  [Infinity, 0],
])('at the till a custom tip of $%d is taken as %d cents', (dollars, taken) => {
  expect(tillCustomTip(dollars)).toBe(taken);
});
