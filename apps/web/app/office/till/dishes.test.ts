import { cents } from '@tiffin/domain/core';
import { expect, test } from 'vitest';
import { bestMatch, groupDishes, searchDishes, type MenuView } from './dishes.ts';
import type { Dish } from './till.ts';

const categories = [
  { id: 'drinks', name: 'Drinks', isDefault: true, count: 1 },
  { id: 'breads', name: 'Breads', isDefault: false, count: 3 },
];
const dish = (name: string, category: string, isAvailable = true): Dish => ({
  id: name,
  name,
  price: cents(400),
  category,
  description: '',
  image: null,
  isAvailable,
  heat: 'none',
  isVegetarian: true,
  isVegan: false,
  isGlutenFree: false,
  allergens: [],
});
const menu = [
  dish('Garlic Naan', 'breads'),
  dish('Naan', 'breads'),
  dish('Naan with Crème', 'breads', false),
  dish('Mango Lassi', 'drinks'),
];
const everything: MenuView = { search: '', category: null, onlyAvailable: false };
const groups = (view: Partial<MenuView>) =>
  groupDishes(searchDishes(menu)(view.search ?? '').dishes, categories, { ...everything, ...view });
const names = (view: Partial<MenuView>) =>
  groups(view).map((group) => [group.name, ...group.dishes.map((each) => each.name)]);

test('groups dishes by category in the menu’s order and omits empty categories', () => {
  expect(names({})).toEqual([
    ['Drinks', 'Mango Lassi'],
    ['Breads', 'Garlic Naan', 'Naan', 'Naan with Crème'],
  ]);
  expect(names({ category: 'drinks' })).toEqual([['Drinks', 'Mango Lassi']]);
});

test('shows only available items when filtered [A-NEW-03]', () => {
  expect(names({ onlyAvailable: true, category: 'breads' })).toEqual([['Breads', 'Garlic Naan', 'Naan']]);
});

test.each([
  ['NAAN garlic', [['Breads', 'Garlic Naan']]],
  ['creme', [['Breads', 'Naan with Crème']]],
  ['garlick nan', [['Breads', 'Garlic Naan']]],
  ['lasi', [['Drinks', 'Mango Lassi']]],
  ['pizza', []],
])('searches for %j [A-NEW-02]', (search, found) => {
  expect(names({ search })).toEqual(found);
});

test.each([
  ['naan', 'Naan'],
  ['garl', 'Garlic Naan'],
  ['lassi', 'Mango Lassi'],
  ['lasi', 'Mango Lassi'],
  ['creme', null],
  ['  ', null],
])('Enter after typing %j adds %j', (search, name) => {
  expect(bestMatch(groups({ search }), search)?.name ?? null).toBe(name);
});
