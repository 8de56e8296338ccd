import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import {
  SHARED_DISH_FIELDS,
  applySharedChange,
  overriddenFields,
  resetToSharedValues,
  type SharedDishAtLocation,
  type SharedDishValues,
} from './shared-dish.ts';

const dosa: SharedDishValues = {
  name: 'Masala Dosa',
  description: 'Crisp.',
  price: cents(1295),
  category: 'mains',
  taxClass: 'meal',
  spiceLevel: 'mild',
  prepTime: 15,
  calories: null,
  isVegetarian: true,
  isVegan: false,
  isGlutenFree: false,
  isPopular: false,
  isAvailable: true,
  image: null,
  tags: ['crisp', 'lentils'],
  allergens: ['milk'],
  maxQuantity: 10,
  workUnits: 1,
};
const at = (own: Partial<SharedDishValues> = {}, stored: SharedDishAtLocation['kept'] = []): SharedDishAtLocation => ({
  values: { ...dosa, ...own },
  kept: stored,
});

test('a location differs only in changed values; the sequence of a list does not matter', () => {
  expect(overriddenFields(dosa, at())).toEqual([]);
  expect(overriddenFields(dosa, at({ price: cents(1345), name: 'Dosa' }))).toEqual(['price', 'name']);
  expect(overriddenFields(dosa, at({ tags: ['lentils', 'crisp'] }))).toEqual([]);
});

test('when a shared price goes from 12.95 to 13.25, a location’s own 13.45 stays and unchanged locations follow', () => {
  const dearer = { ...dosa, price: cents(1325) };
  expect(applySharedChange(dosa, dearer, at({ price: cents(1345) }))).toEqual({ change: {}, kept: ['price'] });
  expect(applySharedChange(dosa, dearer, at())).toEqual({ change: { price: 1325 }, kept: [] });
});

test('a location’s own price stays even if the shared price equalled it for a while', () => {
  const [first, second] = [cents(1345), cents(1400)].map((price) => ({ ...dosa, price })) as [
    SharedDishValues,
    SharedDishValues,
  ];
  const place = at({ price: cents(1345) });
  const { kept: stored } = applySharedChange(dosa, first, place);
  expect(applySharedChange(first, second, { ...place, kept: stored })).toEqual({ change: {}, kept: ['price'] });
});

test('a dish switched off for an evening follows the shared dish again when it is back, whatever else changed meanwhile', () => {
  const off = at({ isAvailable: false });
  const { change, kept: stored } = applySharedChange(dosa, { ...dosa, price: cents(1325) }, off);
  expect([change, stored]).toEqual([{ price: 1325 }, []]);
});

test('resetting a field takes the shared value and ends its override; other fields stay', () => {
  const place = at({ price: cents(1345), name: 'Dosa' }, ['price', 'name']);
  expect(resetToSharedValues(dosa, place, ['price'])).toEqual({ change: { price: 1295 }, kept: ['name'] });
});

const values = fc
  .record({
    price: fc.constantFrom(...[1000, 1100, 1200].map(cents)),
    name: fc.constantFrom('Dosa', 'Masala Dosa'),
    isAvailable: fc.boolean(),
    maxQuantity: fc.constantFrom(5, 10),
    allergens: fc.subarray(['milk', 'soy', 'eggs'] as const),
  })
  .map((some): SharedDishValues => ({ ...dosa, ...some }));
const place = fc.record({ values, kept: fc.subarray([...SHARED_DISH_FIELDS]) });

test('law: when the shared dish changes, a location’s own values stay and all others follow', () => {
  fc.assert(
    fc.property(values, values, place, (was, now, before) => {
      const own = overriddenFields(was, before);
      const { change, kept: stored } = applySharedChange(was, now, before);
      const after = { values: { ...before.values, ...change }, kept: stored };
      expect(own.map((field) => after.values[field])).toEqual(own.map((field) => before.values[field]));
      expect(own).toEqual(expect.arrayContaining(overriddenFields(now, after)));
    }),
  );
});

test('law: resetting every field leaves a location without overrides', () => {
  fc.assert(
    fc.property(values, place, (chain, before) => {
      const { change, kept: stored } = resetToSharedValues(chain, before, SHARED_DISH_FIELDS);
      expect(overriddenFields(chain, { values: { ...before.values, ...change }, kept: stored })).toEqual([]);
    }),
  );
});
