import type { Cents } from '@tiffin/domain/core';
import { needsCardForRefund, type Tender } from '@tiffin/domain/payment';
import type { PaidAtTable } from '@tiffin/domain/tabs';
import { sql } from 'kysely';
import type { ProviderSession } from '../../adapters/payment/gateway.ts';
import type { Context, Tx } from '../../context.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';
import type { Row } from '../../platform/db/schema.ts';
import { insertRow } from '../../platform/db/write-row.ts';
import type { PaymentInsert } from './insert-payment.ts';
import { billOfPayment, type BilledOrder } from './ledger.ts';

type SessionRow = Row<'payment_sessions'>;

/** What a payment session is expected to bring. */
export interface ExpectedPayment {
  readonly sessionId: string;
  readonly provider: string;
  readonly amount: Cents;
  readonly tip?: Cents;
  readonly tender?: Tender;
  readonly clientId?: string | null;
  readonly part?: number | null;
  /** The phone that pays at its table, and what it chose. */
  readonly atTable?: PaidAtTable;
  /** Who takes it at a card reader. */
  readonly takenBy?: Pick<Row<'payments'>, 'processed_by' | 'taken_by' | 'taken_on'> | null;
}

/** Adds a pending payment to the bill, which holds the session's amount. */
export async function insertPendingPayment(
  context: Context,
  tx: Tx,
  order: BilledOrder,
  expected: ExpectedPayment,
): Promise<string> {
  const id = context.ids.uuid();
  await insertRow(tx, 'payments', {
    id,
    ...billOfPayment(order),
    session_id: expected.sessionId,
    provider: expected.provider,
    method: expected.tender === 'terminal' ? 'card' : 'online',
    tender: expected.tender ?? null,
    status: 'pending',
    amount_cents: expected.amount,
    tip_cents: expected.tip ?? 0,
    client_id: expected.clientId ?? null,
    part: expected.part ?? null,
    ...(expected.atTable && { at_table: JSON.stringify(expected.atTable) }),
    ...expected.takenBy,
    created_at: context.clock.now(),
  });
  return id;
}

/**
 * Releases the amounts that pending payments of a bill or of one session hold, and returns whether there were any. A
 * payment that still arrives is refunded.
 */
export async function releasePendingPayments(
  tx: Tx,
  selection: { readonly billId: string } | { readonly sessionId: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ status: 'failed' })
    .where((payment) =>
      'billId' in selection
        ? payment('bill_id', '=', selection.billId)
        : payment('session_id', '=', selection.sessionId),
    )
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Records that the payment of an order failed, for an order that has no pending payment. */
export function insertFailedPayment(
  context: Context,
  tx: Tx,
  order: BilledOrder & Pick<OrderRow, 'payment_method' | 'total_cents'>,
): Promise<void> {
  return insertRow(tx, 'payments', {
    id: context.ids.uuid(),
    ...billOfPayment(order),
    provider: 'till',
    method: order.payment_method,
    status: 'failed',
    amount_cents: order.total_cents,
    created_at: context.clock.now(),
  });
}

/** Moves the payments of a bill to the bill that took its orders: attempts that failed, but may still be charged. */
export async function moveFailedPayments(tx: Tx, from: string, to: string): Promise<void> {
  const moved = { bill_id: to, order_id: to };
  await tx.updateTable('payments').set(moved).where('bill_id', '=', from).where('status', '=', 'failed').execute();
}

export async function recordBoughtCard(tx: Tx, paymentId: string, cardId: string): Promise<void> {
  await tx.updateTable('payments').set({ gift_card_id: cardId }).where('id', '=', paymentId).execute();
}

/** The payment that the provider reports for a session. If it names no amount, it charged that of the session. */
export function paymentOfSession(
  context: Context,
  session: SessionRow,
  providerSession: ProviderSession,
): PaymentInsert {
  const tip = providerSession.tip ?? 0;
  return {
    id: context.ids.uuid(),
    session_id: session.id,
    provider: session.provider,
    method: session.kind === 'till-link' ? 'card' : 'online',
    amount_cents: (providerSession.amount ?? session.amount_cents) - tip,
    tip_cents: tip,
    provider_payment_id: providerSession.paymentId,
    card_brand: providerSession.card?.brand ?? null,
    card_last4: providerSession.card?.last4 ?? null,
  };
}

/** One payment row per session: updates the pending one or inserts a new one. */
export function insertSessionPayment(
  context: Context,
  db: Pick<Tx, 'insertInto'>,
  session: SessionRow,
  providerSession: ProviderSession,
  order: Pick<OrderRow, 'bill_id'> | null,
) {
  const now = context.clock.now();
  const payment = paymentOfSession(context, session, providerSession);
  const { amount_cents: amount, tip_cents: tip, provider_payment_id: paymentId } = payment;
  const columns = {
    bill_id: order?.bill_id ?? null,
    order_id: order?.bill_id ?? null,
    status: 'succeeded' as const,
    provider_payment_id: paymentId,
    captured_at: now,
    card_brand: providerSession.card?.brand,
    card_last4: providerSession.card?.last4,
  };
  // If a refund needs the physical card, staff refund it by hand.
  const isByHand = session.kind === 'reader' && needsCardForRefund(providerSession.card?.brand ?? null);
  return db
    .insertInto('payments')
    .values({ ...payment, location_id: session.location_id, created_at: now, ...columns })
    .onConflict((conflict) =>
      conflict
        .column('session_id')
        .where('session_id', 'is not', null)
        .doUpdateSet({
          ...columns,
          method: isByHand ? 'manual' : undefined,
          // The charge contains the tip that was agreed before, which the row has, and a tip added at the reader.
          amount_cents: sql<number>`${amount} - payments.tip_cents`,
          tip_cents: sql<number>`payments.tip_cents + ${tip}`,
        }),
    );
}
