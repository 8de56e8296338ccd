import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addCents, cents } from '../core/money.ts';
import { cashDue, changeFrom } from './cash.ts';

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
