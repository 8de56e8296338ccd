import { addCents, cents, subtractCents, ZERO, type Cents } from '../core/money.ts';
import { isCardMethod, type PaymentStatus, type RefundStatus } from './status.ts';

/** A payment of a bill, or an attempt. */
export interface PaymentRow {
  readonly status: 'pending' | 'succeeded' | 'failed';
  readonly amount: Cents;
}

/** A refund of a bill, or an attempt. */
export interface RefundRow {
  readonly status: RefundStatus;
  readonly amount: Cents;
  /**
   * True if an order change lowered the total. The returned money then no longer belongs to the bill and does not count
   * as a refund of sold dishes.
   */
  readonly ofChange?: boolean;
}

/** The money that came in for a bill. */
export function capturedSum(payments: readonly PaymentRow[]): Cents {
  return sum(payments.filter((row) => row.status === 'succeeded'));
}

/**
 * The paid amount of a bill: successful payments less the amounts that order changes return, counted as soon as the
 * change is made.
 */
export function paidSum(payments: readonly PaymentRow[], refunds: readonly RefundRow[]): Cents {
  return subtractCents(capturedSum(payments), sum(refunds.filter(isOfChange)));
}

/** The money that went back for dishes, without what order changes returned. */
export function refundedSum(refunds: readonly RefundRow[]): Cents {
  return sum(refunds.filter((row) => row.status === 'succeeded' && !isOfChange(row)));
}

/** What can still be refunded. Refunds in progress count as gone. */
export function refundableSum(payments: readonly PaymentRow[], refunds: readonly RefundRow[]): Cents {
  // Failed refunds of an order change are retried, so their amount cannot be refunded a second time.
  const refunded = sum(refunds.filter((row) => row.status !== 'failed' || isOfChange(row)));
  const captured = capturedSum(payments);
  return refunded < captured ? subtractCents(captured, refunded) : ZERO;
}

/**
 * The payment status of a bill from its payments and refunds. It is refunded once everything paid was refunded, paid
 * while the total is covered, pending while part of it is. Otherwise the open or last attempt decides. An unpaid link
 * does not mark an order as failed if it is paid at pickup.
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
  // Discounts cover the whole bill, so nothing is left to pay.
  if (total === 0) return 'paid';
  // Order changes returned everything that was paid.
  if (capturedSum(payments) > 0) return 'unpaid';
  return payments.length > 0 && isCardMethod(method) ? 'failed' : 'unpaid';
}

/**
 * How much of the tip of a bill a payment contains, in proportion to its amount. Running sums, so that the payments of a
 * paid bill contain its whole tip.
 */
export function billTipIn(
  bill: { readonly tip: Cents; readonly total: Cents },
  paidBefore: Cents,
  amount: Cents,
): Cents {
  if (bill.total <= 0) return ZERO;
  const tipUpTo = (paid: number) => Math.floor((bill.tip * Math.min(bill.total, paid)) / bill.total);
  return cents(tipUpTo(paidBefore + amount) - tipUpTo(paidBefore));
}

function isOfChange({ ofChange = false }: RefundRow): boolean {
  return ofChange;
}

function sum(rows: readonly { readonly amount: Cents }[]): Cents {
  return addCents(...rows.map((row) => row.amount));
}
