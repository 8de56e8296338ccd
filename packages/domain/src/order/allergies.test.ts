import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ALLERGY_CODES, type AllergyCode } from '../menu/allergy-codes.ts';
import { ALLERGENS } from '../menu/diet.ts';
import { allergenIn, allergyName, priorityAllergens } from '../menu/priority-allergens.ts';
import { allergensFrom } from '../testing/allergens.ts';
import {
  affectedLines,
  allergiesOfLine,
  allergyText,
  checkedContent,
  containedAllergies,
  hasAllergy,
  keepsAllergies,
  requireConfirmedLines,
  unconfirmedLines,
  validCheck,
  type AllergyLine,
  type AllergyOrder,
} from './allergies.ts';
import { distinctAllergies } from './allergy.ts';

const line = (fields: Partial<AllergyLine> = {}): AllergyLine => ({
  line: 1,
  name: 'Satay',
  quantity: 1,
  recipe: 'satay',
  allergens: allergensFrom(['peanuts']),
  allergies: [],
  note: '',
  check: null,
  ...fields,
});
const order = (fields: Partial<AllergyOrder> = {}): AllergyOrder => ({
  allergies: [],
  allergyNote: '',
  specialInstructions: '',
  lines: [line()],
  ...fields,
});
const checked = (of: AllergyOrder, each: AllergyLine): AllergyLine => ({
  ...each,
  check: { by: 'Mia', userId: 'mia', at: '', content: checkedContent(of, each), quantity: each.quantity },
});
const isAffected = (of: Partial<AllergyOrder>, each: Partial<AllergyLine> = {}) =>
  affectedLines(order({ ...of, lines: [line(each)] })).length === 1;

test.each([
  ['CA', 11],
  ['FR', 14],
  ['GB', 14],
  ['US', 9],
  ['JP', 14],
])('%s has %i priority allergens, each with a name', (country, count) => {
  const list = priorityAllergens(country);
  expect(new Set(list).size).toBe(count);
  for (const code of list) expect(allergyName(code)).not.toBe(code);
});

test.each<[string, AllergyCode, Parameters<typeof allergenIn>[1], ReturnType<typeof allergenIn>]>([
  ['a marked allergen is contained', 'milk', ['milk'], 'contains'],
  ['another one is not', 'milk', ['eggs'], 'free'],
  ['nothing is known about an unmarked dish', 'milk', null, 'unknown'],
  ['shellfish is marked together', 'molluscs', ['crustaceans-and-molluscs'], 'contains'],
  ['wheat contains gluten', 'gluten', ['wheat'], 'contains'],
  ['a dish without wheat may contain gluten', 'gluten', ['milk'], 'unknown'],
  ['dishes are not marked for celery', 'celery', ['milk'], 'unknown'],
])('%s', (_case, code, marks, expected) => {
  expect(allergenIn(code, marks)).toBe(expected);
});

test.each<[string, Partial<AllergyOrder>, Partial<AllergyLine>, boolean]>([
  ['no allergy affects no line', {}, {}, false],
  ['an allergy affects a dish that contains it', { allergies: [{ code: 'peanuts' }] }, {}, true],
  ['and no dish that does not', { allergies: [{ code: 'milk' }] }, {}, false],
  ['but one of which nothing is known', { allergies: [{ code: 'milk' }] }, { allergens: allergensFrom(null) }, true],
  ['an allergy without code affects every line', { allergies: [{ text: 'kiwi' }] }, {}, true],
  ['so does one with a code and a text', { allergies: [{ code: 'milk', text: 'traces' }] }, {}, true],
  ['so does one that names more than an allergen', { allergies: [{ text: 'milk and kiwi' }] }, {}, true],
  ['so does a wish about one', { allergies: [{ text: 'no sesame oil please' }] }, {}, true],
  ['an allergen in words affects a dish that contains it', { allergies: [{ text: 'Arachide' }] }, {}, true],
  ['and no dish that does not, as one of the list', { allergies: [{ text: 'Lait, œufs' }] }, {}, false],
  ['nor does a note that only names it', { allergyNote: 'sesame' }, {}, false],
  ['of two in words, one is enough', { allergies: [{ text: 'milk or peanuts' }] }, {}, true],
  [
    'but it affects a dish of which nothing is known',
    { allergies: [{ text: 'milk' }] },
    { allergens: allergensFrom(null) },
    true,
  ],
  ['and gluten affects a dish that may have it', { allergies: [{ text: 'gluten' }] }, {}, true],
  ['a note about allergies affects every line', { allergyNote: 'carries an EpiPen' }, {}, true],
  ['so do special instructions that mention one', { specialInstructions: 'nut free please' }, {}, true],
  ['other instructions affect none', { specialInstructions: 'no onions please' }, {}, false],
  ['an allergy of the line affects it, whatever it contains', {}, { allergies: [{ code: 'milk' }] }, true],
  ['a note of the line affects it', {}, { note: 'without nuts' }, true],
  ['a refunded line is not made', { allergies: [{ text: 'kiwi' }] }, { quantity: 0 }, false],
  [
    'an order from before stated allergies is not blocked',
    { allergies: null, specialInstructions: 'no nuts' },
    {},
    false,
  ],
])('%s', (_case, of, each, expected) => {
  expect(isAffected(of, each)).toBe(expected);
});

test('a confirmation counts for the line as it was: dish, options, note, allergies and at most as many portions', () => {
  const peanuts = order({ allergies: [{ code: 'peanuts' }] });
  const confirmed = checked(peanuts, line({ quantity: 2 }));
  const isValid = (of: Partial<AllergyOrder>, each: Partial<AllergyLine>) =>
    validCheck({ ...peanuts, ...of }, { ...confirmed, ...each }) !== null;
  expect(isValid({}, {})).toBe(true);
  expect(isValid({}, { quantity: 1 })).toBe(true);
  expect(isValid({ allergies: [{ code: 'peanuts' }, { code: 'milk' }] }, {})).toBe(true);
  expect(isValid({}, { quantity: 3 })).toBe(false);
  expect(isValid({}, { recipe: 'satay, extra sauce' })).toBe(false);
  expect(isValid({ allergies: [{ code: 'peanuts' }, { text: 'kiwi' }] }, {})).toBe(false);
  expect(isValid({ allergyNote: 'severe' }, {})).toBe(false);
  expect(isValid({}, { allergies: [{ code: 'milk' }] })).toBe(false);
});

test('a refusal names the dishes and the allergies', () => {
  const of = order({
    allergies: [{ code: 'peanuts' }],
    lines: [
      line(),
      line({ line: 2, name: 'Rice', allergens: allergensFrom(['soy']) }),
      line({ line: 3, name: 'Curry' }),
    ],
  });
  const refused = requireConfirmedLines(of);
  expect(refused).toMatchObject({
    ok: false,
    error: {
      code: 'allergy-unconfirmed',
      message: 'Nobody has confirmed these dishes for the allergy (Peanuts): Satay, Curry.',
      details: {
        lines: [
          { line: 1, name: 'Satay' },
          { line: 3, name: 'Curry' },
        ],
      },
    },
  });
  expect(requireConfirmedLines(of, [2]).ok).toBe(true);
  expect(requireConfirmedLines(of, [3]).ok).toBe(false);
});

const allergies = fc.array(
  fc.record({ code: fc.constantFrom(...ALLERGY_CODES), text: fc.constantFrom('', 'severe') }, { requiredKeys: [] }),
  { maxLength: 3 },
);
const marks = fc.option(fc.subarray(ALLERGENS.map(({ id }) => id)));

test('confirming every unconfirmed line releases the order, and no line is affected without an allergy', () => {
  fc.assert(
    fc.property(allergies, fc.array(fc.tuple(marks, allergies), { minLength: 1, maxLength: 4 }), (stated, dishes) => {
      const of = order({
        allergies: stated,
        lines: dishes.map(([allergens, own], index) =>
          line({ line: index + 1, allergens: allergensFrom(allergens), allergies: own }),
        ),
      });
      const missing = unconfirmedLines(of);
      expect(requireConfirmedLines(of).ok).toBe(missing.length === 0);
      expect(missing.length > 0 && !hasAllergy(of)).toBe(false);
      const released = { ...of, lines: of.lines.map((each) => (missing.includes(each) ? checked(of, each) : each)) };
      expect(requireConfirmedLines(released).ok).toBe(true);
    }),
  );
});

test('a dish that is known to contain a stated code is always affected', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ALLERGY_CODES), marks, (code, allergens) => {
      const known = allergensFrom(allergens);
      const isAffectedLine = allergiesOfLine(order({ allergies: [{ code }] }), line({ allergens: known })).length > 0;
      expect(isAffectedLine).toBe(allergenIn(code, allergens) !== 'free');
      expect(containedAllergies([{ code }], known)).toEqual(allergenIn(code, allergens) === 'contains' ? [code] : []);
    }),
  );
});

test('texts name the allergy, and equal entries of a request count once', () => {
  expect(allergyText({ code: 'tree-nuts', text: 'traces' })).toBe('Tree nuts: traces');
  expect(distinctAllergies([{ code: 'milk' }, { code: 'milk', text: '' }, { text: 'kiwi' }, {}])).toEqual([
    { code: 'milk' },
    { text: 'kiwi' },
  ]);
});

const MILK = { code: 'milk' } as const;
const MUSTARD = { code: 'mustard' } as const;
const SATAY_WITH_MILK = line({ quantity: 2, allergies: [MILK] });
const SOUP = line({ line: 2, name: 'Soup' });

test.each<[string, Partial<AllergyOrder>, Partial<AllergyOrder>, boolean]>([
  ['nothing changes', { allergies: [MILK] }, { allergies: [MILK] }, true],
  ['an allergy is added', { allergies: [MILK] }, { allergies: [MUSTARD, MILK] }, true],
  ['a text is added to a code', { allergies: [MILK] }, { allergies: [{ ...MILK, text: 'not any more' }] }, false],
  ['a text is added beside a code', { allergies: [MILK] }, { allergies: [MILK, { text: 'traces of nuts' }] }, true],
  ['one of two is removed', { allergies: [MILK, MUSTARD] }, { allergies: [MUSTARD] }, false],
  ['the text of a code is removed', { allergies: [{ ...MILK, text: 'traces' }] }, { allergies: [MILK] }, false],
  ['a text is replaced', { allergies: [{ text: 'kiwi' }] }, { allergies: [{ text: 'plums' }] }, false],
  [
    'all are removed and the note stays',
    { allergies: [MILK], allergyNote: 'EpiPen' },
    { allergies: [], allergyNote: 'EpiPen' },
    false,
  ],
  ['the note is removed', { allergyNote: 'EpiPen' }, {}, false],
  ['a note is added', {}, { allergyNote: 'EpiPen' }, true],
  ['the wishes no longer name an allergy', { specialInstructions: 'nut free please' }, {}, false],
  ['other wishes change', { specialInstructions: 'ring twice' }, { specialInstructions: 'do not ring' }, true],
  ['the allergy of a dish is removed', { lines: [SATAY_WITH_MILK] }, { lines: [line({ quantity: 2 })] }, false],
  ['a dish with an allergy is removed', { lines: [SATAY_WITH_MILK, SOUP] }, { lines: [SOUP] }, false],
  [
    'a dish with an allergy is ordered again without it',
    { lines: [SATAY_WITH_MILK] },
    { lines: [line({ line: 3, quantity: 2 })] },
    false,
  ],
  [
    'one portion less has the allergy',
    { lines: [SATAY_WITH_MILK] },
    { lines: [{ ...SATAY_WITH_MILK, quantity: 1 }, line({ line: 3 })] },
    false,
  ],
  [
    'a dish whose note names an allergy is removed',
    { lines: [line({ note: 'no peanuts' }), SOUP] },
    { lines: [SOUP] },
    false,
  ],
  [
    'a dish without an allergy of its own is removed',
    { allergies: [MILK], lines: [line(), SOUP] },
    { allergies: [MILK], lines: [SOUP] },
    true,
  ],
  [
    'the wish for a dish with an allergy changes',
    { allergies: [MILK], lines: [line({ allergens: allergensFrom(['milk']), note: 'no cream please' })] },
    { allergies: [MILK], lines: [line({ allergens: allergensFrom(['milk']), note: 'cream please' })] },
    false,
  ],
  [
    'the wish for a dish without an allergy changes',
    { allergies: [MILK], lines: [line({ allergens: allergensFrom([]), note: 'crisp' })] },
    { allergies: [MILK], lines: [line({ allergens: allergensFrom([]), note: 'soft' })] },
    true,
  ],
  ['an allergy is stated for a dish', { lines: [line()] }, { lines: [line({ allergies: [MILK] })] }, true],
  [
    'a dish no longer waits',
    { allergies: [MILK], lines: [line({ allergens: allergensFrom(null) })] },
    { allergies: [MILK] },
    false,
  ],
])('everything about allergies is kept or not: %s', (_case, before, after, expected) => {
  expect(keepsAllergies(order(before), order(after))).toBe(expected);
});

test('confirmed allergies are kept like those that wait', () => {
  const before = order({ allergies: [MILK], lines: [line({ allergens: allergensFrom(['milk']) })] });
  const confirmed = { ...before, lines: before.lines.map((each) => checked(before, each)) };
  expect(keepsAllergies(confirmed, { ...confirmed, allergies: [] })).toBe(false);
  expect(keepsAllergies(confirmed, { ...confirmed, allergies: [MILK] })).toBe(true);
});
