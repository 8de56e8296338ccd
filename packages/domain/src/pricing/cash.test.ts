import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addCents, cents, subtractCents } from '../core/money.ts';
import { cashBack, cashDue, changeFrom } from './cash.ts';

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

test('cash rounding moves a total by two cents at most, and the line beside it says by how much', () => {
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
])('of %d cents given for %d, %s go back', (given, due, change) => {
  expect(changeFrom(cents(given), cents(due))).toBe(change);
});

test('given back in however many parts, no more and no less cash leaves than was taken', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 12 }), (parts) => {
      const total = addCents(...parts.map(cents));
      const taken = cashDue(total).due;
      let left = { amount: total, coins: taken };
      for (const part of parts.map(cents)) {
        const { due, rounding } = cashBack(part, left);
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
])('of %i cents, with %j left, goes back in coins: %i', (amount, left, due) => {
  const result = cashBack(cents(amount), { amount: cents(left.amount), coins: cents(left.coins) });
  expect(result).toEqual({ due, rounding: due - amount });
});
