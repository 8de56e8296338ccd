import type { WireOrder } from '@tiffin/contract/order-answer';
import { cents, orRefuse, refuse, type Cents } from '@tiffin/domain/core';
import { isCardMethod, type PaymentMethod } from '@tiffin/domain/payment';
import { authorise, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import { onCommit } from '../../db/transaction.ts';
import type { From } from '../../http/implement.ts';
import { methodOf, orderAnswer } from '../orders/order-answer.ts';
import { lockOrder, type OrderRow } from '../orders/queries.ts';
import { syncPaymentStatus } from './sync-payment-status.ts';
import { bookTillPayment, capturedPayment, readLedger, type PaymentRow } from '../ledger/ledger.ts';
import { closeSession } from './see-session.ts';

export interface TakenPayment {
  readonly payment: PaymentRow;
  /** What was counted: the total, rounded to coins when it was cash. */
  readonly due: Cents;
  readonly rounding: Cents;
  readonly order: WireOrder;
}

/**
 * The till took the money for an order. Taken twice, or by two tills at once, it is the same payment.
 * An open payment page of the order is closed; who pays there all the same gets that back.
 */
export async function takePayment(
  context: Context,
  tx: Tx,
  taken: {
    readonly orderId: string;
    readonly actor: Actor;
    readonly from: From;
    /** The number on a card terminal's slip. */
    readonly slip?: string | null;
  },
): Promise<TakenPayment> {
  const { orderId, actor, from, slip = null } = taken;
  const order = await lockOrder(tx, orderId);
  if (!order) throw refuse('order-not-found');
  orRefuse(authorise('order.take-payment', actor, { locationId: order.location_id }));
  const known = capturedPayment(await readLedger(tx, orderId));
  if (known && order.payment_status === 'paid') return answer(context, order, known);
  if (known)
    throw refuse('invalid-transition', 'Cannot change payment from refunded to paid', { from: 'refunded', to: 'paid' });
  if (order.status === 'cancelled') {
    throw refuse('failed-precondition', 'This order was cancelled: no payment is due.');
  }
  // What was to be paid by card on its page is now paid by hand, however that was.
  const method: PaymentMethod = isCardMethod(methodOf(order)) ? 'manual' : methodOf(order);
  const payment = await bookTillPayment(context, tx, order, { actor, method, slip });
  const kept = await syncPaymentStatus(context, tx, order, { actor, from });
  if (order.session_id !== null) closeSoon(context, tx, order.session_id);
  return answer(context, kept.row, payment);
}

function answer(context: Context, order: OrderRow, payment: PaymentRow): TakenPayment {
  return {
    payment,
    due: cents(payment.amount_cents + payment.cash_rounding_cents),
    rounding: cents(payment.cash_rounding_cents),
    order: orderAnswer(order, context.clock.now(), context.publicUrl),
  };
}

function closeSoon(context: Context, tx: Tx, sessionId: string): void {
  onCommit(tx, () => {
    closeSession(context, sessionId).catch((error: unknown) =>
      context.log.warn({ err: error }, 'the payment page of a paid order could not be closed'),
    );
  });
}
