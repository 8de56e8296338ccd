import { cents, refuse, say, toDollars, valueOrThrow } from '@tiffin/domain/core';
import { authorise } from '@tiffin/domain/people';
import type { Context, Tx } from '../../../context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { markRefundsHandedBack } from '../../ledger/refund-rows.ts';
import { recordAuditEntries, recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { findOrder } from '../../orders/queries.ts';
import { findSession, type SessionRow } from './sessions.ts';

/** Records that somebody reviewed a payment that was flagged (`flagPayment`). */
export async function resolveFlaggedPayment(context: Context, by: Author, sessionId: string): Promise<void> {
  await transaction(context.db, async (tx) => {
    const session = await findSession(tx, sessionId);
    if (!session) return resolveReturnedOrder(context, tx, by, sessionId);
    valueOrThrow(authorise('order.refund', by.actor, { locationId: session.location_id }));
    const now = context.clock.now();
    await tx
      .updateTable('payment_sessions')
      .set({ attended_at: now })
      .where('id', '=', session.id)
      .where('attended_at', 'is', null)
      .execute();
    // A payment without an order has no other step that marks its manual refund as done.
    const payments = tx.selectFrom('payments').select('id').where('session_id', '=', session.id);
    await markRefundsHandedBack(context, tx, by, (refund) =>
      refund.and([refund('payment_id', 'in', payments), refund('bill_id', 'is', null)]),
    );
    await recordAuditEntries(tx, {
      at: now,
      ...by,
      action: 'resolve-payment-attention',
      subject: subjectOfIssue(session),
      locationId: session.location_id,
      after: { amount: toDollars(cents(session.amount_cents)) },
    });
  });
}

/** A delivery that came back and was paid without a page (`listFlaggedPayments`) is resolved while the log says so. */
async function resolveReturnedOrder(context: Context, tx: Tx, by: Author, orderId: string): Promise<void> {
  const order = await findOrder(tx, orderId);
  if (!order) throw refuse('not-found', say`Payment session not found`);
  const locationId = order.location_id;
  valueOrThrow(authorise('order.refund', by.actor, { locationId }));
  const at = context.clock.now();
  await recordAuditEntry(tx, { at, ...by }, 'resolve-payment-attention', ['order', orderId], { locationId });
}

/** What was resolved. The id of the session is no name for it, because it opens the order to anybody who has it. */
function subjectOfIssue({ payment_id: paymentId, order_id: orderId, location_id: locationId }: SessionRow) {
  if (paymentId !== null) return { kind: 'payment', id: paymentId } as const;
  return orderId === null ? ({ kind: 'location', id: locationId } as const) : ({ kind: 'order', id: orderId } as const);
}
