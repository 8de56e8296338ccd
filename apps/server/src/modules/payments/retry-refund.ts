import { orRefuse, refuse, cents, say } from '@tiffin/domain/core';
import { refundableSum } from '@tiffin/domain/payment';
import { authorise, userIdOf, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import { lockOrder } from '../orders/queries.ts';
import { isDispute, type RefundRow } from '../ledger/ledger.ts';
import { sendRefundSoon } from './send-refund.ts';
import { syncPaymentStatus } from './sync-payment-status.ts';

/** Tries a failed refund again, as a refund of its own: once per failed one. */
export async function retryRefund(context: Context, tx: Tx, actor: Actor, refundId: string): Promise<RefundRow> {
  const failed = await tx.selectFrom('refunds').selectAll().where('id', '=', refundId).executeTakeFirst();
  if (!failed) throw refuse('not-found', say`Refund not found`);
  orRefuse(authorise('order.refund', actor, { locationId: failed.location_id }));
  const order = failed.order_id === null ? null : await lockOrder(tx, failed.order_id);
  if (failed.status !== 'failed') throw refuse('failed-precondition', say`Only a refund that failed is tried again.`);
  if (isDispute(failed)) throw refuse('failed-precondition', say`The bank decided that this money stays.`);
  const payment = await tx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', failed.payment_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const others = await tx.selectFrom('refunds').selectAll().where('payment_id', '=', payment.id).execute();
  const key = `again:${failed.id}`;
  const already = others.find((refund) => refund.idempotency_key === key);
  if (already) return already;
  if (!failed.of_change && order && (await wasChangedSince(tx, failed))) {
    throw refuse(
      'failed-precondition',
      say`The order was changed since, and what it came to less went back with that.`,
    );
  }
  const rest = refundableSum(
    [{ status: payment.status, amount: cents(payment.amount_cents) }],
    others
      .filter(({ id }) => id !== failed.id)
      .map(({ status, amount_cents, of_change: ofChange }) => ({ status, amount: cents(amount_cents), ofChange })),
  );
  if (failed.amount_cents > rest) throw refuse('failed-precondition', say`The money has gone back another way.`);
  const now = context.clock.now();
  const refund = await tx
    .insertInto('refunds')
    .values({
      id: context.ids.uuid(),
      payment_id: payment.id,
      bill_id: failed.bill_id,
      order_id: failed.order_id,
      location_id: failed.location_id,
      status: 'requested',
      method: failed.method,
      amount_cents: failed.amount_cents,
      tip_cents: failed.tip_cents,
      lines: JSON.stringify(failed.lines),
      deed: failed.deed,
      reason: failed.reason,
      next_try_at: now,
      idempotency_key: key,
      requested_by: userIdOf(actor),
      requested_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (failed.of_change) {
    // Both at once: in between the bill would have given back twice as much, or nothing.
    await sql`update refunds set of_change = not of_change where id in (${failed.id}, ${refund.id})`.execute(tx);
  }
  sendRefundSoon(context, tx, refund.id);
  if (order) await syncPaymentStatus(context, tx, order, { actor, from: null });
  return refund;
}

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
