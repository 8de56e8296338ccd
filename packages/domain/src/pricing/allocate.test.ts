import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addCents, cents } from '../core/money.ts';
import { allocate } from './allocate.ts';

test.each([
  [100, [1, 1, 1], [34, 33, 33]],
  [5, [1, 1], [3, 2]],
  [830, [2000, 3925], [280, 550]],
  [10, [0, 1, 0], [0, 10, 0]],
  [3, [0, 0], [2, 1]],
  [-100, [1, 1, 1], [-34, -33, -33]],
  [0, [5, 7], [0, 0]],
  [1, [1, 2, 3], [0, 0, 1]],
  [2, [1, 1, 2], [1, 0, 1]],
  [0, [], []],
])('%d over %j is %j', (amount, weights, parts) => {
  expect(allocate(cents(amount), weights)).toEqual(parts);
});

test.each([[[1, -1]], [[0.5]], [[Number.NaN]]])('%j are no weights', (weights) => {
  expect(() => allocate(cents(1), weights)).toThrow('weights are whole numbers from zero up');
});

test('an amount cannot be given to nobody', () => {
  expect(() => allocate(cents(1), [])).toThrow('nobody to give the amount to');
});

test('the parts always sum to the whole, and none is a cent or more away from its exact share', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -10_000_000, max: 10_000_000 }).map(cents),
      fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 40 }),
      (amount, weights) => {
        const parts = allocate(amount, weights);
        expect(addCents(...parts)).toBe(amount);
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        if (total === 0) return;
        for (const [i, weight] of weights.entries()) {
          expect(Math.abs((parts[i] ?? Number.NaN) - (amount * weight) / total)).toBeLessThan(1);
        }
      },
    ),
  );
});
