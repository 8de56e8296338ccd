import { cents, refuse, say, toDollars, valueOrThrow, ZERO, type Cents } from '@tiffin/domain/core';
import { needsRecentProof } from '@tiffin/domain/payment';
import { authorise, worksAt } from '@tiffin/domain/people';
import type { Context, Tx } from '../../context.ts';
import { requireRecentProof } from '../../platform/auth/require-recent-proof.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { managersWithPin } from '../people/manager-approval.ts';

interface ActionToApprove {
  readonly order: { readonly id: string; readonly location_id: string };
  /** What was refunded before, and the amount to refund now: 0 for a void, or if the guest gets nothing back. */
  readonly refundedBefore: Cents;
  readonly amount: Cents;
  /** A refund by default. */
  readonly kind?: keyof typeof APPROVALS;
}

/** The entry in the audit log for a manager's PIN, and the refusal without one. */
const APPROVALS = {
  refund: { auditAction: 'allow-refund', refusalText: say`A refund needs a manager’s approval.` },
  void: { auditAction: 'allow-void', refusalText: say`Taking dishes off a tab needs a manager’s approval.` },
  undo: { auditAction: 'allow-undo', refusalText: say`Removing a payment needs a manager’s approval.` },
} as const;

/**
 * A refund needs a manager: their own session, with recent proof of identity for large amounts, or their PIN in a
 * colleague's session. The audit log then has both names. Voids and removed payments need the same approval.
 */
export async function requireRefundApproval(
  context: Context,
  tx: Tx,
  by: Author,
  { order, refundedBefore, amount, kind = 'refund' }: ActionToApprove,
): Promise<void> {
  const { auditAction, refusalText } = APPROVALS[kind];
  const location = { locationId: order.location_id };
  const own = authorise('order.refund', by.actor, location);
  if (own.ok) {
    if (amount > 0) await requireRecentProofToRefund(context, tx, by, refundedBefore, amount);
    return;
  }
  if (by.actor.kind !== 'person' || !worksAt(by.actor, order.location_id)) throw refuse(own.error.code);
  // A colleague sent the request. Its origin (`from`) names the manager whose PIN came with it.
  const manager = by.from?.manager;
  if (!manager) {
    const managers = await managersWithPin(tx, order.location_id);
    throw refuse('manager-needed', refusalText, { managers });
  }
  valueOrThrow(authorise('order.refund', manager, location));
  const approval = { at: context.clock.now(), actor: manager, from: by.from };
  await recordAuditEntry(tx, approval, auditAction, ['order', order.id], {
    ...location,
    after: { amount: amount > 0 ? toDollars(amount) : undefined, doneBy: by.actor.name },
  });
}

/** Large sums of refunds, of an order or by a person since their last proof of identity, need a recent proof. */
async function requireRecentProofToRefund(context: Context, tx: Tx, by: Author, refundedBefore: Cents, amount: Cents) {
  const { actor, from } = by;
  if (actor.kind !== 'person') return;
  // Without a session, in background work, only the sum of the order counts.
  const sinceProof = from?.signedIn ? await refundedSince(tx, actor.userId, from.signedIn.provenAt) : ZERO;
  if (needsRecentProof(refundedBefore, amount, sinceProof)) await requireRecentProof(context, tx, by);
}

/** What a person refunded since they last proved their identity, over all orders. */
async function refundedSince(tx: Tx, userId: string, provenAt: Date): Promise<Cents> {
  const { sum } = await tx
    .selectFrom('refunds')
    .select(({ fn, eb }) => fn.sum<string | null>(eb('amount_cents', '+', eb.ref('tip_cents'))).as('sum'))
    .where('requested_by', '=', userId)
    .where('requested_at', '>', provenAt)
    .where('status', '<>', 'failed')
    .executeTakeFirstOrThrow();
  return cents(Number(sum ?? 0));
}
