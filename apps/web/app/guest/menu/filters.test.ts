import { cents } from '@tiffin/domain/core';
import { expect, test } from 'vitest';
import type { Dish } from '../../shared/dish/dish.ts';
import { NO_FILTERS, groupByCategory, excludesDishes, type DishFilter } from './filters.ts';
import { createMenuSearch } from './menu-search.tsx';

const dish = (id: string, more: Partial<Dish> = {}): Dish => ({
  id,
  name: id,
  description: '',
  price: cents(1000),
  category: 'veg-curries',
  heat: 'none',
  diet: 'non-veg',
  glutenFree: false,
  allergens: [],
  image: null,
  art: null,
  available: true,
  special: false,
  calories: null,
  most: 10,
  ...more,
});

const dishes = [
  dish('dosa', { name: 'Masala Dosa', description: 'Rice crêpe, spiced potato.', diet: 'vegan', heat: 'medium' }),
  dish('palak', {
    name: 'Palak Paneer',
    description: 'Spinach.',
    art: 'palak-paneer',
    diet: 'vegetarian',
    glutenFree: true,
    heat: 'mild',
  }),
  dish('lamb', { name: 'Lamb Rogan Josh', description: 'Lamb in chili.', glutenFree: true, heat: 'hot' }),
  dish('lassi', { name: 'Mango Lassi', diet: 'vegetarian', category: 'drinks', allergens: ['Milk'] }),
];

const find = createMenuSearch(dishes);
const answer = (search: string, ...filters: DishFilter[]) =>
  find({ search, filters: new Set(filters), without: new Set(['milk' as const]) }, new Set(['lamb']));
const found = (search: string, ...filters: DishFilter[]) => answer(search, ...filters).dishes.map(({ id }) => id);

test.each([
  ['', ['dosa', 'palak', 'lamb', 'lassi']],
  ['  ', ['dosa', 'palak', 'lamb', 'lassi']],
  ['MASALA', ['dosa']],
  ['crepe', ['dosa']],
  ['crêpe rice', ['dosa']],
  ['la', ['lamb', 'lassi']],
  ['spinach', ['palak']],
  ['roghan josh', ['lamb']],
  ['vegan', ['dosa']],
  ['without milk', []],
  ['lamb dosa', []],
])('searching %j finds %j', (search, ids) => {
  expect(found(search)).toEqual(ids);
});

test.each<[DishFilter[], string[]]>([
  [['vegetarian'], ['dosa', 'palak', 'lassi']],
  [['vegan'], ['dosa']],
  [['gluten-free'], ['palak', 'lamb']],
  [['not-spicy'], ['palak', 'lassi']],
  [['favourites'], ['lamb']],
  [['without'], ['dosa', 'palak', 'lamb']],
  [
    ['without', 'vegetarian'],
    ['dosa', 'palak'],
  ],
  [['vegetarian', 'gluten-free'], ['palak']],
  [['vegan', 'not-spicy'], []],
])('the filters %j leave %j', (filters, ids) => {
  expect(found('', ...filters)).toEqual(ids);
});

test('without filters the list is the same object, to avoid rendering again', () => {
  expect(find(NO_FILTERS, new Set()).dishes).toBe(dishes);
});

test('leaving out an allergen leaves out dishes whose allergens nobody has stated', () => {
  const search = createMenuSearch([dish('stated'), dish('unstated', { allergens: null })]);
  const requested = { search: '', filters: new Set<DishFilter>(['without']), without: new Set(['milk' as const]) };
  expect(search(requested, new Set()).dishes.map(({ id }) => id)).toEqual(['stated']);
});

test('opening the list of allergens excludes nothing', () => {
  const looking = { ...NO_FILTERS, filters: new Set<DishFilter>(['without']) };
  const milk = new Set(['milk' as const]);
  expect([looking, { ...looking, without: milk }, { ...NO_FILTERS, without: milk }].map(excludesDishes)).toEqual([
    false,
    true,
    false,
  ]);
  expect([excludesDishes({ ...NO_FILTERS, search: ' ' }), excludesDishes({ ...NO_FILTERS, search: 'dal' })]).toEqual([
    false,
    true,
  ]);
});

test('dishes are grouped by category in menu order, without empty categories', () => {
  const categories = ['drinks', 'breakfast', 'veg-curries'].map((id) => ({ id, name: id }));
  const groups = groupByCategory(dishes, categories);
  expect(groups.map(({ category, dishes: own }) => [category.id, own.length])).toEqual([
    ['drinks', 1],
    ['veg-curries', 3],
  ]);
});
