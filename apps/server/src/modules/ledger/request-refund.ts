import { addCents, cents } from '@tiffin/domain/core';
import { isActorOwner, type Actor } from '@tiffin/domain/people';
import type { Context, Tx } from '../../context.ts';
import type { Row } from '../../platform/db/schema.ts';
import type { RequestOrigin } from '../../platform/http/implement.ts';
import { requireRefundApproval } from './approve-refund.ts';
import { billOfRefund, refundColumns, refundedTotal, readLedger, planCancelRefunds } from './ledger.ts';
import { insertRefundRequest } from './refund-rows.ts';

/** The key of a refund on cancellation: once for each payment, however often the request is retried. */
export const cancelRefundKey = (paymentId: string): string => `cancel:${paymentId}`;

/**
 * Requests the refunds of a cancelled order in the transaction that cancels it, once even when retried. Each tender
 * gets back what it paid. Refunds to cards run automatically; staff return cash and other tenders.
 */
export async function requestRefund(
  context: Context,
  tx: Tx,
  order: Pick<Row<'orders'>, 'id' | 'bill_id' | 'location_id' | 'user_id' | 'admin_created'>,
  by: {
    readonly actor: Actor;
    readonly hasOrderLink: boolean;
    readonly from: RequestOrigin | null;
    readonly reason: string;
  },
): Promise<void> {
  const ledger = await readLedger(tx, order.bill_id);
  const refundParts = planCancelRefunds(ledger);
  if (refundParts.length === 0) return;
  // Staff may cancel, but refunding takes a manager. A guest may refund their own order; staff who took it at the till
  // are not its guest, whatever name it has. An order without an account belongs to the holder of its link.
  const isAtWork = order.admin_created && by.actor.kind === 'person' && by.actor.role !== 'customer';
  const isOwner =
    order.user_id === null
      ? by.hasOrderLink && !order.admin_created
      : isActorOwner(by.actor, order.user_id) && !isAtWork;
  if (!isOwner) {
    const amount = addCents(...refundParts.map((each) => cents(each.back.amount + each.back.tip)));
    await requireRefundApproval(context, tx, by, { order, refundedBefore: refundedTotal(ledger), amount });
  }

  for (const { method, back } of refundParts) {
    await insertRefundRequest(context, tx, by.actor, {
      ...billOfRefund(order),
      ...refundColumns(back),
      method,
      reason: by.reason,
      idempotency_key: cancelRefundKey(back.paymentId),
    });
  }
}
