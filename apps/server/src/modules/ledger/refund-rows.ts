import { refuse } from '@tiffin/domain/core';
import { isSentRefund, SENT_REFUND_ROUTES } from '@tiffin/domain/payment';
import { userIdOf, type Actor } from '@tiffin/domain/people';
import { sql, type Expression, type ExpressionBuilder, type Insertable, type SqlBool, type Updateable } from 'kysely';
import type { Context, Db, Tx } from '../../context.ts';
import { requireMoneyScope } from '../../platform/auth/require-scope.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { updateRow } from '../../platform/db/write-row.ts';
import { recordCash } from '../drawers/record-cash.ts';
import type { Author } from '../log/record-audit-entries.ts';
import { billOfRefund, type PaymentRow, type RefundRow } from './ledger.ts';

/** A refund without its state, which follows from how it is made. */
type NewRefund = Omit<
  Insertable<Schema['refunds']>,
  'id' | 'status' | 'attempts' | 'last_error' | 'next_try_at' | 'requested_by' | 'requested_at' | 'settled_at'
>;

/**
 * Requests a refund of a payment. Refunds to cards and gift cards are due to be sent at once, others wait until staff
 * hand the money over. A repeated key has no effect and returns nothing.
 */
export async function insertRefundRequest(
  context: Context,
  tx: Tx,
  actor: Actor,
  refund: NewRefund,
): Promise<RefundRow | undefined> {
  requireMoneyScope(actor);
  const now = context.clock.now();
  return tx
    .insertInto('refunds')
    .values({
      ...refund,
      id: context.ids.uuid(),
      status: 'requested',
      next_try_at: isSentRefund(refund.method) ? now : null,
      requested_by: userIdOf(actor),
      requested_at: now,
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Requests a failed refund again. If it belonged to a change of its order, the new one does instead. */
export async function insertRetriedRefund(
  context: Context,
  tx: Tx,
  actor: Actor,
  failed: RefundRow,
  idempotencyKey: string,
): Promise<RefundRow> {
  const refund = await insertRefundRequest(context, tx, actor, {
    payment_id: failed.payment_id,
    bill_id: failed.bill_id,
    order_id: failed.order_id,
    location_id: failed.location_id,
    method: failed.method,
    amount_cents: failed.amount_cents,
    tip_cents: failed.tip_cents,
    lines: JSON.stringify(failed.lines),
    deed: failed.deed,
    discounted_line: failed.discounted_line,
    reason: failed.reason,
    idempotency_key: idempotencyKey,
  });
  if (!refund) throw refuse('conflict');
  if (failed.of_change) {
    // Both in one statement: in between, the bill would count the amount twice or not at all.
    await sql`update refunds set of_change = not of_change where id in (${failed.id}, ${refund.id})`.execute(tx);
  }
  return refund;
}

/**
 * Records refunds of an order, or of a gift card, that staff make now: cash leaves its drawer, and only refunds to cards are still to be
 * sent.
 */
export async function insertRefunds(
  context: Context,
  tx: Tx,
  by: Author,
  order: Parameters<typeof billOfRefund>[0],
  refunds: readonly Omit<NewRefund, keyof ReturnType<typeof billOfRefund>>[],
): Promise<RefundRow[]> {
  requireMoneyScope(by.actor);
  const now = context.clock.now();
  const rows = refunds.map((refund) => {
    const isCard = refund.method === 'card';
    return {
      ...refund,
      ...billOfRefund(order),
      id: context.ids.uuid(),
      status: isCard ? ('requested' as const) : ('succeeded' as const),
      next_try_at: isCard ? now : null,
      requested_by: userIdOf(by.actor),
      requested_at: now,
      settled_at: isCard ? null : now,
    };
  });
  const inserted = await tx.insertInto('refunds').values(rows).returningAll().execute();
  await recordCashRefunds(context, tx, by, inserted);
  return inserted;
}

/** Records that staff handed over the requested refunds that match. Those to cards go through their provider. */
export async function markRefundsHandedBack(
  context: Context,
  tx: Tx,
  by: Author,
  condition: (refund: ExpressionBuilder<Schema, 'refunds'>) => Expression<SqlBool>,
): Promise<RefundRow[]> {
  const handedBack = await tx
    .updateTable('refunds')
    .set({ status: 'succeeded', settled_at: sql<Date>`coalesce(settled_at, ${context.clock.now()})` })
    .where(condition)
    .where('method', '<>', 'card')
    .where('status', '=', 'requested')
    .returningAll()
    .execute();
  await recordCashRefunds(context, tx, by, handedBack);
  return handedBack;
}

/** Records the refunds that were paid out in cash in the drawer they came from. */
async function recordCashRefunds(context: Context, tx: Tx, by: Author, refunds: readonly RefundRow[]): Promise<void> {
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

/**
 * Reserves a refund that is due to be sent, so that no other process sends it until the given time. Returns it with its
 * payment, or nothing if it is not due.
 */
export function leaseDueRefund(db: Db, refundId: string, { now, until }: { readonly now: Date; readonly until: Date }) {
  return db
    .updateTable('refunds as r')
    .from('payments as p')
    .set((set) => ({ attempts: set('r.attempts', '+', 1), next_try_at: until }))
    .whereRef('p.id', '=', 'r.payment_id')
    .where('r.id', '=', refundId)
    .where('r.status', '=', 'requested')
    .where('r.method', 'in', SENT_REFUND_ROUTES)
    .where('r.provider_refund_id', 'is', null)
    .where('r.next_try_at', '<=', now)
    .returning(['r.id', 'r.amount_cents', 'r.tip_cents', 'r.reason', 'r.attempts'])
    .returning(['p.provider', 'p.provider_payment_id'])
    .executeTakeFirst();
}

/** Records why a refund could not be sent, and when it is tried again. */
export async function postponeRefund(db: Db, refundId: string, error: string, nextTryAt: Date): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ last_error: error, next_try_at: nextTryAt })
    .where('id', '=', refundId)
    .where('status', '=', 'requested')
    .execute();
}

/** Records what the provider or the bank says about a locked refund. */
export function recordRefundDecision(
  tx: Tx,
  refundId: string,
  decision: Pick<
    Updateable<Schema['refunds']>,
    'status' | 'settled_at' | 'next_try_at' | 'last_error' | 'provider_refund_id' | 'amount_cents' | 'tip_cents'
  >,
): Promise<void> {
  return updateRow(tx, 'refunds', refundId, decision);
}

/**
 * Records a refund that the provider or the bank made without a request from here. Returns false if a concurrent event
 * recorded it.
 */
export async function insertExternalRefund(
  { ids, clock }: Context,
  tx: Tx,
  payment: PaymentRow,
  refund: Pick<
    Insertable<Schema['refunds']>,
    | 'status'
    | 'amount_cents'
    | 'tip_cents'
    | 'reason'
    | 'provider_refund_id'
    | 'idempotency_key'
    | 'next_try_at'
    | 'settled_at'
  >,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('refunds')
    .values({
      ...refund,
      id: ids.uuid(),
      payment_id: payment.id,
      bill_id: payment.bill_id,
      order_id: payment.order_id,
      location_id: payment.location_id,
      method: 'card',
      requested_at: clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
