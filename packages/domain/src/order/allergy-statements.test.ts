import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ALLERGY_CODES, type AllergyCode } from '../menu/allergy-codes.ts';
import { DISH_ALLERGENS, shortAllergenName, type DishAllergens } from '../menu/diet.ts';
import { allergenIn, allergenOnMenu, allergyName } from '../menu/priority-allergens.ts';
import { allergensFrom } from '../testing/allergens.ts';
import type { Allergy } from './allergy.ts';
import { allergyStatements } from './allergy-statements.ts';

const MENU: readonly DishAllergens[] = [['milk', 'tree-nuts'], ['wheat'], null];

test.each<[string, Allergy[], DishAllergens, string[]]>([
  ['a listed allergen', [{ code: 'milk' }], ['milk'], ['Dal contains milk.']],
  [
    'an allergen that another dish contains',
    [{ code: 'tree-nuts' }],
    ['milk'],
    ['Dal: tree nuts are not among its listed ingredients. Our kitchen also uses tree nuts.'],
  ],
  ['an allergen of no dish', [{ code: 'fish' }], ['milk'], ['Dal: fish is not among its listed ingredients.']],
  ['unknown allergens', [{ code: 'milk' }], null, ['We do not know all allergens of Dal, so it may contain milk.']],
  ['an allergy in words', [{ text: 'Kiwi' }], ['milk'], ['We cannot rule out Kiwi in Dal.']],
  ['what the list cannot answer', [{ code: 'gluten' }], ['milk'], ['We cannot rule out cereals with gluten in Dal.']],
  [
    'several at once',
    [{ code: 'fish' }, { code: 'milk' }, { text: 'kiwi' }, { code: 'eggs' }, { code: 'milk' }],
    ['milk'],
    ['Dal contains milk.', 'We cannot rule out kiwi in Dal.', 'Dal: fish, eggs are not among its listed ingredients.'],
  ],
  ['a dish that contains none of the list', [{ code: 'fish' }], [], ['Dal: fish is not among its listed ingredients.']],
  ['an allergen in words', [{ text: 'Lait' }], ['milk'], ['Dal contains milk.']],
  ['nuts, which may be peanuts', [{ text: 'nuts' }], ['peanuts'], ['Dal contains peanuts.']],
  [
    'an allergen in words that it does not list, as from the list',
    [{ text: 'arachide' }, { code: 'peanuts' }],
    [],
    ['Dal: peanuts are not among its listed ingredients.'],
  ],
  [
    'words for more than an allergen',
    [{ text: 'peanut and kiwi' }],
    [],
    ['We cannot rule out peanut and kiwi in Dal.'],
  ],
  ['nothing stated', [], ['milk'], []],
])('%s', (_what, stated, allergens, expected) => {
  expect(allergyStatements('Dal', stated, allergensFrom(allergens), MENU).map(({ text }) => text)).toEqual(expected);
});

const marks = fc.option(fc.subarray(DISH_ALLERGENS.map(({ id }) => id)), { nil: null });
const allergy = fc.oneof(
  fc.constantFrom(...ALLERGY_CODES).map((code): Allergy => ({ code })),
  fc.constantFrom('Kiwi', 'plums').map((text): Allergy => ({ text })),
  fc.constantFrom(...ALLERGY_CODES).map((code): Allergy => ({ code, text: 'also traces' })),
);
/** As sentences name it. */
const nameOf = (code: AllergyCode) => shortAllergenName(allergyName(code)).toLowerCase();
const KIND = { contains: 'contains', unknown: 'unsure', free: 'unlisted' } as const;

test('for every dish, allergen and statement, what is said follows from the list of the dish', () => {
  fc.assert(
    fc.property(fc.array(allergy, { maxLength: 6 }), marks, fc.array(marks), (stated, allergens, menu) => {
      const statements = allergyStatements('Dal', stated, allergensFrom(allergens), menu);
      const kindsOf = (name: string) =>
        statements.filter(({ allergies }) => allergies.toLowerCase().includes(name)).map(({ kind }) => kind);
      for (const { code, text } of stated) {
        const known = code ? allergenIn(code, allergens) : 'unknown';
        const kind = text && known !== 'contains' ? 'unsure' : KIND[known];
        expect(kindsOf(code && !(text && kind === 'unsure') ? nameOf(code) : (text ?? '').toLowerCase())).toContain(
          kind,
        );
      }
      expect(new Set(statements.map(({ kind }) => kind)).size).toBe(statements.length);
      for (const { kind, allergies, text } of statements) {
        // It names the dish and the allergies, and nothing says that a dish is free of something.
        expect(text).toContain('Dal');
        expect(text).toContain(allergies);
        expect(text).not.toMatch(/free|none of|without|does not|not contain|safe/i);
        expect(/\bcontains\b/.test(text)).toBe(kind === 'contains');
        const isNamed = (id: AllergyCode) => text.toLowerCase().includes(nameOf(id));
        // Only what this guest stated. 'Crustaceans' is also a part of the name of a wider group.
        for (const id of ALLERGY_CODES.filter(isNamed))
          expect(stated.some(({ code }) => code && nameOf(code).includes(nameOf(id)))).toBe(true);
        const used = /Our kitchen also uses (.*)\.$/.exec(text)?.[1];
        for (const id of ALLERGY_CODES.filter((code) => used?.split(', ').includes(nameOf(code))))
          expect(allergenOnMenu(id, menu)).toBe('some');
      }
    }),
  );
});

test('an allergen of an option is contained, and what nobody stated of the dish beside it is unknown', () => {
  const withCashews = { contains: ['tree-nuts' as const], isComplete: false };
  const sentences = (stated: Allergy[]) => allergyStatements('Dal', stated, withCashews, MENU).map(({ text }) => text);
  expect(sentences([{ code: 'tree-nuts' }, { code: 'milk' }])).toEqual([
    'Dal contains tree nuts.',
    'We do not know all allergens of Dal, so it may contain milk.',
  ]);
  expect(sentences([{ text: 'cashews, eggs' }])).toEqual([
    'Dal contains tree nuts.',
    'We do not know all allergens of Dal, so it may contain eggs.',
  ]);
});
