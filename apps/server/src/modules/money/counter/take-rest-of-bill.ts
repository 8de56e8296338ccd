import type { WireOrder } from '@tiffin/contract/order/order-answer';
import { cents, refuse, say, subtractCents, ZERO, type Cents, amountWithCurrency } from '@tiffin/domain/core';
import { collectedPaymentMethod } from '@tiffin/domain/order';
import { isRoundedToCoins } from '@tiffin/domain/payment';
import type { Actor } from '@tiffin/domain/people';
import { cashDue, cashDueAfter } from '@tiffin/domain/pricing';
import { doneAtOf } from '../../drawers/record-cash.ts';
import type { Context, Tx } from '../../../context.ts';
import type { RequestOrigin } from '../../../platform/http/implement.ts';
import { orderPaymentMethod, orderAnswer } from '../../orders/order-answer.ts';
import { requireMaySettle } from '../../locations/money-permission.ts';
import { lockStaffOrder } from '../../orders/queries.ts';
import { billOrderOf } from '../../orders/rounds.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { syncPaymentStatus } from '../bills/sync-payment-status.ts';
import { raisePaymentAlert } from '../bills/flag-payment.ts';
import {
  capturedPayments,
  findPaymentOfClient,
  paidAmount,
  readLedger,
  toOpenBill,
  type Ledger,
  type PaymentRow,
  type RefundRow,
} from '../../ledger/ledger.ts';
import { collectedCents, recordOverpayment } from '../../ledger/record-overpayment.ts';
import { recordPayment } from '../../ledger/record-payment.ts';
import { sendOrderAgain } from '../../orders/apply-status.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { inRestaurantLanguage } from '../../../platform/i18n/request-language.ts';
import { releasePendingPayments } from '../../ledger/payment-rows.ts';
import { closeOrderPagesSoon } from '../sessions/close-order-pages.ts';
import { refuseIfPaid } from '../sessions/refuse-if-paid.ts';

export interface TakenPayment {
  readonly payment: PaymentRow;
  /** The amount taken, rounded if it was cash. */
  readonly due: Cents;
  readonly rounding: Cents;
  readonly order: WireOrder;
  /** What must be given back, because more was taken than was due. */
  readonly overpaid: RefundRow | null;
}

interface RestPayment {
  readonly orderId: string;
  readonly actor: Actor;
  readonly from: RequestOrigin;
  /** The number on a card terminal's slip. */
  readonly slip?: string | null;
  /** Identifies the request after its stored response was deleted. */
  readonly clientId?: string | null;
  /** The cash that was collected. Another sum may be due when a queued payment arrives. */
  readonly collected?: Cents | null | undefined;
  /** Records the money even if nothing is due, because somebody took it. */
  readonly takenAnyway?: boolean | undefined;
}

/**
 * Records that the till took the rest of an order. A second payment of a paid order is refused, unless staff say that
 * the money was taken anyway; then it is recorded and must be given back. Open payment pages of the order are closed,
 * and a payment that still arrives there is refunded.
 */
export async function takeRestOfBill(context: Context, tx: Tx, input: RestPayment): Promise<TakenPayment> {
  const { orderId, actor, clientId = null } = input;
  const order = await billOrderOf(tx, await lockStaffOrder(tx, actor, orderId, 'order.take-payment'));
  const earlier = clientId === null ? undefined : await findPaymentOfClient(tx, clientId);
  if (earlier && earlier.bill_id !== order.bill_id) throw refuse('idempotency-key-reused');
  if (earlier) return answer(earlier, orderAnswer(order, context.clock.now(), context));
  const ledger = await readLedger(tx, order.bill_id, doneAtOf(input, context.clock.now()));
  const isDue = order.status !== 'cancelled' && !['paid', 'refunded'].includes(order.payment_status);
  if (isDue) return takeRest(context, tx, order, ledger, input);
  requireMaySettle(context, order);
  if (input.takenAnyway) return recordTakenAnyway(context, tx, order, ledger, input);
  refuseIfPaid(order, ledger);
  if (order.payment_status === 'refunded')
    throw refuse('invalid-transition', say`Cannot change payment from refunded to paid`, {
      from: 'refunded',
      to: 'paid',
    });
  if (order.status === 'cancelled')
    throw refuse('failed-precondition', say`This order was cancelled: no payment is due.`);
  throw refuse('more-than-due', say`Nothing is left to pay of this bill.`);
}

async function takeRest(
  context: Context,
  tx: Tx,
  order: OrderRow,
  ledger: Ledger,
  { actor, from, slip = null, clientId = null, collected = null }: RestPayment,
): Promise<TakenPayment> {
  requireMaySettle(context, order);
  const { payment_status: paymentStatus, admin_created: adminCreated } = order;
  const method = collectedPaymentMethod({ paymentStatus, paymentMethod: orderPaymentMethod(order), adminCreated });
  const rest = subtractCents(cents(ledger.bill.total_cents), paidAmount(ledger));
  if (rest <= 0) throw refuse('more-than-due', say`Nothing is left to pay of this bill.`);
  const { due, rounding } = isRoundedToCoins(method)
    ? cashDueAfter(rest, toOpenBill(ledger).rounding ?? ZERO, ledger.coin)
    : { due: rest, rounding: ZERO };
  if (collected !== null && isRoundedToCoins(method)) requireCoins(collected, ledger.coin);
  // The order became dearer after the money was taken, so a rest is left to collect.
  const isLess = collected !== null && collected > 0 && collected < due;
  await releasePendingPayments(tx, { billId: order.bill_id });
  const payment = await recordPayment(context, tx, order, {
    actor,
    from,
    tender: isRoundedToCoins(method) ? 'cash' : null,
    method,
    slip,
    clientId,
    amount: isLess ? collected : rest,
    tip: ZERO,
    rounding: isLess ? ZERO : rounding,
  });
  const excess = collected === null ? 0 : collected - due;
  const overpaid =
    excess > 0 ? await recordExcess(context, tx, order, ledger, { actor, from, amount: cents(excess) }) : null;
  const paymentChange = await syncPaymentStatus(context, tx, order, { actor, from });
  closeOrderPagesSoon(context, tx, order.bill_id);
  return answer(payment, paymentChange.order, overpaid?.refund);
}

/** Refuses a sum of cash that the restaurant's coins cannot make, because it is a typing mistake. */
function requireCoins(collected: Cents, coin: number): void {
  if (cashDue(collected, coin).rounding === 0) return;
  const words = say`No coins make ${amountWithCurrency(collected)}. Please enter the sum that was collected.`;
  throw refuse('invalid-argument', words, { field: 'collected' });
}

/** Without a sum that was collected, the guest paid as much as at the last payment, or the whole order. */
async function recordTakenAnyway(
  context: Context,
  tx: Tx,
  order: OrderRow,
  ledger: Ledger,
  { actor, from, clientId = null, collected = null }: RestPayment,
): Promise<TakenPayment> {
  const last = capturedPayments(ledger).at(-1);
  if (collected !== null) requireCoins(collected, ledger.coin);
  const amount = collected ?? (last ? collectedCents(last) : cashDue(cents(order.total_cents), ledger.coin).due);
  if (amount <= 0)
    throw refuse('invalid-argument', say`Please enter the sum that was collected.`, { field: 'collected' });
  const { payment, refund } = await recordExcess(context, tx, order, ledger, { actor, from, amount, clientId });
  await recordAuditEntry(tx, { at: context.clock.now(), actor, from }, 'overpay-order', ['order', order.id], {
    locationId: order.location_id,
    after: { amountCents: amount },
  });
  return answer(payment, await sendOrderAgain(context, tx, order), refund);
}

/** Records money that was not due, with its refund, and notifies staff. */
async function recordExcess(
  context: Context,
  tx: Tx,
  order: OrderRow,
  { coin }: Ledger,
  { actor, from, amount, clientId = null }: Author & { readonly amount: Cents; readonly clientId?: string | null },
) {
  const reason = inRestaurantLanguage(() => say`Paid too much`);
  await raisePaymentAlert(context, tx, { locationId: order.location_id, reason, amount, orderId: order.id });
  return recordOverpayment(context, tx, order, { amount, coin, actor, from, reason, clientId });
}

function answer(payment: PaymentRow, order: WireOrder, overpaid: RefundRow | null = null): TakenPayment {
  return {
    payment,
    due: cents(payment.amount_cents + payment.cash_rounding_cents),
    rounding: cents(payment.cash_rounding_cents),
    order,
    overpaid,
  };
}
