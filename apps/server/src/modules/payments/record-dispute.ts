import type { ProviderDispute, PaymentGateway } from '../../adapters/payment/gateway.ts';
import { cents, say, ZERO } from '@tiffin/domain/core';
import { clockText } from '@tiffin/domain/hours';
import { SYSTEM } from '@tiffin/domain/people';
import { allocate } from '@tiffin/domain/pricing';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { inRestaurantLanguage } from '../../platform/i18n/interpreter.ts';
import { disputeKey, IS_DISPUTE, leftOf, madeElsewhere, type PaymentRow } from '../ledger/ledger.ts';
import { dayText, moneyText } from '../outbox/templates/words.ts';
import { lockOrder } from '../orders/queries.ts';
import { readSite, type SiteSettings } from '../settings/site.ts';
import { lookAtPayment, paymentOf } from '../billing/flag-payment.ts';
import { syncPaymentStatus } from '../billing/sync-payment-status.ts';

type Provider = Pick<PaymentGateway, 'name' | 'title'>;

/**
 * A guest went to their bank about a payment, or the bank has decided: whoever keeps the money hears until when, and
 * the books follow.
 */
export async function takeDispute(context: Context, provider: Provider, dispute: ProviderDispute): Promise<void> {
  const payment = await paymentOf(context.db, provider.name, dispute.paymentId);
  if (!payment) return;
  const site = await readSite(context.db);
  const reason = inRestaurantLanguage(() => disputeText(provider, dispute, site));
  const isDecided = await transaction(context.db, async (tx) => {
    await bookDispute(context, tx, payment, dispute);
    await lookAtPayment(context, tx, payment, { reason, amount: dispute.amount });
    const isTaken = dispute.status === 'open' || dispute.status === 'lost';
    return !isTaken || !(await isGoingBack(tx, payment));
  });
  // A refund on its way took its share of the sum; of a disputed payment providers refuse it. The event is kept until then.
  if (!isDecided) throw new Error('A refund of the disputed payment is not decided yet');
}

/** Whether the provider has yet to say if it sends a refund of this payment. */
async function isGoingBack(tx: Tx, payment: PaymentRow): Promise<boolean> {
  const asked = await tx
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', payment.id)
    .where('method', '=', 'card')
    .where('status', '=', 'requested')
    .where('idempotency_key', 'not like', IS_DISPUTE)
    .limit(1)
    .executeTakeFirst();
  return asked !== undefined;
}

/** How a disputed sum stands in the books, where it goes back as a refund does: by the bank instead of by us. */
const BOOKED = { open: 'requested', won: 'failed', lost: 'succeeded' } as const;

/**
 * What the bank took goes back to the guest, or is on its way while it decides: nobody can give it back a second time,
 * by card or by hand. What went back before is not booked again: the house has lost it twice, and is told by its list.
 * Events may come out of order: what is over stays so.
 */
async function bookDispute(context: Context, tx: Tx, payment: PaymentRow, dispute: ProviderDispute): Promise<void> {
  if (dispute.status === 'asked') return;
  const order = payment.order_id === null ? null : await lockOrder(tx, payment.order_id);
  const key = disputeKey(payment.provider, dispute.disputeId);
  const known = await tx.selectFrom('refunds').selectAll().where('idempotency_key', '=', key).executeTakeFirst();
  const status = BOOKED[dispute.status];
  const now = context.clock.now();
  const settledAt = status === 'requested' ? null : now;
  // Won or lost is said once.
  if (known && known.status !== 'requested') return;
  const left = await leftOf(tx, payment, known?.id);
  const [amount = ZERO, tip = ZERO] = allocate(cents(Math.min(dispute.amount, left[0] + left[1])), left);
  if (known) {
    // A refund that took its share may have failed since.
    const sums = amount > 0 ? { amount_cents: amount, tip_cents: tip } : {};
    await tx
      .updateTable('refunds')
      .set({ ...sums, status, settled_at: settledAt })
      .where('id', '=', known.id)
      .execute();
  } else {
    if (amount <= 0) return;
    await tx
      .insertInto('refunds')
      .values({
        ...madeElsewhere(context, payment),
        status,
        amount_cents: amount,
        tip_cents: tip,
        reason: inRestaurantLanguage(() => say`Disputed with the guest's bank`),
        provider_refund_id: dispute.disputeId,
        idempotency_key: key,
        settled_at: settledAt,
      })
      .execute();
  }
  if (order) await syncPaymentStatus(context, tx, order, { actor: SYSTEM, from: null });
}

function disputeText(
  { title }: Provider,
  { amount, answerBy: until, reason, status }: ProviderDispute,
  { timeZone, currency }: Pick<SiteSettings, 'timeZone' | 'currency'>,
): string {
  const money = moneyText(amount, currency);
  if (status === 'won') return say`The dispute over ${money} is over: the money stays`;
  if (status === 'lost') return say`The dispute over ${money} was lost: the bank has taken the money back`;
  const answer = until
    ? say`Answer at ${title} by ${dayText(until, timeZone)}, ${clockText(until, timeZone)}, or the money is lost`
    : say`See ${title} for what to do`;
  return say`A guest disputes ${money} with their bank (${reason}). ${answer}`;
}

/** The card's bank suspects a payment: given back in time, it is never disputed. */
export async function tellFraudWarning(
  context: Context,
  provider: Provider,
  { paymentId, reason }: { readonly paymentId: string; readonly reason: string },
): Promise<void> {
  const words = inRestaurantLanguage(
    () =>
      say`The card's bank suspects fraud (${reason}). Refund it now if you do not know this guest: a dispute costs a fee`,
  );
  const payment = await paymentOf(context.db, provider.name, paymentId);
  if (!payment) return;
  const amount = cents(payment.amount_cents);
  await transaction(context.db, (tx) => lookAtPayment(context, tx, payment, { reason: words, amount }));
}
