import { expect, test } from 'vitest';
import { normaliseHeading, recogniseColumns } from './fields.ts';
import { decodeMenuFile } from './file-text.ts';
import { decimalSignOf, parsePrice, priceText } from './price-text.ts';
import type { MenuFile } from './read.ts';
import { readMenuFile } from '../testing/menu-file.ts';
import fc from 'fast-check';
import { cents } from '../core/money.ts';
import type { GlutenCereal } from '../menu/diet.ts';

const places = [
  { id: 'truro', name: 'Truro Heights' },
  { id: 'new-glasgow', name: 'New Glasgow' },
];
const bytes = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'));

function read(text: string): MenuFile {
  const file = readMenuFile(bytes(text), places);
  if (!file.ok) throw new Error(file.error.message);
  return file.value;
}
function refusal(content: string | Uint8Array): string | null {
  const file = readMenuFile(typeof content === 'string' ? bytes(content) : content, places);
  return file.ok ? null : file.error.message;
}
const reasons = (text: string) => read(text).refused.map(({ row, reason }) => `${row}: ${reason}`);
const dish = (text: string) => {
  const { dishes, refused } = read(text);
  expect(refused).toEqual([]);
  return dishes[0];
};

test('headings are recognised by name or synonym in any sequence, guesses are marked, unknown ones ignored', () => {
  const targets = (...headings: string[]) =>
    recogniseColumns(headings, places).map(({ target, isSure }) => target && `${target}${isSure ? '' : '?'}`);
  expect(targets('Price', 'NAME', ' category ', 'Gluten-free', 'Tax Class')).toEqual([
    'price',
    'name',
    'category',
    'isGlutenFree',
    'taxClass',
  ]);
  expect(targets('Item', 'Group', 'Price', 'Price NG', 'Allerg.', 'Supplier')).toEqual([
    'name',
    'category?',
    'price',
    'price@new-glasgow?',
    'allergens?',
    null,
  ]);
  expect(targets('Product', 'Price Truro Heights', 'Enabled New Glasgow')).toEqual([
    'name?',
    'price@truro',
    'isAvailable@new-glasgow',
  ]);
  expect(targets('Name', 'Name', '')).toEqual(['name', null, null]);
});

test('the headings of a Square export are recognised and the other columns ignored', () => {
  const headings =
    'Token,Item Name,Variation Name,SKU,Description,Category,Price,Option Name 1,Current Quantity Main St,Stock Alert Enabled Main St,Delivery Enabled,Modifier Set - Chutneys,Tax - HST (14%)';
  expect(recogniseColumns(headings.split(','), places).map(({ target }) => target)).toEqual([
    null,
    'name',
    'size',
    null,
    'description',
    'category',
    'price',
    null,
    null,
    null,
    null,
    'modifier',
    null,
  ]);
});

test('a current Square export: categories without path and id, archived dishes hidden, price and availability per location', () => {
  const text = [
    'Reference Handle,Token,Item Name,Variation Name,SKU,Description,Categories,Reporting Category,SEO Title,SEO Description,Permalink,GTIN,Square Online Item Visibility,Item Type,Weight (lb),Delivery Enabled,Pickup Enabled,Price,Online Sale Price,Archived,Sellable,Contains Alcohol,Stockable,Option Name 1,Option Value 1,Default Unit Cost,Enabled Truro Heights,Current Quantity Truro Heights,Price Truro Heights,Tax - HST (14%)',
    '#chai,T1,Masala Chai,Regular,C-1,Spiced,"Drinks > Hot Drinks (T2B3ROTJ3HFGVBO22QLOOJDE), Specials (A2B3ROTJ3HFGVBO22QLOOJDE)",Drinks,,,,,visible,Prepared food and beverage,,Y,Y,4.50,,N,Y,N,N,,,,Y,,4.75,Y',
    '#old,T2,Old Soup,Regular,S-1,,Soups (House),Soups,,,,,hidden,Prepared food and beverage,,Y,Y,6.00,,Y,Y,N,N,,,,N,,,Y',
  ].join('\n');
  const file = read(text);
  expect(file.columns.flatMap(({ heading, target }) => (target === null ? [] : `${heading}: ${target}`))).toEqual([
    'Item Name: name',
    'Variation Name: size',
    'Description: description',
    'Categories: category',
    'Price: price',
    'Archived: isArchived',
    'Default Unit Cost: cost',
    'Enabled Truro Heights: isAvailable@truro',
    'Price Truro Heights: price@truro',
  ]);
  expect(file.refused).toEqual([]);
  expect(file.dishes).toMatchObject([
    {
      name: 'Masala Chai',
      category: 'Hot Drinks',
      values: { price: 450 },
      at: { truro: { price: 475, isAvailable: true } },
    },
    { name: 'Old Soup', category: 'Soups (House)', values: { price: 600, isAvailable: false } },
  ]);
  expect(file.dishes[0]?.values.isAvailable).toBeUndefined();
});

test.each([
  ['UTF-8', bytes('name,price\nCrème,1')],
  ['UTF-8', bytes('\uFEFFname,price\nCrème,1')],
  ['UTF-16', utf16('\uFEFFname,price\nCrème,1')],
  ['Latin-1', new Uint8Array(Buffer.from('name,price\nCrème,1', 'latin1'))],
])('reads a file encoded in %s', (encoding, content) => {
  expect(decodeMenuFile(content)).toMatchObject({ ok: true, value: { encoding } });
  const file = readMenuFile(content, places);
  expect(file.ok && file.value.dishes[0]?.name).toBe('Crème');
});

test('the encoding of a file of several megabytes is recognised quickly', () => {
  const megabytes = new Uint8Array(5_000_000).fill(0x61);
  megabytes[2_500_000] = 0xe9;
  const before = process.cpuUsage();
  expect(decodeMenuFile(megabytes)).toMatchObject({ ok: true, value: { encoding: 'Latin-1' } });
  // Processor time, because a busy machine lets a test wait.
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(1000);
});

test.each([
  ['an empty file', '', /empty/],
  ['a workbook', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), /workbook.*CSV UTF-8/],
  ['letters of a Mac', new Uint8Array([...bytes('name\nCr'), 0x8f, ...bytes('me')]), /not recognized.*CSV UTF-8/],
  ['UTF-16 without its mark', utf16('name,price\nCrème,1'), /not a text file.*CSV UTF-8/],
  ['letters of DOS', new Uint8Array([...bytes('name\nCr'), 0x8a, ...bytes('me')]), /not recognized.*CSV UTF-8/],
  [
    'a Mac’s ñ, which is a dash elsewhere',
    new Uint8Array([...bytes('name\nJalape'), 0x96, ...bytes('o')]),
    /not recognized/,
  ],
  [
    'a capital inside a word on every machine',
    new Uint8Array([...bytes('name\nCr'), 0x8f, ...bytes('me d'), 0x82]),
    /not recognized/,
  ],
  ['letters of another alphabet', new Uint8Array([...bytes('name\n'), 0xc1, 0xee, 0xf0, 0xf9]), /not recognized/],
  ['a picture', new Uint8Array([0x47, 0x49, 0x46, 0, 1, 2, 3]), /not a text file/],
  ['more than five megabytes', new Uint8Array(5 * 1024 * 1024 + 1), /larger than 5 MB/],
  ['no headings', 'Dal,12.50\nNaan,4.00', /first row must name the columns/],
  ['headings alone', 'name,price', /no rows/],
  ['50 000 rows', `name\n${'Dal\n'.repeat(50_000)}`, /50,000 rows.*5,000/],
])('refuses with a message: %s', (_what, content, pattern) => {
  expect(refusal(content)).toMatch(pattern);
});

test('the Windows apostrophe and dashes are read correctly', () => {
  const windows = new Uint8Array([...bytes('name,price\nChef'), 0x92, ...bytes('s dal '), 0x96, ...bytes(' hot,1')]);
  const file = readMenuFile(windows, places);
  expect(file.ok && file.value.dishes[0]?.name).toBe('Chef’s dal – hot');
});

test('names in other alphabets that differ in vowel signs stay different', () => {
  expect(normaliseHeading('दाल मखनी')).not.toBe(normaliseHeading('दाल मखना'));
  expect(normaliseHeading('  दाल   मखनी ')).toBe('दाल मखनी');
});

test('a size with another price at one location, or with a name that is too long, is refused with its dish', () => {
  const at = (rows: string) => read(`name,category,size,price,price truro heights\n${rows}`).refused;
  expect(at('Dal,Mains,Half,9.00,9.00\nDal,Mains,Full,14.00,')).toEqual([]);
  expect(at('Dal,Mains,Half,9.00,8.00\nDal,Mains,Full,14.00,')).toMatchObject([
    { row: 2, reason: expect.stringMatching(/same at every location, but Truro Heights has its own price/) },
    { row: 3, reason: 'Another size of this dish was refused.' },
  ]);
  expect(at(`Dal,Mains,${'x'.repeat(61)},9.00,`)).toMatchObject([{ reason: 'The size is longer than 60 characters.' }]);
});

test('recognises commas, semicolons or tabs as separators from the headings', () => {
  expect(read('name;price\nDal;12,50').separator).toBe(';');
  expect(read('name\tprice\nDal\t12.50').separator).toBe('\t');
  expect(read('sep=;\nname;price\nDal;12,50').dishes[0]?.values.price).toBe(1250);
  expect(read('name,description\n"Dal","thick; slow, smoky"').dishes[0]?.values.description).toBe('thick; slow, smoky');
});

test.each([
  ['12.95', '.', 1295],
  ['12,95', ',', 1295],
  ['$12.95', '.', 1295],
  ['12,95 €', ',', 1295],
  ['CA$ 7', '.', 700],
  ['1,234.50', '.', 123_450],
  ['1.234,50', ',', 123_450],
  ['1,234', '.', 123_400],
  ['1.234', ',', 123_400],
  // a separator before the last two digits is always the decimal separator
  ['12,95', '.', 1295],
  ['12.9', ',', 1290],
  ['1.234', '.', null],
  ['12.955', '.', null],
  ['1,23,4', '.', null],
  ['-3', '.', null],
  ['=1+1', '.', null],
  ['variable', '.', null],
  ['1e3', '.', null],
] as const)('the price %j, with %j as decimal separator, is %s cents', (text, sign, price) => {
  expect(parsePrice(text, sign)).toBe(price);
});

test('the majority of a file’s prices decides the decimal separator', () => {
  expect(decimalSignOf(['12,95', '4,50', '1.20', 'x'])).toBe(',');
  expect(decimalSignOf(['12.95', '4.50', '1,20'])).toBe('.');
  expect(decimalSignOf(['1,234', ''])).toBe('.');
  expect(read('name;price\nA;12,95\nB;1.234\nC;4,5').dishes.map(({ values }) => values.price)).toEqual([
    1295, 123_400, 450,
  ]);
});

test('a written price reads back unchanged', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000_000 }),
      fc.constantFrom('.' as const, ',' as const),
      (price, sign) => {
        expect(parsePrice(priceText(cents(price)), sign)).toBe(price);
      },
    ),
  );
});

test('reads cells into the fields of a dish', () => {
  expect(
    dish(
      'id,name,category,description,price,tax class,vegetarian,vegan,gluten-free,allergens,spice,option groups,available\n' +
        'dal,Dal Tadka,Veg Curries,Slow,12.50,liquor,yes,no,Y,"milk; Tree nuts, soya",Hot,"Size; Rice",no',
    ),
  ).toMatchObject({
    id: 'dal',
    name: 'Dal Tadka',
    category: 'Veg Curries',
    options: 'Size; Rice',
    values: {
      description: 'Slow',
      price: 1250,
      taxClass: 'liquor',
      isVegetarian: true,
      isVegan: false,
      isGlutenFree: true,
      allergens: ['milk', 'soy', 'tree-nuts'],
      spiceLevel: 'hot',
      isAvailable: false,
    },
  });
});

test('an empty cell changes nothing, so no allergen is lost by mistake, and “none” clears the list', () => {
  expect(dish('name,allergens,spice,price\nDal,,,')?.values).toEqual({ name: 'Dal' });
  expect(dish('name,allergens,spice\nDal,none,none')?.values).toEqual({
    name: 'Dal',
    allergens: [],
    spiceLevel: 'none',
  });
  expect(dish('name,diets\nDal,"vegan, gluten-free"')?.values).toMatchObject({
    isVegetarian: false,
    isVegan: true,
    isGlutenFree: true,
  });
});

test('a cell that begins like a formula is read as text, and the escaping of an export is removed', () => {
  expect(dish('name,price\n=HYPERLINK(1),3')?.name).toBe('=HYPERLINK(1)');
  expect(dish("name,price\n'=1+1,3")?.name).toBe('=1+1');
  expect(dish("name,price\n'Round the corner,3")?.name).toBe("'Round the corner");
  expect(reasons('name,price\nDal,=1+1')).toEqual(['2: “=1+1” is not a price.']);
});

test.each([
  ['name,price\n,3', '2: This row has a price and no name.'],
  ['name,price,category\n,,Soups', '2: This row has no name.'],
  ['name,price\nDal,0', '2: A price must be above 0.'],
  ['name,price\nDal,99999999', '2: “99999999” is too high for a price.'],
  ['name,vegan\nDal,perhaps', '2: “perhaps” is neither yes nor no.'],
  ['name,spice\nDal,inferno', '2: “inferno” is not a heat level. Use none, mild, medium or hot.'],
  ['name,tax class\nDal,vat', '2: “vat” is not a tax class. Use: meal, liquor, grocery, untaxed.'],
  ['name,location\nDal,Halifax', '2: There is no location “Halifax” whose menu you can edit.'],
  [`name\n${'x'.repeat(101)}`, '2: The name is longer than 100 characters.'],
  [`name,description\nDal,${'x'.repeat(1001)}`, '2: The description is longer than 1000 characters.'],
])('%j is refused with its row and the reason', (text, reason) => {
  expect(reasons(text)).toEqual([reason]);
});

test('“nuts” is ambiguous, so the row is refused', () => {
  for (const word of ['nuts', 'G']) {
    expect(reasons(`name,allergens\nDal,"milk, ${word}"`)[0]).toMatch(
      new RegExp(`^2: “${word}” is not a known allergen`),
    );
  }
});

test('row numbers match a spreadsheet, including empty rows and cells with several lines', () => {
  const { dishes, refused, rows } = read('name,description,price\n\nDal,"one\ntwo",3\n,,\nNaan,,x\n');
  expect(dishes.map(({ row }) => row)).toEqual([3]);
  expect(refused.map(({ row }) => row)).toEqual([5]);
  expect(rows).toBe(2);
});

test('one row per size gives one dish with sizes; a single size is its price', () => {
  const { dishes } = read(
    'Item Name,Variation Name,Category,Price\nLassi,Small,Drinks,4.50\nDal,Regular,Curries,12\nLassi,Large,Drinks,6.50',
  );
  expect(dishes.map(({ name, sizes, values }) => [name, sizes, values.price])).toEqual([
    [
      'Lassi',
      [
        { name: 'Small', price: 450 },
        { name: 'Large', price: 650 },
      ],
      450,
    ],
    ['Dal', [{ name: 'Regular', price: 1200 }], 1200],
  ]);
});

test('a dish with an invalid size is refused as a whole, whichever row is wrong', () => {
  for (const prices of [
    ['variable', '6.50', '7'],
    ['4.50', '', '7'],
  ]) {
    const { dishes, refused } = read(
      `Item Name,Variation Name,Category,Price\n${prices.map((price, at) => `Lassi,Size ${at},Drinks,${price}`).join('\n')}`,
    );
    expect(dishes).toEqual([]);
    expect(refused.length).toBeGreaterThan(1);
  }
});

test('staff can assign fields to columns, but not the same field twice', () => {
  const result = readMenuFile(bytes('a,b,c\nDal,Soups,3'), places, ['name', 'category', 'price']);
  expect(result).toMatchObject({
    ok: true,
    value: { dishes: [{ name: 'Dal', category: 'Soups', values: { price: 300 } }] },
  });
  expect(readMenuFile(bytes('a,b\nDal,Soups'), places, ['name', 'name'])).toMatchObject({ ok: false });
  expect(readMenuFile(bytes('a,b\nDal,Soups'), places, ['name'])).toMatchObject({ ok: false });
});

test('an oversized file is refused before it is parsed, and a very long cell is not parsed as a price', () => {
  const words = 'This file has too many lines and cells for a menu. Please split it.';
  expect(refusal(`name,price${'\n'.repeat(4_000_000)}`)).toBe(words);
  expect(refusal(`name,price\n${','.repeat(4_000_000)}`)).toBe(words);
  expect(refusal(`name,price\n${'x'.repeat(2001)},1`)).toBe(
    'Row 2 has a cell with more than 2,000 characters. That is too long for a menu.',
  );
  expect(parsePrice(`1${'$'.repeat(1600)}x`, '.')).toBeNull();
  expect(parsePrice('10 12', '.')).toBeNull();
  expect(refusal('name,price\n"Dal,1')).toMatch(/^A quotation mark in this file is never closed/);
});

test.each(['-', '–', 'no'])('“%s” does not clear allergens', (input) => {
  expect(reasons(`name,category,price,allergens\nDal,Mains,10,${input}`)).toEqual([
    expect.stringMatching(/is not a known allergen/),
  ]);
});

test('a heading of more than 200 letters is refused, quoted or not', () => {
  const wrong = /^A heading in this file has more than 200 characters/;
  expect(refusal(`name,category,price,${'x'.repeat(201)}\nDal,Veg,12\n`)).toMatch(wrong);
  expect(refusal(`name,category,price,"Modifier Set - ${'x,'.repeat(2000)}"\nDal,Veg,12\n`)).toMatch(wrong);
  expect(refusal(`name,category,price,${'x'.repeat(200)}\nDal,Veg,12\n`)).toBeNull();
});

test('“gluten” states nothing until somebody says which cereals are meant, and keeps the rest of the list', () => {
  const text = 'name,category,price,allergens\nNaan,Breads,3,"gluten; milk"\nBeer,Drinks,6,Gluten\nTea,Drinks,2,none';
  const allergensOf = (gluten: readonly GlutenCereal[]) => {
    const file = readMenuFile(bytes(text), places, undefined, gluten);
    if (!file.ok) throw new Error(file.error.message);
    expect(file.value.glutenDishes).toEqual(['Naan', 'Beer']);
    return file.value.dishes.map(({ values }) => values.allergens);
  };
  expect(allergensOf([])).toEqual([undefined, undefined, []]);
  expect(allergensOf(['wheat'])).toEqual([['milk', 'wheat'], ['wheat'], []]);
  expect(allergensOf(['rye', 'barley'])).toEqual([['milk', 'rye', 'barley'], ['rye', 'barley'], []]);
});

test('a column with a tax is understood: a class, a word or a rate', () => {
  const taxOf = (tax: string) => dish(`name,category,price,Tax\nDal,Curries,12,${tax}`)?.values.taxClass;
  expect(['liquor', 'HST 14%', '14.975 %', '0%', 'exempt', 'taxable', 'Alcohol'].map(taxOf)).toEqual([
    'liquor',
    'meal',
    'meal',
    'untaxed',
    'untaxed',
    'meal',
    'liquor',
  ]);
  expect(reasons('name,category,price,Tax\nDal,Curries,12,lots')).toEqual([
    '2: “lots” is not a tax class. Use: meal, liquor, grocery, untaxed.',
  ]);
});

test('a cost can be nothing or have a decimal comma, and anything else is refused with its row', () => {
  const costOf = (cost: string) => dish(`name;category;price;cost\nDal;Curries;12,50;${cost}`)?.values.cost;
  expect(['3,50', '3.50', '0', '$4', ''].map(costOf)).toEqual([350, 350, 0, 400, undefined]);
  for (const cost of ['-3', '3,505', 'cheap', '1e3', '2000000000']) {
    expect(reasons(`name;category;price;cost\nDal;Curries;12,50;${cost}`)).toEqual([
      `2: “${cost}” is not a cost. Write an amount such as 3.50.`,
    ]);
  }
});

test('counts the values of each column, so that ignored ones can be named', () => {
  const { columns } = read('name,category,price,Supplier\nDal,Curries,12,FS-2\nRoti,Breads,3,\nTea,Drinks,2,FS-9');
  expect(columns.map(({ heading, target, values }) => [heading, target, values])).toEqual([
    ['name', 'name', 3],
    ['category', 'category', 3],
    ['price', 'price', 3],
    ['Supplier', null, 2],
  ]);
});

test('columns such as “Size S” become the sizes of a dish; a dish without them has its price', () => {
  const file = read(
    'Category,Name,Size S,Size M,Price\nPizza,Margherita,11.00,14.50,\nPizza,Calzone,12.00,,\nDrinks,Tea,,,3.00',
  );
  expect(file.refused).toEqual([]);
  expect(file.columns.map(({ target }) => target)).toEqual(['category', 'name', 'size', 'price']);
  expect(file.dishes.map(({ row, name, sizes, values }) => [row, name, sizes.length, values.price])).toEqual([
    [2, 'Margherita', 2, 11_00],
    [3, 'Calzone', 1, 12_00],
    [4, 'Tea', 0, 3_00],
  ]);
});
