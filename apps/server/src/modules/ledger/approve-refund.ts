import { cents, refuse, say, toDollars, valueOrThrow, ZERO, type Cents } from '@tiffin/domain/core';
import { needsFreshSignIn } from '@tiffin/domain/payment';
import { authorise, worksAt } from '@tiffin/domain/people';
import type { Context, Tx } from '../../context.ts';
import { requireRecentProof } from '../../platform/auth/require-recent-proof.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { managersWithPin } from '../people/manager-approval.ts';

interface RefundToApprove {
  readonly order: { readonly id: string; readonly location_id: string };
  /** What was refunded before, and the amount to refund now. */
  readonly refundedBefore: Cents;
  readonly amount: Cents;
  /** What the approval is for; a refund by default. */
  readonly action?: keyof typeof ACTION_TEXTS;
}

const ACTION_TEXTS = {
  refund: { action: 'allow-refund', why: say`A refund needs a manager’s approval.` },
  void: { action: 'allow-void', why: say`Taking dishes off a tab needs a manager’s approval.` },
  undo: { action: 'allow-undo', why: say`Removing a payment needs a manager’s approval.` },
} as const;

/**
 * A refund needs a manager: their own session, recent for large amounts, or their PIN in a colleague's session. The
 * audit log then has both names.
 */
export async function requireRefundApproval(
  context: Context,
  tx: Tx,
  by: Author,
  { order, refundedBefore, amount, action: approval = 'refund' }: RefundToApprove,
): Promise<void> {
  const { action, why } = ACTION_TEXTS[approval];
  const location = { locationId: order.location_id };
  const own = authorise('order.refund', by.actor, location);
  if (own.ok) {
    if (amount > 0) await requireRecentProofToRefund(context, tx, by, refundedBefore, amount);
    return;
  }
  if (by.actor.kind !== 'person' || !worksAt(by.actor, order.location_id)) throw refuse(own.error.code);
  const manager = by.from?.manager;
  if (!manager) {
    const managers = await managersWithPin(tx, order.location_id);
    throw refuse('manager-needed', why, { managers });
  }
  valueOrThrow(authorise('order.refund', manager, location));
  await recordAuditEntry(tx, { at: context.clock.now(), actor: manager, from: by.from }, action, ['order', order.id], {
    ...location,
    after: { amount: amount > 0 ? toDollars(amount) : undefined, doneBy: by.actor.name },
  });
}

/** Large refunds, per order and per session, need recent proof of identity. */
async function requireRecentProofToRefund(context: Context, tx: Tx, by: Author, refunded: Cents, amount: Cents) {
  const { actor, from } = by;
  if (actor.kind !== 'person') return;
  const sinceProof = from?.signedIn ? await refundedSince(tx, actor.userId, from.signedIn.provenAt) : ZERO;
  if (needsFreshSignIn(refunded, amount, sinceProof)) await requireRecentProof(context, tx, by);
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
  return cents(Number(sum));
}
