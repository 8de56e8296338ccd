import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { checkCode, closingText } from './closing.ts';
import { denominationsOf, expectedInDrawer, needsReason, sumCountedCash, type EntryKind } from './drawer.ts';

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
  expect(sumCountedCash(counted, 5)).toMatchObject({ ok: true, value: sum });
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
])('counted cash %j is refused in words', (counted) => {
  expect(sumCountedCash(counted, 5)).toMatchObject({ ok: false, error: { code: 'invalid-argument' } });
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
