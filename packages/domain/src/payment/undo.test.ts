import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addCents, cents, valueOrThrow } from '../core/index.ts';
import { paidSum } from './ledger.ts';
import {
  checkBillPayment,
  TENDER_PROPERTIES,
  undoBillPayment,
  type BillRefund,
  type RecordedBillPayment,
  type Tender,
} from './tenders.ts';

const cash: RecordedBillPayment = {
  id: 'cash',
  provider: 'till',
  method: 'cash',
  status: 'succeeded',
  amount: cents(20_00),
  tip: cents(3_03),
  rounding: cents(2),
};
const back = (amount: number, more: Partial<BillRefund> = {}): BillRefund => ({
  paymentId: 'cash',
  status: 'succeeded',
  amount: cents(amount),
  tip: cents(0),
  rounding: cents(0),
  ...more,
});

test('undoing a payment returns its amount, tip and rounding', () => {
  expect(undoBillPayment(cash, [])).toMatchObject({
    ok: true,
    value: { amount: 20_00, tip: 3_03, rounding: 2, due: 23_05 },
  });
  // What an earlier order change returned stays returned.
  expect(undoBillPayment(cash, [back(5_00, { ofChange: true })])).toMatchObject({ ok: true, value: { amount: 15_00 } });
  expect(undoBillPayment(cash, [back(5_00, { status: 'failed' })])).toMatchObject({
    ok: true,
    value: { amount: 20_00 },
  });
});

test.each([
  ['a payment by card through the provider', { ...cash, provider: 'stripe' }, [], /refund it instead/],
  ['a payment of a bill with a refund', cash, [back(1_00, { paymentId: 'other' })], /refund the rest/],
  [
    'a payment that was already returned',
    cash,
    [back(20_00, { ofChange: true, tip: cents(3_03) })],
    /Nothing is left to undo/,
  ],
])('refuses to undo %s', (_what, payment, refunds, pattern) => {
  expect(undoBillPayment(payment, refunds)).toMatchObject({
    ok: false,
    error: { code: 'failed-precondition', message: expect.stringMatching(pattern) },
  });
});

test('undoing any part of a bill makes exactly that amount due again', () => {
  const part = fc.record({
    tender: fc.constantFrom<Tender>('cash', 'terminal', 'debit', 'account'),
    amount: fc.integer({ min: 1, max: 20_000 }),
    tip: fc.integer({ min: 0, max: 500 }),
  });
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), fc.nat(), (parts, chosen) => {
      const total = cents(parts.reduce((sum, { amount }) => sum + amount, 0));
      let paid = 0;
      const taken = parts.map(({ tender, amount, tip }, index) => {
        const offered = { tender, amount: cents(amount), tip: cents(tip), given: null, reference: 'Town hall' };
        const { due, ...row } = valueOrThrow(checkBillPayment({ total, paid: cents(paid), held: cents(0) }, offered));
        paid += amount;
        const { method } = TENDER_PROPERTIES[tender];
        return { due, row: { id: String(index), provider: 'till', method, status: 'succeeded' as const, ...row } };
      });
      const mistaken = taken[chosen % taken.length];
      if (!mistaken) throw new Error('there is a part');
      const undone = valueOrThrow(undoBillPayment(mistaken.row, []));
      expect(undone.due).toBe(mistaken.due);
      const payments = taken.map(({ row }) => row);
      const left = paidSum(payments, [{ ...undone, status: 'succeeded', ofChange: true }]);
      expect(addCents(left, mistaken.row.amount)).toBe(total);
    }),
  );
});
