import { expect, test } from 'vitest';
import { editedDal } from '../../testing/samples.ts';
import { dishForm } from './dish-codec.ts';
import type { WireDish } from './menu-data.ts';

const dish: WireDish = {
  ...editedDal,
  name: 'Butter Chicken',
  price: 17.49,
  calories: 560,
  tags: ['tandoor', 'classic'],
  allergens: ['milk'],
};
const draft = dishForm.draftOf(dish);
const updatesOf = (typed: Partial<typeof draft>) => dishForm.updatesOf(dish, { ...draft, ...typed });

test('an untouched dish sends nothing', () => {
  expect(dish).toMatchObject(dishForm.sentOf(draft));
  expect(updatesOf({})).toEqual({});
  expect(dishForm.problemsOf(draft)).toEqual({});
});

test('sends only changed fields, and null for a cleared number [A-MENU-38]', () => {
  expect(updatesOf({ price: ' 18 ', calories: '', tags: 'classic,  , tandoor, classic' })).toEqual({
    price: 18,
    calories: null,
    tags: ['classic', 'tandoor'],
  });
});

test('sends the days of a special', () => {
  const special = { isTodaysSpecial: true, specialStartDate: '2026-11-20', specialEndDate: '2026-11-21' };
  expect(updatesOf(special)).toEqual({
    isTodaysSpecial: true,
    specialStartDate: '2026-11-20',
    specialEndDate: '2026-11-21',
  });
  expect(updatesOf({ ...special, isTodaysSpecial: false })).toEqual({});
});

test.each([
  ['15', '2026-12-01', true],
  ['', '2026-12-01', false],
  ['15', '', false],
  ['soon', '2026-12-01', false],
  ['0', '2026-12-01', false],
])('a new price of %j from %j is planned: %s', (nextPrice, nextPriceFrom, isPlanned) => {
  const typed = { nextPrice, nextPriceFrom };
  expect(Object.keys(dishForm.problemsOf({ ...draft, ...typed }))).toEqual(isPlanned ? [] : ['nextPrice']);
  expect(dishForm.updatesOf(dish, { ...draft, nextPrice: '15', nextPriceFrom: '2026-12-01' })).toEqual({
    nextPrice: 15,
    nextPriceFrom: '2026-12-01',
  });
});

test('a new dish needs a name, a description and a price [A-MENU-31] [A-MENU-32]', () => {
  expect(
    dishForm.problemsOf({
      ...dishForm.initialDraft,
      category: 'drinks',
      prepTime: 'soon',
      calories: '1.5',
      maxQuantity: '0',
    }),
  ).toEqual({
    name: 'Name is required',
    description: 'Description is required',
    price: 'Valid price is required',
    prepTime: 'A whole number from 0 to 600',
    calories: 'A whole number from 0 to 20000',
    maxQuantity: 'A whole number from 1 to 50',
  });
  expect(dishForm.initialDraft).toMatchObject({
    prepTime: '15',
    maxQuantity: '10',
    spiceLevel: 'medium',
    isPopular: false,
  });
});

test('merges another person’s changes, and asks where both changed the same field', () => {
  const owned = { ...dish, price: 19, description: 'Smoky.', calories: 600 };
  const merged = dishForm.merged(dish, { ...draft, price: '18.00', name: 'Murgh Makhani' }, owned);
  expect(merged.changes.map(({ field, clashes }) => [field, clashes])).toEqual([
    ['price', true],
    ['description', false],
    ['calories', false],
  ]);
  expect(merged.draft).toMatchObject({ name: 'Murgh Makhani', price: '18.00', description: 'Smoky.', calories: '600' });
  expect(dishForm.updatesOf(owned, merged.draft)).toEqual({ name: 'Murgh Makhani', price: 18 });
  expect(dishForm.updatesOf(owned, { ...merged.draft, price: '19.00' })).toEqual({ name: 'Murgh Makhani' });
});

test('the same change by both is no conflict and sends nothing', () => {
  const owned = { ...dish, price: 18 };
  const merged = dishForm.merged(dish, { ...draft, price: '18.00' }, owned);
  expect(merged.changes.map(({ clashes }) => clashes)).toEqual([false]);
  expect(dishForm.updatesOf(owned, merged.draft)).toEqual({});
});

test.each([
  ['price', '19', '$19.00'],
  ['spiceLevel', 'hot', 'Hot'],
  ['image', '/images/x', 'A photo'],
  ['allergens', ['milk', 'wheat'], 'Milk, Wheat and triticale'],
] as const)('a conflict shows %s %j as: %s', (field, value, words) => {
  expect(dishForm.wordsOf(field, value)).toBe(words);
});
