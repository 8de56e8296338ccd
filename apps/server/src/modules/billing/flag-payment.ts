import { toDollars, type Cents } from '@tiffin/domain/core';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { PaymentRow } from '../ledger/ledger.ts';

/** Something about money that a person should look at: the staff of the location hear it at once. */
export async function callAttention(
  context: Context,
  tx: Tx,
  about: {
    readonly locationId: string;
    readonly reason: string;
    readonly amount: Cents;
    readonly orderId: string | null;
  },
): Promise<void> {
  await context.events.append(tx, {
    type: 'payment.attention',
    locationId: about.locationId,
    at: context.clock.now(),
    data: { attention: { reason: about.reason, amount: toDollars(about.amount), orderId: about.orderId } },
  });
}

/** One of our payments, by the provider's own number of it. */
export function paymentOf(db: Db | Tx, provider: string, paymentId: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_payment_id', '=', paymentId)
    .executeTakeFirst();
}

/** The same of a payment that was fine before: listed until a person has seen it, once however often it is told. */
export async function lookAtPayment(
  context: Context,
  tx: Tx,
  payment: Pick<PaymentRow, 'session_id' | 'location_id' | 'order_id'>,
  { reason, amount }: { readonly reason: string; readonly amount: Cents },
): Promise<void> {
  const told = await tx
    .updateTable('payment_sessions')
    .set({
      // What nobody has looked at yet stays in sight.
      attention: sql<string>`concat_ws('. ', case when attended_at is null then attention end, ${reason}::text)`,
      attention_at: context.clock.now(),
      attended_at: null,
    })
    .where('id', '=', payment.session_id)
    .where(sql<boolean>`position(${reason} in coalesce(attention, '')) = 0`)
    .executeTakeFirst();
  if (payment.session_id !== null && told.numUpdatedRows === 0n) return;
  await callAttention(context, tx, { locationId: payment.location_id, reason, amount, orderId: payment.order_id });
}
