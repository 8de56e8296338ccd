import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { cashDue } from '../pricing/cash.ts';
import { owedOnCancel } from './owed-on-cancel.ts';
import { capturedSum, paymentStatusOf, refundableSum, refundedSum, type PaymentRow, type RefundRow } from './ledger.ts';
import {
  firstPaymentMethod,
  GUEST_PAYMENT_METHODS,
  isCardMethod,
  movePayment,
  moveRefund,
  PAYMENT_METHODS,
  PAYMENT_REDIRECT_MS,
  PAYMENT_STATUS_LABELS,
  PAYMENT_STATUSES,
  REFUND_STATUSES,
  type PaymentStatus,
  type RefundStatus,
} from './status.ts';

test('a guest pays online or in cash [C-PAY-01]', () => {
  expect(GUEST_PAYMENT_METHODS).toEqual(['online', 'cash']);
});

test('the payment dialog leaves after one second', () => {
  expect(PAYMENT_REDIRECT_MS).toBe(1000);
});

test('payment statuses have their labels [C-PAY-13]', () => {
  expect(PAYMENT_STATUS_LABELS).toEqual({
    unpaid: 'Payment Pending',
    pending: 'Payment Pending',
    paid: 'Payment Confirmed',
    failed: 'Payment Failed',
    refunded: 'Payment Refunded',
  });
});

test('the payment statuses are unpaid, pending, paid, failed and refunded [A-BOARD-23]', () => {
  expect(PAYMENT_STATUSES).toEqual(['unpaid', 'pending', 'paid', 'failed', 'refunded']);
});

test.each([
  ['online', true],
  ['card', true],
  ['stripe_checkout', true],
  ['stripe_elements', true],
  ['cash', false],
  ['manual', false],
  ['unknown', false],
] as const)('an order by %s is by card: %s', (method, card) => {
  expect(isCardMethod(method)).toBe(card);
  expect(PAYMENT_METHODS).toContain(method);
});

test.each([
  [true, 'online'],
  [false, 'cash'],
])('with cards configured: %s, checkout starts on %s', (configured, method) => {
  expect(firstPaymentMethod(configured)).toBe(method);
});

const paymentMoves: readonly (readonly [PaymentStatus, readonly PaymentStatus[]])[] = [
  ['unpaid', ['paid']],
  ['pending', ['paid', 'failed']],
  ['failed', ['paid']],
  ['paid', ['refunded']],
  ['refunded', []],
];

test.each(paymentMoves)('a payment that is %s may become %j and nothing else', (from, allowed) => {
  for (const to of PAYMENT_STATUSES) {
    expect(movePayment(from, to)).toEqual(
      from === to || allowed.includes(to)
        ? { ok: true, value: { from, to, changed: from !== to } }
        : noMove('payment', from, to),
    );
  }
});

function noMove(what: string, from: string, to: string) {
  const message = `Cannot change ${what} from ${from} to ${to}`;
  return { ok: false, error: { code: 'invalid-transition', message, details: { from, to } } };
}

const refundMoves: readonly (readonly [RefundStatus, readonly RefundStatus[]])[] = [
  ['requested', ['succeeded', 'failed']],
  ['succeeded', ['failed']],
  ['failed', []],
];

test.each(refundMoves)('a refund that is %s may become %j and nothing else', (from, allowed) => {
  for (const to of REFUND_STATUSES) {
    expect(moveRefund(from, to)).toEqual(
      from === to || allowed.includes(to)
        ? { ok: true, value: { from, to, changed: from !== to } }
        : noMove('refund', from, to),
    );
  }
});

test('no chain of steps ever leaves refunded', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PAYMENT_STATUSES)), (wishes) => {
      const course: PaymentStatus[] = ['pending'];
      for (const wish of wishes) {
        const moved = movePayment(course.at(-1) ?? 'pending', wish);
        if (moved.ok) course.push(moved.value.to);
      }
      const end = course.indexOf('refunded');
      expect(end < 0 || course.slice(end).every((status) => status === 'refunded')).toBe(true);
    }),
  );
});

const paid = (amount: number, status: PaymentRow['status'] = 'succeeded'): PaymentRow => ({
  status,
  amount: cents(amount),
});
const back = (amount: number, status: RefundStatus = 'succeeded'): RefundRow => ({ status, amount: cents(amount) });

test.each([
  [[], [], 'unpaid', 0],
  [[paid(7255, 'pending')], [], 'pending', 0],
  [[paid(7255, 'failed')], [], 'failed', 0],
  [[paid(7255, 'failed'), paid(7255, 'pending')], [], 'pending', 0],
  [[paid(7255, 'failed'), paid(7255)], [], 'paid', 7255],
  [[paid(7255)], [back(7255, 'requested')], 'paid', 0],
  [[paid(7255)], [back(7255, 'failed')], 'paid', 7255],
  [[paid(7255)], [back(2000)], 'paid', 5255],
  [[paid(7255)], [back(2000), back(5255, 'requested')], 'paid', 0],
  [[paid(7255)], [back(2000), back(5255)], 'refunded', 0],
  [[paid(7255)], [back(7255, 'failed'), back(7255)], 'refunded', 0],
  [[paid(7255)], [back(9000)], 'refunded', 0],
])('payments %j and refunds %j make an order %s with %d to give back', (payments, refunds, status, refundable) => {
  expect(paymentStatusOf(payments, refunds)).toBe(status);
  expect(refundableSum(payments, refunds)).toBe(refundable);
});

test('only what succeeded counts as taken or given back', () => {
  expect(capturedSum([paid(100), paid(50, 'pending'), paid(25, 'failed'), paid(10)])).toBe(110);
  expect(refundedSum([back(100), back(50, 'requested'), back(25, 'failed'), back(10)])).toBe(110);
});

test.each([
  ['[A-CANCEL-06]', 'paid', 'online', 7257, { kind: 'card-refund', amount: 7257 }],
  ['[A-CANCEL-06]', 'paid', 'card', 7257, { kind: 'card-refund', amount: 7257 }],
  ['[A-CANCEL-06]', 'paid', 'stripe_checkout', 7257, { kind: 'card-refund', amount: 7257 }],
  ['[A-CANCEL-07]', 'paid', 'cash', 7257, { kind: 'cash-refund', amount: 7255 }],
  ['[A-CANCEL-08]', 'paid', 'manual', 7257, { kind: 'manual-review', amount: 7257 }],
  ['[A-CANCEL-08]', 'paid', 'unknown', 7257, { kind: 'manual-review', amount: 7257 }],
  ['[A-CANCEL-09]', 'unpaid', 'cash', 0, { kind: 'nothing', amount: 0 }],
  ['[A-CANCEL-09]', 'unpaid', 'cash', 7257, { kind: 'nothing', amount: 0 }],
  ['[A-CANCEL-09]', 'pending', 'online', 0, { kind: 'nothing', amount: 0 }],
  ['[A-CANCEL-09]', 'failed', 'online', 0, { kind: 'nothing', amount: 0 }],
  ['[A-CANCEL-09]', 'paid', 'online', 0, { kind: 'nothing', amount: 0 }],
  ['[A-CANCEL-09]', 'refunded', 'online', 0, { kind: 'nothing', amount: 0 }],
] as const)(
  '%s cancelling an order %s by %s with %d to give back owes %j',
  (_fact, paymentStatus, paymentMethod, refundable, owed) => {
    const coins = cashDue(cents(refundable)).due;
    expect(owedOnCancel({ paymentStatus, paymentMethod, refundable: cents(refundable), coins })).toEqual(owed);
  },
);
