import type { ValidatedInput } from '@tiffin/contract';
import { cents, valueOrThrow, refuse, say, toDollars, type Cents } from '@tiffin/domain/core';
import { undoBillPayment } from '@tiffin/domain/payment';
import { authorise } from '@tiffin/domain/people';
import type { Context, Tx } from '../../../context.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import {
  refundColumns,
  refundedTotal,
  ledgerPayments,
  ledgerRefunds,
  readLedger,
  findUndoRefund,
} from '../../ledger/ledger.ts';
import { insertRefunds } from '../../ledger/refund-rows.ts';
import { requireRefundApproval } from '../../ledger/approve-refund.ts';
import { lockBill } from './add-payment.ts';
import { refundMethodFor } from '../refunds/refund-items.ts';
import { syncPaymentStatus } from '../bills/sync-payment-status.ts';

/**
 * Undoes a partial payment that was recorded by mistake. The payment stays, a second row cancels it, and its amount is
 * due again. Other payments of the bill wait for the lock on its order. Returns what is paid out, with its tip and rounding.
 */
export async function undoPayment(
  context: Context,
  tx: Tx,
  by: Author,
  { billId, paymentId, reason }: ValidatedInput<'undoPayment'>['body'],
): Promise<Cents> {
  const order = await lockBill(tx, billId);
  valueOrThrow(authorise('order.take-payment', by.actor, { locationId: order.location_id }));
  const ledger = await readLedger(tx, order.bill_id);
  const row = ledger.payments.find(({ id, status }) => id === paymentId && status === 'succeeded');
  const payment = ledgerPayments(ledger).find(({ id }) => id === row?.id);
  if (!row || !payment) throw refuse('not-found', say`There is no such payment on this bill.`);
  if (order.status === 'cancelled') {
    throw refuse('failed-precondition', say`This order was cancelled. What was paid is refunded.`);
  }
  if (findUndoRefund(ledger, row.id)) throw refuse('failed-precondition', say`Somebody already undid this payment.`);
  const back = valueOrThrow(undoBillPayment({ ...payment, provider: row.provider }, ledgerRefunds(ledger)));
  const amount = cents(back.amount + back.tip);
  const refundedBefore = refundedTotal(ledger);
  await requireRefundApproval(context, tx, by, { order, refundedBefore, amount, kind: 'undo' });
  const undoRefund = {
    ...refundColumns(back),
    method: refundMethodFor(row),
    reason,
    of_change: true,
    is_undo: true,
    // Prevents a second undo when the button is pressed twice.
    idempotency_key: `undo:${row.id}`,
  };
  await insertRefunds(context, tx, by, order, [undoRefund]);
  await context.reachTestPoint('undo.written');
  await recordAuditEntry(tx, { at: context.clock.now(), ...by }, 'undo-payment', ['order', order.id], {
    locationId: order.location_id,
    before: { tender: row.tender ?? row.method, amountCents: back.amount, tipCents: back.tip },
    after: { reason, due: toDollars(cents(order.due_cents + back.amount)) },
  });
  await syncPaymentStatus(context, tx, order, by);
  return back.due;
}
