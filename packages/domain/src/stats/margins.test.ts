import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { marginLimits, marginPlace, MIN_JUDGED_UNITS, type SoldDish } from './margins.ts';

const sold = (units: number, price: number, cost: number | null): SoldDish => ({
  units,
  net: cents(units * price),
  cost: cost === null ? null : cents(units * cost),
});
const placesOf = (dishes: readonly SoldDish[]) => dishes.map((dish) => marginPlace(dish, marginLimits(dishes)));

test('dishes are placed by popularity and by what a portion earns', () => {
  const dishes = [
    sold(612, 1965, 623),
    sold(311, 1899, 892),
    sold(52, 1899, 614),
    sold(74, 1999, 1012),
    sold(29, 2399, 100),
    sold(300, 1500, null),
  ];
  expect(placesOf(dishes)).toEqual(['keep', 'loved', 'show-more', 'neither', 'too-few', 'no-cost']);
});

test('the limits are 70% of an equal share and the mean of all judged portions', () => {
  expect(marginLimits([sold(100, 1000, 400), sold(300, 1000, 800), sold(29, 9000, 0)])).toEqual({
    popularUnits: 140,
    meanMargin: 300,
  });
  expect(marginLimits([sold(29, 1000, 400), sold(500, 1000, null)])).toBeNull();
});

test('dishes below 30 portions or without a cost are never judged and move no limit', () => {
  const dish = fc
    .tuple(
      fc.integer({ min: 0, max: 400 }),
      fc.integer({ min: 0, max: 3000 }),
      fc.option(fc.integer({ min: 0, max: 2000 })),
    )
    .map(([units, price, cost]) => sold(units, price, cost));
  fc.assert(
    fc.property(fc.array(dish), (dishes) => {
      const limits = marginLimits(dishes);
      const judged = dishes.filter(({ units, cost }) => units >= MIN_JUDGED_UNITS && cost !== null);
      expect(limits).toEqual(marginLimits(judged));
      for (const each of dishes) {
        const isJudged = !['too-few', 'no-cost'].includes(marginPlace(each, limits));
        expect(isJudged).toBe(judged.includes(each));
      }
    }),
  );
});
