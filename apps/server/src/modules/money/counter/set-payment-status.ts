import type { WireOrder } from '@tiffin/contract/order/order-answer';
import { addCents, cents, valueOrThrow, refuse, say } from '@tiffin/domain/core';
import { isRoundedToCoins, changePaymentStatus, type PaymentStatus } from '@tiffin/domain/payment';
import type { Actor } from '@tiffin/domain/people';
import type { Context, Tx } from '../../../context.ts';
import type { RequestOrigin } from '../../../platform/http/implement.ts';
import { inRestaurantLanguage } from '../../../platform/i18n/request-language.ts';
import { orderAnswer } from '../../orders/order-answer.ts';
import { lockStaffOrder } from '../../orders/queries.ts';
import { billOrderOf } from '../../orders/rounds.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { syncPaymentStatus } from '../bills/sync-payment-status.ts';
import {
  refundColumns,
  capturedPayments,
  refundedTotal,
  billOfRefund,
  readLedger,
  refundableAmount,
  splitRefundOverPayments,
} from '../../ledger/ledger.ts';
import { insertFailedPayment, releasePendingPayments } from '../../ledger/payment-rows.ts';
import { insertRefundRequest, markRefundsHandedBack } from '../../ledger/refund-rows.ts';
import { requireRefundApproval } from '../../ledger/approve-refund.ts';
import { approveHandOver } from './approve-hand-over.ts';
import { closeOrderPagesSoon } from '../sessions/close-order-pages.ts';
import { takeRestOfBill } from './take-rest-of-bill.ts';

export interface StatusInput {
  readonly orderId: string;
  readonly paymentStatus: PaymentStatus;
  readonly paymentIntentId?: string | undefined;
  readonly actor: Actor;
  readonly from: RequestOrigin;
}

/**
 * Sets the payment status on behalf of staff. The change becomes rows of the ledger, from which the order's status
 * follows. Only the provider can report card money as refunded.
 */
export async function setPaymentStatus(context: Context, tx: Tx, input: StatusInput): Promise<WireOrder> {
  const { orderId, paymentStatus, actor, from } = input;
  const order = await billOrderOf(tx, await lockStaffOrder(tx, actor, orderId, 'order.take-payment'));
  if (paymentStatus === 'refunded' && order.status === 'cancelled') {
    const refundsByHand = await readRefundsByHand(tx, order);
    if (refundsByHand.length > 0) {
      const requested = refundsByHand.filter(({ status }) => status === 'requested');
      await approveHandOver(context, tx, { actor, from }, order, requested);
      await markRefundsHandedBack(context, tx, { actor, from }, (refund) => refund('bill_id', '=', order.bill_id));
      return (await syncPaymentStatus(context, tx, order, { actor, from })).order;
    }
  }
  const change = valueOrThrow(changePaymentStatus(order.payment_status, paymentStatus));
  if (!change.changed) return orderAnswer(order, context.clock.now(), context);
  if (paymentStatus === 'paid') {
    return (await takeRestOfBill(context, tx, { orderId, actor, from, slip: input.paymentIntentId ?? null })).order;
  }
  if (paymentStatus === 'refunded') await handBack(context, tx, order, input);
  else await failPending(context, tx, order);
  return (await syncPaymentStatus(context, tx, order, { actor, from })).order;
}

/** The refunds that a cancellation left for staff. Card refunds go through the provider. */
function readRefundsByHand(tx: Tx, order: OrderRow) {
  return tx
    .selectFrom('refunds')
    .select(['status', 'amount_cents', 'tip_cents'])
    .where('bill_id', '=', order.bill_id)
    .where('method', '<>', 'card')
    .where('status', '<>', 'failed')
    .forUpdate()
    .execute();
}

/** Records that all remaining money the till took was handed back. */
async function handBack(context: Context, tx: Tx, order: OrderRow, { actor, from }: StatusInput): Promise<void> {
  const ledger = await readLedger(tx, order.bill_id);
  const payments = capturedPayments(ledger);
  if (payments.length === 0 || payments.some(({ provider }) => provider !== 'till')) {
    throw refuse(
      'failed-precondition',
      say`A card payment is refunded by its provider: cancel the order or refund its items.`,
    );
  }
  const parts = splitRefundOverPayments(ledger, refundableAmount(ledger));
  const amount = addCents(...parts.map(({ back }) => cents(back.amount + back.tip)));
  const refundedBefore = refundedTotal(ledger);
  await requireRefundApproval(context, tx, { actor, from }, { order, refundedBefore, amount });
  for (const { payment, back } of parts) {
    await insertRefundRequest(context, tx, actor, {
      ...billOfRefund(order),
      ...refundColumns(back),
      method: isRoundedToCoins(payment.method) ? 'cash' : 'manual',
      reason: inRestaurantLanguage(() => say`Handed back`),
      idempotency_key: `hand-back:${context.ids.uuid()}`,
    });
  }
  await markRefundsHandedBack(context, tx, { actor, from }, (refund) => refund('bill_id', '=', order.bill_id));
}

/** Marks the pending payments as failed, or writes a failed payment if there are none. */
async function failPending(context: Context, tx: Tx, order: OrderRow): Promise<void> {
  closeOrderPagesSoon(context, tx, order.bill_id);
  if (await releasePendingPayments(tx, { billId: order.bill_id })) return;
  await insertFailedPayment(context, tx, order);
}
