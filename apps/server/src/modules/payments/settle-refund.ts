import { cents } from '@tiffin/domain/core';
import { moveRefund, type RefundStatus } from '@tiffin/domain/payment';
import { SYSTEM } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../db/connection.ts';
import { transaction } from '../../db/transaction.ts';
import type { RefundSeen } from '../../adapters/payment/gateway.ts';
import { lockOrder } from '../orders/queries.ts';
import { callAttention } from './call-attention.ts';
import { syncPaymentStatus } from './sync-payment-status.ts';
import { tellReturned } from './tell-refunded.ts';

/** How soon the provider is asked about a refund it has not decided yet. */
const ASK_AGAIN_MS = 60_000;

/** What the provider says of a refund, written down; false when the refund is none of ours. */
export async function settleRefund(context: Context, seen: RefundSeen): Promise<boolean> {
  const found = await find(context.db, seen);
  if (!found) return false;
  await transaction(context.db, (tx) =>
    settle(context, tx, found, seen.status, { providerRefundId: seen.providerRefundId, error: seen.reason }),
  );
  await context.reach('refund.settled');
  return true;
}

/** The provider will not have it: staff hear of it, and may try again. */
export async function failRefund(context: Context, refundId: string, why: string): Promise<void> {
  const found = await context.db
    .selectFrom('refunds')
    .select(['id', 'order_id'])
    .where('id', '=', refundId)
    .executeTakeFirst();
  if (!found) return;
  await transaction(context.db, (tx) => settle(context, tx, found, 'failed', { providerRefundId: null, error: why }));
}

async function find(db: Db | Tx, seen: RefundSeen): Promise<{ id: string; order_id: string | null } | undefined> {
  const refunds = db.selectFrom('refunds').select(['id', 'order_id']);
  const byOurs =
    seen.reference === null ? undefined : await refunds.where('id', '=', seen.reference).executeTakeFirst();
  return byOurs ?? refunds.where('provider_refund_id', '=', seen.providerRefundId).executeTakeFirst();
}

/** The order is locked before the refund, as whoever cancels does. */
async function settle(
  context: Context,
  tx: Tx,
  { id, order_id: orderId }: { readonly id: string; readonly order_id: string | null },
  status: RefundStatus,
  told: { readonly providerRefundId: string | null; readonly error: string | null },
): Promise<void> {
  const order = orderId === null ? null : await lockOrder(tx, orderId);
  const refund = await tx.selectFrom('refunds').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
  const moved = moveRefund(refund.status, status);
  // An event of before, overtaken by a later one.
  if (!moved.ok) return;
  const now = context.clock.now();
  const { changed } = moved.value;
  await tx
    .updateTable('refunds')
    .set({
      status,
      provider_refund_id: told.providerRefundId ?? refund.provider_refund_id,
      last_error: status === 'failed' ? (told.error ?? 'The provider gave no reason') : null,
      next_try_at: status === 'requested' ? new Date(now.getTime() + ASK_AGAIN_MS) : null,
      ...(changed && { settled_at: now }),
    })
    .where('id', '=', id)
    .execute();
  await context.reach('refund.written');
  if (!changed) return;
  if (order) await syncPaymentStatus(context, tx, order, { actor: SYSTEM, from: null });
  else if (status === 'succeeded') await tellReturned(context, tx, refund);
  if (status === 'failed') {
    await callAttention(context, tx, {
      locationId: refund.location_id,
      reason: `A refund failed: ${told.error ?? 'the provider gave no reason'}`,
      amount: cents(refund.amount_cents),
      orderId,
    });
  }
}
