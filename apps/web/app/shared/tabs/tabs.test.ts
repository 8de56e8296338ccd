import { cents } from '@tiffin/domain/core';
import { expect, test } from 'vitest';
import { barTab, tabOfFive } from '../../testing/tabs.ts';
import type { Change } from '../offline/changes.ts';
import { allergiesOfTab, billForRounds, isSameTab, sumDue, targetOf, withPaid } from './tabs.ts';

const NUTS = { code: 'tree-nuts' } as const;
const items = [{ id: 'dal', quantity: 1, seat: 2, allergies: [{ code: 'milk' as const }] }];
const round = (fields: object) => ({ call: 'addRound', body: { items, ...fields } }) as Change;

test('the till knows what the rounds of a tab and those that wait on this device state, and no others', () => {
  const tabs = [
    { ...tabOfFive, allergies: [NUTS] },
    { ...tabOfFive, billId: 'earlier', allergies: [{ text: 'Kiwi' }] },
    { ...barTab, allergies: [{ text: 'of the bar' }] },
  ];
  const changes = [
    round({ billId: tabOfFive.billId, allergies: [{ code: null, text: 'Sesame oil' }] }),
    round({ billId: barTab.billId, specialInstructions: 'No eggs please' }),
    round({ label: 'Somebody else', specialInstructions: 'Allergic to soy' }),
  ];
  expect(allergiesOfTab(tabs, changes, targetOf(tabOfFive, 4))).toEqual([
    NUTS,
    { text: 'Kiwi' },
    { text: 'Sesame oil' },
    { code: 'milk', seat: 2 },
  ]);
  expect(allergiesOfTab(tabs, changes, targetOf(barTab, 1))).toEqual([
    { text: 'of the bar' },
    { text: 'No eggs please' },
    { code: 'milk', seat: 2 },
  ]);
});

test('a party that is not sent yet has what its own waiting rounds state, and an older stored tab states nothing', () => {
  const unsent = { billId: null, sittingId: '', tableId: 't6', name: 'Table 6', guests: 2 };
  const changes = [round({ tableId: 't6', allergies: [NUTS] }), round({ tableId: 't5' })];
  expect(allergiesOfTab([tabOfFive, barTab], changes, unsent)).toEqual([NUTS, { code: 'milk', seat: 2 }]);
});

test('dishes of a party go to its own bill, not to a tab that was moved to its table, and the table owes both', () => {
  const own = { ...tabOfFive, isNamed: false };
  const moved = { ...barTab, sittingId: 's1', tableId: 't5', tableName: '5', isNamed: true, due: 3.05 };
  const bills = [own, moved];
  expect(billForRounds(bills)).toBe(own);
  const paid = { ...own, takesRounds: false };
  expect(billForRounds([paid, moved])).toBe(paid);
  expect(billForRounds([moved])).toBe(moved);
  expect(sumDue(bills)).toBe(2585);
  expect(withPaid(own, cents(2000))).toMatchObject({ paid: 20, due: 2.8 });
});

test.each([
  ['its party, before and after its first round', { sittingId: 's1', billId: 'b1' }, true],
  ['other guests at a table of the same name', { sittingId: 's2' }, false],
  ['its bill, where nobody is seated', { sittingId: null, billId: 'b1' }, true],
  ['another bill with the same name', { sittingId: null, billId: 'b2' }, false],
])('a tab is the same for %s', (_case, fields, expected) => {
  const target = { billId: null, sittingId: null, tableId: null, name: 'Table 6', guests: 2 };
  const known = fields.sittingId === null ? { billId: 'b1' } : { sittingId: 's1' };
  expect(isSameTab({ ...target, ...known }, { ...target, ...fields })).toBe(expected);
});
