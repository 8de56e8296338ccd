import type { WireOrder } from '@tiffin/contract/order-answer';
import { addCents, cents, orRefuse, refuse, ZERO, say } from '@tiffin/domain/core';
import { isCoins, movePayment, type PaymentStatus } from '@tiffin/domain/payment';
import { authorise, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { From } from '../../platform/http/implement.ts';
import { inRestaurantLanguage } from '../../platform/i18n/interpreter.ts';
import { orderAnswer } from '../orders/order-answer.ts';
import { lockOrder } from '../orders/queries.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';
import { syncPaymentStatus } from '../billing/sync-payment-status.ts';
import {
  backColumns,
  capturedPayments,
  goneBack,
  onBillOf,
  readLedger,
  refundable,
  requestBack,
  wayBackOf,
} from '../ledger/ledger.ts';
import { requireRefundApproval } from '../people/manager-approval.ts';
import { closeOrderPagesSoon, releaseHeld } from './close-order-pages.ts';
import { takePayment } from './take-payment.ts';

export interface StatusWish {
  readonly orderId: string;
  readonly paymentStatus: PaymentStatus;
  readonly paymentIntentId?: string | undefined;
  readonly actor: Actor;
  readonly from: From;
}

/**
 * Staff say how the payment stands. What they say becomes rows of the ledger, and the order follows
 * those; of a card's money only its provider can say that it went back.
 */
export async function setPaymentStatus(context: Context, tx: Tx, wish: StatusWish): Promise<WireOrder> {
  const { orderId, paymentStatus, actor, from } = wish;
  const order = await lockOrder(tx, orderId);
  if (!order) throw refuse('order-not-found');
  orRefuse(authorise('order.take-payment', actor, { locationId: order.location_id }));
  if (paymentStatus === 'refunded' && order.status === 'cancelled') {
    if (await noteHandedBack(context, tx, order)) {
      // how much was settled when it was cancelled
      await requireRefundApproval(context, tx, { actor, from }, { order, refundedBefore: ZERO, amount: ZERO });
      return (await syncPaymentStatus(context, tx, order, { actor, from })).order;
    }
  }
  const move = orRefuse(movePayment(order.payment_status, paymentStatus));
  if (!move.changed) return orderAnswer(order, context.clock.now(), context);
  if (paymentStatus === 'paid') {
    return (await takePayment(context, tx, { orderId, actor, from, slip: wish.paymentIntentId ?? null })).order;
  }
  if (paymentStatus === 'refunded') await handBack(context, tx, order, wish);
  else await failPending(context, tx, order);
  return (await syncPaymentStatus(context, tx, order, { actor, from })).order;
}

/** What a cancel left to a person's hand was handed back; whether there was any. What a card gave goes by itself. */
async function noteHandedBack(context: Context, tx: Tx, order: OrderRow): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('refunds')
    .set({ status: 'succeeded', settled_at: sql<Date>`coalesce(settled_at, ${context.clock.now()})` })
    .where('bill_id', '=', order.bill_id)
    .where('method', '<>', 'card')
    .where('status', '<>', 'failed')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** All that is left of what the till took was handed back over the counter. */
async function handBack(context: Context, tx: Tx, order: OrderRow, { actor, from }: StatusWish): Promise<void> {
  const ledger = await readLedger(tx, order.bill_id);
  const payments = capturedPayments(ledger);
  if (payments.length === 0 || payments.some(({ provider }) => provider !== 'till')) {
    throw refuse(
      'failed-precondition',
      say`A card payment is refunded by its provider: cancel the order or refund its items.`,
    );
  }
  const parts = wayBackOf(ledger, refundable(ledger));
  const rest = addCents(...parts.map(({ back }) => cents(back.amount + back.tip)));
  await requireRefundApproval(context, tx, { actor, from }, { order, refundedBefore: goneBack(ledger), amount: rest });
  for (const { payment, back } of parts) {
    await requestBack(context, tx, order, actor, {
      ...backColumns(back),
      method: isCoins(payment.method) ? 'cash' : 'manual',
      reason: inRestaurantLanguage(() => say`Handed back`),
      idempotency_key: `hand-back:${context.ids.uuid()}`,
    });
  }
  await noteHandedBack(context, tx, order);
}

/** The open try failed; where no page is waited for, the failed try is written down. */
async function failPending(context: Context, tx: Tx, order: OrderRow): Promise<void> {
  closeOrderPagesSoon(context, tx, order.id);
  if (await releaseHeld(tx, order)) return;
  await tx
    .insertInto('payments')
    .values({
      id: context.ids.uuid(),
      ...onBillOf(order),
      provider: 'till',
      method: order.payment_method,
      status: 'failed',
      amount_cents: order.total_cents,
      created_at: context.clock.now(),
    })
    .execute();
}
