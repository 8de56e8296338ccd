import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SUFFIX_TRIES_MAX } from '../core/ids.ts';
import { cents } from '../core/money.ts';
import { HALIFAX } from '../core/time.ts';
import {
  ALLERGENS,
  allergenName,
  hasHeatChoice,
  AVAILABILITY_FILTERS,
  byCategoryAndName,
  categoryChoices,
  categoryId,
  categoryName,
  checkCategoryDeletion,
  checkMenuItemForm,
  copyName,
  countText,
  DEFAULT_PREP_MINUTES,
  defaultSpecialDates,
  DISH_HEATS,
  filterMenu,
  DEFAULT_GUEST_HEAT,
  isSpecialAt,
  ITEM_ID_MAX,
  itemIdFor,
  menuAnalytics,
  checkNewCategory,
  checkCategoryRename,
  NO_MENU_FILTER,
  specialWindow,
  DEFAULT_HEAT_LEVELS,
  suitsDiet,
  DEFAULT_TILL_HEAT,
  type MenuFilter,
  type MenuItem,
  type MenuItemForm,
} from './index.ts';

const at = (text: string) => new Date(text);
const now = at('2026-11-20T18:00:00Z');
const moment = { now, zone: HALIFAX };

const dish = (id: string, changes: Partial<MenuItem> = {}): MenuItem => ({
  id,
  name: id,
  description: '',
  price: cents(1000),
  category: 'veg-curries',
  taxClass: 'meal',
  spiceLevel: 'mild',
  prepTime: DEFAULT_PREP_MINUTES,
  calories: null,
  isVegetarian: false,
  isVegan: false,
  isGlutenFree: false,
  isPopular: false,
  isAvailable: true,
  isTodaysSpecial: false,
  specialStartDate: null,
  specialEndDate: null,
  image: null,
  tags: [],
  allergens: [],
  ...changes,
});

test('three heat levels are offered; guests start at Mild, the till at Medium [C-MENU-02] [C-MENU-03]', () => {
  expect(DEFAULT_HEAT_LEVELS.map(({ id, name, level }) => [id, name, level])).toEqual([
    ['mild', 'Mild', 1],
    ['medium', 'Medium', 2],
    ['hot', 'Hot', 3],
  ]);
  expect(DEFAULT_HEAT_LEVELS.every(({ description }) => description !== '')).toBe(true);
  expect([DEFAULT_GUEST_HEAT.name, DEFAULT_GUEST_HEAT.level, DEFAULT_TILL_HEAT.name]).toEqual(['Mild', 1, 'Medium']);
});

test('a dish is none, mild, medium or hot; one marked none has no heat choice [A-MENU-23]', () => {
  expect(DISH_HEATS.map((spiceLevel) => [spiceLevel, hasHeatChoice({ spiceLevel })])).toEqual([
    ['none', false],
    ['mild', true],
    ['medium', true],
    ['hot', true],
  ]);
});

test("Canada's priority allergens each have a short name", () => {
  expect(ALLERGENS).toHaveLength(11);
  expect(new Set(ALLERGENS.map((allergen) => allergen.id)).size).toBe(11);
  expect(allergenName('sesame')).toBe('Sesame seeds');
  expect(allergenName('quinoa')).toBe('quinoa');
});

test('a vegan dish is also vegetarian', () => {
  const vegan = dish('dal', { isVegan: true });
  expect([suitsDiet(vegan, 'vegan'), suitsDiet(vegan, 'vegetarian'), suitsDiet(vegan, 'gluten-free')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(suitsDiet(dish('paneer', { isVegetarian: true }), 'vegan')).toBe(false);
  expect(suitsDiet(dish('rice', { isGlutenFree: true }), 'gluten-free')).toBe(true);
});

test.each([
  ['Butter Chicken', 'butter-chicken'],
  ['  Dal   Makhani! ', 'dal-makhani'],
  ['Crème Brûlée', 'creme-brulee'],
  ['Naan (2 pcs) & Dip', 'naan-2-pcs-dip'],
  ['दाल', 'item'],
  ['x'.repeat(120), 'x'.repeat(100)],
])('the id of %j is %j [A-MENU-36]', (name, id) => {
  expect(itemIdFor(name, () => false)).toEqual({ ok: true, value: id });
});

test('a taken id gets a number within the length limit; after a hundred attempts it fails [A-MENU-37]', () => {
  const taken = new Set(['dal', 'dal-1']);
  expect(itemIdFor('Dal', (id) => taken.has(id))).toEqual({ ok: true, value: 'dal-2' });
  const long = 'x'.repeat(100);
  expect(itemIdFor(long, (id) => id === long)).toEqual({ ok: true, value: `${'x'.repeat(98)}-1` });
  let request = 0;
  const full = itemIdFor('Dal', () => ++request > 0);
  expect(full).toMatchObject({ error: { message: 'Unable to generate unique item ID after 100 attempts' } });
  expect(request).toBe(SUFFIX_TRIES_MAX + 1);
});

test('every generated id is well-formed, short enough and unused [A-MENU-36]', () => {
  const names = fc.oneof(
    fc.string({ maxLength: 130 }),
    fc.string({ unit: fc.constantFrom('a', 'B', '-', ' ', 'é'), minLength: 95, maxLength: 120 }),
  );
  fc.assert(
    fc.property(names, fc.integer({ min: 0, max: 100 }), (name, takenCount) => {
      const taken = new Set<string>();
      for (let i = 0; i <= takenCount; i++) {
        const id = itemIdFor(name, (requested) => taken.has(requested));
        expect(id.ok && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(id.value) && id.value.length <= ITEM_ID_MAX).toBe(true);
        expect(id.ok && taken.has(id.value)).toBe(false);
        taken.add(id.ok ? id.value : '');
      }
    }),
    { numRuns: 30 },
  );
});

test('a copied dish is named as a copy', () => {
  expect(copyName('Dal')).toBe('Dal (Copy)');
});

test('the default prep time of a dish is 15 minutes [A-MENU-24]', () => {
  expect(DEFAULT_PREP_MINUTES).toBe(15);
});

test('sorts by category, then by name [A-DATA-13]', () => {
  const menu = [
    dish('b', { category: 'drinks' }),
    dish('z', { category: 'breakfast' }),
    dish('a', { category: 'drinks' }),
  ];
  expect(menu.toSorted(byCategoryAndName).map((item) => item.id)).toEqual(['z', 'a', 'b']);
});

const form: MenuItemForm = {
  name: 'Dal',
  description: 'Lentils',
  category: 'veg-curries',
  price: '12.50',
  isTodaysSpecial: false,
  specialStartDate: '',
  specialEndDate: '',
};

test.each<[Partial<MenuItemForm>, Partial<Record<keyof MenuItemForm, string>>]>([
  [{}, {}],
  [{ name: ' ' }, { name: 'Name is required' }],
  [{ description: ' ' }, { description: 'Description is required' }],
  [{ category: '' }, { category: 'Category is required' }],
  [{ price: '' }, { price: 'Valid price is required' }],
  [{ price: '0' }, { price: 'Valid price is required' }],
  [{ price: '-5' }, { price: 'Valid price is required' }],
  [{ price: '0.004' }, { price: 'Valid price is required' }],
  [{ price: '12,50' }, { price: 'Valid price is required' }],
  [{ price: '1e3' }, { price: 'Valid price is required' }],
  [{ price: '.' }, { price: 'Valid price is required' }],
  [{ price: '99999999999999' }, { price: 'Valid price is required' }],
  [{ price: '.5' }, {}],
  [{ price: '12.' }, {}],
  [{ price: ' 12 ' }, {}],
  [{ isTodaysSpecial: true }, { specialStartDate: 'Start date is required', specialEndDate: 'End date is required' }],
  [
    { isTodaysSpecial: true, specialStartDate: '2026-11-20', specialEndDate: '2026-11-19' },
    { specialEndDate: 'End date must be after start date' },
  ],
  // a special may last one day
  [{ isTodaysSpecial: true, specialStartDate: '2026-11-20', specialEndDate: '2026-11-20' }, {}],
  [{ specialStartDate: '2026-11-20', specialEndDate: '2026-11-19' }, {}],
])('the form with %j: %j', (changes, errors) => {
  expect(checkMenuItemForm({ ...form, ...changes })).toEqual(errors);
});

test.each([
  ['2026-11-01', '2026-11-01', '2026-11-01T03:00:00Z', '2026-11-02T04:00:00Z'],
  ['2026-03-08', '2026-03-08', '2026-03-08T04:00:00Z', '2026-03-09T03:00:00Z'],
  ['2026-11-20', '2026-11-21', '2026-11-20T04:00:00Z', '2026-11-22T04:00:00Z'],
])('a special from %s to %s runs from %s up to %s [A-MENU-28]', (start, end, from, to) => {
  expect(specialWindow(start, end, HALIFAX)).toEqual({ from: at(from), to: at(to) });
});

test.each([
  ['2026-11-20T03:59:59Z', false],
  ['2026-11-20T04:00:00Z', true],
  ['2026-11-21T03:59:59.999Z', true],
  ['2026-11-21T04:00:00Z', false],
])('on 20 November the special of that day is active at %s: %s [A-MENU-28] [A-MENU-29]', (instant, answer) => {
  const special = { isTodaysSpecial: true, specialStartDate: '2026-11-20', specialEndDate: '2026-11-20' };
  expect(isSpecialAt(special, at(instant), HALIFAX)).toBe(answer);
  expect(isSpecialAt({ ...special, isTodaysSpecial: false }, at(instant), HALIFAX)).toBe(false);
  expect(isSpecialAt({ ...special, specialStartDate: null }, at(instant), HALIFAX)).toBe(false);
  expect(isSpecialAt({ ...special, specialEndDate: null }, at(instant), HALIFAX)).toBe(false);
});

test('ticking the special proposes today and tomorrow in the location’s time zone [A-MENU-35]', () => {
  expect(defaultSpecialDates(at('2026-11-01T02:59:00Z'), HALIFAX)).toEqual({ start: '2026-10-31', end: '2026-11-01' });
});

const brunch = { id: 'brunch', name: 'Brunch' };
test.each([
  ['Desserts', 'desserts'],
  ['  Cold \t Drinks ', 'cold-drinks'],
  ['Chef’s Picks', 'chef’s-picks'],
])('the category %j is stored as %j [A-MENU-48]', (name, id) => {
  expect(categoryId(name)).toBe(id);
  expect(checkNewCategory(name, [brunch])).toEqual({ ok: true, value: id });
});

test.each([
  ['', 'Category name is required'],
  ['   ', 'Category name is required'],
  ['BRUNCH', 'Category already exists'],
  ['  Brunch ', 'Category already exists'],
  ['x'.repeat(51), 'Category name must be 50 characters or less'],
  ['__PROTO__ ', 'Name contains invalid characters'],
])('adding the category %j: %s [A-MENU-47] [A-MENU-49]', (name, reason) => {
  expect(checkNewCategory(name, [brunch])).toMatchObject({ ok: false, error: { message: reason } });
});

test.each([
  ['desserts', 0, 'Category not found'],
  ['brunch', 3, 'This category is in use.'],
  ['brunch', 0, null],
  ['drinks', 2, 'This category is in use.'],
  ['drinks', 0, null],
])('deleting %s with %i dishes: %s [A-MENU-50]', (id, dishes, reason) => {
  const restaurant = [
    { id: 'brunch', isDefault: false },
    { id: 'drinks', isDefault: true },
  ];
  const answer = checkCategoryDeletion(id, restaurant, dishes);
  expect(answer.ok ? null : answer.error.message).toBe(reason);
});

test('the last default category cannot be deleted, a custom one can [A-MENU-50]', () => {
  expect(checkCategoryDeletion('drinks', [{ id: 'drinks', isDefault: true }], 0)).toMatchObject({
    ok: false,
    error: { message: 'Default categories cannot be deleted' },
  });
  expect(checkCategoryDeletion('brunch', [{ id: 'brunch', isDefault: false }], 0)).toEqual({ ok: true, value: true });
});

const starters = { id: 'appetizers', name: 'Starters' };
test.each([
  ['Small   Plates ', 'Small Plates'],
  // Back to its first name, and to other capitals.
  ['Appetizers', 'Appetizers'],
  ['STARTERS', 'STARTERS'],
  ['  ', 'Category name is required'],
  ['x'.repeat(51), 'Category name must be 50 characters or less'],
  ['brunch', 'Category already exists'],
])('renaming the category Starters, first called Appetizers, to %j: %s', (name, expected) => {
  const answer = checkCategoryRename('appetizers', name, [starters, brunch]);
  expect(answer.ok ? answer.value : answer.error.message).toBe(expected);
});

test('the first name of a renamed category cannot be used by another', () => {
  const expected = {
    ok: false,
    error: { message: '“Starters” is the former name of another category. Please choose another name.' },
  };
  expect(checkNewCategory('Appetizers', [starters, brunch])).toMatchObject(expected);
  expect(checkCategoryRename('brunch', 'Appetizers', [starters, brunch])).toMatchObject(expected);
  expect(checkCategoryRename('gone', 'Soups', [starters])).toMatchObject({
    ok: false,
    error: { message: 'Category not found' },
  });
});

test('a category id is shown as words', () => {
  expect(categoryName('non-veg-curries')).toBe('Non Veg Curries');
});

const menu = [
  dish('butter-chicken', {
    name: 'Butter Chicken',
    description: 'Tomato and cream',
    category: 'non-veg-curries',
    price: cents(1695),
    isPopular: true,
    spiceLevel: 'medium',
    isGlutenFree: true,
  }),
  dish('dal', {
    name: 'Dal Makhani',
    description: 'Black lentils',
    isVegetarian: true,
    isVegan: true,
    price: cents(1250),
    isGlutenFree: true,
  }),
  dish('creme', {
    name: 'Crème Caramel',
    category: 'desserts',
    isVegetarian: true,
    isAvailable: false,
    spiceLevel: 'none',
    price: cents(600),
    tags: ['sweet'],
  }),
  dish('thali', {
    name: 'Thali',
    category: 'combos-with-rice',
    isTodaysSpecial: true,
    specialStartDate: '2026-11-20',
    specialEndDate: '2026-11-20',
    spiceLevel: 'hot',
    price: cents(2000),
  }),
];

test.each<[Partial<MenuFilter>, string[]]>([
  [{}, ['butter-chicken', 'dal', 'creme', 'thali']],
  [{ search: ' CHICKEN ' }, ['butter-chicken']],
  [{ search: 'cream tomato' }, ['butter-chicken']],
  [{ search: 'creme' }, ['creme']],
  [{ search: 'sweet' }, ['creme']],
  [{ search: 'veg curries' }, ['dal']],
  [{ search: 'non-veg curries' }, ['butter-chicken']],
  [{ search: 'chiken' }, ['butter-chicken']],
  [{ search: 'pizza' }, []],
  [{ category: 'desserts' }, ['creme']],
  [{ category: 'todays-special' }, ['thali']],
  [{ availability: 'available' }, ['butter-chicken', 'dal', 'thali']],
  [{ availability: 'unavailable' }, ['creme']],
  [{ diets: ['vegetarian'] }, ['dal', 'creme']],
  [{ diets: ['vegetarian', 'gluten-free'] }, ['dal']],
  [{ diets: ['vegan'], search: 'lentils', category: 'veg-curries', availability: 'available' }, ['dal']],
])('the filter %j finds %j [A-MENU-04] [A-MENU-06]', (filter, ids) => {
  expect(filterMenu(menu, { ...NO_MENU_FILTER, ...filter }, moment).map((item) => item.id)).toEqual(ids);
});

test("the category filter offers all, today's special and the categories of the items [A-MENU-04]", () => {
  expect(categoryChoices(menu)).toEqual([
    'all',
    'todays-special',
    'combos-with-rice',
    'desserts',
    'non-veg-curries',
    'veg-curries',
  ]);
});

test('the labels of the filters [A-MENU-06] [A-MENU-07]', () => {
  expect(AVAILABILITY_FILTERS.map((filter) => filter.label)).toEqual([
    'All Items',
    'Available Only',
    'Unavailable Only',
  ]);
  expect(countText(3, 60)).toBe('3 of 60 items');
});

test('counts and averages the dishes of a menu [A-MENU-25]', () => {
  expect(menuAnalytics(menu)).toEqual({
    totalItems: 4,
    availableItems: 3,
    unavailableItems: 1,
    categoriesCount: 4,
    averagePrice: 1386,
    priceRange: { min: 600, max: 2000 },
    dietaryOptions: { vegetarian: 2, vegan: 1, glutenFree: 2 },
    spiceLevels: { none: 1, mild: 1, medium: 1, hot: 1 },
    popularItems: [{ id: 'butter-chicken', name: 'Butter Chicken', price: 1695 }],
  });
  expect(menuAnalytics([])).toMatchObject({ averagePrice: 0, priceRange: { min: 0, max: 0 }, popularItems: [] });
});
