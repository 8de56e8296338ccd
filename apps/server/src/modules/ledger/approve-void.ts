import { addCents, cents, refuse, say, ZERO, type Cents } from '@tiffin/domain/core';
import { DEFAULT_CANCEL_REASON } from '@tiffin/domain/order';
import { sql } from 'kysely';
import type { Context, Tx } from '../../context.ts';
import type { Author } from '../log/record-audit-entries.ts';
import { requireRefundApproval } from './approve-refund.ts';
import { readLedger, toOpenBill } from './ledger.ts';

interface VoidToApprove {
  readonly order: { readonly id: string; readonly location_id: string };
  readonly reason: string | null | undefined;
  /** The field of the request that has the reason. */
  readonly field: string;
}

/** A void (`isVoidOf`) needs a reason, and a manager: their own session, or their PIN. */
export function requireVoidApproval(
  context: Context,
  tx: Tx,
  by: Author,
  { order, reason, field }: VoidToApprove,
): Promise<void> {
  if (!reason || reason === DEFAULT_CANCEL_REASON) {
    throw refuse('invalid-argument', say`Please give a reason.`, { field });
  }
  return requireRefundApproval(context, tx, by, { order, refundedBefore: ZERO, amount: ZERO, kind: 'void' });
}

/**
 * Refuses to take an amount off the bill of a tab that is split, or that would then cost less than was paid. Rounding the
 * taxes again may move a cent in each round, so that much more must be unpaid.
 */
export async function requireUnpaidOnTab(tx: Tx, billId: string, amount: Cents): Promise<void> {
  const ledger = await readLedger(tx, billId);
  const { total, paid, held } = toOpenBill(ledger);
  const { rows } = await sql<{ isSplit: boolean; rounds: number }>`
    select exists (select from bill_parts where bill_id = ${billId}) as "isSplit",
           (select count(*)::int from orders where bill_id = ${billId} and bill_id <> id) as rounds
  `.execute(tx);
  const { isSplit = false, rounds = 0 } = rows[0] ?? {};
  if (isSplit) throw refuse('bill-has-payments', say`This bill is split. Put it together first.`);
  const paidOrHeld = addCents(paid, held);
  if (paidOrHeld > 0 && paidOrHeld > cents(total - amount - rounds - 1)) {
    throw refuse('bill-has-payments', say`This was paid already. Refund the dishes instead.`);
  }
}

/**
 * Refuses a change of dishes if the bill of the tab must stay as it is. Dishes can then be added as a new round. The
 * reduction is negative for a change that makes the bill dearer.
 */
export async function requireChangeableTab(tx: Tx, billId: string, reduction: Cents): Promise<void> {
  await requireUnpaidOnTab(tx, billId, reduction);
  if (reduction >= 0) return;
  const ledger = await readLedger(tx, billId);
  const { paid, held } = toOpenBill(ledger);
  if (paid + held === 0) return;
  throw refuse('bill-has-payments', say`This bill has a payment. Send what you add as a new round.`);
}
