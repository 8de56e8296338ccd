import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ALLERGENS, type AllergenId } from './diet.ts';
import { DISH_HEATS, type DishHeat } from './spice.ts';
import { searchMeaningText, buildMenuSearch, type SearchedDish } from './search.ts';
import { countTypos } from './search-words.ts';

type Mark = AllergenId | DishHeat | 'vegan' | 'veg' | 'gf';
const isAllergen = (mark: Mark): mark is AllergenId => ALLERGENS.some(({ id }) => id === mark);
const dish = (name: string, category: string, description: string, ...marks: Mark[]) =>
  ({
    name,
    category,
    description,
    spiceLevel: DISH_HEATS.find((heat) => marks.includes(heat)) ?? 'none',
    isVegan: marks.includes('vegan'),
    isVegetarian: marks.includes('veg'),
    isGlutenFree: marks.includes('gf'),
    allergens: marks.filter(isAllergen),
  }) satisfies SearchedDish;

const menu = [
  dish('Chicken Biryani', 'combos-with-rice', 'Rice, chicken, crisp onions.', 'gf', 'milk'),
  dish(
    'Prawn Korma',
    'non-veg-curries',
    'Prawns in cashew cream.',
    'gf',
    'tree-nuts',
    'milk',
    'crustaceans-and-molluscs',
  ),
  dish('Dal Tadka', 'veg-curries', 'Yellow lentils, cumin.', 'vegan', 'gf', 'medium'),
  dish('Paneer Tikka', 'appetizers', 'Charred in the tandoor.', 'veg', 'gf', 'milk'),
  dish('Aloo Gobi', 'veg-curries', 'Potato and cauliflower.', 'vegan', 'gf', 'mild'),
  dish('Garlic Naan', 'breads', 'From the tandoor.', 'veg', 'wheat', 'milk'),
  dish('Peanut Chaat', 'appetizers', 'Crisp, sour.', 'vegan', 'peanuts', 'hot'),
  dish('Kulfi', 'desserts', 'Frozen milk with pistachio.', 'veg', 'gf', 'milk', 'tree-nuts'),
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
  ['vegetarian appetizers', ['Paneer Tikka', 'Peanut Chaat']],
  ['veg curries', ['Dal Tadka', 'Aloo Gobi']],
  ['non-veg', ['Chicken Biryani', 'Prawn Korma']],
  ['meat', ['Chicken Biryani', 'Prawn Korma']],
])('%j as a diet word: %j', (typed, names) => {
  expect([found(typed), find(typed).aboutAllergens]).toEqual([names, false]);
});

test.each([
  ['nuts', ['Prawn Korma', 'Kulfi']],
  ['peanuts', ['Peanut Chaat']],
  ['shellfish', ['Prawn Korma']],
  ['dairy', ['Chicken Biryani', 'Prawn Korma', 'Paneer Tikka', 'Garlic Naan', 'Kulfi']],
  ['without dairy', ['Dal Tadka', 'Aloo Gobi', 'Peanut Chaat']],
  ['vegan no nuts', ['Dal Tadka', 'Aloo Gobi']],
  ['nut-free desserts', []],
  ['gluten free appetizers', ['Paneer Tikka']],
  ['curries without penuts', ['Prawn Korma', 'Dal Tadka', 'Aloo Gobi']],
  ['curries without', ['Prawn Korma', 'Dal Tadka', 'Aloo Gobi']],
  ['curries without n', ['Prawn Korma', 'Dal Tadka', 'Aloo Gobi']],
])('%j is about allergens: %j', (typed, names) => {
  expect([found(typed), find(typed).aboutAllergens]).toEqual([names, true]);
});

test.each([
  ['spicy', ['Peanut Chaat', 'Dal Tadka'], 'Dishes that are medium or hot, the hottest first.'],
  ['spicy curries', ['Dal Tadka'], 'Dishes that are medium or hot, the hottest first.'],
  ['hot', ['Peanut Chaat'], 'Dishes that are hot.'],
  ['not spicy curries', ['Prawn Korma', 'Aloo Gobi'], 'Dishes that are mild or not spicy at all.'],
  ['mild curries', ['Prawn Korma', 'Aloo Gobi'], 'Dishes that are mild or not spicy at all.'],
  ['nuts', ['Prawn Korma', 'Kulfi'], 'Dishes with tree nuts.'],
  ['no nuts curries', ['Dal Tadka', 'Aloo Gobi'], 'Dishes without tree nuts or peanuts.'],
  ['seafood', ['Prawn Korma'], 'Dishes with fish or crustaceans and molluscs.'],
  ['gluten free appetizers', ['Paneer Tikka'], 'Dishes that are gluten-free.'],
  ['vegan no peanuts', ['Dal Tadka', 'Aloo Gobi'], 'Dishes that are vegan, without peanuts.'],
])('%j finds %j, explained as %j', (typed, names, message) => {
  expect([found(typed), searchMeaningText(find(typed).meaningTexts)]).toEqual([names, message]);
});

const MEATLESS = ['Dal Tadka', 'Paneer Tikka', 'Aloo Gobi', 'Garlic Naan', 'Peanut Chaat', 'Kulfi'];
const NO_MILK = ['Dal Tadka', 'Aloo Gobi', 'Peanut Chaat'];
const NO_NUTS = ['Chicken Biryani', 'Dal Tadka', 'Paneer Tikka', 'Aloo Gobi', 'Garlic Naan'];
const NO_FISH = menu.map(({ name }) => name).filter((name) => name !== 'Prawn Korma');
const NO_GLUTEN = ['Chicken Biryani', 'Prawn Korma', 'Dal Tadka', 'Paneer Tikka', 'Aloo Gobi', 'Kulfi'];
test.each([
  ['no meat', MEATLESS, 'Dishes that are vegetarian.'],
  ['no chicken', menu.map(({ name }) => name).slice(1), 'Dishes that say nothing of chicken.'],
  ['no murgh', menu.map(({ name }) => name).slice(1), 'Dishes that say nothing of murgh.'],
  ['sans onion', menu.map(({ name }) => name).slice(1), 'Dishes that say nothing of onion.'],
  ['no garlic naan', menu.map(({ name }) => name).filter((name) => name !== 'Garlic Naan'), null],
  ['no milk or eggs', NO_MILK, 'Dishes without milk, without eggs.'],
  ['no dairy, nuts', ['Dal Tadka', 'Aloo Gobi'], 'Dishes without milk, without tree nuts or peanuts.'],
  ['no dairy or nuts', ['Dal Tadka', 'Aloo Gobi'], null],
  ['no dairy and no nuts', ['Dal Tadka', 'Aloo Gobi'], null],
  ['no nuts, vegan', ['Dal Tadka', 'Aloo Gobi'], null],
  ['no nuts or spicy', ['Chicken Biryani', 'Paneer Tikka', 'Aloo Gobi', 'Garlic Naan'], null],
  ['no tree nuts', NO_NUTS, null],
  ['avoid nuts', NO_NUTS, 'Dishes without tree nuts or peanuts.'],
  ['avoiding nuts and dairy', ['Dal Tadka', 'Aloo Gobi'], null],
  ['sans noix', NO_NUTS, 'Dishes without tree nuts or peanuts.'],
  [
    'sans les arachides',
    menu.map(({ name }) => name).filter((name) => name !== 'Peanut Chaat'),
    'Dishes without peanuts.',
  ],
  ['pas de lait', NO_MILK, 'Dishes without milk.'],
  ['sans lait ni œufs', NO_MILK, 'Dishes without milk, without eggs.'],
  ['sans produits laitiers', NO_MILK, 'Dishes without milk.'],
  ['sans fruits de mer', NO_FISH, null],
  ['évitez le poisson', menu.map(({ name }) => name), 'Dishes without fish.'],
  ['je suis allergique aux noix', NO_NUTS, null],
  ['allergique à l’arachide', menu.map(({ name }) => name).filter((name) => name !== 'Peanut Chaat'), null],
  ['no cashew nuts', NO_NUTS, null],
  ['no fish or shellfish', NO_FISH, null],
  ['allergic to shellfish', NO_FISH, null],
  ['I’m allergic to milk and nuts', ['Dal Tadka', 'Aloo Gobi'], null],
  ['nut allergy', NO_NUTS, null],
  ['glutenfree', NO_GLUTEN, 'Dishes that are gluten-free.'],
  ['glutenfr', NO_GLUTEN, null],
  ['celiac', NO_GLUTEN, null],
  ['nutfree', NO_NUTS, null],
  ['dairyfree', NO_MILK, null],
  ['nut and dairy free', ['Dal Tadka', 'Aloo Gobi'], null],
  ['onion-free', menu.map(({ name }) => name).slice(1), null],
  ['no milk or', NO_MILK, null],
  ['no milk or n', NO_MILK, null],
  ['no kale', menu.map(({ name }) => name), 'Dishes that say nothing of kale.'],
])('%j leaves out %j', (typed, names, message) => {
  expect(found(typed)).toEqual(names);
  expect(find(typed).aboutAllergens).toBe(true);
  expect(message === null || searchMeaningText(find(typed).meaningTexts) === message).toBe(true);
});

test('dair is the beginning of dairy, not of dairy-free', () => {
  expect(found('dair')).toEqual(found('dairy'));
});

test('words of the menu get no explanation, and neither does a search without results', () => {
  expect(['paneer', 'curries', 'spicy desserts'].map((typed) => find(typed).meaningTexts)).toEqual([[], [], []]);
});

test('egg does not find an eggplant, but a longer beginning of the word does', () => {
  const more = buildMenuSearch(
    [dish('Roasted Eggplant', 'veg-curries', '', 'vegan'), dish('Omelette', 'breakfast', '', 'eggs')],
    (each) => each,
  );
  const names = (typed: string) => more(typed).dishes.map(({ name }) => name);
  expect([names('egg'), names('eggs'), names('eggp')]).toEqual([['Omelette'], ['Omelette'], ['Roasted Eggplant']]);
});

test('without nuts also means without peanuts', () => {
  expect(found('no nuts')).not.toContain('Peanut Chaat');
});

test.each(['pizza', 'ice', 'lamb', 'onion naan', 'chicken dosa', 'rise ice'])('%j finds nothing', (typed) => {
  expect(found(typed)).toEqual([]);
  expect(find(typed).instead).toBeNull();
});

test('rice does not find ice, and ice does not find rice', () => {
  const ices = buildMenuSearch([dish('Ice Cream', 'desserts', 'Cold.')], (each) => each);
  expect(ices('rice').dishes).toEqual([]);
  expect(countTypos('rice', 'ice')).toBe(Infinity);
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

test('words for allergens are never reinterpreted to find more dishes', () => {
  expect(found('no peanuts chaat')).toEqual([]);
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

const letters = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 1, maxLength: 12 });

test('law: the first letter, short words and more than two letters are never corrected', () => {
  fc.assert(
    fc.property(letters, letters, (typed, word) => {
      const far = countTypos(typed, word);
      if (far === Infinity) return;
      expect(typed[0]).toBe(word[0]);
      expect(typed.length).toBeGreaterThanOrEqual(4);
      expect(far).toBeLessThan(typed.length < 8 ? 2 : 3);
    }),
  );
});

test('law: words of five or more letters match with one letter wrong, missing, added or swapped', () => {
  const long = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 5, maxLength: 12 });
  fc.assert(
    fc.property(long, fc.nat(), fc.constantFrom(...'abcdefgh'), (word, place, letter) => {
      const at = 1 + (place % (word.length - 1));
      const slipped = [
        word.slice(0, at) + letter + word.slice(at + 1),
        word.slice(0, at) + word.slice(at + 1),
        word.slice(0, at) + letter + word.slice(at),
        word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2),
      ];
      for (const typed of slipped) expect(countTypos(typed, word)).toBeLessThanOrEqual(1);
    }),
  );
});
