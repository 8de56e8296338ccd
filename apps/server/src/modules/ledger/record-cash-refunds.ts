import type { Context, Tx } from '../../context.ts';
import { recordCash } from '../drawers/record-cash.ts';
import type { Author } from '../log/record-audit-entries.ts';
import type { RefundRow } from './ledger.ts';

/** Records the refunds that were paid out in cash in the drawer they came from. */
export async function recordCashRefunds(
  context: Context,
  tx: Tx,
  by: Author,
  refunds: readonly RefundRow[],
): Promise<void> {
  const paidOut = refunds.filter(({ method, status }) => method === 'cash' && status === 'succeeded');
  const [first] = paidOut;
  if (!first) return;
  const moves = paidOut.map((refund) => ({
    kind: 'refund' as const,
    amount: refund.amount_cents + refund.tip_cents + refund.cash_rounding_cents,
    refundId: refund.id,
  }));
  await recordCash(context, tx, by, first.location_id, moves);
}
