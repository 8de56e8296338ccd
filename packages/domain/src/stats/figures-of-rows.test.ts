import { expect, test } from 'vitest';
import { amountIn, isCount, type PartAmount } from './figures-of-rows.ts';

const PARTS: readonly PartAmount[] = [
  { part: 'gross', key: '', amount: 5000 },
  { part: 'discounts', key: '', amount: 500 },
  { part: 'refunds', key: '', amount: 1190 },
  { part: 'taxBilled', key: 'GST 0.05', amount: 40 },
  { part: 'taxBilled', key: 'PST 0.1', amount: 30 },
  { part: 'taxRefunds', key: 'PST 0.1', amount: 12 },
  { part: 'moneyIn', key: 'cash', amount: 3000 },
  { part: 'moneyIn', key: 'terminal', amount: 2000 },
  { part: 'moneyOut', key: 'terminal', amount: 1190 },
];

test.each([
  ['net', '', 5000 - 500 - 1190],
  ['tax', 'GST 0.05', 40],
  ['tax', 'PST 0.1', 30 - 12],
  ['tax', '', 40 + 30 - 12],
  ['tender', 'cash', 3000],
  ['tender', 'terminal', 2000 - 1190],
  ['received', '', 5000 - 1190],
  ['voids', '', 0],
] as const)('the figure %s of %o adds up its parts with their signs', (figure, key, amount) => {
  expect(amountIn(PARTS, { figure, key })).toBe(amount);
});

test('counts are no money', () => {
  expect((['orders', 'customers', 'net', 'average'] as const).map(isCount)).toEqual([true, true, false, false]);
});
