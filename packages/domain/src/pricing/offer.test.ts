import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents, rateFromDecimal } from '../core/money.ts';
import { priceAfterOffer, savedByOffer } from './offer.ts';
import { priceOf } from './price.ts';

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

test('what was saved and what is left make the menu’s subtotal, to the cent', () => {
  const line = fc.record({ price: fc.integer({ min: 1, max: 10_000 }), quantity: fc.integer({ min: 1, max: 20 }) });
  const tax = { rate: rateFromDecimal(0.14), label: 'HST' };
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), fc.integer({ min: 0, max: 100 }), (dishes, percent) => {
      const menu = dishes.map(({ price, quantity }) => ({ unitPrice: cents(price), quantity }));
      const cheaper = menu.map((dish) => ({ ...dish, unitPrice: priceAfterOffer(dish.unitPrice, percent) }));
      const saved = savedByOffer(menu, percent);
      expect(priceOf(cheaper, tax).subtotal + saved).toBe(priceOf(menu, tax).subtotal);
    }),
  );
});
