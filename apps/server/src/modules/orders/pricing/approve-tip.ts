import { amountWithCurrency, say, type Cents } from '@tiffin/domain/core';
import { needsTipApproval } from '@tiffin/domain/pricing';
import type { Context, Tx } from '../../../context.ts';
import type { Author } from '../../log/record-audit-entries.ts';
import { requireManager } from '../../people/require-manager.ts';

/**
 * A tip that staff type and that is larger than a guest may give is a typing mistake, or somebody's money: a manager
 * approves it. `total` has no tips, and `tip` includes the earlier ones of the bill.
 */
export async function requireTipApproval(
  context: Context,
  tx: Tx,
  by: Author,
  order: { readonly id: string; readonly locationId: string },
  { tip, total }: { readonly tip: Cents; readonly total: Cents },
): Promise<void> {
  if (!needsTipApproval(tip, total)) return;
  await requireManager(context, tx, by, {
    right: 'order.refund',
    locationId: order.locationId,
    approval: 'allow-tip',
    subject: ['order', order.id],
    amount: tip,
    refusalText: say`The tip of ${amountWithCurrency(tip)} is larger than the bill of ${amountWithCurrency(total)}. Check it, or a manager approves it.`,
  });
}
