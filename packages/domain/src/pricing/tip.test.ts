import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addCents, cents, subtractCents } from '../core/money.ts';
import { largeOrderTotal } from '../restaurant/currency.ts';
import { cashRefund, cashDue, changeDue, likelyCashAmounts } from './cash.ts';
import {
  clampCustomTip,
  GUEST_TIP_PRESETS,
  clampedTipEnd,
  maxGuestTip,
  needsTipApproval,
  NO_TIP,
  TILL_TIP_PRESETS,
  tillCustomTip,
  tipAmount,
} from './tip.ts';
import { parseTipPercents } from './tip-percents.ts';

test.each([
  [100_00, 1_00, false],
  [100_01, 1_00, true],
  [250_00, 250_00, false],
  [250_01, 250_00, true],
])('a tip of %i cents on a bill of %i needs a manager at the till: %s', (tip, total, isNeeded) => {
  expect(needsTipApproval(cents(tip), cents(total))).toBe(isNeeded);
});

test('guests are offered 5, 10 and 15 %, the till 10, 15, 18 and 20 %', () => {
  expect(GUEST_TIP_PRESETS).toEqual([5, 10, 15]);
  expect(TILL_TIP_PRESETS).toEqual([10, 15, 18, 20]);
});

test.each([
  ['10, 15, 20', [10, 15, 20]],
  ['18% 20 %', [18, 20]],
  ['12;12, 1', [12, 1]],
  ['100', [100]],
  ['', null],
  ['0, 10', null],
  ['101', null],
  ['12.5', null],
  ['ten', null],
  ['5, 10, 15, 18, 20', null],
])('an owner who types the tips “%s” offers %j', (typed, percents) => {
  expect(parseTipPercents(typed)).toEqual(percents);
});

test.each([
  [NO_TIP, 6755, 0],
  [{ kind: 'percent', percent: 5 } as const, 6755, 338],
  [{ kind: 'percent', percent: 15 } as const, 6755, 1013],
  [{ kind: 'percent', percent: 18 } as const, 6755, 1216],
  [{ kind: 'amount', amount: cents(325) } as const, 6755, 325],
  [{ kind: 'amount', amount: cents(325) } as const, 0, 325],
])('the tip %j on %d is %d', (choice, on, tip) => {
  expect(tipAmount(choice, cents(on))).toBe(tip);
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
])('a custom tip of $%d is accepted as %d cents [C-CHK-16]', (dollars, taken) => {
  expect(clampCustomTip(dollars, largeOrderTotal('CAD'))).toBe(taken);
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
])('for a custom tip of $%d the form reports the limit: %s [C-CHK-16]', (dollars, end) => {
  expect(clampedTipEnd(dollars, largeOrderTotal('CAD'))).toBe(end);
});

test('the maximum custom tip is higher in other currencies: a hundred crowns count as ten dollars', () => {
  expect(clampCustomTip(250, largeOrderTotal('SEK'))).toBe(250_00);
  expect([clampedTipEnd(250, largeOrderTotal('SEK')), clampedTipEnd(1000.01, largeOrderTotal('SEK'))]).toEqual([
    null,
    'most',
  ]);
});

test('a custom tip is rounded to the cent and limited to 0 to 100 dollars [C-CHK-16]', () => {
  expect([0.01, 0.02, 99.99].map((dollars) => clampCustomTip(dollars, largeOrderTotal('CAD')))).toEqual([1, 2, 99_99]);
  fc.assert(
    fc.property(fc.double(), (dollars) => {
      const tip = clampCustomTip(dollars, largeOrderTotal('CAD'));
      expect(Number.isInteger(tip)).toBe(true);
      expect(tip).toBeGreaterThanOrEqual(0);
      expect(tip).toBeLessThanOrEqual(largeOrderTotal('CAD'));
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
])('at the till a custom tip of $%d is accepted as %d cents', (dollars, taken) => {
  expect(tillCustomTip(dollars)).toBe(taken);
});

test.each([
  [6750, 6750, 0],
  [6751, 6750, -1],
  [6752, 6750, -2],
  [6753, 6755, 2],
  [6754, 6755, 1],
  [6755, 6755, 0],
  [6756, 6755, -1],
  [6757, 6755, -2],
  [6758, 6760, 2],
  [6759, 6760, 1],
  [0, 0, 0],
  [2, 0, -2],
])('cash due for %d cents is %d: rounding %d', (total, due, rounding) => {
  expect(cashDue(cents(total))).toEqual({ due, rounding });
});

test('cash rounding changes a total by at most two cents, and its line shows by how much', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000).map(cents), (total) => {
      const { due, rounding } = cashDue(total);
      expect(due % 5).toBe(0);
      expect(Math.abs(rounding)).toBeLessThanOrEqual(2);
      expect(addCents(total, rounding)).toBe(due);
    }),
  );
});

test.each([
  [7000, 6755, 245],
  [6755, 6755, 0],
  [6754, 6755, null],
])('paying %d cents for %d, %s cents are returned', (provided, due, change) => {
  expect(changeDue(cents(provided), cents(due))).toBe(change);
});

test('refunds in any number of parts pay out exactly the cash that was received', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 12 }), (parts) => {
      const total = addCents(...parts.map(cents));
      const taken = cashDue(total).due;
      let left = { amount: total, coins: taken };
      for (const part of parts.map(cents)) {
        const { due, rounding } = cashRefund(part, left);
        expect(due).toBeGreaterThanOrEqual(0);
        expect(due % 5).toBe(0);
        expect(part + rounding).toBe(due);
        left = { amount: subtractCents(left.amount, part), coins: subtractCents(left.coins, due) };
      }
      expect(left).toEqual({ amount: 0, coins: 0 });
    }),
  );
});

test.each([
  [795, { amount: 2377, coins: 2375 }, 795],
  [1582, { amount: 1582, coins: 1580 }, 1580],
  [333, { amount: 999, coins: 0 }, 0],
])('a cash refund of %i cents, with %j left, pays out %i', (amount, left, due) => {
  const result = cashRefund(cents(amount), { amount: cents(left.amount), coins: cents(left.coins) });
  expect(result).toEqual({ due, rounding: due - amount });
});

test('in a currency with a one-cent coin nothing is rounded', () => {
  expect(cashDue(cents(1283), 1)).toEqual({ due: 1283, rounding: 0 });
  expect(cashRefund(cents(333), { amount: cents(1000), coins: cents(1000) }, 1).due).toBe(333);
});

test.each([
  [30_00, 4_20, 100_00],
  [86_00, 14_00, 100_00],
  [150_00, 21_00, 171_00],
])('for an order of %d and %d tax a guest can tip at most %d', (subtotal, tax, most) => {
  expect(maxGuestTip({ subtotal: cents(subtotal), tax: cents(tax) })).toBe(most);
});

test.each([
  [23_45, [25_00, 40_00, 50_00]],
  [41_00, [45_00, 50_00, 60_00]],
  [49_99, [50_00, 60_00]],
  [20_00, [50_00]],
  [100_00, []],
])('a guest who owes %d in cash probably pays one of %j', (due, sums) => {
  expect(likelyCashAmounts(cents(due))).toEqual(sums);
});
