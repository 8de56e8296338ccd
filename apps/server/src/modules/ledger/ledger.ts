import { cents, type Cents } from '@tiffin/domain/core';
import {
  capturedSum,
  refundableSum,
  type PaymentMethod,
  type PaymentRow as LedgerPayment,
  type RefundRow as LedgerRefund,
} from '@tiffin/domain/payment';
import { cashBack, cashDue } from '@tiffin/domain/pricing';
import { userIdOf, type Actor } from '@tiffin/domain/people';
import type { Insertable, Selectable } from 'kysely';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../db/connection.ts';
import type { Schema } from '../../db/schema.ts';
import { whoColumns } from '../audit/record-change.ts';

export type PaymentRow = Selectable<Schema['payments']>;
export type RefundRow = Selectable<Schema['refunds']>;

/** What came in for an order and what went back, oldest first. */
export interface Ledger {
  readonly payments: readonly PaymentRow[];
  readonly refunds: readonly RefundRow[];
}

export async function readLedger(db: Db | Tx, orderId: string): Promise<Ledger> {
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const refunds = await db
    .selectFrom('refunds')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('requested_at')
    .orderBy('id')
    .execute();
  return { payments, refunds };
}

export function ledgerPayments(ledger: Ledger): LedgerPayment[] {
  return ledger.payments.map(({ status, amount_cents }) => ({ status, amount: cents(amount_cents) }));
}

export function ledgerRefunds(ledger: Ledger): LedgerRefund[] {
  return ledger.refunds.map(({ status, amount_cents }) => ({ status, amount: cents(amount_cents) }));
}

/** The payment an order was paid with; there is never more than one that succeeded. */
export function capturedPayment(ledger: Ledger): PaymentRow | null {
  return ledger.payments.find((payment) => payment.status === 'succeeded') ?? null;
}

export function refundable(ledger: Ledger) {
  return refundableSum(ledgerPayments(ledger), ledgerRefunds(ledger));
}

/** What the guest gets of this: never more than is left, and of cash what coins make of it. */
export function dueOf(ledger: Ledger, total: Cents): Cents {
  const left = refundable(ledger);
  const amount = cents(Math.min(total, left));
  const isCash = capturedPayment(ledger)?.method === 'cash' && amount > 0;
  return isCash ? cashBack(amount, { amount: left, coins: coinsLeft(ledger) }).due : amount;
}

/** What a payment in cash has left to give back, in coins. */
function coinsLeft(ledger: Ledger): Cents {
  const coins = (rows: readonly { amount_cents: number; cash_rounding_cents: number }[]) =>
    rows.reduce((sum, row) => sum + row.amount_cents + row.cash_rounding_cents, 0);
  const taken = coins(ledger.payments.filter(({ status }) => status === 'succeeded'));
  return cents(Math.max(0, taken - coins(ledger.refunds.filter(({ status }) => status !== 'failed'))));
}

export function captured(ledger: Ledger) {
  return capturedSum(ledgerPayments(ledger));
}

/** Books money that was taken over the counter. */
export async function bookTillPayment(
  context: Context,
  tx: Tx,
  order: Pick<Selectable<Schema['orders']>, 'id' | 'location_id' | 'total_cents'>,
  taken: { readonly actor: Actor; readonly method: PaymentMethod; readonly slip?: string | null },
): Promise<PaymentRow> {
  const now = context.clock.now();
  return tx
    .insertInto('payments')
    .values({
      id: context.ids.uuid(),
      order_id: order.id,
      location_id: order.location_id,
      provider: 'till',
      method: taken.method,
      status: 'succeeded',
      amount_cents: order.total_cents,
      cash_rounding_cents: taken.method === 'cash' ? cashDue(cents(order.total_cents)).rounding : 0,
      provider_payment_id: taken.slip ?? null,
      processed_by: whoColumns(taken.actor).actor_name,
      created_at: now,
      captured_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Writes down that money of a payment is to go back; asked for with the same key it is there already. */
export async function requestBack(
  context: Context,
  tx: Tx,
  order: Pick<Selectable<Schema['orders']>, 'id' | 'location_id'>,
  actor: Actor,
  refund: Pick<
    Insertable<Schema['refunds']>,
    'payment_id' | 'method' | 'amount_cents' | 'cash_rounding_cents' | 'reason' | 'next_try_at' | 'idempotency_key'
  >,
): Promise<void> {
  await tx
    .insertInto('refunds')
    .values({
      ...refund,
      id: context.ids.uuid(),
      order_id: order.id,
      location_id: order.location_id,
      status: 'requested',
      requested_by: userIdOf(actor),
      requested_at: context.clock.now(),
    })
    .onConflict((conflict) => conflict.column('idempotency_key').doNothing())
    .execute();
}
