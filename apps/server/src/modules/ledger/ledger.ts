import { addCents, cents, type Cents } from '@tiffin/domain/core';
import {
  payableAmountOfBill,
  paidSum,
  refundableSum,
  refundRouteOf,
  splitRefund,
  type RefundToTender,
  type OpenBill,
  type BillRefund,
  type BillPayment,
} from '@tiffin/domain/payment';
import type { Db, Tx } from '../../context.ts';
import type { OrderLedger } from '../../platform/db/order-row.ts';
import type { Row } from '../../platform/db/schema.ts';
import { coinAt } from '../locations/restaurant/coins.ts';

export type BillRow = Row<'bills'>;
export type PaymentRow = Row<'payments'>;
export type RefundRow = Row<'refunds'>;

/** The payments and refunds of a bill, oldest first. */
export interface Ledger {
  readonly bill: BillRow;
  readonly payments: readonly PaymentRow[];
  readonly refunds: readonly RefundRow[];
  /** The smallest coin, to which cash is rounded. */
  readonly coin: number;
}

/**
 * Reads the ledger of a bill. Lock its order first if the result decides about money. The coin is today's, or that of
 * the time at which a device did something without a connection.
 */
export async function readLedger(db: Db | Tx, billId: string, doneAt?: Date): Promise<Ledger> {
  const bill = await db.selectFrom('bills').selectAll().where('id', '=', billId).executeTakeFirstOrThrow();
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('bill_id', '=', billId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const refunds = await db
    .selectFrom('refunds')
    .selectAll()
    .where('bill_id', '=', billId)
    .orderBy('requested_at')
    .orderBy('id')
    .execute();
  return { bill, payments, refunds, coin: await coinAt(db, doneAt) };
}

/** The payments as the rules of the domain take them. */
export function ledgerPayments(ledger: OrderLedger): BillPayment[] {
  return ledger.payments.map((row) => ({
    id: row.id,
    method: row.method,
    status: row.status,
    amount: cents(row.amount_cents),
    tip: cents(row.tip_cents),
    rounding: cents(row.cash_rounding_cents),
  }));
}

/** The refunds as the rules of the domain take them. */
export function ledgerRefunds(ledger: OrderLedger): BillRefund[] {
  return ledger.refunds.map((row) => ({
    paymentId: row.payment_id,
    status: row.status,
    amount: cents(row.amount_cents),
    tip: cents(row.tip_cents),
    rounding: cents(row.cash_rounding_cents),
    ofChange: row.of_change,
  }));
}

/** The amounts of the bill for its next payment. A pending payment holds its amount. */
export function toOpenBill(ledger: Ledger): OpenBill {
  const pending = ledger.payments.filter(({ status }) => status === 'pending');
  return {
    total: cents(ledger.bill.total_cents),
    paid: paidAmount(ledger),
    held: addCents(...pending.map((row) => cents(row.amount_cents))),
    rounding: addCents(...capturedPayments(ledger).map((row) => cents(row.cash_rounding_cents))),
  };
}

/** What a new payment of the bill may take: what is due, less what pending payments hold. */
export function amountLeftToPay(ledger: Ledger): Cents {
  return payableAmountOfBill(toOpenBill(ledger));
}

/** The fields of an order that payments and refunds need. */
export type BilledOrder = Pick<Row<'orders'>, 'id' | 'bill_id' | 'location_id'>;

/**
 * The columns that link a payment to its bill. The order id serves server versions without bills: the first round of a
 * tab has the id of its bill.
 */
export function billOfPayment({ bill_id, location_id }: Pick<PaymentRow, 'bill_id' | 'location_id'>) {
  return { bill_id, order_id: bill_id, location_id };
}

/** The columns that link a refund to its bill, and to the order of the bill whose dishes it refunds. A gift card has neither. */
export function billOfRefund(order: Pick<RefundRow, 'bill_id' | 'location_id'> & { readonly id: string | null }) {
  return { bill_id: order.bill_id, order_id: order.id, location_id: order.location_id };
}

/**
 * Payments that succeeded and count for the bill, in the order of capture: a payment page can be opened long before it
 * is paid. Undone payments and overpayments do not count.
 */
export function capturedPayments(ledger: Ledger): PaymentRow[] {
  const capturedAt = ({ captured_at, created_at }: PaymentRow): number => (captured_at ?? created_at).getTime();
  return ledger.payments
    .filter((payment) => isCounted(ledger, payment))
    .toSorted((a, b) => capturedAt(a) - capturedAt(b));
}

/** What a bill put on house accounts. It shares one limit with the discounts of the bill. */
export function sumOnAccount(ledger: Ledger): Cents {
  const onAccount = capturedPayments(ledger).filter(({ tender }) => tender === 'account');
  return addCents(...onAccount.map((each) => cents(each.amount_cents + each.tip_cents)));
}

/** The refund row that undid a payment recorded by mistake. */
export function findUndoRefund({ refunds }: Ledger, paymentId: string): RefundRow | undefined {
  return refunds.find(({ payment_id: id, is_undo: isUndo }) => isUndo && id === paymentId);
}

const OVERPAYMENT = 'overpayment:';

/** The key of the refund that gives an overpayment back. */
export const overpaymentKey = (paymentId: string): string => `${OVERPAYMENT}${paymentId}`;

/** True if the refund gives back money that was taken although nothing was due. */
export function isOverpaymentRefund({ idempotency_key: key }: Pick<RefundRow, 'idempotency_key'>): boolean {
  return key.startsWith(OVERPAYMENT);
}

/** True for a payment that succeeded, was not undone, and was due. */
export function isCounted({ refunds }: OrderLedger, { id, status }: Pick<PaymentRow, 'id' | 'status'>): boolean {
  const takesBack = (row: OrderLedger['refunds'][number]) =>
    (row.is_undo && row.payment_id === id) || row.idempotency_key === overpaymentKey(id);
  return status === 'succeeded' && !refunds.some(takesBack);
}

/** The ledger of an order that is paid when it is placed, before its payment is stored. */
export function ledgerOfNewPayment(
  payment: Pick<OrderLedger['payments'][number], 'method' | 'amount_cents'> & Partial<OrderLedger['payments'][number]>,
): OrderLedger {
  const defaults = { id: '', tip_cents: 0, cash_rounding_cents: 0, tender: null, reference: null };
  return { payments: [{ ...defaults, status: 'succeeded', ...payment }], refunds: [] };
}

/** The payment of an earlier request with this id of the client. */
export function findPaymentOfClient(tx: Tx, clientId: string): Promise<PaymentRow | undefined> {
  return tx.selectFrom('payments').selectAll().where('client_id', '=', clientId).executeTakeFirst();
}

/** What can still be refunded of all payments of the bill. */
export function refundableAmount(ledger: OrderLedger) {
  return refundableSum(ledgerPayments(ledger), ledgerRefunds(ledger));
}

/** What was refunded of the bill, tips included. Requested refunds count, failed ones do not. */
export function refundedTotal(ledger: Ledger): Cents {
  const refunds = ledger.refunds.filter(({ status }) => status !== 'failed');
  return addCents(...refunds.map((each) => cents(each.amount_cents + each.tip_cents)));
}

/** Splits an amount of the bill over its payments, never more than each has left. */
export function splitRefundOverPayments(
  ledger: Ledger,
  amount: Cents,
): { payment: PaymentRow; back: RefundToTender }[] {
  return splitRefund(ledgerPayments(ledger), ledgerRefunds(ledger), amount, ledger.coin).flatMap((back) => {
    const payment = ledger.payments.find(({ id }) => id === back.paymentId);
    return payment ? [{ payment, back }] : [];
  });
}

/** What cancelling an order refunds: each payment gets back what is left of it, the way it came. */
export function planCancelRefunds(ledger: OrderLedger) {
  const payments = ledgerPayments(ledger);
  return splitRefund(payments, ledgerRefunds(ledger), refundableAmount(ledger)).map((back) => ({
    back,
    method: refundRouteOf(payments.find(({ id }) => id === back.paymentId)?.method ?? ''),
  }));
}

/** The amount the guest receives: at most the rest of the payments, with cash rounded to coins. */
export function refundAmountDue(ledger: Ledger, total: Cents): Cents {
  return addCents(...splitRefundOverPayments(ledger, total).map(({ back }) => back.due));
}

/**
 * The dishes whose refund is done or pending. A refund over several payments has a row for each, all with the same
 * `deed` and the same dishes, so each `deed` counts once.
 */
export function refundedLinesOf(refunds: readonly Pick<RefundRow, 'status' | 'deed' | 'lines'>[]): RefundRow['lines'] {
  const doneOrPending = refunds.filter(({ status }) => status !== 'failed');
  return [...new Map(doneOrPending.map(({ deed, lines }) => [deed, lines])).values()].flat();
}

/** What was refunded as discounts of a line; with null, of all lines and of the bill. Failed refunds do not count. */
export function refundedDiscount({ refunds }: Ledger, line: number | null): Cents {
  const discounts = refunds.filter(
    ({ status, discounted_line: of }) => status !== 'failed' && of !== null && (line === null || of === line),
  );
  return addCents(...discounts.map((row) => cents(row.amount_cents)));
}

/** The columns of a refund that name its payment and its amounts. */
export function refundColumns({ paymentId, amount, tip, rounding }: RefundToTender) {
  return { payment_id: paymentId, amount_cents: amount, tip_cents: tip, cash_rounding_cents: rounding };
}

/** What was paid of the bill, less what changes and undone payments took back. */
export function paidAmount(ledger: Ledger): Cents {
  return paidSum(ledgerPayments(ledger), ledgerRefunds(ledger));
}

/**
 * What can still be refunded of a payment: first its share of the bill, then its tip. Ignores the refund
 * `exceptRefundId`.
 */
export async function refundableOfPayment(tx: Tx, payment: PaymentRow, exceptRefundId = ''): Promise<[number, number]> {
  const refunds = await tx
    .selectFrom('refunds')
    .select((eb) => [eb.fn.sum<string>('amount_cents').as('amount'), eb.fn.sum<string>('tip_cents').as('tip')])
    .where('payment_id', '=', payment.id)
    .where('status', '<>', 'failed')
    .where('id', '<>', exceptRefundId)
    .executeTakeFirstOrThrow();
  return [
    Math.max(0, payment.amount_cents - Number(refunds.amount)),
    Math.max(0, payment.tip_cents - Number(refunds.tip)),
  ];
}

const DISPUTE = 'dispute:';

/** The key of a chargeback: one row for each dispute, however often it is reported. */
export const disputeKey = (provider: string, disputeId: string): string => `${DISPUTE}${provider}:${disputeId}`;

/** True for a chargeback. The bank moves this money, so we never send it. */
export function isDispute({ idempotency_key: key }: Pick<RefundRow, 'idempotency_key'>): boolean {
  return key.startsWith(DISPUTE);
}

/** `isDispute` as a SQL pattern for the idempotency key. */
export const DISPUTE_KEY_PATTERN = `${DISPUTE}%`;
