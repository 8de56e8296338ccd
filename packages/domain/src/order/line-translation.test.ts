import { expect, test } from 'vitest';
import { ZERO } from '../core/index.ts';
import { translateLineForGuest, translateLine } from './index.ts';

const group = {
  id: 'sauce',
  name: 'Sauce au choix',
  kind: 'one',
  min: 1,
  max: 1,
  included: 1,
  eachExtra: ZERO,
  isSize: false,
  isOpened: false,
  options: [
    {
      id: 'mint',
      name: 'Menthe',
      price: ZERO,
      isDefault: false,
      maxUnits: 1,
      isAvailable: true,
      allergens: [],
      breaks: [],
    },
  ],
} as const;
const poulet = { name: 'Poulet au beurre', description: 'Doux', price: ZERO, optionGroups: [group] };
const line = {
  name: 'Butter chicken',
  description: 'Mild',
  choices: [
    { group: 'sauce', groupName: 'Sauce', id: 'mint', name: 'Mint' },
    // removed from the menu since: it keeps the name it was chosen by
    { group: 'heat', groupName: 'Heat', id: 'hot', name: 'Hot' },
  ],
};

test('translates a line and its options with the menu of the other language', () => {
  expect(translateLine(line, poulet)).toEqual({
    name: 'Poulet au beurre',
    description: 'Doux',
    options: [
      { name: 'Menthe', groupName: 'Sauce au choix' },
      { name: 'Hot', groupName: 'Heat' },
    ],
  });
});

test('stores nothing if the texts are the same as the restaurant’s', () => {
  const { choices: _none, ...plain } = line;
  expect(translateLine(plain, { name: 'Butter chicken', description: 'Mild', price: ZERO })).toBeUndefined();
  expect(translateLine(line, undefined)).toBeUndefined();
});

test('replaces the texts for the guest and leaves the other fields', () => {
  const placed = { name: 'Butter chicken', quantity: 2, options: [{ id: 'mint', name: 'Mint', groupName: 'Sauce' }] };
  expect(
    translateLineForGuest(placed, { name: 'Poulet', options: [{ name: 'Menthe', groupName: 'La sauce' }] }),
  ).toEqual({
    name: 'Poulet',
    quantity: 2,
    options: [{ id: 'mint', name: 'Menthe', groupName: 'La sauce' }],
  });
  expect(translateLineForGuest(placed, null)).toBe(placed);
});
