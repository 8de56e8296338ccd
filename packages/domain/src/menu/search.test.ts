import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DISH_HEATS, type DishHeat } from './spice.ts';
import { buildMenuSearch, type SearchedDish } from './search.ts';

type Mark = DishHeat | 'vegan' | 'veg';
const dish = (name: string, category: string, description: string, ...marks: Mark[]) =>
  ({
    name,
    category,
    description,
    spiceLevel: DISH_HEATS.find((heat) => marks.includes(heat)) ?? 'none',
    isVegan: marks.includes('vegan'),
    isVegetarian: marks.includes('veg'),
  }) satisfies SearchedDish;

const menu = [
  dish('Chicken Biryani', 'combos-with-rice', 'Rice, chicken, crisp onions.'),
  dish('Prawn Korma', 'non-veg-curries', 'Prawns in cashew cream.'),
  dish('Dal Tadka', 'veg-curries', 'Yellow lentils, cumin.', 'vegan', 'medium'),
  dish('Paneer Tikka', 'appetizers', 'Charred in the tandoor.', 'veg'),
  dish('Aloo Gobi', 'veg-curries', 'Potato and cauliflower.', 'vegan', 'mild'),
  dish('Garlic Naan', 'breads', 'From the tandoor.', 'veg'),
  dish('Peanut Chaat', 'appetizers', 'Crisp, sour.', 'vegan', 'hot'),
  dish('Kulfi', 'desserts', 'Frozen milk with pistachio.', 'veg'),
];
const find = buildMenuSearch(menu, (each) => each);
const found = (typed: string) => find(typed).dishes.map(({ name }) => name);

test.each([
  ['chiken', ['Chicken Biryani'], 'chicken'],
  ['biriyani', ['Chicken Biryani'], null],
  ['daal', ['Dal Tadka'], null],
  ['shrimp', ['Prawn Korma'], null],
  ['shirmp', ['Prawn Korma'], 'prawn'],
  ['panner tika', ['Paneer Tikka'], 'paneer tikka'],
  ['nan', ['Garlic Naan'], null],
  ['potatoes', ['Aloo Gobi'], null],
  ['qorma', ['Prawn Korma'], null],
  ['chikcen', ['Chicken Biryani'], 'chicken'],
  ['sweets', ['Kulfi'], null],
  ['prawn curry', ['Prawn Korma'], null],
  ['vegeterian tika', ['Paneer Tikka'], 'vegetarian tikka'],
  ['chiken biryiani', ['Chicken Biryani'], 'chicken biryani'],
  ['garlik nann', ['Garlic Naan'], 'garlic naan'],
  // An unfinished word is completed in the correction, because it may be misspelt too.
  ['panner tikk', ['Paneer Tikka'], 'paneer tikka'],
  ['crevette', ['Prawn Korma'], null],
])('typing %j finds %j, with the correction %j', (typed, names, instead) => {
  expect([found(typed), find(typed).instead]).toEqual([names, instead]);
});

test.each([
  ['vegan', ['Dal Tadka', 'Aloo Gobi', 'Peanut Chaat']],
  ['vega', ['Dal Tadka', 'Aloo Gobi', 'Peanut Chaat']],
  ['végétaliens', ['Dal Tadka', 'Aloo Gobi', 'Peanut Chaat']],
  ['vegetarian appetizers', ['Paneer Tikka', 'Peanut Chaat']],
  ['veg curries', ['Dal Tadka', 'Aloo Gobi']],
  ['non-veg', ['Chicken Biryani', 'Prawn Korma']],
  ['meat', ['Chicken Biryani', 'Prawn Korma']],
  ['spicy', ['Dal Tadka', 'Peanut Chaat']],
  ['épicé curries', ['Dal Tadka']],
  ['hot', ['Peanut Chaat']],
  ['mild curries', ['Prawn Korma', 'Aloo Gobi']],
])('%j finds dishes by their marks: %j', (typed, names) => {
  expect(found(typed)).toEqual(names);
});

const noodles = buildMenuSearch(
  [
    dish('Noodles', 'combos-with-rice', 'With nuts, milk and fish. Free of charge for children.'),
    dish('Gluten-Free Naan', 'breads', 'With milk.'),
    dish('Sans Rival', 'desserts', 'A cake with nuts, no eggs.'),
  ],
  (each) => each,
);

test.each([
  'no nuts',
  'nut free',
  'nutfree',
  'free of nuts',
  'vegan no nuts',
  'not spicy',
  'without milk',
  'avoiding milk',
  'sans lait ni œufs',
  'pas de lait',
  'évitez le poisson',
  'allergic to milk',
  'fish allergy',
  'je suis allergique aux noix',
  'lactose intolerance',
  'cœliaque',
  'no chicken',
])('%j asks to leave something out and finds nothing, because the search cannot say what a dish contains', (typed) => {
  for (const search of [find, noodles]) {
    expect(search(typed)).toEqual({ dishes: [], instead: null, asksToLeaveOut: true });
  }
});

test.each([
  ['gluten free naan', ['Gluten-Free Naan']],
  ['sans rival', ['Sans Rival']],
  ['no eggs', ['Sans Rival']],
])('%j finds the dish whose text says exactly that', (typed, names) => {
  expect(noodles(typed).dishes.map(({ name }) => name)).toEqual(names);
});

test.each([
  ['no', ['Noodles']],
  ['nuts', ['Noodles', 'Sans Rival']],
  ['gluten', ['Gluten-Free Naan']],
])('%j is searched in the texts', (typed, names) => {
  expect(noodles(typed)).toMatchObject({ asksToLeaveOut: false, instead: null });
  expect(noodles(typed).dishes.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
});

test.each(['pizza', 'ice', 'lamb', 'onion naan', 'chicken dosa', 'rise ice'])('%j finds nothing', (typed) => {
  expect(found(typed)).toEqual([]);
  expect(find(typed).instead).toBeNull();
});

test('rice does not find ice, and ice does not find rice', () => {
  const ices = buildMenuSearch([dish('Ice Cream', 'desserts', 'Cold.')], (each) => each);
  expect(ices('rice').dishes).toEqual([]);
  expect(found('ice')).toEqual([]);
});

test('a misspelling that happens to be a word of the menu is forgiven beside another one', () => {
  const more = buildMenuSearch(
    [
      dish('Butter Chicken', 'non-veg-curries', 'Chicken in tomato and cream.'),
      dish('Pakora', 'appetizers', 'Onions in gram batter.', 'vegan'),
    ],
    (each) => each,
  );
  const { dishes, instead } = more('batter chiken');
  expect([dishes.map(({ name }) => name), instead]).toEqual([['Butter Chicken'], 'butter chicken']);
});

test('law: a correction consists of words of the menu, never of the misspelling', () => {
  const names = menu.map(({ name }) => name.toLowerCase().split(' ')).filter((words) => words.length === 2);
  const known = new Set(
    menu.flatMap(({ name, description }) => `${name} ${description}`.toLowerCase().match(/\w+/g) ?? []),
  );
  const slips = (word: string) =>
    Array.from({ length: word.length - 1 }, (_, at) => word.slice(0, at + 1) + word.slice(at + 2)).filter(
      (slip) => slip.length >= 4,
    );
  for (const [first = '', second = ''] of names) {
    for (const one of [first, ...slips(first)]) {
      for (const other of [second, ...slips(second)]) {
        const { instead } = find(`${one} ${other}`);
        if (instead === null) continue;
        expect([one, other, ...instead.split(' ').filter((word) => !known.has(word))]).toEqual([one, other]);
      }
    }
  }
});

test('a word on the menu is never treated as a typing mistake', () => {
  for (const { name, description } of menu) {
    for (const word of `${name} ${description}`.split(/\W+/).filter(Boolean)) {
      expect([word, find(word).instead]).toEqual([word, null]);
      expect(found(word)).toContain(name);
    }
  }
});

test('a search without words returns the same list object', () => {
  expect(find('  ').dishes).toBe(menu);
});

const letters = (minLength: number) => fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength, maxLength: 12 });
const isFound = (typed: string, word: string) =>
  buildMenuSearch([dish(word, '', '')], (each) => each)(typed).dishes.length > 0;

test('law: the first letter and words of three letters are never corrected', () => {
  fc.assert(
    fc.property(letters(1), letters(1), (typed, word) => {
      if (!isFound(typed, word) || word.includes(typed)) return;
      expect(typed[0]).toBe(word[0]);
      expect(typed.length).toBeGreaterThanOrEqual(4);
    }),
  );
});

test('law: words match with one letter wrong, missing, added or swapped', () => {
  fc.assert(
    fc.property(letters(5), fc.nat(), fc.constantFrom(...'abcdefgh'), (word, place, letter) => {
      const at = 1 + (place % (word.length - 1));
      const mistyped = [
        word.slice(0, at) + letter + word.slice(at + 1),
        word.slice(0, at) + word.slice(at + 1),
        word.slice(0, at) + letter + word.slice(at),
        word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
      ];
      for (const typed of mistyped) expect([typed, isFound(typed, word)]).toEqual([typed, true]);
    }),
  );
});
