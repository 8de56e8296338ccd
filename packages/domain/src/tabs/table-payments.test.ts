import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents, sumOf, type Cents } from '../core/index.ts';
import type { BillToSplit, ChosenItem } from './split.ts';
import { costOfLines, lineCosts, nextShare, paidPortions, type TablePayment } from './table-payments.ts';

const line = (number: number, price: number, quantity = 1) => ({
  orderId: 'A',
  line: number,
  name: `Dish ${number}`,
  quantity,
  unitPrice: cents(price),
});
const billOf = (lines: BillToSplit['lines'], tax: number): BillToSplit => ({
  lines,
  taxes: [
    { code: 'HST', label: 'HST', rate: 14_000, amount: cents(tax), base: cents(0), classes: null, registration: null },
  ] as unknown as BillToSplit['taxes'],
  charges: cents(0),
});
const chosen = (number: number, quantity = 1): ChosenItem => ({ orderId: 'A', line: number, quantity });
const paid = (amount: Cents, lines: readonly ChosenItem[]): TablePayment => ({
  amount,
  atTable: { guestId: 'g', lines },
});
const valueOf = (result: ReturnType<typeof costOfLines>) => (result.ok ? result.value : result.error.code);

test('the dishes of guests cost together what the bill costs, however they divide and order them', () => {
  const dishes = fc.array(fc.tuple(fc.integer({ min: 1, max: 5_000 }), fc.integer({ min: 1, max: 4 })), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(dishes, fc.integer({ min: 0, max: 3_000 }), fc.integer(), (prices, tax, seed) => {
      const lines = prices.map(([price, quantity], index) => line(index + 1, price, quantity));
      const bill = billOf(lines, tax);
      const payments: TablePayment[] = [];
      const portions = lines.flatMap((each) => Array.from({ length: each.quantity }, () => each.line));
      const turn = Math.abs(seed) % portions.length;
      for (const number of [...portions.slice(turn), ...portions.slice(0, turn)]) {
        const cost = costOfLines(bill, payments, [chosen(number)]);
        if (!cost.ok) throw new Error(cost.error.message);
        payments.push(paid(cost.value, [chosen(number)]));
      }
      const net = sumOf(prices.map(([price, quantity]) => price * quantity));
      expect(sumOf(payments.map(({ amount }) => amount))).toBe(net + tax);
    }),
  );
});

test('a portion that was paid or is being paid cannot be paid again, and others of its line can', () => {
  const bill = billOf([line(1, 500, 2)], 0);
  const payments = [paid(cents(500), [chosen(1)])];
  expect(paidPortions(payments, chosen(1))).toBe(1);
  expect(valueOf(costOfLines(bill, payments, [chosen(1)]))).toBe(500);
  expect(valueOf(costOfLines(bill, payments, [chosen(1, 2)]))).toBe('more-than-due');
  expect(valueOf(costOfLines(bill, [], [chosen(9)]))).toBe('invalid-argument');
});

test('each dish costs the taxes of its own class, and all cost together what the bill costs', () => {
  const wine = { ...line(2, 2_000), taxClass: 'alcohol' as const };
  const { taxes } = billOf([], 200);
  const liquor = { ...taxes[0], amount: cents(200), classes: ['alcohol'] } as unknown as BillToSplit['taxes'][number];
  const bill = { lines: [line(1, 1_000, 2), wine], taxes: [...taxes, liquor], charges: cents(101) };
  expect([...lineCosts(bill)]).toEqual([
    ['A 1', 2_151],
    ['A 2', 2_350],
  ]);
});

test.each([
  [100, 3],
  [7_262, 3],
  [1_001, 8],
])('%i in %i shares are equal to the cent, and the last guest pays what is left', (due, of) => {
  const payments: TablePayment[] = [];
  for (let left = due; left > 0;) {
    const share = nextShare(cents(left), payments, of);
    if (!share.ok) throw new Error(share.error.message);
    payments.push({ amount: share.value, atTable: { guestId: 'g', of } });
    left -= share.value;
  }
  const amounts = payments.map(({ amount }) => amount);
  expect([amounts.length, sumOf(amounts)]).toEqual([of, due]);
  expect(Math.max(...amounts) - Math.min(...amounts)).toBeLessThanOrEqual(1);
});
