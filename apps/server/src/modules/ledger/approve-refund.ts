import { amountWithCurrency, cents, centsOf, refuse, say, ZERO, type Cents } from '@tiffin/domain/core';
import { MAX_IN_ALL_WITHOUT_PROOF, MAX_OF_ORDER_WITHOUT_PROOF, needsRecentProof } from '@tiffin/domain/payment';
import { sql } from 'kysely';
import type { Context, Tx } from '../../context.ts';
import { requireRecentProof } from '../../platform/auth/require-recent-proof.ts';
import type { Author } from '../log/record-audit-entries.ts';
import { requireManager } from '../people/require-manager.ts';

interface ActionToApprove {
  /** The order; for a gift card, the payment that bought it. */
  readonly order: { readonly id: string; readonly location_id: string };
  /** What was refunded before, and the amount to refund now: 0 for a void, or if the guest gets nothing back. */
  readonly refundedBefore: Cents;
  readonly amount: Cents;
  /** A refund by default. */
  readonly kind?: keyof typeof APPROVALS;
}

/** The entry in the audit log for a manager's PIN, and the refusal without one. */
const APPROVALS = {
  refund: { approval: 'allow-refund', refusalText: say`A refund needs a manager’s approval.` },
  void: {
    approval: 'allow-void',
    refusalText: say`Taking dishes off that the kitchen makes needs a manager’s approval.`,
  },
  undo: { approval: 'allow-undo', refusalText: say`Removing a payment needs a manager’s approval.` },
  'gift-card': {
    approval: 'allow-undo-gift-card',
    refusalText: say`Undoing the sale of a gift card needs a manager’s approval.`,
  },
} as const;

/**
 * A refund needs a manager: their own session, with recent proof of identity for large amounts, or for smaller ones
 * their PIN in a colleague's session. Voids and removed payments need the same approval.
 */
export async function requireRefundApproval(
  context: Context,
  tx: Tx,
  by: Author,
  { order, refundedBefore, amount, kind = 'refund' }: ActionToApprove,
): Promise<void> {
  const manager = await requireManager(context, tx, by, {
    right: 'order.refund',
    locationId: order.location_id,
    subject: [kind === 'gift-card' ? 'payment' : 'order', order.id],
    amount,
    ...APPROVALS[kind],
    async checkManager({ userId }) {
      if (kind === 'void' || amount <= 0) return;
      // Two refunds at once would each read a sum without the other.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`refunds by PIN ${userId}`}, 0))`.execute(tx);
      const byPin = await refundedByPin(tx, userId, new Date(context.clock.now().getTime() - DAY_MS));
      if (needsRecentProof(refundedBefore, amount, byPin)) throw ownSignInRefusal();
    },
  });
  if (!manager && amount > 0) await requireRecentProofToRefund(context, tx, by, refundedBefore, amount);
}

const DAY_MS = 24 * 60 * 60_000;

/** A PIN that somebody has seen must not empty the till, so it stands for the manager only up to the limits. */
function ownSignInRefusal() {
  const [most, mostInAll] = [
    amountWithCurrency(MAX_OF_ORDER_WITHOUT_PROOF),
    amountWithCurrency(MAX_IN_ALL_WITHOUT_PROOF),
  ];
  return refuse(
    'manager-needed',
    say`A PIN approves refunds and removed payments up to ${most} of an order, and up to ${mostInAll} in a day. For more, a manager signs in on their own device and does it there.`,
  );
}

/** What a manager's PIN approved of refunds and removed payments since a time. */
async function refundedByPin(tx: Tx, managerId: string, since: Date): Promise<Cents> {
  const { rows } = await sql<{ dollars: string }>`
    select coalesce(sum((after ->> 'amount')::numeric), 0) as dollars from audit_log
    where at > ${since} and action in (${APPROVALS.refund.approval}, ${APPROVALS.undo.approval}) and actor_id = ${managerId}
  `.execute(tx);
  return centsOf(Number(rows[0]?.dollars ?? 0));
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
