import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { checkCode, closingText, isEarlyToClose } from './closing.ts';
import {
  denominationsOf,
  expectedInDrawer,
  needsPayOutApproval,
  needsReason,
  repeatedDifference,
  sumCountedCash,
  type EntryKind,
} from './drawer.ts';

const entry = (kind: EntryKind, amount: number) => ({ kind, amount: cents(amount) });

test('a drawer must contain its float, sales and pay-ins, less refunds, pay-outs and drops', () => {
  const entries = [
    entry('sale', 49_90),
    entry('sale', 10_55),
    entry('sale', 23_45),
    entry('pay-in', 50_00),
    entry('pay-out', 20_00),
    entry('refund', 9_90),
    entry('drop', 15_00),
    entry('no-sale', 0),
  ];
  expect(expectedInDrawer(cents(200_00), entries)).toBe(289_00);
  expect(expectedInDrawer(cents(200_00), [entry('hand-in', 80_00)])).toBe(280_00);
  expect(expectedInDrawer(cents(50_00), [entry('sale', 84_20), entry('hand-over', 80_00)])).toBe(54_20);
});

test.each([
  [{ 20: 6, 10: 7, 5: 9, 2: 14, 1: 16, 0.25: 22, 0.1: 17, 0.05: 7 }, 286_55],
  [{}, 0],
  [{ '100': 0 }, 0],
])('counted notes and coins %j sum to %i cents', (counted, sum) => {
  expect(sumCountedCash(counted, { coin: 5, currency: 'CAD' })).toMatchObject({ ok: true, value: sum });
});

test.each([
  [{ '-5': 1 }],
  [{ '0.01': 1 }],
  [{ '0': 1 }],
  [{ abc: 1 }],
  [{ '1e3': 1 }],
  [{ 5: -1 }],
  [{ 5: 1.5 }],
  [{ 5: 10_001 }],
  [{ 1000: 1001 }],
  [{ 7: 1 }],
  [{ 0.5: 1 }],
])('counted cash %j is refused in words', (counted) => {
  expect(sumCountedCash(counted, { coin: 5, currency: 'CAD' })).toMatchObject({
    ok: false,
    error: { code: 'invalid-argument' },
  });
});

test('a difference needs a reason from 5.01 up, either way', () => {
  expect([-5_01, -5_00, 0, 5_00, 5_01].map((amount) => needsReason(cents(amount)))).toEqual([
    true,
    false,
    false,
    false,
    true,
  ]);
});

test('Canada has no coin below five cents, and other currencies have their own notes', () => {
  expect(denominationsOf('CAD', 5).map(({ value }) => value)).toEqual([
    100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 25, 10, 5,
  ]);
  expect(denominationsOf('EUR', 5).at(-1)).toEqual({ value: 5, isCoin: true });
  expect(denominationsOf('USD', 1).at(-1)).toEqual({ value: 1, isCoin: true });
});

test('the text of a closing does not depend on the sequence of its fields', () => {
  expect(closingText({ b: [{ d: 1, c: 2 }], a: null })).toBe('{"a":null,"b":[{"c":2,"d":1}]}');
  expect(checkCode('7c1e9a04b2d3ff')).toBe('7C1E 9A04 B2D3');
});

test('notes of a currency that is not known are any sums of coins', () => {
  expect(sumCountedCash({ 1000: 2 }, { coin: 5, currency: 'JPY' })).toMatchObject({ ok: true, value: 2000_00 });
});

test.each([
  ['100.00 of a full drawer', 100_00, 0, 500_00, false],
  ['more than 100.00', 100_05, 0, 500_00, true],
  ['a second 60.00 by the same person', 60_00, 60_00, 500_00, true],
  ['more than is in the drawer', 20_05, 0, 20_00, true],
  ['all that is in the drawer', 20_00, 0, 20_00, false],
])('paying out %s needs a manager or not', (_what, amount, paidOut, inDrawer, isNeeded) => {
  expect(needsPayOutApproval(cents(amount), { paidOut: cents(paidOut), inDrawer: cents(inDrawer) })).toBe(isNeeded);
});

test.each([
  ['open with orders going', { isOpen: true, going: 1, toCome: 0 }, true],
  ['open with nothing going', { isOpen: true, going: 0, toCome: 0 }, false],
  ['closed with an order that nobody finished', { isOpen: false, going: 1, toCome: 0 }, false],
  ['closed between lunch and an order for dinner', { isOpen: false, going: 0, toCome: 1 }, true],
])('whoever closes a day while the location is %s is asked or not', (_, service, isAsked) => {
  expect(isEarlyToClose(service)).toBe(isAsked);
});

test.each([
  ['three shortages up to the limit', [-5_00, -1_00, -5], { times: 3, sum: -6_05 }],
  ['three overs among shortages', [1_00, -1_00, 2_00, -3_00, 5], { times: 3, sum: 3_05 }],
  ['two shortages', [-5_00, -1_00], null],
  ['shortages before a correct count', [-1_00, -1_00, -1_00, 0], null],
  ['shortages before a large one, which has its own reason', [-1_00, -1_00, -1_00, -5_01], null],
  ['a large shortage, which is not counted among small ones', [-20_00, -1_00, -1_00], null],
  ['no count', [], null],
])('of %s a manager reads or does not', (_, differences, expected) => {
  expect(repeatedDifference(differences.map(cents))).toEqual(expected);
});
