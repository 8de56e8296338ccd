import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { priceAfterOffer } from './offer.ts';

test.each([
  [1695, 10, 1526],
  [695, 10, 626],
  [5, 10, 5],
  [4, 10, 4],
  [1000, 100, 0],
  [1699, 0, 1699],
])('%i cents less %i %% are %i', (price, percent, rest) => {
  expect(priceAfterOffer(cents(price), percent)).toBe(rest);
});

test('never dearer, never below nothing, and within half a cent of the exact share', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 100 }), (price, percent) => {
      const rest = priceAfterOffer(cents(price), percent);
      expect(rest).toBeGreaterThanOrEqual(0);
      expect(rest).toBeLessThanOrEqual(price);
      expect(Math.abs(rest * 100 - price * (100 - percent))).toBeLessThanOrEqual(50);
    }),
  );
});
