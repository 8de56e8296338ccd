import type { Context, Tx } from '../../../context.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import type { Author } from '../../log/record-audit-entries.ts';
import { syncPaymentStatus } from '../../money/bills/sync-payment-status.ts';
import { readRounds } from '../../orders/rounds.ts';

/** After a round was cancelled: if nothing is left to pay on its tab, the other rounds count as paid. */
export async function settleFreeTab(
  context: Context,
  tx: Tx,
  by: Author,
  { tab, bill_id: billId }: Pick<OrderRow, 'tab' | 'bill_id'>,
): Promise<void> {
  if (!tab) return;
  const round = (await readRounds(tx, billId)).find(({ status }) => status !== 'cancelled');
  if (round?.due_cents === 0 && round.payment_status !== 'paid') await syncPaymentStatus(context, tx, round, by);
}
