import { cents, type Cents } from '@tiffin/domain/core';
import { userIdOf } from '@tiffin/domain/people';
import { cashDue } from '@tiffin/domain/pricing';
import { sql } from 'kysely';
import type { Context, Tx } from '../../context.ts';
import { requireMoneyScope } from '../../platform/auth/require-scope.ts';
import { recordCash } from '../drawers/record-cash.ts';
import { actorColumns } from '../log/audit-row.ts';
import type { Author } from '../log/record-audit-entries.ts';
import { overpaymentKey, type BilledOrder, type PaymentRow, type RefundRow } from './ledger.ts';

/**
 * Records cash that staff took although nothing was due, with the refund that gives it back. A bill never holds more
 * than its total, so both rows are written by one statement. The refund waits until staff have handed the money back.
 */
export async function recordOverpayment(
  context: Context,
  tx: Tx,
  order: BilledOrder,
  cash: Author & {
    readonly amount: Cents;
    readonly coin: number;
    readonly reason: string;
    readonly clientId: string | null;
  },
): Promise<{ readonly payment: PaymentRow; readonly refund: RefundRow }> {
  requireMoneyScope(cash.actor);
  const now = context.clock.now();
  const paymentId = context.ids.uuid();
  const { rounding } = cashDue(cash.amount, cash.coin);
  await sql`
    with payment as (
      insert into payments (id, bill_id, order_id, location_id, provider, method, tender, status, amount_cents,
        cash_rounding_cents, client_id, processed_by, taken_on, created_at, captured_at)
      values (${paymentId}, ${order.bill_id}, ${order.bill_id}, ${order.location_id}, 'till', 'cash', 'cash', 'succeeded',
        ${cash.amount}, ${rounding}, ${cash.clientId}, ${actorColumns(cash.actor).actor_name},
        ${cash.from?.signedIn?.tablet?.name ?? null}, ${now}, ${now})
      returning *
    )
    insert into refunds (id, payment_id, bill_id, order_id, location_id, status, method, amount_cents,
      cash_rounding_cents, reason, of_change, idempotency_key, requested_by, requested_at)
    select ${context.ids.uuid()}, id, bill_id, order_id, location_id, 'requested', 'cash', amount_cents,
      cash_rounding_cents, ${cash.reason}, true, ${overpaymentKey(paymentId)}, ${userIdOf(cash.actor)}, ${now}::timestamptz
    from payment
  `.execute(tx);
  const payment = await tx.selectFrom('payments').selectAll().where('id', '=', paymentId).executeTakeFirstOrThrow();
  const refund = await tx
    .selectFrom('refunds')
    .selectAll()
    .where('idempotency_key', '=', overpaymentKey(paymentId))
    .executeTakeFirstOrThrow();
  const sale = { kind: 'sale', amount: collectedCents(payment), paymentId } as const;
  await recordCash(context, tx, cash, order.location_id, [sale]);
  return { payment, refund };
}

/** The money that a payment brought, or that a refund returns: with its tip, and rounded if it is cash. */
export function collectedCents(payment: Pick<PaymentRow, 'amount_cents' | 'tip_cents' | 'cash_rounding_cents'>): Cents {
  return cents(payment.amount_cents + payment.tip_cents + payment.cash_rounding_cents);
}
