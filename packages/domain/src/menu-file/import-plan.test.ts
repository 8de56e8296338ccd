import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { DISH_ALLERGENS } from '../menu/diet.ts';
import { DISH_HEATS } from '../menu/spice.ts';
import { groupForDish } from '../options/rules.ts';
import type { OptionGroup } from '../options/types.ts';
import { DISH_TAX_CLASSES } from '../core/tax-classes.ts';
import { plainGroup, plainOption } from '../testing/options.ts';
import { countChanges, menuPlan, planLocation } from './import-plan.ts';
import type { SharedCategoriesAndGroups, ExistingLocationMenu, PresentDish } from './import-plan-types.ts';
import { readMenuFile } from './read.ts';
import { SharedParts } from './shared-parts.ts';
import { menuCsv } from './write.ts';

const truro = { id: 'truro', name: 'Truro Heights' };
const glasgow = { id: 'new-glasgow', name: 'New Glasgow' };
const places = [truro, glasgow];

const dish = (id: string, more: Partial<PresentDish> = {}): PresentDish => ({
  id,
  name: 'Dal Tadka',
  category: 'veg-curries',
  description: 'Slow.',
  price: cents(1250),
  cost: null,
  taxClass: 'meal',
  isVegetarian: true,
  isVegan: false,
  isGlutenFree: true,
  allergens: ['milk'],
  spiceLevel: 'medium',
  isAvailable: true,
  groups: [],
  ...more,
});
const chutneys = ['Mint', 'Tamarind', 'Mango'].map((name) =>
  plainOption(name.toLowerCase(), { name, price: cents(50) }),
);
const group = (id: string, name: string, more: Partial<OptionGroup> = {}): OptionGroup =>
  plainGroup(id, chutneys, { name, kind: 'some', min: 0, max: 3, ...more });
const chain: SharedCategoriesAndGroups = {
  categories: [
    { id: 'veg-curries', name: 'Veg Curries' },
    { id: 'drinks', name: 'Drinks' },
  ],
  groups: [
    group('chutneys', 'Chutneys'),
    group('rice', 'Rice, or bread'),
    group('rice-2', 'Sides'),
    group('s2', 'Sides'),
  ],
};
const sizes = plainGroup(
  'sizes',
  ['Small', 'Half; with rice', '12 inch'].map((name, at) => plainOption(`z${at}`, { name, price: cents(900 + at) })),
  { name: 'Size', isSize: true },
);
const withSizes: SharedCategoriesAndGroups = { ...chain, groups: [...chain.groups, sizes] };
const menu = (locationId: string, ...dishes: PresentDish[]): ExistingLocationMenu => ({ locationId, dishes });

function plan(
  text: string,
  menus: readonly ExistingLocationMenu[] = [menu('truro', dish('dal'))],
  of: SharedCategoriesAndGroups = chain,
) {
  const file = readMenuFile(new TextEncoder().encode(text), places);
  if (!file.ok) throw new Error(file.error.message);
  expect(file.value.refused).toEqual([]);
  const shared = new SharedParts(of, file.value.dishes);
  const planned = menus.map((each) => planLocation(file.value.dishes, each, shared));
  const { newCategories: categories, newGroups: groups, unknownGroups } = shared;
  return menuPlan(planned, { categories, groups, unknownGroups });
}
const first = (text: string, ...dishes: PresentDish[]) => {
  const [place] = plan(text, [menu('truro', ...(dishes.length > 0 ? dishes : [dish('dal')]))]).places;
  if (!place) throw new Error('no place');
  return place;
};

test('a change lists each field before and after, and empty cells change nothing', () => {
  expect(first('id,price,allergens,vegan\ndal,13.25,"milk, mustard",')).toMatchObject({
    changed: [
      {
        row: 2,
        id: 'dal',
        name: 'Dal Tadka',
        change: { price: 1325, allergens: ['milk', 'mustard'] },
        differences: [
          { field: 'price', before: '12.50', after: '13.25' },
          { field: 'allergens', before: 'milk', after: 'milk; mustard' },
        ],
      },
    ],
    same: 0,
  });
});

test('a dish is found by id, else by category and name, else by name if no category is given', () => {
  const two = [dish('dal'), dish('dal-2', { category: 'drinks' })];
  expect(first('id,name,category\ndal,Dal Makhani,Drinks', ...two).changed).toMatchObject([
    { id: 'dal', change: { name: 'Dal Makhani', category: 'drinks' } },
  ]);
  expect(first('name,category,price\ndal tadka,DRINKS,3', ...two).changed).toMatchObject([{ id: 'dal-2' }]);
  expect(first('id,name,category,price\nelsewhere,Dal Tadka,veg-curries,3', ...two).changed).toMatchObject([
    { id: 'dal' },
  ]);
  expect(first('name,price\nDal Tadka,3', dish('dal')).changed).toMatchObject([{ id: 'dal' }]);
  expect(first('name,price\nDal Tadka,3', ...two).refused).toMatchObject([{ row: 2, reason: /Several/ }]);
});

test('a new dish needs a category, created if missing, and a price; the rest is optional', () => {
  const { places: planned, categories } = plan(
    'name,category,price\nRose Lassi,Cold  Drinks,5.99\nFalooda,cold drinks,7',
  );
  expect(planned[0]?.added).toMatchObject([
    {
      row: 2,
      id: 'rose-lassi',
      name: 'Rose Lassi',
      category: 'cold-drinks',
      categoryName: 'Cold Drinks',
      price: 599,
      spiceLevel: 'none',
    },
    { row: 3, category: 'cold-drinks', categoryName: 'Cold Drinks' },
  ]);
  expect(categories).toEqual([{ id: 'cold-drinks', name: 'Cold Drinks' }]);
});

test.each([
  ['name,price\nRose Lassi,3', 'A new dish needs a category: name one in the file, or one for all dishes without one.'],
  ['name,category\nRose Lassi,Drinks', 'A new dish needs a price.'],
  ['id,price\nrose-lassi,3', 'This dish is not on the menu, and a new one needs a name.'],
  ['name,category,price\nRose Lassi,!!!,3', /cannot be a category/],
  [`name,category,price\nRose Lassi,${'x'.repeat(60)},3`, /cannot be a category/],
  ['id,option groups\ndal,Toppings', 'There is no option group “Toppings”. Please create it first.'],
  ['id,option groups\ndal,Sides', /Several option groups are called “Sides”/],
])('%j is refused: %s', (text, reason) => {
  expect(first(text).refused).toEqual([{ row: 2, name: expect.any(String), reason: expect.stringMatching(reason) }]);
});

test('a second row for the same dish is refused with the number of the first', () => {
  expect(first('id,name,price\ndal,,3\n,Dal Tadka,4').refused).toMatchObject([
    { row: 3, reason: /same dish as row 2/ },
  ]);
  expect(first('name,category,price\nX,Drinks,3\nx,drinks,4').refused).toMatchObject([{ row: 3, reason: /row 2/ }]);
});

test('nothing is deleted: dishes missing from the file are listed and stay', () => {
  expect(first('id,price\ndal,12.50', dish('dal'), dish('naan', { name: 'Naan' }))).toMatchObject({
    same: 1,
    missing: [{ id: 'naan', name: 'Naan' }],
    added: [],
    changed: [],
  });
});

test('option groups are found by name or id, and keep the limits the dish has set', () => {
  const own = { groupId: 'chutneys', min: null, max: 2, included: 1 };
  const withOwn = dish('dal', { groups: [own] });
  expect(
    first('id,option groups\ndal,"Chutneys; Rice, or bread; s2; Chutneys"', withOwn).changed[0]?.change.groups,
  ).toEqual([
    own,
    { groupId: 'rice', min: null, max: null, included: null },
    { groupId: 's2', min: null, max: null, included: null },
  ]);
  expect(first('id,option groups\ndal,"Rice, or bread"').changed[0]?.change.groups).toMatchObject([
    { groupId: 'rice' },
  ]);
  expect(first('id,option groups\ndal,none', withOwn).changed[0]?.change.groups).toEqual([]);
  expect(first('id,option groups\ndal,', withOwn).same).toBe(1);
});

test('each location is planned separately', () => {
  const menus = [menu('truro', dish('dal')), menu('new-glasgow', dish('dal', { price: cents(1300) }))];
  const rows = plan('location,id,price\nTruro Heights,dal,14\nnew glasgow,dal,15', menus).places;
  expect(rows.map(({ changed }) => changed[0]?.change)).toEqual([{ price: 1400 }, { price: 1500 }]);
});

test('a category is created only for dishes that are imported', () => {
  const { categories, places: planned } = plan('name,category,price\nA,New One,3\nB,New Two,');
  expect([categories.map(({ name }) => name), planned[0]?.refused.length]).toEqual([['New One'], 1]);
});

const arbitraryText = (max: number) =>
  fc
    .string({
      unit: fc.constantFrom('a', 'B', 'é', '=', '-', '"', ',', ';', ' ', '+', '@', '1', '漢'),
      minLength: 1,
      maxLength: max,
    })
    .map((each) => each.replace(/\s+/g, ' ').trim())
    .filter((each) => each !== '');
const anyDish = (id: string): fc.Arbitrary<PresentDish> =>
  fc.record({
    id: fc.constant(id),
    name: arbitraryText(20),
    category: fc.constantFrom('veg-curries', 'drinks'),
    description: arbitraryText(40),
    price: fc.integer({ min: 1, max: 10_000_000 }).map(cents),
    taxClass: fc.constantFrom(...DISH_TAX_CLASSES),
    isVegetarian: fc.boolean(),
    isVegan: fc.boolean(),
    isGlutenFree: fc.boolean(),
    cost: fc.option(fc.integer({ min: 0, max: 10_000_000 }).map(cents)),
    allergens: fc.option(fc.shuffledSubarray(DISH_ALLERGENS.map((allergen) => allergen.id))),
    spiceLevel: fc.constantFrom(...DISH_HEATS),
    isAvailable: fc.boolean(),
    groups: fc
      .tuple(
        fc.subarray(withSizes.groups.map((each) => each.id)),
        fc.option(fc.dictionary(fc.constantFrom('z0', 'z1', 'z2'), fc.integer({ min: 1, max: 9_999_999 }).map(cents))),
      )
      .map(([ids, sizePrices]) =>
        ids.map((groupId) =>
          groupId === 'sizes'
            ? { groupId, min: null, max: null, included: null, sizePrices }
            : { groupId, min: null, max: 2, included: null },
        ),
      ),
  });

test('importing an export changes nothing, whatever the dishes are', () => {
  fc.assert(
    fc.property(fc.tuple(anyDish('a'), anyDish('b')), fc.tuple(anyDish('a'), anyDish('c')), (one, other) => {
      const menus = [
        { ...menu('truro', ...one), location: truro },
        { ...menu('new-glasgow', ...other), location: glasgow },
      ];
      const planned = plan(menuCsv(menus, withSizes), menus, withSizes);
      expect(planned.groups).toEqual([]);
      expect(planned.places.map(({ same, refused, missing }) => [same, refused, missing])).toEqual([
        [2, [], []],
        [2, [], []],
      ]);
      expect(planned.categories).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test('planning again after an import finds nothing to do', () => {
  const row = fc.tuple(
    fc.constantFrom('A', 'B', 'C', 'D'),
    fc.constantFrom('Drinks', 'Soups'),
    fc.integer({ min: 1, max: 900 }),
  );
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 8 }), (rows) => {
      const file = `name,category,price\n${rows.map(([name, category, price]) => `${name},${category},${price}`).join('\n')}`;
      const before = plan(file, [menu('truro', dish('a', { name: 'A', category: 'drinks' }))]);
      const [place] = before.places;
      const after = menu(
        'truro',
        ...[dish('a', { name: 'A', category: 'drinks' })].map((each) => ({
          ...each,
          ...place?.changed.find(({ id }) => id === each.id)?.change,
        })),
        ...(place?.added ?? []),
      );
      const again = plan(file, [after], { ...chain, categories: [...chain.categories, ...before.categories] });
      expect(countChanges(again)).toBe(0);
    }),
  );
});

test('importing a changed price of one size of an export changes exactly that size of that dish', () => {
  const size = fc.constantFrom(0, 1, 2);
  fc.assert(
    fc.property(
      fc.tuple(anyDish('a'), anyDish('b')),
      size,
      fc.integer({ min: 1000, max: 999_999 }),
      (dishes, at, price) => {
        const [one, other] = dishes.map((each) => ({
          ...each,
          groups: [{ groupId: 'sizes', min: null, max: null, included: null }],
        }));
        if (!one || !other) throw new Error('no dish');
        const own = {
          ...one,
          groups: one.groups.map((each) => ({ ...each, sizePrices: { [`z${at}`]: cents(price) } })),
        };
        const file = menuCsv([{ ...menu('truro', own, other), location: truro }], withSizes);
        const [place] = plan(file, [menu('truro', one, other)], withSizes).places;
        const [changed] = place?.changed ?? [];
        expect([place?.same, place?.changed.length, changed?.id, changed?.differences.length]).toEqual([1, 1, 'a', 1]);
        const [link] = changed?.change.groups ?? [];
        expect(link && groupForDish(sizes, link).options.map((each) => each.price)).toEqual(
          [900, 901, 902].map((usual, position) => (position === at ? price : usual)),
        );
      },
    ),
  );
});

test('a file with French columns changes only different texts; a file without them changes none', () => {
  const own = { 'name:fr': 'Dal', 'description:fr': 'Lent.' };
  const menus = [{ location: truro, locationId: 'truro', dishes: [dish('dal', { texts: own })] }];
  const again = plan(menuCsv(menus, chain, ['fr']), menus);
  expect([again.places[0]?.same, again.places[0]?.changed]).toEqual([1, []]);
  expect(plan(menuCsv(menus, chain), menus).places[0]?.same).toBe(1);
  const other = plan('id,name,name : FR,description:fr\ndal,Dal Tadka,Dal du soir,', menus);
  expect(other.places[0]?.changed).toMatchObject([
    {
      change: { texts: { 'name:fr': 'Dal du soir' } },
      differences: [{ field: 'name:fr', before: 'Dal', after: 'Dal du soir' }],
    },
  ]);
  const fresh = plan('category,name,price,name:fr\nVeg Curries,Raita,3.00,Raïta', menus);
  expect(fresh.places[0]?.added).toMatchObject([{ name: 'Raita', texts: { 'name:fr': 'Raïta' } }]);
  const long = readMenuFile(new TextEncoder().encode(`name,price,name:fr\nRaita,3.00,${'x'.repeat(101)}`), places);
  expect(long.ok && long.value.refused).toMatchObject([
    { row: 2, reason: expect.stringMatching(/French.*longer than 100/) },
  ]);
});
