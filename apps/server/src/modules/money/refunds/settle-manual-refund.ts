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
  const refund = await tx.selectFrom('refunds').selectAll().where('id', '=', refundId).executeTakeFirst();
  if (!refund?.order_id || refund.method === 'card') throw refuse('not-found', say`Refund not found`);
  const locked = await lockStaffOrder(tx, by.actor, refund.order_id, 'order.take-payment');
  // Now the money leaves the till: a guest's own cancellation may have requested it without any proof.
  await approveHandOver(context, tx, by, locked, refund.status === 'requested' ? [refund] : []);
  const [settled] = await markRefundsHandedBack(context, tx, by, (where) => where('id', '=', refundId));
  if (settled) {
    await recordAuditEntry(tx, { at: context.clock.now(), ...by }, 'hand-over-refund', ['order', locked.id], {
      locationId: locked.location_id,
      after: { amount: refundAnswer(settled).amount },
    });
  }
  const { row, order } = await syncPaymentStatus(context, tx, locked, by);
  // The refund of an overpayment does not change the order. It is sent again, because open pages show its refunds.
  const isUnchanged = settled !== undefined && row === locked;
  return {
    refund: refundAnswer(settled ?? refund),
    order: isUnchanged ? await sendOrderAgain(context, tx, row) : order,
  };
}
