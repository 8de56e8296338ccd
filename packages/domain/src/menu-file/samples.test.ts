import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { plainGroup, plainOption } from '../testing/options.ts';
import { menuPlan, planLocation } from './import-plan.ts';
import { readMenuFile, type FileChoices } from './read.ts';
import { SharedParts, sizesText } from './shared-parts.ts';

const chutneys = plainGroup('chutneys', [plainOption('mint')], { name: 'Chutneys', kind: 'some', min: 0, max: 3 });

function planOf(content: Uint8Array | string, choices: FileChoices = {}) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const file = readMenuFile(bytes, [], choices);
  if (!file.ok) throw new Error(file.error.message);
  const shared = new SharedParts({ categories: [], groups: [chutneys] }, file.value.dishes);
  const { newCategories: categories, newGroups: groups, unknownGroups } = shared;
  const place = planLocation(file.value.dishes, { locationId: 'truro', dishes: [] }, shared);
  return { file: file.value, place, ...menuPlan([place], { categories, groups, unknownGroups }) };
}
const sample = (name: string) => readFileSync(new URL(`../testing/menu-files/${name}`, import.meta.url));

/** The menu as a person reads it in the file. */
function menuOf({ file, place, ...plan }: ReturnType<typeof planOf>) {
  return {
    program: file.program,
    dishes: place.added.map(
      ({ row, categoryName, name, description, price, isAvailable }) =>
        `${row} ${categoryName}: ${name} ${(price / 100).toFixed(2)}${description && ` (${description})`}${isAvailable ? '' : ', hidden'}`,
    ),
    sizes: plan.groups.map(sizesText),
    options: place.added.flatMap(({ name, groups, sizes }) =>
      groups.map(({ groupId }) => `${name}: ${groupId}${groupId === 'size' ? ` ${sizes}` : ''}`),
    ),
    unknown: plan.unknownGroups,
    refused: [...file.refused, ...place.refused].map(({ row, name, reason }) => `${row} ${name}: ${reason}`),
  };
}

test('an export of Square becomes dishes with sizes, first categories, known modifier sets and hidden archived dishes', () => {
  const plan = planOf(sample('square.csv'));
  expect(menuOf(plan)).toEqual({
    program: 'Square',
    dishes: [
      '2 Pizza: Margherita 12.00 (Tomato, mozzarella)',
      '4 Hot Drinks: Masala Chai 4.50 (Spiced, with milk)',
      '5 Street Food: Samosa Chaat 9.25',
      '6 Soups (House): Winter Soup 7.00 (Pumpkin), hidden',
    ],
    sizes: ['Size: Small, Large'],
    options: ['Margherita: size Small 12.00; Large 16.50', 'Samosa Chaat: chutneys'],
    unknown: ['Toppings'],
    refused: ['7 Tasting Menu: “variable” is not a price. Write an amount such as 12.95.'],
  });
  expect(plan.place.added.map(({ cost }) => cost)).toEqual([null, 110, null, null]);
  expect(plan.place.added.every(({ allergens }) => allergens === null)).toBe(true);
});

test('an export of Toast becomes dishes; open prices and modifiers are refused with the reason at the row', () => {
  expect(menuOf(planOf(sample('toast.csv')))).toEqual({
    program: 'Toast',
    dishes: ['2 Sandwiches: Egg Sandwich 8.50', '3 Toasts: Avocado Toast 11.00'],
    sizes: [],
    options: [],
    unknown: [],
    refused: [
      '5 Add Bacon: “Modifier” is not a dish. What guests add to dishes is made under Option Groups.',
      '4 Catch of the Day: A new dish needs a price.',
    ],
  });
});

test('an export of TastyIgniter becomes dishes in their first category, and one without a category gets the chosen one', () => {
  const dishes = [
    '2 Starters: Plantain Chips 4.99 (Fried, with a lime dip)',
    '3 Mains: Jollof Rice 12.00 (Rice in tomato, with peppers)',
    '4 Mains: Fish Stew 15.50, hidden',
  ];
  const plan = menuOf(planOf(sample('tastyigniter.csv')));
  expect([plan.program, plan.dishes, plan.refused]).toEqual([
    'TastyIgniter',
    dishes,
    ['5 Zobo: A new dish needs a category: name one in the file, or one for all dishes without one.'],
  ]);
  const chosen = menuOf(planOf(sample('tastyigniter.csv'), { category: 'Drinks' }));
  expect([chosen.dishes, chosen.refused]).toEqual([[...dishes, '5 Drinks: Zobo 3.00 (Hibiscus, cold)'], []]);
});

test('an inventory of Clover becomes dishes of the chosen category with the modifier groups that exist', () => {
  expect(menuOf(planOf(sample('clover.csv'), { category: 'Mains' }))).toEqual({
    program: 'Clover',
    dishes: ['2 Mains: Chicken Wings 13.95', '3 Mains: House Salad 9.50', '4 Mains: Old Burger 12.00, hidden'],
    sizes: [],
    options: ['Chicken Wings: chutneys'],
    unknown: ['Dips'],
    refused: ['5 Gift Basket: A price must be above 0.'],
  });
});

test('a list from a document becomes dishes with the categories above them, and a line without a price is refused', () => {
  expect(menuOf(planOf(sample('list.txt'), { isPasted: true }))).toEqual({
    program: null,
    dishes: [
      '4 STARTERS: Samosas 6.50 (Two pieces, with tamarind chutney)',
      '6 STARTERS: Lentil Soup 7.00',
      '10 MAINS: Butter Chicken 17.49 (Tomato, butter and cream)',
      '14 MAINS: Chicken 65 15.00 (Fried, with curry leaves)',
      '19 Drinks: Masala Chai 3.00 (with milk)',
    ],
    sizes: [],
    options: [],
    unknown: [],
    refused: ['1 Our Menu: A new dish needs a price.', '21 Fruit of the day: A new dish needs a price.'],
  });
});

test('Tiffin’s own file is read with every column', () => {
  const plan = planOf(sample('own.csv'));
  expect(menuOf(plan)).toMatchObject({
    program: null,
    dishes: ['2 Veg Curries: Dal Tadka 12.50 (Slow)', '3 Drinks: Mango Lassi 5.50, hidden'],
    options: ['Dal Tadka: chutneys'],
    refused: [],
  });
  expect(plan.file.ignoredColumns).toEqual([]);
  expect(plan.place.added.map(({ allergens }) => allergens)).toEqual([['milk'], null]);
});

test('a person decides what the columns mean, on the first values of each', () => {
  const text = 'Speise;Art;Was;Price\nDal;Mains;Slow;9,50\nRaita;Sides;;3\n';
  const proposed = planOf(text);
  expect(proposed.file.columns).toEqual([
    { heading: 'Speise', meaning: '', samples: ['Dal', 'Raita'] },
    { heading: 'Art', meaning: '', samples: ['Mains', 'Sides'] },
    { heading: 'Was', meaning: '', samples: ['Slow'] },
    { heading: 'Price', meaning: 'price', samples: ['9,50', '3'] },
  ]);
  expect([proposed.file.rows, proposed.place.added, proposed.place.refused]).toEqual([2, [], []]);
  const corrected = planOf(text, { columns: ['name', 'category', 'description', 'price'] });
  expect(menuOf(corrected).dishes).toEqual(['2 Mains: Dal 9.50 (Slow)', '3 Sides: Raita 3.00']);
  expect(menuOf(planOf(text, { columns: ['name', 'category', '', 'price'] })).dishes[0]).toBe('2 Mains: Dal 9.50');
  expect(planOf(text, { columns: ['name', 'category', '', 'price'] }).file.ignoredColumns).toEqual(['Was']);
});

test('a file without headings keeps its first row as a dish, and its columns are numbered', () => {
  const { file, place } = planOf('Dal,12.50\nNaan,4.00', { columns: ['name', 'price'], category: 'Mains' });
  expect(file.columns.map(({ heading }) => heading)).toEqual(['Column 1', 'Column 2']);
  expect(place.added.map(({ row, name }) => [row, name])).toEqual([
    [1, 'Dal'],
    [2, 'Naan'],
  ]);
});

test('headings are found below a title, in French, with tabs, and under names that are properties of every object', () => {
  expect(menuOf(planOf('Our menu;;\n\nNom;Catégorie;Prix\nDal;Plats;9,50')).dishes).toEqual(['4 Plats: Dal 9.50']);
  const pasted = planOf('Item\tGroup\tPrice\tconstructor\nDal\tMains\t9.50\tx', { isPasted: true });
  expect([menuOf(pasted).dishes, pasted.file.ignoredColumns]).toEqual([['2 Mains: Dal 9.50'], ['constructor']]);
});

test('a price in another currency than the first one is refused at its row', () => {
  const { file } = planOf('name,category,price\nA,Mains,$9\nB,Mains,CAD 8\nC,Mains,€7\nD,Mains,6');
  expect(file.refused).toEqual([
    { row: 4, name: 'C', reason: '“€7” is in EUR, and the first amount of this file is in CAD.' },
  ]);
  expect(file.dishes.map(({ name }) => name)).toEqual(['A', 'B', 'D']);
});

test('a dish whose size has no price, or a size twice, is refused with all of its rows', () => {
  const sizes = (rows: string) => {
    const { file, place } = planOf(`name,category,size,price\n${rows}`);
    return [...file.refused, ...place.refused].map(({ row, reason }) => `${row}: ${reason}`);
  };
  expect(sizes('Chai,Drinks,Small,3\nDal,Mains,,9\nChai,Drinks,Large,')).toEqual([
    '2: Another size of this dish was refused.',
    '4: The size “Large” has no price.',
  ]);
  expect(sizes('Chai,Drinks,Small,3\nChai,Drinks,Small,4')).toEqual(['2: Size: "Small" appears twice.']);
  expect(sizes(`Chai,Drinks,${'x'.repeat(61)},3`)).toEqual(['2: The size is longer than 60 characters.']);
});

const pizza = 'name,category,size,price\nMargherita,Pizza,Small,12\nMargherita,Pizza,Large,16';

test('sizes that a dish has already are not made again, other prices change the dish, and other sizes are refused', () => {
  const first = planOf(pizza);
  const [added] = first.place.added;
  if (!added) throw new Error('no dish');
  const again = (text: string) => {
    const file = readMenuFile(new TextEncoder().encode(text), []);
    if (!file.ok) throw new Error(file.error.message);
    const categories = [{ id: 'pizza', name: 'Pizza' }];
    const shared = new SharedParts({ categories, groups: first.groups }, file.value.dishes);
    return planLocation(file.value.dishes, { locationId: 'truro', dishes: [added] }, shared);
  };
  expect(again(pizza)).toMatchObject({ same: 1, changed: [], refused: [] });
  const { changed, refused } = again(pizza.replace('16', '17'));
  expect([refused, changed[0]?.change.groups, changed[0]?.differences]).toEqual([
    [],
    [{ ...added.groups[0], sizePrices: { 'size-1': 1200, 'size-2': 1700 } }],
    [{ field: 'sizes', before: 'Small 12.00; Large 16.00', after: 'Small 12.00; Large 17.00' }],
  ]);
  for (const other of [pizza.replace('Large', 'Huge'), `${pizza}\nMargherita,Pizza,Huge,19`]) {
    expect(again(other).refused).toEqual([
      {
        row: 2,
        name: 'Margherita',
        reason: 'Its sizes differ from those on the menu. Please change them in the option group “Size”.',
      },
    ]);
  }
});

test('dishes with the same sizes use one group, each with its own prices, and other sizes make another group', () => {
  const { groups, place } = planOf(
    `${pizza}\nDiavola,Pizza,small,13\nDiavola,Pizza,Large,18.5\nCalzone,Pizza,Half,9\nCalzone,Pizza,Full,15`,
  );
  expect(groups.map(({ id, name }) => [id, name])).toEqual([
    ['size', 'Size'],
    ['size-1', 'Size'],
  ]);
  // A later price of the group must not change the first dish alone.
  expect(place.added[0]?.groups[0]?.sizePrices).toEqual({ 'size-1': 1200, 'size-2': 1600 });
  expect(place.added.map(({ name, groups: own, sizes }) => [name, own[0]?.groupId, sizes])).toEqual([
    ['Margherita', 'size', 'Small 12.00; Large 16.00'],
    ['Diavola', 'size', 'Small 13.00; Large 18.50'],
    ['Calzone', 'size-1', 'Half 9.00; Full 15.00'],
  ]);
});

test('a group of sizes that exists is used again, unless its options add allergens', () => {
  const sizesOf = (more: object) => {
    const sizes = ['Small', 'Large'].map((name) =>
      plainOption(name.toLowerCase(), { name, price: cents(500), ...more }),
    );
    const groups = [plainGroup('portions', sizes, { name: 'Size', isSize: true })];
    const file = readMenuFile(new TextEncoder().encode(pizza), []);
    if (!file.ok) throw new Error(file.error.message);
    const shared = new SharedParts({ categories: [], groups }, file.value.dishes);
    const place = planLocation(file.value.dishes, { locationId: 'truro', dishes: [] }, shared);
    return [shared.newGroups.map(({ id }) => id), place.added[0]?.groups[0]];
  };
  const none = { min: null, max: null, included: null };
  expect(sizesOf({})).toEqual([[], { ...none, groupId: 'portions', sizePrices: { small: 1200, large: 1600 } }]);
  expect(sizesOf({ allergens: ['milk'] })[0]).toEqual(['size']);
});

test.each([
  ['Entity type,Name,Menu group,Size,Price', 'Menu item,', ''],
  ['Clover ID,Name,Category,Size,Price', 'X1,', ''],
  ['Minimum Quantity,Name,Category,Size,Price,Status', '1,', ',1'],
])('sizes in rows of %s become prices of the dish', (headings, start, end) => {
  const rows = [
    'Margherita,Pizza,Small,12',
    'Margherita,Pizza,Large,16',
    'Diavola,Pizza,Small,13',
    'Diavola,Pizza,Large,18',
  ];
  const plan = planOf([headings, ...rows.map((row) => `${start}${row}${end}`)].join('\n'));
  expect(menuOf(plan)).toMatchObject({
    program: expect.any(String),
    options: ['Margherita: size Small 12.00; Large 16.00', 'Diavola: size Small 13.00; Large 18.00'],
    refused: [],
  });
});

test('sizes in columns become prices of the dish, and a dish with one of them has a price', () => {
  const plan = planOf('Pizza,Category,Small,Large\nMargherita,Pizza,12,16\nDiavola,Pizza,13,€18\nCola,Drinks,3,', {
    columns: ['name', 'category', 'sizePrice', 'sizePrice'],
  });
  expect(menuOf(plan)).toMatchObject({
    dishes: ['2 Pizza: Margherita 12.00', '3 Pizza: Diavola 13.00', '4 Drinks: Cola 3.00'],
    options: ['Margherita: size Small 12.00; Large 16.00', 'Diavola: size Small 13.00; Large 18.00'],
  });
  expect(menuOf(planOf('name,category,Small,Large\nA,Mains,$12,€16')).refused).toEqual([
    '2 A: “€16” is in EUR, and the first amount of this file is in CAD.',
  ]);
  expect(menuOf(planOf('name,category,Petite,Grande\nA,Mains,12,16')).options).toEqual([
    'A: size Petite 12.00; Grande 16.00',
  ]);
});

test('a row with names of sizes is a dish and no row of headings', () => {
  const choices = { columns: ['name', 'size', 'price'], category: 'Pizza' };
  expect(menuOf(planOf('Margherita,Small,12\nMargherita,Large,16', choices)).options).toEqual([
    'Margherita: size Small 12.00; Large 16.00',
  ]);
});

test.each([
  ['12" thin 9.50; 14" 12', '12" thin 9.50; 14" 12.00'],
  ['Small $9; Large $1,250.00', 'Small 9.00; Large 1250.00'],
])('the sizes %j in one cell are read as %j', (cell, sizes) => {
  const quoted = `"${cell.replaceAll('"', '""')}"`;
  expect(planOf(`name,category,size prices\nA,Mains,${quoted}`).place.added[0]).toMatchObject({ sizes });
});

test.each(['Small', '9.50', 'Small 0', 'Small 9.50; Large'])('the sizes %j in one cell are refused', (cell) => {
  expect(planOf(`name,category,price,size prices\nA,Mains,9,${cell}`).file.refused[0]?.reason).toMatch(
    /is not a size with its price\. Write “Small 9\.50; Large 12”\.$/,
  );
});

test('every row of a table is a dish, a part of one, or refused, whatever the cells are', () => {
  const cell = fc.constantFrom(
    '',
    'Dal',
    'Naan',
    'Small',
    'Large',
    '3',
    '4.50',
    'yes',
    '=1+1',
    '€2',
    'none',
    'x'.repeat(120),
  );
  const heading = fc.constantFrom('name', 'category', 'size', 'price', 'hidden', 'extras', 'Supplier', 'contains');
  fc.assert(
    fc.property(
      fc.uniqueArray(heading, { minLength: 1, maxLength: 8 }),
      fc.array(fc.array(cell, { minLength: 8, maxLength: 8 }), { minLength: 1, maxLength: 8 }),
      (headings, rows) => {
        const filled = rows.map((row) =>
          row.slice(0, headings.length).map((each, at) => (at === 0 ? each || 'Dal' : each)),
        );
        const choices = {
          columns: headings.map((each) =>
            each === 'extras' ? 'modifiers' : each === 'contains' ? 'allergens' : each === 'Supplier' ? '' : each,
          ),
        };
        const { file } = planOf([headings, ...filled].map((row) => row.join(',')).join('\n'), choices);
        const inDishes = file.dishes.reduce((sum, { sizes }) => sum + Math.max(1, sizes.length), 0);
        const count = headings.includes('name') ? inDishes + file.refused.length : file.rows;
        // Rows of an only size are one dish.
        expect(count).toBeLessThanOrEqual(file.rows);
        expect(headings.includes('size') || count === file.rows).toBe(true);
        for (const { values } of file.dishes)
          expect(values.allergens === undefined || headings.includes('contains')).toBe(true);
      },
    ),
  );
});

test('a price that is written with a sign, a currency or grouped digits is read back as it was', () => {
  const signs = ['', '$', 'CAD ', '€', '£'];
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999 }), fc.constantFrom(...signs), (price, sign) => {
      const amount = (price / 100).toLocaleString('en-CA', { minimumFractionDigits: 2 });
      const { dishes } = planOf(`name,category,price\nDal,Mains,"${sign}${amount}"`).file;
      expect(dishes[0]?.values.price).toBe(cents(price));
    }),
  );
});
