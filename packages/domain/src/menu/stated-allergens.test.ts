import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { hasUnknownAllergens, lineAllergens } from '../options/lines.ts';
import { plainGroup, plainOption } from '../testing/options.ts';
import type { DishAllergens } from './diet.ts';
import { allergenChoices, allergenIn } from './priority-allergens.ts';

test.each<[Parameters<typeof allergenIn>[0], DishAllergens, ReturnType<typeof allergenIn>]>([
  ['milk', null, 'unknown'],
  ['milk', [], 'free'],
  ['gluten', ['barley'], 'contains'],
  ['gluten', ['rye'], 'contains'],
  ['gluten', ['gluten'], 'contains'],
  ['gluten', ['milk'], 'unknown'],
  ['wheat', ['gluten'], 'contains'],
  ['wheat', ['rye'], 'free'],
  ['crustaceans', ['crustaceans-and-molluscs'], 'contains'],
  ['crustaceans-and-molluscs', ['molluscs'], 'contains'],
  ['molluscs', ['crustaceans'], 'free'],
  ['celery', ['milk'], 'unknown'],
])('%s in a dish with %j: %s', (code, marks, expected) => {
  expect(allergenIn(code, marks)).toBe(expected);
});

test('the allergens to choose from follow the country, with those that the dish already has', () => {
  expect(['CA', 'PT', 'US'].map((country) => allergenChoices(country, null).length)).toEqual([11, 14, 9]);
  expect(allergenChoices('CA', ['rye', 'milk']).map(({ id }) => id)).toEqual(expect.arrayContaining(['rye', 'milk']));
  expect(allergenChoices('CA', ['rye', 'milk'])).toHaveLength(12);
});

test('a dish whose allergens nobody stated contains those of its options, and may contain every other', () => {
  const dish = {
    name: 'Dal',
    price: cents(1000),
    allergens: null,
    optionGroups: [plainGroup('sauce', [plainOption('cream', { isDefault: true, allergens: ['milk'] })])],
  };
  expect(hasUnknownAllergens(dish)).toBe(true);
  expect(lineAllergens(dish)).toEqual({ contains: ['milk'], isComplete: false });
  expect(lineAllergens({ ...dish, allergens: [] })).toEqual({ contains: ['milk'], isComplete: true });
  expect(hasUnknownAllergens({ ...dish, allergens: [] })).toBe(false);
});
