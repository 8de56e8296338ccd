import { cents, type Cents } from '@tiffin/domain/core';
import {
  capturedSum,
  refundableSum,
  type PaymentRow as LedgerPayment,
  type RefundRow as LedgerRefund,
} from '@tiffin/domain/payment';
import { cashBack } from '@tiffin/domain/pricing';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../db/connection.ts';
import type { Schema } from '../../db/schema.ts';
import type { GivenBackRow } from '../orders/queries.ts';

export type SessionRow = Selectable<Schema['payment_sessions']>;
export type PaymentRow = Selectable<Schema['payments']>;
export type RefundRow = Selectable<Schema['refunds']>;

export async function readSession(db: Db | Tx, id: string): Promise<SessionRow | null> {
  return (await db.selectFrom('payment_sessions').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Whoever else settles this session waits. */
export async function lockSession(tx: Tx, id: string): Promise<SessionRow | null> {
  const row = await tx.selectFrom('payment_sessions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row ?? null;
}

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

/** The refunds that reached the guest, as an order's row has them. */
export function givenBack(ledger: Ledger): GivenBackRow[] {
  return ledger.refunds
    .filter(({ status }) => status === 'succeeded')
    .map(({ amount_cents, cash_rounding_cents, lines, settled_at }) => {
      return { amount_cents, cash_rounding_cents, lines, settled_at: settled_at?.toISOString() ?? null };
    });
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
