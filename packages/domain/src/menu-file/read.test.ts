import { expect, test } from 'vitest';
import { normaliseName } from './columns.ts';
import { parseCost, parsePrice } from './cells.ts';
import { readMenuFile, type MenuFile } from './read.ts';

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

test('headings are read in any sequence and case; unknown ones with values are named', () => {
  const file = read('Price;NAME; category ;Gluten-free;Tax Class;Supplier;Note\n12,50;Dal;Veg Curries;yes;meal;FS-2;');
  expect(file.dishes).toMatchObject([
    { name: 'Dal', category: 'Veg Curries', values: { price: 1250, isGlutenFree: true, taxClass: 'meal' } },
  ]);
  expect(file.ignoredColumns).toEqual(['Supplier']);
  const twice = read('Name,Price,name\nDal,3,Naan');
  expect([twice.dishes[0]?.name, twice.ignoredColumns]).toEqual(['Dal', ['name']]);
});

test.each([
  ['UTF-8', bytes('name,price\nCrème,1')],
  ['UTF-8 with its mark', bytes('\uFEFFname,price\nCrème,1')],
  ['UTF-16', utf16('\uFEFFname,price\nCrème,1')],
  [
    'UTF-16 with the other order of bytes',
    new Uint8Array(Buffer.from('\uFEFFname,price\nCrème,1', 'utf16le').swap16()),
  ],
  ['letters of Windows', new Uint8Array(Buffer.from('name,price\nCrème,1', 'latin1'))],
])('reads %s', (_encoding, content) => {
  const file = readMenuFile(content, places);
  expect(file.ok && file.value.dishes[0]?.name).toBe('Crème');
});

test('the Windows apostrophe and dashes are read correctly', () => {
  const windows = new Uint8Array([...bytes('name,price\nChef'), 0x92, ...bytes('s dal '), 0x96, ...bytes(' hot,1')]);
  const file = readMenuFile(windows, places);
  expect(file.ok && file.value.dishes[0]?.name).toBe('Chef’s dal – hot');
});

test('recognises commas or semicolons as separators from the headings', () => {
  expect(dish('name;price\nDal;12,50')?.values.price).toBe(1250);
  expect(dish('name,description\n"Dal","thick; slow; smoky"')?.values.description).toBe('thick; slow; smoky');
});

test.each([
  ['an empty file', '', /empty/],
  ['a file of spaces', ' \n\n  ', /empty/],
  ['a picture', new Uint8Array([0x89, ...bytes('PNG\r\n')]), /picture.*CSV UTF-8/],
  ['an old workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), /workbook.*CSV UTF-8/],
  ['a PDF', '%PDF-1.7\n', /PDF.*CSV UTF-8/],
  ['a workbook', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), /workbook.*CSV UTF-8/],
  ['UTF-16 without its mark', utf16('name,price\nCrème,1'), /CSV UTF-8/],
  ['letters of a Mac', new Uint8Array([...bytes('name\nCr'), 0x8f, ...bytes('me')]), /CSV UTF-8/],
  ['letters of another alphabet', new Uint8Array([...bytes('name\n'), 0xc1, 0xee, 0xf0, 0xf9]), /CSV UTF-8/],
  ['more than five megabytes', new Uint8Array(5 * 1024 * 1024 + 1), /larger than 5 MB/],
  ['headings alone', 'name,price', /no rows/],
  ['50 000 rows', `name\n${'Dal\n'.repeat(50_000)}`, /50,000 rows.*5,000/],
  ['five megabytes of commas', ','.repeat(5 * 1024 * 1024), /too many lines and cells/],
  ['headings for 300,000 columns', `name${',x'.repeat(300_000)}\n${'Dal\n'.repeat(5_000)}`, /more than 100 columns/],
])('refuses with a message: %s', (_what, content, pattern) => {
  expect(refusal(content)).toMatch(pattern);
});

test('names in other alphabets that differ in vowel signs stay different', () => {
  expect(normaliseName('दाल मखनी')).not.toBe(normaliseName('दाल मखना'));
  expect(normaliseName('  दाल   मखनी ')).toBe('दाल मखनी');
});

test.each([
  ['12.95', 1295],
  ['12,95', 1295],
  ['$12.95', 1295],
  ['12,95 €', 1295],
  ['7', 700],
  ['12.9', 1290],
  ['1,234.50', 123_450],
  ['1.234,50', 123_450],
  ['CAD 12', 1200],
  ['CA$ 12.00', 1200],
  ['4.9900', 499],
])('the price %j is %s cents', (text, price) => {
  expect(parsePrice(text)).toEqual({ value: price });
});

test.each(['1.234', '1,234', '1.200', '1,23,4.50', '12.955', '-3', '=1+1', 'variable', '1e3', '10 12'])(
  '%j is not a price',
  (text) => {
    expect(parsePrice(text)).toEqual({ problem: `“${text}” is not a price. Write an amount such as 12.95.` });
  },
);

test('a cost can be nothing, and anything but an amount is refused', () => {
  expect(['3,50', '3.50', '0', '$4'].map(parseCost)).toEqual([350, 350, 0, 400].map((value) => ({ value })));
  for (const cost of ['-3', '3,505', 'cheap', '1e3', '2000000000']) {
    expect(parseCost(cost)).toEqual({ problem: `“${cost}” is not a cost. Write an amount such as 3.50.` });
  }
});

test('reads cells into the fields of a dish', () => {
  expect(
    dish(
      'id,name,category,description,price,tax class,vegetarian,vegan,gluten-free,allergens,spice,option groups,available\n' +
        'dal,Dal Tadka,Veg Curries,Slow,12.50,liquor,yes,no,Y,"milk; Tree nuts, soy",Hot,"Size; Rice",no',
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
});

test('a cell that begins like a formula is read as text, and the escaping of an export is removed', () => {
  expect(dish('name,price\n=HYPERLINK(1),3')?.name).toBe('=HYPERLINK(1)');
  expect(dish("name,price\n'=1+1,3")?.name).toBe('=1+1');
  expect(dish("name,price\n'Round the corner,3")?.name).toBe("'Round the corner");
  expect(reasons('name,price\nDal,=1+1')).toEqual(['2: “=1+1” is not a price. Write an amount such as 12.95.']);
});

test.each([
  ['name,price\n,3', '2: This row has a price and no name.'],
  ['name,price,category\n,,Soups', '2: This row has no name.'],
  ['name,price\nDal,0', '2: A price must be above 0.'],
  ['name,price\nDal,99999999', '2: “99999999” is too high for a price.'],
  ...['CrÃªpe', 'Bâ€™stilla', 'BÅ“uf', 'Ã\u00A0 la carte'].map((name): [string, string] => [
    `name,price\n${name},3`,
    `2: The letters of “${name}” are damaged. Correct them, or save the file again as “CSV UTF-8”.`,
  ]),
  ['name,vegan\nDal,perhaps', '2: “perhaps” is neither yes nor no.'],
  ['name,spice\nDal,inferno', '2: “inferno” is not a heat level. Use none, mild, medium or hot.'],
  ['name,tax class\nDal,vat', '2: “vat” is not a tax class. Use: meal, liquor, grocery, untaxed.'],
  ['name,location\nDal,Halifax', '2: There is no location “Halifax” whose menu you can edit.'],
  [`name\n${'x'.repeat(101)}`, '2: The name is longer than 100 characters.'],
  [`name,description\nDal,${'x'.repeat(1001)}`, '2: The description is longer than 1000 characters.'],
])('%j is refused with its row and the reason', (text, reason) => {
  expect(reasons(text)).toEqual([reason]);
});

test('damaged letters in a column that is not read refuse nothing', () => {
  expect(reasons('name,price,supplier\nDal,3,CrÃªmerie')).toEqual([]);
});

test.each(['nuts', 'gluten', 'G'])('“%s” can mean several allergens, so the row is refused', (word) => {
  expect(reasons(`name,allergens\nDal,"milk, ${word}"`)[0]).toMatch(
    new RegExp(`^2: “${word}” is not a known allergen. Use: eggs, .*cereals with gluten`),
  );
});

test('row numbers match a spreadsheet, including empty rows and cells with several lines', () => {
  const { dishes, refused, rows } = read('name,description,price\n\nDal,"one\ntwo",3\n,,\nNaan,,x\n');
  expect(dishes.map(({ row }) => row)).toEqual([3]);
  expect(refused.map(({ row }) => row)).toEqual([5]);
  expect(rows).toBe(2);
});

test('an oversized file is refused before it is parsed, and so is a very long cell', () => {
  const words = 'This file has too many lines and cells for a menu. Please split it.';
  expect(refusal(`name,price${'\n'.repeat(4_000_000)}`)).toBe(words);
  expect(refusal(`name,price\n${','.repeat(4_000_000)}`)).toBe(words);
  expect(refusal(`name,price\n${'x'.repeat(2001)},1`)).toBe(
    'Row 2 has a cell with more than 2,000 characters. That is too long for a menu.',
  );
  expect(refusal('name,price\n"Dal,1')).toMatch(/^A quotation mark in this file is never closed/);
});

test.each(['-', '–', 'no'])('“%s” does not clear allergens', (input) => {
  expect(reasons(`name,category,price,allergens\nDal,Mains,10,${input}`)).toEqual([
    expect.stringMatching(/is not a known allergen/),
  ]);
});
