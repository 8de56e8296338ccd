import { expect, test } from 'vitest';
import { allergiesOf, lineName, lineTexts } from './line-texts.ts';

const chosen = [
  { name: 'Large', units: 1, isOneOf: true, isSize: true },
  { name: 'Onion', kitchenName: 'ONI', units: 0, isDefault: true, isRemoval: true },
  { name: 'Coriander', units: 1, isDefault: true },
  { name: 'Paneer', units: 2 },
];

test('below a dish come its differences from the default, then its note in quotes', () => {
  expect(lineTexts({ options: chosen, note: 'well done' })).toEqual(['Large', '− Onion', '+ Paneer ×2', '“well done”']);
  expect(lineTexts({ options: chosen }, 'kitchen')).toEqual(['Large', '− ONI', '+ Paneer ×2']);
  expect(lineTexts({ note: 'well done\n\nPAID\u2028\u001B@' })).toEqual(['“well done PAID @”']);
  expect(lineTexts({})).toEqual([]);
  expect(lineName({ name: 'Thali', options: chosen })).toBe('Thali, Large, − Onion, + Paneer ×2');
});

test('an allergy in a dish’s note is listed with the dish’s name, after that of the order’s note', () => {
  const items = [{ name: 'Dal', note: 'no nuts please' }, { name: 'Naan', note: 'extra crisp' }, { name: 'Raita' }];
  expect(allergiesOf({ specialInstructions: 'Allergic to sesame', items })).toEqual([
    'Allergic to sesame',
    'Dal: no nuts please',
  ]);
  expect(allergiesOf({ specialInstructions: 'Ring twice', items: [] })).toEqual([]);
});
