import { cents, slugOf } from '@tiffin/domain/core';
import { WEEKDAYS } from '@tiffin/domain/hours';
import { ALLERGENS, categoryName } from '@tiffin/domain/menu';
import { groupProblem } from '@tiffin/domain/options';
import { expect, test } from 'vitest';
import { DEMO_CATEGORIES } from './categories.ts';
import { DISH_ART, type DemoDish } from './build-menu.ts';
import { demoFrench } from './french.ts';
import { demoGroups } from './groups.ts';
import { demoLocations, type DemoLocation } from './locations.ts';
import { menuNewGlasgow, menuTruro } from './menus.ts';
import { recipeBook } from './recipes.ts';
import { demoPeople } from './people.ts';
import { demoSite } from './site.ts';

const menus: readonly (readonly [DemoLocation['id'], readonly DemoDish[]])[] = [
  ['truro', menuTruro],
  ['new-glasgow', menuNewGlasgow],
];

test.each(menus)('the menu of %s is large enough and fills every category of the house', (_location, menu) => {
  expect(menu.length).toBeGreaterThanOrEqual(45);
  for (const category of DEMO_CATEGORIES) {
    expect(menu.filter((dish) => dish.category === category).length).toBeGreaterThanOrEqual(5);
  }
  expect(new Set(menu.map((dish) => dish.id)).size).toBe(menu.length);
  expect(new Set(menu.map((dish) => dish.name)).size).toBe(menu.length);
});

test.each(menus)('%s has one dish off, one special that can be ordered, and some popular dishes', (_location, menu) => {
  expect(menu.filter((dish) => !dish.isAvailable)).toHaveLength(1);
  const specials = menu.filter((dish) => dish.isTodaysSpecial);
  expect(specials).toHaveLength(1);
  expect(specials[0]?.isAvailable).toBe(true);
  const popular = menu.filter((dish) => dish.isPopular).length;
  expect(popular).toBeGreaterThanOrEqual(8);
  expect(popular).toBeLessThan(menu.length / 2);
});

test.each(menus)('in %s no two dishes share a drawing', (_location, menu) => {
  const drawn = menu.flatMap((dish) => dish.art ?? []);
  expect(new Set(drawn).size).toBe(drawn.length);
});

test('the two menus share the recipes and differ in dishes and prices', () => {
  const glasgow = new Map(menuNewGlasgow.map((dish) => [dish.id, dish]));
  const shared = menuTruro.filter((dish) => glasgow.has(dish.id));
  expect(shared.length).toBeLessThan(menuTruro.length);
  expect(shared.length).toBeLessThan(menuNewGlasgow.length);
  expect(shared.filter((dish) => glasgow.get(dish.id)?.price !== dish.price).length).toBeGreaterThanOrEqual(10);
  const everywhere = new Set([...menuTruro, ...menuNewGlasgow].map((dish) => dish.id));
  expect(everywhere.size).toBe(Object.values(recipeBook).flat().length);
});

const served = menus.flatMap(([location, menu]) =>
  demoGroups.flatMap((group) =>
    group.dishes[location].map((id) => [location, group.name, menu.find((dish) => dish.id === id), group] as const),
  ),
);

test.each(served)('in %s a dish has %s, and its default options cost what the menu says', (...[, , dish, group]) => {
  expect(group.id).toBe(slugOf(group.name, 60));
  const options = group.options.map((each) => ({ ...each, price: cents(each.price) }));
  expect(groupProblem({ ...group, options })).toBeNull();
  const comesIn = group.isSize ? group.options.find(({ isDefault }) => isDefault)?.price : dish?.price;
  expect(dish?.price).toBe(comesIn);
});

const dishes = Object.values(recipeBook).flat();

test.each(dishes)('$name is written down as a dish should be', (dish) => {
  expect(dish.id).toBe(slugOf(dish.name, 100));
  expect(dish.price).toBeGreaterThanOrEqual(300);
  expect(dish.price).toBeLessThanOrEqual(2500);
  expect(dish.price % 5 === 0 || dish.price % 10 === 9).toBe(true);
  expect(dish.description).toMatch(/^[A-Z].{20,139}\.$/);
  expect(dish.prepTime).toBeGreaterThanOrEqual(2);
  expect(dish.prepTime).toBeLessThanOrEqual(30);
  expect(dish.calories).toBeGreaterThan(20);
  expect(dish.calories).toBeLessThan(1000);
  expect(ALLERGENS.map(({ id }) => id)).toEqual(expect.arrayContaining([...dish.allergens]));
  expect(new Set(dish.allergens).size).toBe(dish.allergens.length);
  expect([undefined, ...DISH_ART]).toContain(dish.art);
});

test.each(dishes)('$name does not contradict its own flags', (dish) => {
  const animal = ['milk', 'eggs', 'fish', 'crustaceans-and-molluscs'] as const;
  const flesh = /\b(chicken|lamb|goat|fish|haddock|prawns?)\b/i;
  const fromAnimals = dish.allergens.filter((name) => animal.some((one) => one === name));
  expect(dish.diet !== 'vegan' || fromAnimals.length === 0).toBe(true);
  expect(flesh.test(`${dish.name} ${dish.description}`)).toBe(dish.diet === 'non-veg');
  // In these kitchens a dish contains gluten only if it contains wheat.
  expect(dish.glutenFree).toBe(!dish.allergens.includes('wheat'));
});

/** Words in a description that mean an allergen. Coconut milk and black salt do not count. */
const ALLERGEN_WORDS: readonly (readonly [RegExp, string])[] = [
  [/paneer|yogurt|(?<!no |without )\bbutter\b(?! on)|cream\b|ghee|raita|(?<!coconut )\bmilk\b/i, 'milk'],
  [/naan|roti|paratha|wheat-|whole-wheat|bhature|poori|wheat crisps/i, 'wheat'],
  [/cashew|almond/i, 'tree-nuts'],
  [/peanut/i, 'peanuts'],
  [/mustard/i, 'mustard'],
  [/\beggs?\b(?!plant)/i, 'eggs'],
  [/haddock|\bfish\b/i, 'fish'],
  [/prawn/i, 'crustaceans-and-molluscs'],
  [/\bsoy\b/i, 'soy'],
  [/wine|raisins/i, 'sulphites'],
];

test.each(dishes)('$name declares every allergen its description names', (dish) => {
  const named = ALLERGEN_WORDS.filter(([notify]) => notify.test(`${dish.name}. ${dish.description}`)).map(
    ([, allergen]) => allergen,
  );
  expect(dish.allergens).toEqual(expect.arrayContaining(named));
});

test('Truro Heights matches the specification', () => {
  const truro = demoLocations.find((location) => location.id === 'truro');
  expect(truro).toMatchObject({
    name: 'Truro Heights',
    address: '395 Truro Heights Road',
    postalCode: 'B2N 1A1',
    rating: 4.5,
    reviewCount: 225,
  });
  expect(truro?.features).toEqual(expect.arrayContaining(['Dine-in', 'Takeout', 'Delivery']));
});

test('carts and menus start with truro [C-CART-03]', () => {
  expect(demoSite.defaultLocationId).toBe('truro');
});

test('order numbers start with TRU in truro and with NGL in new-glasgow [C-RES-03]', () => {
  expect(demoLocations.map(({ id, code }) => [id, code])).toEqual([
    ['truro', 'TRU'],
    ['new-glasgow', 'NGL'],
  ]);
});

test('Truro Heights is open from 11:30 to 22:00 every day [C-HOME-07]', () => {
  const truro = demoLocations.find((location) => location.id === 'truro');
  for (const day of WEEKDAYS) expect(truro?.hours[day]).toEqual({ open: '11:30', close: '22:00', closed: false });
});

test('New Glasgow matches the specification and does not deliver [C-HOME-08] [C-HOME-09] [C-HOME-10] [C-HOME-12]', () => {
  const glasgow = demoLocations.find((location) => location.id === 'new-glasgow');
  expect(glasgow).toMatchObject({
    name: 'New Glasgow',
    address: '60 Archimedes St',
    postalCode: 'B2H 2T2',
    rating: 4.8,
    reviewCount: 186,
  });
  expect(glasgow?.features).toEqual(expect.arrayContaining(['Dine-in', 'Takeout']));
  expect(demoLocations.filter((location) => location.features.includes('Delivery')).map(({ id }) => id)).toEqual([
    'truro',
  ]);
});

test('New Glasgow closes at 21:00, at 22:00 on Friday and Saturday [C-HOME-11]', () => {
  const glasgow = demoLocations.find((location) => location.id === 'new-glasgow');
  for (const day of WEEKDAYS) {
    const close = day === 'friday' || day === 'saturday' ? '22:00' : '21:00';
    expect(glasgow?.hours[day]).toEqual({ open: '11:30', close, closed: false });
  }
});

test('demo phone numbers are 902-555-01xx and email addresses reach nobody', () => {
  for (const { phone } of demoLocations) expect(phone).toMatch(/^\(902\) 555-01\d\d$/);
  for (const { phone } of demoPeople) expect(phone).toMatch(/^\+190255501\d\d$/);
  for (const { email } of [...demoLocations, ...demoPeople]) expect(email).toMatch(/\.test$/);
  const phones = [...demoLocations, ...demoPeople].map(({ phone }) => phone.replace(/\D/g, '').slice(-10));
  expect(new Set(phones).size).toBe(phones.length);
});

test('all texts of the demo menus and of the restaurant have a French translation', () => {
  const texts = [
    ...menus.flatMap(([, menu]) => menu.flatMap(({ name, description }) => [name, description])),
    ...DEMO_CATEGORIES.map(categoryName),
    ...demoGroups.flatMap(({ name, options }) => [name, ...options.map((option) => option.name)]),
    demoSite.tagline,
    demoSite.cuisine,
    demoSite.headline,
  ];
  expect(texts.filter((text) => !demoFrench.get(text))).toEqual([]);
});
