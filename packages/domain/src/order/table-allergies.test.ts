import { expect, test } from 'vitest';
import { affectedLines, allergyTexts, keepsAllergies } from './allergies.ts';
import type { Allergy } from './allergy.ts';
import { namesAllergy } from './allergy-words.ts';
import { allergiesOf } from './line-texts.ts';
import { allergiesOfEater, isStatedIn, tableAllergies, type StatedAllergies } from './table-allergies.ts';

const NUTS = { code: 'tree-nuts' } as const;
const MILK = { code: 'milk' } as const;

test.each<[string, readonly StatedAllergies[], readonly Allergy[]]>([
  ['nothing', [{}, { allergies: null, lines: [{ seat: 1, allergies: null, note: null }] }], []],
  ['a whole order', [{ allergies: [NUTS] }], [NUTS]],
  ['two rounds, each once', [{ allergies: [NUTS] }, { allergies: [MILK, NUTS] }], [NUTS, MILK]],
  ['a dish of a seat', [{ lines: [{ seat: 3, allergies: [NUTS] }] }], [{ ...NUTS, seat: 3 }]],
  ['a dish without a seat, which is everybody’s', [{ lines: [{ allergies: [NUTS] }] }], [NUTS]],
  ['a seat, and then everybody', [{ lines: [{ seat: 3, allergies: [NUTS] }] }, { allergies: [NUTS] }], [NUTS]],
  ['an order, for a seat', [{ allergies: [{ ...MILK, seat: 2 }] }], [{ ...MILK, seat: 2 }]],
  ['the note about allergies', [{ allergyNote: 'Carries a pen' }], [{ text: 'Carries a pen' }]],
  ['special instructions', [{ specialInstructions: 'No nuts please' }], [{ text: 'No nuts please' }]],
  ['instructions about something else', [{ specialInstructions: 'Birthday' }], []],
  [
    'the note of a dish that names an allergy',
    [{ lines: [{ seat: 1, note: 'Allergic to kiwi' }] }],
    [{ text: 'Allergic to kiwi', seat: 1 }],
  ],
  ['the note of a dish that is a wish', [{ lines: [{ seat: 1, note: 'No milk' }] }], []],
])('a table has the allergies that were stated with %s', (_what, orders, expected) => {
  expect(tableAllergies(orders)).toEqual(expected);
});

const line = (number: number, seat: number | null, allergens: ['tree-nuts'] | ['wheat'] | null) => ({
  line: number,
  name: `Dish ${number}`,
  quantity: 1,
  recipe: '',
  allergens: { contains: allergens ?? [], isComplete: allergens !== null },
  allergies: [],
  note: '',
  check: null,
  seat,
});

test.each<[string, Allergy, readonly number[]]>([
  ['everybody affects each dish that contains it or of which it is not known', NUTS, [1, 2, 3, 5]],
  ['a seat affects those of this seat and those that are shared', { ...NUTS, seat: 2 }, [2, 3]],
  ['a seat in words affects all dishes of this seat and all that are shared', { text: 'Kiwi', seat: 1 }, [1, 3, 4]],
])('an allergy of %s', (_what, allergy, expected) => {
  const lines = [
    line(1, 1, ['tree-nuts']),
    line(2, 2, ['tree-nuts']),
    line(3, null, ['tree-nuts']),
    line(4, 1, ['wheat']),
    line(5, 3, null),
  ];
  const order = { allergies: [allergy], allergyNote: '', specialInstructions: '', lines };
  expect(affectedLines(order).map((each) => each.line)).toEqual(expected);
});

test('an allergy is stated by the same words for the same seat or for everybody', () => {
  const list = [NUTS, { ...MILK, seat: 2 }];
  expect(isStatedIn({ ...NUTS, seat: 4 }, list)).toBe(true);
  expect(isStatedIn({ ...MILK, seat: 2 }, list)).toBe(true);
  expect(isStatedIn({ ...MILK, seat: 3 }, list)).toBe(false);
  expect(isStatedIn(MILK, list)).toBe(false);
  expect(isStatedIn({ ...NUTS, text: 'traces' }, list)).toBe(false);
});

test('a program may not limit an allergy of everybody to a seat', () => {
  const order = (allergies: readonly Allergy[]) => ({
    allergies,
    allergyNote: '',
    specialInstructions: '',
    lines: [line(1, 1, ['tree-nuts'])],
  });
  expect(keepsAllergies(order([NUTS]), order([{ ...NUTS, seat: 2 }]))).toBe(false);
  expect(keepsAllergies(order([{ ...NUTS, seat: 2 }]), order([NUTS]))).toBe(true);
});

test('who carries the plate reads the seat with the allergy, once', () => {
  expect(allergyTexts([NUTS, { ...MILK, seat: 3 }])).toBe('Tree nuts, Seat 3: Milk');
  const ofEater = allergiesOfEater([MILK, { ...NUTS, seat: 1 }], { seat: 1, allergies: [NUTS, { text: 'Kiwi' }] });
  expect(ofEater).toEqual([
    { ...NUTS, seat: 1 },
    { text: 'Kiwi', seat: 1 },
  ]);
  expect(allergiesOfEater([{ ...NUTS, seat: 1 }], { seat: null, allergies: [MILK] })).toEqual([MILK]);
  const items = [
    { name: 'Korma', allergies: [{ ...NUTS, seat: 1 }] },
    { name: 'Dal', allergies: [{ ...MILK, seat: 2 }] },
    { name: 'Rice', allergies: [NUTS] },
  ];
  expect(allergiesOf({ allergies: [{ ...NUTS, seat: 1 }], specialInstructions: '', items })).toEqual([
    'Seat 1: Tree nuts',
    'Dal: Seat 2: Milk',
    'Rice: Tree nuts',
  ]);
});

test.each([
  ['allergic to nuts', true],
  ['intolérante au lait', true],
  ['no nuts', false],
  ['not allergic to anything', false],
  ['', false],
])('whether “%s” names an allergy: %s', (text, expected) => {
  expect(namesAllergy(text)).toBe(expected);
});
