import { cents } from '@tiffin/domain/core';
import { expect, test } from 'vitest';
import { draftOf, fieldsFrom, fieldsOf, newDraft, problemsOf, reconcile, updatesOf, withField } from './draft.ts';
import type { Dish, WireItem } from './menu-data.ts';

const dish: Dish = {
  id: 'butter-chicken',
  menuItemId: 'butter-chicken',
  name: 'Butter Chicken',
  description: 'Tandoor chicken in tomato, butter and fenugreek.',
  price: cents(1749),
  category: 'non-veg-curries',
  spiceLevel: 'mild',
  prepTime: 18,
  calories: 560,
  isVegetarian: false,
  isVegan: false,
  isGlutenFree: true,
  isPopular: true,
  isAvailable: true,
  isTodaysSpecial: false,
  specialStartDate: null,
  specialEndDate: null,
  image: null,
  imageUrl: null,
  art: 'butter-chicken',
  tags: ['tandoor', 'classic'],
  allergens: ['milk'],
  maxQuantity: 10,
  position: 1,
  version: 4,
  createdAt: '2026-11-20T22:00:00.000Z',
  updatedAt: '2026-11-20T22:00:00.000Z',
};
const base = fieldsOf(dish);
const draft = draftOf(base, true);
const theirs = (changes: Partial<WireItem>): WireItem => ({ ...dish, price: 17.49, version: 5, ...changes });

test('a dish that nobody touched has nothing to send', () => {
  expect(fieldsFrom(draft)).toEqual(base);
  expect(updatesOf(base, draft)).toEqual({});
  expect(problemsOf(draft)).toEqual({});
});

test('[A-MENU-38] only what was changed is sent; a figure that was emptied is sent as nothing', () => {
  expect(updatesOf(base, { ...draft, price: ' 18 ', calories: '', tags: 'classic,  , tandoor, classic' })).toEqual({
    price: 18,
    calories: null,
    tags: ['classic', 'tandoor'],
  });
});

test('the days of a special go with it', () => {
  const special = { ...draft, isTodaysSpecial: true, specialStartDate: '2026-11-20', specialEndDate: '2026-11-21' };
  expect(updatesOf(base, special)).toEqual({
    isTodaysSpecial: true,
    specialStartDate: '2026-11-20',
    specialEndDate: '2026-11-21',
  });
  expect(fieldsFrom({ ...special, isTodaysSpecial: false }).specialStartDate).toBeNull();
});

test('[A-MENU-31] [A-MENU-32] a new dish must be named, described and priced', () => {
  expect(problemsOf({ ...newDraft('drinks'), prepTime: 'soon', calories: '1.5', maxQuantity: '0' })).toEqual({
    name: 'Name is required',
    description: 'Description is required',
    price: 'Valid price is required',
    prepTime: 'A whole number from 0 to 600',
    calories: 'A whole number from 0 to 20000',
    maxQuantity: 'A whole number from 1 to 50',
  });
  expect(newDraft('drinks').prepTime).toBe('15');
});

test('what somebody else changed and I did not is taken over; what both changed waits for a word', () => {
  const mine = { ...draft, price: '18.00', name: 'Murgh Makhani' };
  const result = reconcile(base, mine, theirs({ price: 19, description: 'Smoky.', calories: 600 }));
  expect(result.version).toBe(5);
  expect(result.changes.map(({ field, clashes }) => [field, clashes])).toEqual([
    ['price', true],
    ['description', false],
    ['calories', false],
  ]);
  expect(result.draft).toMatchObject({ name: 'Murgh Makhani', price: '18.00', description: 'Smoky.', calories: '600' });
  expect(updatesOf(result.base, result.draft)).toEqual({ name: 'Murgh Makhani', price: 18 });
  const taken = withField(result.draft, 'price', 19);
  expect(updatesOf(result.base, taken)).toEqual({ name: 'Murgh Makhani' });
});

test('the same change made by both is no clash, and nothing is left to send', () => {
  const result = reconcile(base, { ...draft, price: '18.00' }, theirs({ price: 18 }));
  expect(result.changes.map(({ clashes }) => clashes)).toEqual([false]);
  expect(updatesOf(result.base, result.draft)).toEqual({});
});
