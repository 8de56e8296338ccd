import type { WireOrder } from '@tiffin/contract/order-answer';
import { cents, valueOrThrow, refuse, say, subtractCents, ZERO, type Cents } from '@tiffin/domain/core';
import { collectedPaymentMethod } from '@tiffin/domain/order';
import { isRoundedToCoins } from '@tiffin/domain/payment';
import { authorise, type Actor } from '@tiffin/domain/people';
import { cashDue } from '@tiffin/domain/pricing';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { RequestOrigin } from '../../platform/http/implement.ts';
import { orderPaymentMethod, orderAnswer } from '../orders/order-answer.ts';
import { requireMaySettle } from '../locations/money-permission.ts';
import { lockOrder } from '../orders/queries.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';
import { syncPaymentStatus } from '../billing/sync-payment-status.ts';
import { capturedPayments, paidAmount, readLedger, type PaymentRow } from '../ledger/ledger.ts';
import { recordPayment } from '../ledger/record-payment.ts';
import { closeOrderPagesSoon, releasePendingPayments } from './close-order-pages.ts';

export interface TakenPayment {
  readonly payment: PaymentRow;
  /** The amount taken: the rest of the bill, rounded if it was cash. */
  readonly due: Cents;
  readonly rounding: Cents;
  readonly order: WireOrder;
}

/**
 * Records that the till took the rest of an order. Repeated or concurrent calls return the same payment. Open payment
 * pages of the order are closed, and a payment that still arrives there is refunded.
 */
export async function takePayment(
  context: Context,
  tx: Tx,
  input: {
    readonly orderId: string;
    readonly actor: Actor;
    readonly from: RequestOrigin;
    /** The number on a card terminal's slip. */
    readonly slip?: string | null;
  },
): Promise<TakenPayment> {
  const { orderId, actor, from, slip = null } = input;
  const order = await lockOrder(tx, orderId);
  if (!order) throw refuse('order-not-found');
  valueOrThrow(authorise('order.take-payment', actor, { locationId: order.location_id }));
  const ledger = await readLedger(tx, order.bill_id);
  const lastPayment = capturedPayments(ledger).at(-1);
  if (lastPayment && order.payment_status === 'paid') return answer(context, order, lastPayment);
  if (lastPayment && order.payment_status === 'refunded')
    throw refuse('invalid-transition', say`Cannot change payment from refunded to paid`, {
      from: 'refunded',
      to: 'paid',
    });
  requireMaySettle(context, order);
  if (order.status === 'cancelled') {
    throw refuse('failed-precondition', say`This order was cancelled: no payment is due.`);
  }
  const { payment_status: paymentStatus, admin_created: adminCreated } = order;
  const method = collectedPaymentMethod({ paymentStatus, paymentMethod: orderPaymentMethod(order), adminCreated });
  const amount = subtractCents(cents(ledger.bill.total_cents), paidAmount(ledger));
  if (amount <= 0) throw refuse('more-than-due', say`Nothing is left to pay of this bill.`);
  await releasePendingPayments(tx, order);
  const payment = await recordPayment(context, tx, order, {
    actor,
    tender: isRoundedToCoins(method) ? 'cash' : null,
    method,
    slip,
    amount,
    tip: ZERO,
    rounding: isRoundedToCoins(method) ? cashDue(amount, ledger.coin).rounding : ZERO,
  });
  const paymentChange = await syncPaymentStatus(context, tx, order, { actor, from });
  closeOrderPagesSoon(context, tx, order.id);
  return answer(context, paymentChange.row, payment);
}

function answer(context: Context, order: OrderRow, payment: PaymentRow): TakenPayment {
  return {
    payment,
    due: cents(payment.amount_cents + payment.cash_rounding_cents),
    rounding: cents(payment.cash_rounding_cents),
    order: orderAnswer(order, context.clock.now(), context),
  };
}
