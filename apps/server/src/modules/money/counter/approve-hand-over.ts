import { addCents, cents, subtractCents } from '@tiffin/domain/core';
import type { Context, Tx } from '../../../context.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import type { Author } from '../../log/record-audit-entries.ts';
import { readLedger, refundedTotal } from '../../ledger/ledger.ts';
import { requireRefundApproval } from '../../ledger/approve-refund.ts';

/** Handing over requested refunds needs the approval, and from the same amount on the recent proof, of any refund. */
export async function approveHandOver(
  context: Context,
  tx: Tx,
  by: Author,
  order: OrderRow,
  requested: readonly { readonly amount_cents: number; readonly tip_cents: number }[],
): Promise<void> {
  const amount = addCents(...requested.map((each) => cents(each.amount_cents + each.tip_cents)));
  const refundedBefore = subtractCents(refundedTotal(await readLedger(tx, order.bill_id)), amount);
  await requireRefundApproval(context, tx, by, { order, refundedBefore, amount });
}
