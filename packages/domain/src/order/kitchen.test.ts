import { expect, test } from 'vitest';
import { mapGuestNotes, GUEST_NOTE_FIELDS, NO_NOTES, pickGuestNotes } from './guest-notes.ts';
import { isOpenItem, openItemId, hideOpenItemName } from './open-item.ts';
import { translateOrderForGuest, translateLineForGuest, translateLine } from './line-translation.ts';
import { portionsToCook } from './portions-to-cook.ts';

const item = (line: number, quantity: number, refundedQuantity?: number) => ({
  line,
  name: `dish ${line}`,
  quantity,
  refundedQuantity,
});

test('refunded portions are not cooked, and the amount to cook is never negative', () => {
  expect([portionsToCook(item(1, 3)), portionsToCook(item(1, 3, 2)), portionsToCook(item(1, 3, 4))]).toEqual([3, 1, 0]);
});

test('an open item has one id per name, regardless of case and spaces', () => {
  const id = openItemId('Birthday cake');
  expect(id).toBe('open:birthday cake');
  expect([' birthday  CAKE ', 'Birthday\tcake'].map(openItemId)).toEqual([id, id]);
  expect(openItemId('Birthday cakes')).not.toBe(id);
  expect([id, 'birthday cake', 'reopen:cake'].map((each) => isOpenItem({ id: each }))).toEqual([true, false, false]);
});

test.each([
  ['On the house: Cake for Anna', 'On the house: Something else'],
  ['On the house: No Cake for Anna', 'On the house: No Cake for Anna'],
  ['Cake for Anna: on the house', 'Cake for Anna: on the house'],
  ['On the house', 'On the house'],
])('"%s" without the typed name reads "%s"', (label, plain) => {
  expect(hideOpenItemName(label, 'Cake for Anna')).toBe(plain);
});

test('every note has a value, and a missing one is empty', () => {
  expect(Object.keys(NO_NOTES)).toEqual(GUEST_NOTE_FIELDS);
  expect(Object.values(NO_NOTES)).toEqual(GUEST_NOTE_FIELDS.map(() => ''));
  expect(mapGuestNotes((field) => field.length)).toMatchObject({ specialInstructions: 19 });
  expect(pickGuestNotes({ specialInstructions: null })).toEqual(NO_NOTES);
  expect(pickGuestNotes({ specialInstructions: 'ring twice' })).toEqual({
    ...NO_NOTES,
    specialInstructions: 'ring twice',
  });
});

const mint = { group: 'sauce', groupName: 'Sauce', id: 'mint', name: 'Mint' };
const own = { name: 'Dal', description: 'Mild', choices: [mint] };
const menuIn = (sauce: { readonly name?: string; readonly groupName?: string; readonly of?: string } = {}) => ({
  name: 'Dal',
  description: 'Mild',
  price: 0 as never,
  optionGroups: [
    { id: 'size', name: 'Taille', options: [] },
    {
      id: 'sauce',
      name: sauce.groupName ?? 'Sauce',
      ...(sauce.of !== undefined && { of: sauce.of }),
      options: [
        { id: 'tamarind', name: 'Tamarin' },
        { id: 'mint', name: sauce.name ?? 'Mint' },
      ],
    },
  ] as never,
});

test.each([
  ['its name', { ...menuIn(), name: 'Dahl' }, { name: 'Dahl' }],
  ['its description', { ...menuIn(), description: 'Doux' }, { description: 'Doux' }],
  ['a choice', menuIn({ name: 'Menthe' }), { options: [{ name: 'Menthe', groupName: 'Sauce' }] }],
  ['a group', menuIn({ groupName: 'La sauce' }), { options: [{ name: 'Mint', groupName: 'La sauce' }] }],
  ['a part of a combo', menuIn({ of: 'Entrée' }), { options: [{ name: 'Mint', groupName: 'Sauce', of: 'Entrée' }] }],
])('a line stores a translation if %s differs', (_what, dish, expected) => {
  expect(translateLine(own, dish)).toMatchObject(expected);
  expect(translateLine(own, menuIn())).toBeUndefined();
});

test('options that the other menu does not have keep their original name', () => {
  const removed = { ...own, choices: [{ ...mint, id: 'gone', name: 'Gone' }] };
  expect(translateLine(removed, menuIn())).toBeUndefined();
  expect(translateLine(removed, menuIn({ groupName: 'La sauce' }))?.options).toEqual([
    { name: 'Gone', groupName: 'La sauce' },
  ]);
  const { optionGroups: _none, ...plain } = menuIn();
  expect(translateLine(own, plain)).toBeUndefined();
});

test('a combo part keeps its original name if the other menu does not name it', () => {
  const ofStarter = { ...own, choices: [{ ...mint, of: 'Starter' }] };
  expect(translateLine(ofStarter, menuIn())).toBeUndefined();
  expect(translateLine(ofStarter, menuIn({ of: 'Entrée' }))?.options).toEqual([
    { name: 'Mint', groupName: 'Sauce', of: 'Entrée' },
  ]);
});

test('showing an order in the guest’s language uses the translated texts of each line and leaves out the translation field', () => {
  const plain = { orderId: 'A', items: [{ name: 'Dal', quantity: 1 }] };
  expect(translateOrderForGuest(plain)).toBe(plain);
  const translation = { name: 'Dahl', description: 'Doux' };
  const items = [
    { name: 'Dal', description: 'Mild', options: null, said: translation },
    { name: 'Naan', description: '' },
  ];
  expect(translateOrderForGuest({ orderId: 'A', items })).toEqual({
    orderId: 'A',
    items: [
      { name: 'Dahl', description: 'Doux', options: null },
      { name: 'Naan', description: '' },
    ],
  });
  // The translation does not add fields that the line does not have.
  expect(translateLineForGuest({ name: 'Dal' }, translation)).toEqual({ name: 'Dahl' });
  expect(translateLineForGuest({ name: 'Dal', description: 'Mild' }, { name: 'Dahl' })).toEqual({
    name: 'Dahl',
    description: 'Mild',
  });
  expect(translateLineForGuest({ name: 'Dal', options: [{ id: 'mint', name: 'Mint' }] }, { name: 'Dahl' })).toEqual({
    name: 'Dahl',
    options: [{ id: 'mint', name: 'Mint' }],
  });
});
