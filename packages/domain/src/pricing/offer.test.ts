import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { priceAfterOffer, savedByOffer } from './offer.ts';

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
  expect(
    savedByOffer(
      [
        { unitPrice: cents(1695), quantity: 2 },
        { unitPrice: cents(5), quantity: 9 },
      ],
      10,
    ),
  ).toBe(338);
  const line = fc.record({ price: fc.integer({ min: 1, max: 10_000 }), quantity: fc.integer({ min: 1, max: 20 }) });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), fc.integer({ min: 0, max: 100 }), (dishes, percent) => {
      const menu = dishes.map(({ price, quantity }) => ({ unitPrice: cents(price), quantity }));
      const sum = menu.reduce((total, { unitPrice, quantity }) => total + unitPrice * quantity, 0);
      const paid = menu.reduce((total, dish) => total + priceAfterOffer(dish.unitPrice, percent) * dish.quantity, 0);
      expect(savedByOffer(menu, percent) + paid).toBe(sum);
    }),
  );
});
