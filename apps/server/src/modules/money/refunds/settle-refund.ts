import { cents, say, ZERO } from '@tiffin/domain/core';
import { changeRefundStatus, type RefundStatus } from '@tiffin/domain/payment';
import { allocate } from '@tiffin/domain/pricing';
import { SYSTEM_ACTOR } from '@tiffin/domain/people';
import type { Context, Db, Tx } from '../../../context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { inRestaurantLanguage } from '../../../platform/i18n/request-language.ts';
import type { PaymentGateway, ProviderRefund } from '../../../adapters/payment/gateway.ts';
import { syncGiftCardOf } from '../gift-cards/gift-card-balance.ts';
import { refundableOfPayment, type RefundRow } from '../../ledger/ledger.ts';
import { insertExternalRefund, recordRefundDecision } from '../../ledger/refund-rows.ts';
import { moneyText } from '../../outbox/templates/mail-formats.ts';
import { lockOrder } from '../../orders/queries.ts';
import { raisePaymentAlert, flagPayment, findPaymentByProviderId } from '../bills/flag-payment.ts';
import { syncPaymentStatus } from '../bills/sync-payment-status.ts';
import { notifyReturnedRefund } from '../../messages/notices/notify-refunded.ts';
import { readSite } from '../../locations/restaurant/site.ts';

/** How soon the provider is asked again about a pending refund. */
const ASK_AGAIN_MS = 60_000;

/** Stores the provider's status of a refund. Refunds of payments that are not ours are ignored. */
export async function settleRefund(
  context: Context,
  gateway: Pick<PaymentGateway, 'name' | 'title'>,
  providerRefund: ProviderRefund,
): Promise<void> {
  const refund =
    (await findRefund(context.db, providerRefund)) ?? (await recordForeignRefund(context, gateway, providerRefund));
  if (!refund) return;
  const { status, providerRefundId, reason: error } = providerRefund;
  await transaction(context.db, (tx) => recordStatus(context, tx, refund, status, { providerRefundId, error }));
  await context.reachTestPoint('refund.settled');
}

/** Marks a refund as failed and notifies staff, who may retry it. */
export async function failRefund(context: Context, refundId: string, reason: string): Promise<void> {
  const refund = await context.db
    .selectFrom('refunds')
    .select(['id', 'order_id'])
    .where('id', '=', refundId)
    .executeTakeFirst();
  if (!refund) return;
  await transaction(context.db, (tx) =>
    recordStatus(context, tx, refund, 'failed', { providerRefundId: null, error: reason }),
  );
}

type FoundRefund = Pick<RefundRow, 'id' | 'order_id'>;

/** The refund of a provider's report, if we have it. */
export async function findRefund(
  db: Db | Tx,
  providerRefund: Pick<ProviderRefund, 'reference' | 'providerRefundId'>,
): Promise<FoundRefund | undefined> {
  const refunds = db.selectFrom('refunds').select(['id', 'order_id']);
  const byReference =
    providerRefund.reference === null
      ? undefined
      : await refunds.where('id', '=', providerRefund.reference).executeTakeFirst();
  return byReference ?? refunds.where('provider_refund_id', '=', providerRefund.providerRefundId).executeTakeFirst();
}

/** Records a refund that was made in the provider's dashboard, and notifies staff. Concurrent events record it once. */
async function recordForeignRefund(
  context: Context,
  { name, title }: Pick<PaymentGateway, 'name' | 'title'>,
  { of, providerRefundId, reference }: ProviderRefund,
): Promise<FoundRefund | undefined> {
  const payment = of && (await findPaymentByProviderId(context.db, name, of.paymentId));
  if (!payment || of.amount <= 0) return undefined;
  await transaction(context.db, async (tx) => {
    if (payment.order_id !== null) await lockOrder(tx, payment.order_id);
    const left = await refundableOfPayment(tx, payment);
    // Nothing is left if a pending refund, which the provider will refuse, is still counted. The whole amount is then
    // booked on the bill, and none of it on the tip.
    const [amount = of.amount, tip = ZERO] = allocate(of.amount, left[0] + left[1] > 0 ? left : [1, 0]);
    const isNew = await insertExternalRefund(context, tx, payment, {
      status: 'requested',
      amount_cents: amount,
      tip_cents: tip,
      reason: inRestaurantLanguage(() => say`Refunded at ${title}`),
      provider_refund_id: providerRefundId,
      idempotency_key: `adopted:${name}:${providerRefundId}`,
      next_try_at: context.clock.now(),
    });
    if (!isNew) return;
    const { currency } = await readSite(tx);
    await flagPayment(context, tx, payment, {
      reason: inRestaurantLanguage(() =>
        reference === null
          ? say`${moneyText(of.amount, currency)} was refunded at ${title}, not here`
          : say`${moneyText(of.amount, currency)} was refunded at ${title} before the data was restored`,
      ),
      amount: of.amount,
    });
  });
  await context.reachTestPoint('refund.adopted');
  return findRefund(context.db, { reference: null, providerRefundId });
}

/** Records the status of a refund. Locks the order before the refund, in the same sequence as a cancellation. */
async function recordStatus(
  context: Context,
  tx: Tx,
  { id, order_id: orderId }: FoundRefund,
  status: RefundStatus,
  update: { readonly providerRefundId: string | null; readonly error: string | null },
): Promise<void> {
  const order = orderId === null ? null : await lockOrder(tx, orderId);
  const refund = await tx.selectFrom('refunds').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  const change = changeRefundStatus(refund.status, status);
  // This event is late: a newer one has decided already.
  if (!change.ok) return;
  const now = context.clock.now();
  const { changed } = change.value;
  const error = update.error ?? inRestaurantLanguage(() => say`The provider gave no reason`);
  await recordRefundDecision(tx, id, {
    status,
    provider_refund_id: update.providerRefundId ?? refund.provider_refund_id,
    last_error: status === 'failed' ? error : null,
    next_try_at: status === 'requested' ? new Date(now.getTime() + ASK_AGAIN_MS) : null,
    settled_at: changed ? now : undefined,
  });
  await context.reachTestPoint('refund.written');
  await syncGiftCardOf(tx, refund.payment_id, now);
  if (!changed) return;
  if (order) await syncPaymentStatus(context, tx, order, { actor: SYSTEM_ACTOR, from: null });
  else if (status === 'succeeded') await notifyReturnedRefund(context, tx, refund);
  if (status === 'failed') {
    await raisePaymentAlert(context, tx, {
      locationId: refund.location_id,
      reason: inRestaurantLanguage(() => say`A refund failed: ${error}`),
      amount: cents(refund.amount_cents + refund.tip_cents),
      orderId,
    });
  }
}
