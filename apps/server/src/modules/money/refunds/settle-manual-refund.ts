import { refuse, say } from '@tiffin/domain/core';
import type { Context, Tx } from '../../../context.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { refundAnswer } from '../bills/payment-answers.ts';
import { markRefundsHandedBack } from '../../ledger/refund-rows.ts';
import { syncPaymentStatus } from '../bills/sync-payment-status.ts';
import { sendOrderAgain } from '../../orders/apply-status.ts';
import { lockStaffOrder } from '../../orders/queries.ts';
import { approveHandOver } from '../counter/approve-hand-over.ts';

/** Records that staff handed a refund over to the guest, so that nobody hands it over a second time. */
export async function settleManualRefund(context: Context, tx: Tx, by: Author, refundId: string) {
  const found = await tx.selectFrom('refunds').selectAll().where('id', '=', refundId).executeTakeFirst();
  if (!found?.order_id || found.method === 'card') throw refuse('not-found', say`Refund not found`);
  const locked = await lockStaffOrder(tx, by.actor, found.order_id, 'order.take-payment');
  // Now the money leaves the till: a guest's own cancellation may have requested it without any proof.
  await approveHandOver(context, tx, by, locked, found.status === 'requested' ? [found] : []);
  const [settled] = await markRefundsHandedBack(context, tx, by, (refund) => refund('id', '=', refundId));
  if (settled) {
    await recordAuditEntry(tx, { at: context.clock.now(), ...by }, 'hand-over-refund', ['order', locked.id], {
      locationId: locked.location_id,
      after: { amount: refundAnswer(settled).amount },
    });
  }
  const { row, order } = await syncPaymentStatus(context, tx, locked, by);
  // The refund of an overpayment changes nothing of the order itself, which is sent again all the same.
  const isUnchanged = settled !== undefined && row === locked;
  return {
    refund: refundAnswer(settled ?? found),
    order: isUnchanged ? await sendOrderAgain(context, tx, row) : order,
  };
}
