import { cents, orRefuse, refuse } from '@tiffin/domain/core';
import { refundShare, wayBack, type ChosenLine } from '@tiffin/domain/payment';
import { authorise, userIdOf, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { From } from '../../http/implement.ts';
import { lockOrder, type OrderRow } from '../orders/queries.ts';
import { syncPaymentStatus } from './sync-payment-status.ts';
import { capturedPayment, dueOf, readLedger, refundable, type Ledger, type RefundRow } from '../ledger/ledger.ts';
import { sendRefundSoon } from './send-refund.ts';

/** So many of a line of the order; lines count from 1. */
export interface RefundLine {
  readonly line: number;
  readonly quantity: number;
}

/**
 * A manager gives chosen dishes back, with their share of tax and tip. Card money goes by the
 * provider; cash is handed over on the spot.
 */
export async function refundItems(
  context: Context,
  tx: Tx,
  wish: {
    readonly orderId: string;
    readonly items: readonly RefundLine[];
    readonly reason: string;
    readonly actor: Actor;
    readonly from: From;
  },
): Promise<RefundRow> {
  const { orderId, items, reason, actor, from } = wish;
  const order = await lockOrder(tx, orderId);
  if (!order) throw refuse('order-not-found');
  orRefuse(authorise('order.refund', actor, { locationId: order.location_id }));
  const ledger = await readLedger(tx, orderId);
  const payment = capturedPayment(ledger);
  if (!payment || order.payment_status !== 'paid') {
    throw refuse('failed-precondition', 'Only what was paid can be refunded.');
  }
  const share = orRefuse(shareOf(order, ledger, items));
  const amount = cents(Math.min(share.total, refundable(ledger)));
  if (amount <= 0) throw refuse('failed-precondition', 'Everything that was paid has gone back already.');
  const way = wayBack(payment.method);
  const card = payment.provider !== 'till' && way === 'card';
  const now = context.clock.now();
  const refund = await tx
    .insertInto('refunds')
    .values({
      id: context.ids.uuid(),
      payment_id: payment.id,
      order_id: orderId,
      location_id: order.location_id,
      status: card ? 'requested' : 'succeeded',
      method: way === 'card' && !card ? 'manual' : way,
      amount_cents: amount,
      cash_rounding_cents: dueOf(ledger, amount) - amount,
      lines: JSON.stringify(items),
      reason,
      next_try_at: card ? now : null,
      idempotency_key: `items:${context.ids.uuid()}`,
      requested_by: userIdOf(actor),
      requested_at: now,
      settled_at: card ? null : now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (card) sendRefundSoon(context, tx, refund.id);
  else await syncPaymentStatus(context, tx, order, { actor, from });
  return refund;
}

/** What the chosen dishes bring back, after what earlier refunds took. */
export function shareOf(order: OrderRow, ledger: Ledger, items: readonly RefundLine[]) {
  const before = ledger.refunds.filter((refund) => refund.status !== 'failed').flatMap((refund) => refund.lines);
  return refundShare(
    {
      lines: order.items.map((item) => ({ unitPrice: cents(item.unit_price_cents), quantity: item.quantity })),
      tax: cents(order.tax_cents),
      tip: cents(order.tip_cents),
    },
    items.map((item) => chosenLineOf(order, item)),
    before.map((item) => chosenLineOf(order, item)),
  );
}

/** The bill counts from 0; a line that is not there gets an index that is not there. */
function chosenLineOf(order: OrderRow, { line, quantity }: RefundLine): ChosenLine {
  return { line: order.items.findIndex((item) => item.line === line), quantity };
}
