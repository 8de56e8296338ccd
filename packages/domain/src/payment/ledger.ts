import { addCents, subtractCents, ZERO, type Cents } from '../core/money.ts';
import type { PaymentStatus, RefundStatus } from './status.ts';

export interface PaymentRow {
  readonly status: 'pending' | 'succeeded' | 'failed';
  readonly amount: Cents;
}

export interface RefundRow {
  readonly status: RefundStatus;
  readonly amount: Cents;
}

export function capturedSum(payments: readonly PaymentRow[]): Cents {
  return sum(payments.filter((row) => row.status === 'succeeded'));
}

export function refundedSum(refunds: readonly RefundRow[]): Cents {
  return sum(refunds.filter((row) => row.status === 'succeeded'));
}

/** What may still be given back: money on its way out counts as gone. */
export function refundableSum(payments: readonly PaymentRow[], refunds: readonly RefundRow[]): Cents {
  const gone = sum(refunds.filter((row) => row.status !== 'failed'));
  const captured = capturedSum(payments);
  return gone < captured ? subtractCents(captured, gone) : ZERO;
}

/**
 * A bill's payment status is what its rows add up to: refunded once everything that was paid has gone
 * back, paid as long as all of it is with us, pending while a part is, else what the open or last attempt says.
 */
export function paymentStatusOf(
  total: Cents,
  payments: readonly PaymentRow[],
  refunds: readonly RefundRow[],
): PaymentStatus {
  const captured = capturedSum(payments);
  if (captured > 0 && refundedSum(refunds) >= captured) return 'refunded';
  if (captured > 0) return captured >= total ? 'paid' : 'pending';
  if (payments.some((row) => row.status === 'pending')) return 'pending';
  // All of it was given away: nothing is left to pay.
  if (total === 0) return 'paid';
  return payments.length > 0 ? 'failed' : 'unpaid';
}

function sum(rows: readonly { readonly amount: Cents }[]): Cents {
  return addCents(...rows.map((row) => row.amount));
}
