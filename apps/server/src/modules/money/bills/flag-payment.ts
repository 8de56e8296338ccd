import { say, toDollars, type Cents } from '@tiffin/domain/core';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../../context.ts';
import type { PaymentRow } from '../../ledger/ledger.ts';

/** The question about the money of a delivery that came back. */
export const returnedPaidText = () => say`It came back to the restaurant and is paid. Refund it, or deliver it again`;

/** Notifies staff of a payment that somebody must look at. */
export async function raisePaymentAlert(
  context: Context,
  tx: Tx,
  alert: {
    readonly locationId: string;
    readonly reason: string;
    readonly amount: Cents;
    readonly orderId: string | null;
  },
): Promise<void> {
  await context.events.append(tx, {
    type: 'payment.attention',
    locationId: alert.locationId,
    at: context.clock.now(),
    data: { attention: { reason: alert.reason, amount: toDollars(alert.amount), orderId: alert.orderId } },
  });
}

export function findPaymentByProviderId(
  db: Db | Tx,
  provider: string,
  paymentId: string,
): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_payment_id', '=', paymentId)
    .executeTakeFirst();
}

/**
 * Flags a payment that was fine before: its session gets the reason as `attention`, and is listed until someone reviews
 * it (`attended_at`). A problem that is reported again is not added again.
 */
export async function flagPayment(
  context: Context,
  tx: Tx,
  payment: Pick<PaymentRow, 'session_id' | 'location_id' | 'order_id'>,
  { reason, amount }: { readonly reason: string; readonly amount: Cents },
): Promise<void> {
  const event = await tx
    .updateTable('payment_sessions')
    .set({
      // Keep earlier reasons that were not reviewed.
      attention: sql<string>`concat_ws('. ', case when attended_at is null then attention end, ${reason}::text)`,
      attention_at: context.clock.now(),
      attended_at: null,
    })
    .where('id', '=', payment.session_id)
    .where(sql<boolean>`position(${reason} in coalesce(attention, '')) = 0`)
    .executeTakeFirst();
  if (payment.session_id !== null && event.numUpdatedRows === 0n) return;
  await raisePaymentAlert(context, tx, { locationId: payment.location_id, reason, amount, orderId: payment.order_id });
}
