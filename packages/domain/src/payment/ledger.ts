import { addCents, subtractCents, ZERO, type Cents } from '../core/money.ts';
import { isCardMethod, type PaymentStatus, type RefundStatus } from './status.ts';

export interface PaymentRow {
  readonly status: 'pending' | 'succeeded' | 'failed';
  readonly amount: Cents;
}

export interface RefundRow {
  readonly status: RefundStatus;
  readonly amount: Cents;
  /** The order was changed and costs less: what goes back is the bill's no more, and no refund of what was sold. */
  readonly ofChange?: boolean;
}

export function capturedSum(payments: readonly PaymentRow[]): Cents {
  return sum(payments.filter((row) => row.status === 'succeeded'));
}

/** What came in and is the bill's: less what changes of the order made too much, from the moment they did. */
export function paidSum(payments: readonly PaymentRow[], refunds: readonly RefundRow[]): Cents {
  return subtractCents(capturedSum(payments), sum(refunds.filter(isOfChange)));
}

export function refundedSum(refunds: readonly RefundRow[]): Cents {
  return sum(refunds.filter((row) => row.status === 'succeeded' && !isOfChange(row)));
}

/** What may still be given back: money on its way out counts as gone. */
export function refundableSum(payments: readonly PaymentRow[], refunds: readonly RefundRow[]): Cents {
  // What a change made too much is tried again when it fails: it is nobody's to give back a second time.
  const removed = sum(refunds.filter((row) => row.status !== 'failed' || isOfChange(row)));
  const captured = capturedSum(payments);
  return removed < captured ? subtractCents(captured, removed) : ZERO;
}

/**
 * A bill's payment status is what its rows add up to: refunded once everything that was paid has gone
 * back, paid as long as all of it is with us, pending while a part is, else what the
 * open or last attempt says. A link that nobody paid is no failure of an order that is paid at pickup.
 */
export function paymentStatusOf(
  total: Cents,
  payments: readonly PaymentRow[],
  refunds: readonly RefundRow[],
  method: string,
): PaymentStatus {
  const paid = paidSum(payments, refunds);
  if (paid > 0 && refundedSum(refunds) >= paid) return 'refunded';
  if (paid > 0) return paid >= total ? 'paid' : 'pending';
  if (payments.some((row) => row.status === 'pending')) return 'pending';
  // All of it was given away: nothing is left to pay.
  if (total === 0) return 'paid';
  // Changes of the order gave all of it back.
  if (capturedSum(payments) > 0) return 'unpaid';
  return payments.length > 0 && isCardMethod(method) ? 'failed' : 'unpaid';
}

function isOfChange({ ofChange = false }: RefundRow): boolean {
  return ofChange;
}

function sum(rows: readonly { readonly amount: Cents }[]): Cents {
  return addCents(...rows.map((row) => row.amount));
}
