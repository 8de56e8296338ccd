import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addCents, cents, valueOrThrow, ZERO } from '../core/index.ts';
import { allocate } from '../pricing/allocate.ts';
import {
  dueOfBill,
  payableAmountOfBill,
  splitRefund,
  checkBillPayment,
  TENDER_PROPERTIES,
  tenderLabel,
  TENDERS,
  type BillRefund,
  type BillPayment,
  type Tender,
} from './tenders.ts';

const offer = (tender: Tender, amount: number, more: { tip?: number; given?: number; reference?: string } = {}) => ({
  tender,
  amount: cents(amount),
  tip: cents(more.tip ?? 0),
  given: more.given === undefined ? null : cents(more.given),
  reference: more.reference ?? '',
});
const bill = (total: number, paid = 0, reserved = 0) => ({
  total: cents(total),
  paid: cents(paid),
  held: cents(reserved),
});

test('the tenders of a bill are cash, terminal, debit, link, gift card and account', () => {
  expect(TENDERS.map((tender) => [tender, TENDER_PROPERTIES[tender].label])).toEqual([
    ['cash', 'Cash'],
    ['terminal', 'Card terminal'],
    ['debit', 'Debit'],
    ['link', 'Payment link'],
    ['gift-card', 'Gift card'],
    ['account', 'House account'],
  ]);
  expect(['gift-card', 'online', 'card', 'stripe_checkout'].map(tenderLabel)).toEqual([
    'Gift card',
    'Card online',
    'Card',
    'Card online',
  ]);
});

test('no number of cash parts settles a bill for more or less than a coin of rounding', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000 }), fc.array(fc.integer({ min: 1, max: 60 })), (total, parts) => {
      let [paid, coins] = [0, 0];
      for (const part of [...parts, total]) {
        const rounding = cents(coins - paid);
        const amount = Math.min(part, total - paid);
        const taken = checkBillPayment({ ...bill(total, paid), rounding }, offer('cash', amount));
        if (!taken.ok || amount === 0) continue;
        paid += taken.value.amount;
        coins += taken.value.due;
      }
      expect(Math.abs(coins - paid)).toBeLessThan(5);
    }),
  );
});

test('cash for the parts of a split bill, each paid whole or in pieces, is never refused at its end, and all of it is rounded by less than a coin', () => {
  const pieces = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 40 });
  const coins = fc.constantFrom(1, 5, 10, 50);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5_000 }),
      fc.array(pieces, { minLength: 1, maxLength: 8 }),
      coins,
      (total, parts, coin) => {
        const dues = allocate(
          cents(total),
          parts.map(() => 1),
        );
        let rounding = ZERO;
        for (const [index, amounts] of parts.entries()) {
          const due = dues[index] ?? ZERO;
          let paid = ZERO;
          for (const amount of amounts) {
            const open = { ...bill(due, paid), rounding };
            const taken = checkBillPayment(open, { ...offer('cash', Math.min(amount, due - paid)), coin });
            if (!taken.ok || paid === due) continue;
            paid = addCents(paid, taken.value.amount);
            rounding = addCents(rounding, taken.value.rounding);
            expect(taken.value.due % coin).toBe(0);
          }
          const rest = valueOrThrow(
            checkBillPayment({ ...bill(due, paid), rounding }, { ...offer('cash', due - paid), coin }),
          );
          rounding = addCents(rounding, rest.rounding);
          expect(Math.abs(rounding)).toBeLessThan(coin);
        }
      },
    ),
  );
});

test('20.00 in three parts brings exactly 20.00 in cash: the last guest makes up for what the first two paid less', () => {
  let rounding = ZERO;
  const dues = [6_67, 6_67, 6_66].map((due) => {
    const taken = valueOrThrow(checkBillPayment({ ...bill(due), rounding }, offer('cash', due)));
    rounding = addCents(rounding, taken.rounding);
    return taken.due;
  });
  expect([dues, rounding]).toEqual([[6_65, 6_65, 6_70], 0]);
});

test.each([
  ['2 cents', 2, 0, 'There are no coins for this part of the bill. Please take $0.05 or more in cash.'],
  ['3 cents, rounded to a coin', 3, 0, null],
  [
    '3 cents after others were rounded up',
    3,
    4,
    'There are no coins for this part of the bill. Please take $0.05 or more in cash.',
  ],
  ['26.79 after 29.58', 26_79, 2, null],
  [
    '26.78 after parts that were rounded up',
    26_78,
    4,
    'There are no coins for this part of the bill. Please take $26.75 or $26.80 in cash.',
  ],
  ['the rest of 2 cents', 72_62, 4, null],
])('a cash part of %s', (_what, amount, rounding, problem) => {
  const answer = checkBillPayment({ ...bill(72_62), rounding: cents(rounding) }, offer('cash', amount));
  expect(answer.ok ? null : answer.error.message).toBe(problem);
});

test('72.62 split three ways with two in cash pays 24.20 + 24.20 in coins and 24.20 by card, and the amounts sum to the bill', () => {
  const parts = allocate(cents(72_62), [1, 1, 1]);
  expect(parts).toEqual([24_21, 24_21, 24_20]);
  let paid = ZERO;
  const taken = (['cash', 'cash', 'terminal'] as const).map((tender, index) => {
    const part = valueOrThrow(checkBillPayment(bill(72_62, paid), offer(tender, parts[index] ?? 0)));
    paid = addCents(paid, part.amount);
    return [part.due, part.rounding];
  });
  expect(taken).toEqual([
    [24_20, -1],
    [24_20, -1],
    [24_20, 0],
  ]);
  expect(paid).toBe(72_62);
});

test('split by seats, 29.58, 26.79 and 16.25 sum to the same 72.62', () => {
  const seats = [29_58, 26_79, 16_25];
  const paid = seats.reduce(
    (sum, seat) => sum + valueOrThrow(checkBillPayment(bill(72_62, sum), offer('debit', seat))).amount,
    0,
  );
  expect(paid).toBe(72_62);
});

test.each([
  [bill(40_00), offer('cash', 40_01), { due: 40, held: 0, free: 40 }],
  [bill(40_00, 40_00), offer('debit', 1), { due: 0, held: 0, free: 0 }],
  [bill(40_00, 10_00, 30_00), offer('terminal', 1), { due: 30, held: 30, free: 0 }],
  [bill(40_00, 0, 25_00), offer('link', 15_01), { due: 40, held: 25, free: 15 }],
])('refuses more than the free amount and reports it: %o, %o', (open, part, details) => {
  expect(checkBillPayment(open, part)).toMatchObject({ ok: false, error: { code: 'more-than-due', details } });
});

test.each([
  [offer('cash', 24_21, { given: 30_00 }), { due: 24_20, rounding: -1, change: 5_80 }],
  [offer('cash', 24_21), { due: 24_20, rounding: -1, change: 0 }],
  [offer('cash', 20_00, { tip: 3_03, given: 25_00 }), { due: 23_05, rounding: 2, change: 1_95 }],
  [offer('debit', 24_21, { tip: 3_03 }), { due: 27_24, rounding: 0, change: 0 }],
])('change and rounding are calculated per part: %o', (part, taken) => {
  expect(checkBillPayment(bill(72_62), part)).toMatchObject({ ok: true, value: taken });
});

test('a refusal states what is left and whether an open payment page reserves the rest', () => {
  const refusalOf = (open: ReturnType<typeof bill>, part: ReturnType<typeof offer>) => {
    const taken = checkBillPayment(open, part);
    return taken.ok ? null : [taken.error.message, taken.error.details?.['field']];
  };
  expect(refusalOf(bill(40_00, 10_00), offer('debit', 31_00))).toEqual(['Only $30.00 is left to pay.', undefined]);
  expect(refusalOf(bill(40_00, 10_00, 10_00), offer('debit', 21_00))).toEqual([
    'Only $20.00 is left to pay. The rest is part of an open payment.',
    undefined,
  ]);
  expect(refusalOf(bill(40_00), offer('cash', 20_00, { given: 19_95 }))).toEqual([
    'That is less than is due.',
    'given',
  ]);
  expect(refusalOf(bill(40_00), offer('account', 20_00))).toEqual([
    'Whose account: please write it down.',
    'reference',
  ]);
});

test('only a link is paid later, and each tender defines its reference', () => {
  expect(TENDERS.filter((tender) => TENDER_PROPERTIES[tender].waits)).toEqual(['link']);
  expect(
    TENDERS.map((tender) => [TENDER_PROPERTIES[tender].reference, TENDER_PROPERTIES[tender].referenceLabel]),
  ).toEqual([
    ['none', ''],
    ['may', 'Number on the slip'],
    ['may', 'Number on the slip'],
    ['none', ''],
    ['must', 'Code of the card'],
    ['must', 'Whose account'],
  ]);
});

test('in a currency with a one-cent coin, cash payments and refunds are exact', () => {
  const taken = valueOrThrow(checkBillPayment(bill(24_21), { ...offer('cash', 24_21), coin: 1 }));
  expect([taken.due, taken.rounding]).toEqual([24_21, 0]);
  const [back] = splitRefund([paidBy('cash', 'cash', 24_21)], [], cents(10_01), 1);
  expect(back).toMatchObject({ due: 10_01, rounding: 0 });
});

test('an overpaid bill owes nothing, and amounts held twice leave nothing free', () => {
  expect([dueOfBill(bill(10_00, 12_00)), payableAmountOfBill(bill(10_00, 4_00, 8_00))]).toEqual([0, 0]);
});

test('a failed refund can be repeated, unless it belongs to an order change', () => {
  const payments = [paidBy('card', 'online', 20_00, { tip: 3_00 })];
  const failed = (ofChange: boolean): BillRefund => ({
    paymentId: 'card',
    status: 'failed',
    amount: cents(20_00),
    tip: cents(3_00),
    rounding: ZERO,
    ofChange,
  });
  expect(splitRefund(payments, [failed(false)], cents(20_00))).toMatchObject([
    { amount: 20_00, tip: 3_00, due: 23_00 },
  ]);
  const { ofChange: _unsaid, ...unsaid } = failed(false);
  expect(splitRefund(payments, [unsaid], cents(20_00))).toMatchObject([{ amount: 20_00, tip: 3_00 }]);
  expect(splitRefund(payments, [failed(true)], cents(20_00))).toEqual([]);
  // A refund of another payment does not reduce this one.
  const other = { ...failed(true), paymentId: 'other' };
  expect(splitRefund(payments, [other], cents(20_00))).toMatchObject([{ amount: 20_00, tip: 3_00 }]);
});

test('refuses too little cash and an account without a name', () => {
  expect(checkBillPayment(bill(40_00), offer('cash', 20_00, { given: 19_95 })).ok).toBe(false);
  expect(checkBillPayment(bill(40_00), offer('account', 20_00)).ok).toBe(false);
  expect(checkBillPayment(bill(40_00), offer('account', 20_00, { reference: 'Town hall' })).ok).toBe(true);
});

const paidBy = (
  id: string,
  method: string,
  amount: number,
  more: { tip?: number; rounding?: number } = {},
): BillPayment => ({
  id,
  method,
  status: 'succeeded',
  amount: cents(amount),
  tip: cents(more.tip ?? 0),
  rounding: cents(more.rounding ?? 0),
});

test('56.94 paid as 25.00 by card and 31.95 in cash: 20.00 is refunded as 8.78 and 11.20, and the rest refunds both completely', () => {
  const payments = [paidBy('card', 'online', 25_00), paidBy('cash', 'cash', 31_94, { rounding: 1 })];
  const first = splitRefund(payments, [], cents(20_00));
  expect(first.map(({ paymentId, amount, due }) => [paymentId, amount, due])).toEqual([
    ['card', 8_78, 8_78],
    ['cash', 11_22, 11_20],
  ]);
  const refunds = first.map((each): BillRefund => ({ ...each, status: 'succeeded' }));
  const rest = splitRefund(payments, refunds, cents(99_99));
  expect(rest.map(({ due }) => due)).toEqual([16_22, 20_75]);
});

test('the last refund of a payment includes its tip', () => {
  const payments = [paidBy('card', 'manual', 20_00, { tip: 3_00 }), paidBy('failed', 'manual', 5_00)].map((each) =>
    each.id === 'failed' ? { ...each, status: 'failed' as const } : each,
  );
  expect(splitRefund(payments, [], cents(10_00))).toMatchObject([{ amount: 10_00, tip: 0, due: 10_00 }]);
  expect(splitRefund(payments, [], cents(20_00))).toMatchObject([{ amount: 20_00, tip: 3_00, due: 23_00 }]);
});

test('refunds in any steps give no tender more than it paid, and return everything in total', () => {
  const part = fc.record({
    tender: fc.constantFrom<Tender>('cash', 'terminal', 'link'),
    // Less than five cents cannot be paid in cash.
    amount: fc.integer({ min: 5, max: 20_000 }),
    tip: fc.integer({ min: 0, max: 500 }),
  });
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 5 }),
      fc.array(fc.integer({ min: 1, max: 9_000 })),
      (parts, steps) => {
        const total = parts.reduce((sum, { amount }) => sum + amount, 0);
        let paid = 0;
        const taken = parts.map(({ tender, amount, tip }, index) => {
          const taking = valueOrThrow(checkBillPayment(bill(total, paid), offer(tender, amount, { tip })));
          paid += amount;
          return { due: taking.due, row: paidBy(String(index), TENDER_PROPERTIES[tender].method, amount, taking) };
        });
        const payments = taken.map(({ row }) => row);
        const refunds: BillRefund[] = [];
        for (const step of [...steps, total]) {
          const back = splitRefund(payments, refunds, cents(step));
          refunds.push(...back.map((each): BillRefund => ({ ...each, status: 'requested' })));
          for (const { row, due } of taken) {
            const removed = refunds.filter(({ paymentId }) => paymentId === row.id);
            expect(removed.reduce((sum, each) => sum + each.amount, 0)).toBeLessThanOrEqual(row.amount);
            expect(removed.reduce((sum, each) => sum + each.amount + each.tip + each.rounding, 0)).toBeLessThanOrEqual(
              due,
            );
          }
        }
        const removed = refunds.reduce((sum, each) => sum + each.amount + each.tip + each.rounding, 0);
        expect(removed).toBe(taken.reduce((sum, { due }) => sum + due, 0));
      },
    ),
  );
});
