import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents, toDollars } from '../core/money.ts';
import { plainGroup, plainOption } from '../testing/options.ts';
import { lowestPrice, unitPriceOf } from './price.ts';
import { dishGroupsProblem, groupForDish } from './rules.ts';
import { groupFromWire, toWireGroup } from './wire.ts';

const IDS = ['small', 'medium', 'large'] as const;
const sizes = plainGroup(
  'size',
  IDS.map((id, at) => plainOption(id, { price: cents(1000 + at * 300), isDefault: at === 0 })),
  { isSize: true },
);
const limits = { min: null, max: null, included: null };

test.each([
  [undefined, [1000, 1300, 1600]],
  [null, [1000, 1300, 1600]],
  [{}, [1000, 1300, 1600]],
  [{ large: 1950 }, [1000, 1300, 1950]],
  [{ small: 900, medium: 1200, large: 1500 }, [900, 1200, 1500]],
  [{ removed: 500, toString: 1 }, [1000, 1300, 1600]],
])('a dish with the prices of sizes %j sells its sizes at %j', (sizePrices, prices) => {
  expect(groupForDish(sizes, { ...limits, sizePrices }).options.map(({ price }) => price)).toEqual(prices);
});

test('prices of sizes do not become surcharges when the group is no longer of sizes', () => {
  const extras = { ...sizes, isSize: false };
  expect(groupForDish(extras, { ...limits, sizePrices: { small: 900 } })).toEqual(extras);
});

test('a dish cannot have a size for nothing', () => {
  expect(dishGroupsProblem([groupForDish(sizes, { ...limits, sizePrices: { small: 0 } })])).toBe(
    'size: Every size needs a price.',
  );
});

test('a dish costs its own price of the chosen size, in the cart and after the menu was sent', () => {
  const price = fc.integer({ min: 1, max: 99_999 });
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...IDS), price), fc.constantFrom(...IDS), (sizePrices, id) => {
      const group = groupForDish(sizes, { ...limits, sizePrices });
      const expected = sizePrices[id] ?? sizes.options.find((each) => each.id === id)?.price;
      const chosen = [{ groupId: 'size', optionId: id, units: 1 }];
      for (const each of [group, groupFromWire(toWireGroup(group))]) {
        const dish = { name: 'Margherita', price: cents(5), optionGroups: [each] };
        expect(unitPriceOf(dish, chosen)).toBe(expected);
        expect(lowestPrice(dish)).toBe(Math.min(...each.options.map((size) => size.price)));
      }
      // The screen of the office calculates in dollars.
      const inDollars = { ...sizes, options: sizes.options.map((each) => ({ ...each, price: toDollars(each.price) })) };
      const dollars = Object.fromEntries(Object.entries(sizePrices).map(([size, own]) => [size, own / 100]));
      const shown = groupForDish(inDollars, { ...limits, sizePrices: dollars }).options.find((each) => each.id === id);
      expect(shown?.price).toBe(expected! / 100);
    }),
  );
});
