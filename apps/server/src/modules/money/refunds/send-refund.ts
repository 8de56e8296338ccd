import { cents, valueOrThrow, asRecord, refuse, say } from '@tiffin/domain/core';
import { GIFT_CARD, isSentRefund, refundableSum, SENT_REFUND_ROUTES } from '@tiffin/domain/payment';
import { authorise, type Actor } from '@tiffin/domain/people';
import { GatewayRefused, type PaymentGateway, type ProviderRefund } from '../../../adapters/payment/gateway.ts';
import type { Context, Tx } from '../../../context.ts';
import { onCommit } from '../../../platform/db/transaction.ts';
import type { Reaction } from '../../../platform/events/reactions.ts';
import { InFlight } from '../../../platform/concurrency/in-flight.ts';
import { isDispute, type RefundRow } from '../../ledger/ledger.ts';
import { insertRetriedRefund, leaseDueRefund, postponeRefund } from '../../ledger/refund-rows.ts';
import { lockOrder } from '../../orders/queries.ts';
import { orderIdsOf } from '../../../platform/events/order-ids.ts';
import { gatewayFor, waitAtMost } from '../provider/find-gateway.ts';
import { failRefund, settleRefund } from './settle-refund.ts';
import { syncPaymentStatus } from '../bills/sync-payment-status.ts';
import { lockGiftCard } from '../gift-cards/find-gift-card.ts';
import { syncGiftCardOf } from '../gift-cards/gift-card-balance.ts';

/** If a process dies while sending a refund, it is sent again after this time. */
const LEASE_MS = 60_000;
/** How long a refund that could not be sent waits for its first retry. Each later wait is twice as long. */
const FIRST_RETRY_MS = 10_000;
const MAX_RETRY_MS = 30 * 60_000;

/** Shares one provider request per refund within this process. */
const sendings = new InFlight<void>();

/** Sends the refund after the commit. If the process dies before, the sweep sends it. */
export function sendRefundSoon(context: Context, tx: Tx, refundId: string): void {
  onCommit(tx, () => {
    sendRefund(context, refundId).catch((error: unknown) =>
      context.log.warn({ err: error, refundId }, 'a refund could not be sent; the sweep tries again'),
    );
  });
}

/** Sends the card refunds of cancelled orders after the commit. */
export const sendRefundsOfCancelled: Reaction = {
  name: 'refunds-of-cancelled',
  types: ['order.updated'],
  needsIdAndStatusOnly: true,
  async react(context, tx, events) {
    const cancelled = orderIdsOf(events.filter(({ data }) => asRecord(data['order'])?.['status'] === 'cancelled'));
    if (cancelled.length === 0) return;
    const due = await tx
      .selectFrom('refunds')
      .select('id')
      .where('order_id', 'in', cancelled)
      .where('status', '=', 'requested')
      .where('method', 'in', SENT_REFUND_ROUTES)
      .where('provider_refund_id', 'is', null)
      .execute();
    for (const { id } of due) sendRefundSoon(context, tx, id);
  },
};

/** Sends a due refund to the provider. Repeated calls refund only once. */
export function sendRefund(context: Context, refundId: string): Promise<void> {
  return sendings.share(context, refundId, () => sendIfDue(context, refundId));
}

async function sendIfDue(context: Context, refundId: string): Promise<void> {
  const now = context.clock.now();
  const refund = await leaseDueRefund(context.db, refundId, { now, until: new Date(now.getTime() + LEASE_MS) });
  if (!refund) return;
  await context.reachTestPoint('refund.taken');
  // The card is here, so no provider has to confirm it.
  if (refund.provider === GIFT_CARD) {
    const { id: reference } = refund;
    const done = { reference, providerRefundId: reference, of: null, status: 'succeeded', reason: null } as const;
    return settleRefund(context, { name: GIFT_CARD, title: GIFT_CARD }, done);
  }
  let gateway: PaymentGateway;
  let providerRefund: ProviderRefund;
  try {
    gateway = gatewayFor(context, refund.provider);
    providerRefund = await gateway.refund({
      reference: refund.id,
      paymentId: refund.provider_payment_id ?? '',
      amount: cents(refund.amount_cents + refund.tip_cents),
      reason: refund.reason,
      again: refund.attempts > 1,
    });
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    if (error instanceof GatewayRefused) return failRefund(context, refund.id, words);
    context.metrics.countProviderFailure();
    const wait = Math.min(FIRST_RETRY_MS * 2 ** (refund.attempts - 1), MAX_RETRY_MS);
    return postponeRefund(context.db, refund.id, words, new Date(context.clock.now().getTime() + wait));
  }
  await context.reachTestPoint('refund.answered');
  await settleRefund(context, gateway, { ...providerRefund, reference: refund.id });
}

/** How long a request waits for the result of a refund. */
const PATIENCE_MS = 8_000;

/** Sends a card refund and returns its result, or its current state if the provider is slow. */
export async function awaitRefund(context: Context, refundId: string): Promise<RefundRow> {
  const read = (): Promise<RefundRow> =>
    context.db.selectFrom('refunds').selectAll().where('id', '=', refundId).executeTakeFirstOrThrow();
  const requested = await read();
  if (!isSentRefund(requested.method) || requested.status !== 'requested') return requested;
  await waitAtMost(PATIENCE_MS, sendRefund(context, refundId)).catch((error: unknown) =>
    context.log.warn({ err: error, refundId }, 'a refund could not be sent; the sweep tries again'),
  );
  return read();
}

/** Retries a failed refund as a new refund, at most once per failed one. */
export async function retryRefund(context: Context, tx: Tx, actor: Actor, refundId: string): Promise<RefundRow> {
  const failed = await tx.selectFrom('refunds').selectAll().where('id', '=', refundId).executeTakeFirst();
  if (!failed) throw refuse('not-found', say`Refund not found`);
  valueOrThrow(authorise('order.refund', actor, { locationId: failed.location_id }));
  const order = failed.order_id === null ? null : await lockOrder(tx, failed.order_id);
  if (failed.status !== 'failed') throw refuse('failed-precondition', say`Only a failed refund can be tried again.`);
  if (isDispute(failed)) throw refuse('failed-precondition', say`The bank decided in the restaurant’s favour.`);
  const payment = await tx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', failed.payment_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const others = await tx.selectFrom('refunds').selectAll().where('payment_id', '=', payment.id).execute();
  const key = `again:${failed.id}`;
  const retried = others.find((refund) => refund.idempotency_key === key);
  if (retried) return retried;
  if (!failed.of_change && order && (await wasChangedSince(tx, failed))) {
    throw refuse(
      'failed-precondition',
      say`The order was changed in the meantime, and the difference was refunded then.`,
    );
  }
  const rest = refundableSum(
    [{ status: payment.status, amount: cents(payment.amount_cents) }],
    others
      .filter(({ id }) => id !== failed.id)
      .map(({ status, amount_cents, of_change: ofChange }) => ({ status, amount: cents(amount_cents), ofChange })),
  );
  if (failed.amount_cents > rest) throw refuse('failed-precondition', say`The money was refunded another way.`);
  if (payment.bill_id === null && payment.gift_card_id !== null) {
    const card = await lockGiftCard(tx, payment.gift_card_id);
    const isUsed = card.balance_cents < failed.amount_cents;
    if (isUsed) throw refuse('failed-precondition', say`The gift card was used in the meantime.`);
  }
  const refund = await insertRetriedRefund(context, tx, actor, failed, key);
  // A gift card that was given back is emptied again, before somebody pays with it.
  await syncGiftCardOf(tx, payment.id, context.clock.now());
  sendRefundSoon(context, tx, refund.id);
  if (order) await syncPaymentStatus(context, tx, order, { actor, from: null });
  return refund;
}

/** Whether a later change of the order refunded a difference. Undone payments are no change of the order. */
async function wasChangedSince(tx: Tx, failed: Pick<RefundRow, 'bill_id' | 'requested_at'>): Promise<boolean> {
  const later = await tx
    .selectFrom('refunds')
    .select('id')
    .where('bill_id', '=', failed.bill_id)
    .where('of_change', '=', true)
    .where('is_undo', '=', false)
    .where('requested_at', '>=', failed.requested_at)
    .executeTakeFirst();
  return later !== undefined;
}
