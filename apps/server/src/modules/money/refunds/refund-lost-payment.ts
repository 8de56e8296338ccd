import { cents, refuse, say, toDollars, valueOrThrow } from '@tiffin/domain/core';
import { authorise } from '@tiffin/domain/people';
import type { Context, Tx } from '../../../context.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { syncGiftCards } from '../gift-cards/gift-card-balance.ts';
import { refundableOfPayment } from '../../ledger/ledger.ts';
import { insertRefundRequest } from '../../ledger/refund-rows.ts';
import { refundMethodFor } from './refund-items.ts';
import { sendRefundSoon } from './send-refund.ts';
import { findSession } from '../sessions/sessions.ts';

/** Refunds what is left of a payment without an order, or of one that bought a gift card. Returns the refund's id. */
export async function refundLostPayment(context: Context, tx: Tx, by: Author, sessionId: string): Promise<string> {
  const session = await findSession(tx, sessionId);
  const payment =
    session &&
    (await tx
      .selectFrom('payments')
      .selectAll()
      .where('session_id', '=', session.id)
      .where('status', '=', 'succeeded')
      .forUpdate()
      .executeTakeFirst());
  if (!payment) throw refuse('not-found', say`Payment not found`);
  valueOrThrow(authorise('order.refund', by.actor, { locationId: payment.location_id }));
  if (payment.bill_id !== null)
    throw refuse('failed-precondition', say`This payment belongs to an order. Refund it from the order.`);
  const [paid, tip] = await refundableOfPayment(tx, payment);
  const cards = tx.selectFrom('gift_cards').select('balance_cents').where('id', '=', payment.gift_card_id);
  // If it bought a gift card, only what is left on the card is refunded.
  const amount = Math.min(paid, (await cards.forUpdate().executeTakeFirst())?.balance_cents ?? paid);
  if (amount + tip === 0) throw refuse('failed-precondition', say`This payment was refunded already.`);
  const now = context.clock.now();
  const method = refundMethodFor(payment);
  const refund = await insertRefundRequest(context, tx, by.actor, {
    payment_id: payment.id,
    location_id: payment.location_id,
    method,
    amount_cents: amount,
    tip_cents: tip,
    reason: session.attention ?? say`Its order was lost`,
    idempotency_key: `lost:${payment.id}:${context.ids.uuid()}`,
  });
  if (!refund) throw refuse('conflict');
  await syncGiftCards(tx, [payment], now);
  const paymentId = payment.provider_payment_id ?? payment.id;
  await recordAuditEntry(tx, { at: now, ...by }, 'refund-lost-payment', ['payment', paymentId], {
    locationId: payment.location_id,
    after: { amount: toDollars(cents(amount + tip)) },
  });
  if (method === 'card') sendRefundSoon(context, tx, refund.id);
  return refund.id;
}
