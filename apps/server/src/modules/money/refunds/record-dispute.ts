import type { ProviderDispute, PaymentGateway } from '../../../adapters/payment/gateway.ts';
import { cents, refuse, say, ZERO } from '@tiffin/domain/core';
import { clockText } from '@tiffin/domain/hours';
import { SYSTEM_ACTOR } from '@tiffin/domain/people';
import { allocate } from '@tiffin/domain/pricing';
import { sql } from 'kysely';
import type { Context, Tx } from '../../../context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { inRestaurantLanguage } from '../../../platform/i18n/request-language.ts';
import { syncGiftCards } from '../gift-cards/gift-card-balance.ts';
import { disputeKey, DISPUTE_KEY_PATTERN, refundableOfPayment, type PaymentRow } from '../../ledger/ledger.ts';
import { insertExternalRefund, recordRefundDecision } from '../../ledger/refund-rows.ts';
import { dateTimeText, moneyText } from '../../outbox/templates/mail-formats.ts';
import { lockOrder } from '../../orders/queries.ts';
import { readSite, type SiteSettings } from '../../locations/restaurant/site.ts';
import { flagPayment, findPaymentByProviderId } from '../bills/flag-payment.ts';
import { syncPaymentStatus } from '../bills/sync-payment-status.ts';

type Provider = Pick<PaymentGateway, 'name' | 'title'>;

/**
 * Handles a dispute that a guest opened at their bank, or the bank's decision: notifies staff of the deadline and
 * updates the ledger. Returns false while a pending refund holds part of the amount. Providers refuse refunds of
 * disputed payments, so the dispute must be recorded again when that refund is decided.
 */
export async function recordDispute(context: Context, provider: Provider, dispute: ProviderDispute): Promise<boolean> {
  const payment = await findPaymentByProviderId(context.db, provider.name, dispute.paymentId);
  if (!payment) return true;
  const reason = await attentionText(context, provider, dispute);
  return transaction(context.db, async (tx) => {
    await bookDispute(context, tx, payment, dispute);
    await flagPayment(context, tx, payment, { reason, amount: dispute.amount });
    const isMoneyTaken = dispute.status === 'open' || dispute.status === 'lost';
    return !isMoneyTaken || !(await hasPendingRefund(tx, payment));
  });
}

async function attentionText({ db }: Context, provider: Provider, dispute: ProviderDispute): Promise<string> {
  const site = await readSite(db);
  return inRestaurantLanguage(() => disputeText(provider, dispute, site));
}

/** Whether one of our payments has a dispute whose present status is not recorded. */
export async function isUnrecordedDispute(context: Context, provider: Provider, dispute: ProviderDispute) {
  const reason = await attentionText(context, provider, dispute);
  const status = dispute.status === 'asked' ? null : REFUND_STATUS[dispute.status];
  const unrecorded = await context.db
    .selectFrom('payments as p')
    .leftJoin('payment_sessions as s', 's.id', 'p.session_id')
    .leftJoin('refunds as r', (join) => join.on('r.idempotency_key', '=', disputeKey(provider.name, dispute.disputeId)))
    .select('p.id')
    .where('p.provider', '=', provider.name)
    .where('p.provider_payment_id', '=', dispute.paymentId)
    .where((eb) => eb.or([eb('r.id', 'is', null), eb('r.status', 'is distinct from', status)]))
    .where(sql<boolean>`position(${reason} in coalesce(s.attention, '')) = 0`)
    .executeTakeFirst();
  return unrecorded !== undefined;
}

/** Whether a refund of this payment is still undecided at the provider. */
async function hasPendingRefund(tx: Tx, payment: PaymentRow): Promise<boolean> {
  const pendingRefund = await tx
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', payment.id)
    .where('method', '=', 'card')
    .where('status', '=', 'requested')
    .where('idempotency_key', 'not like', DISPUTE_KEY_PATTERN)
    .limit(1)
    .executeTakeFirst();
  return pendingRefund !== undefined;
}

/**
 * A dispute is recorded as a refund that the bank makes instead of us. A dispute that is only asked about (`asked`) has
 * none, because the bank has taken nothing yet.
 */
const REFUND_STATUS = { open: 'requested', won: 'failed', lost: 'succeeded' } as const;

/**
 * Records the disputed amount as a refund, so that it cannot be refunded a second time by card or in cash. Amounts that
 * were refunded before are not recorded again; that loss appears only in the list for staff. Events may arrive out of
 * order: a decided dispute does not change.
 */
async function bookDispute(context: Context, tx: Tx, payment: PaymentRow, dispute: ProviderDispute): Promise<void> {
  if (dispute.status === 'asked') return;
  const order = payment.order_id === null ? null : await lockOrder(tx, payment.order_id);
  const key = disputeKey(payment.provider, dispute.disputeId);
  const existing = await tx.selectFrom('refunds').selectAll().where('idempotency_key', '=', key).executeTakeFirst();
  const status = REFUND_STATUS[dispute.status];
  const now = context.clock.now();
  const settledAt = status === 'requested' ? null : now;
  // The decision is recorded only once.
  if (existing && existing.status !== 'requested') return;
  const left = await refundableOfPayment(tx, payment, existing?.id);
  const [amount = ZERO, tip = ZERO] = allocate(cents(Math.min(dispute.amount, left[0] + left[1])), left);
  if (existing) {
    // A refund that held part of the amount may have failed in the meantime.
    const sums = amount > 0 ? { amount_cents: amount, tip_cents: tip } : {};
    await recordRefundDecision(tx, existing.id, { ...sums, status, settled_at: settledAt });
  } else {
    if (amount <= 0) return;
    const isNew = await insertExternalRefund(context, tx, payment, {
      status,
      amount_cents: amount,
      tip_cents: tip,
      reason: inRestaurantLanguage(() => say`Disputed with the guest's bank`),
      provider_refund_id: dispute.disputeId,
      idempotency_key: key,
      settled_at: settledAt,
    });
    // The other event may have opened the dispute that this one decides, so this one is repeated.
    if (!isNew) throw refuse('conflict');
  }
  await syncGiftCards(tx, [payment], now);
  if (order) await syncPaymentStatus(context, tx, order, { actor: SYSTEM_ACTOR, from: null });
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
    ? say`Answer at ${title} by ${dateTimeText(until, timeZone)}, ${clockText(until, timeZone)}, or the money is lost`
    : say`See ${title} for the next steps`;
  return say`A guest disputes ${money} with their bank (${reason}). ${answer}`;
}

/** Handles a fraud warning of the card's bank: a payment that is refunded in time is never disputed. */
export async function recordFraudWarning(
  context: Context,
  provider: Provider,
  { paymentId, reason }: { readonly paymentId: string; readonly reason: string },
): Promise<void> {
  const words = inRestaurantLanguage(
    () =>
      say`The card's bank suspects fraud (${reason}). Refund it now if you do not know this guest: a dispute costs a fee`,
  );
  const payment = await findPaymentByProviderId(context.db, provider.name, paymentId);
  if (!payment) return;
  const amount = cents(payment.amount_cents);
  await transaction(context.db, (tx) => flagPayment(context, tx, payment, { reason: words, amount }));
}
