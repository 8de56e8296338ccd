import type { WireOrder } from '@tiffin/contract/order-answer';
import { paymentStatusOf, PROCESSED_BY_HAND, refundedSum } from '@tiffin/domain/payment';
import { userIdOf, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { From } from '../../http/implement.ts';
import { recordChange } from '../audit/record-change.ts';
import { appendOrderUpdated } from '../orders/apply-move.ts';
import { orderAnswer } from '../orders/order-answer.ts';
import { countForPerson } from '../orders/person-totals.ts';
import type { GivenBackRow, OrderRow } from '../orders/queries.ts';
import { capturedPayment, ledgerPayments, ledgerRefunds, readLedger, type Ledger } from '../ledger/ledger.ts';

/**
 * Brings a locked order into line with its payments and refunds: status, times, what went back, the
 * guest's totals and points; everybody who watches the order hears of it. The only writer of an
 * order's payment status once it exists.
 */
export async function syncPaymentStatus(
  context: Context,
  tx: Tx,
  locked: OrderRow,
  by: { readonly actor: Actor; readonly from: From | null },
): Promise<{ readonly row: OrderRow; readonly order: WireOrder }> {
  const now = context.clock.now();
  const ledger = await readLedger(tx, locked.id);
  const payment = capturedPayment(ledger);
  const changes = {
    payment_status: paymentStatusOf(ledgerPayments(ledger), ledgerRefunds(ledger)),
    refunded_cents: refundedSum(ledgerRefunds(ledger)),
    ...(payment && {
      payment_method: payment.method,
      paid_at: payment.captured_at,
      payment_processed_at: payment.captured_at,
      processed_by: payment.provider === 'till' ? PROCESSED_BY_HAND : payment.processed_by,
      payment_intent_id: payment.provider_payment_id,
    }),
  };
  const same =
    changes.payment_status === locked.payment_status && Number(changes.refunded_cents) === locked.refunded_cents;
  if (same) return { row: locked, order: orderAnswer(locked, now, context.publicUrl) };

  const row: OrderRow = {
    ...locked,
    ...changes,
    given_back: givenBack(ledger),
    updated_at: now,
    version: locked.version + 1,
  };
  await tx
    .updateTable('orders')
    .set({ ...changes, updated_at: now, version: row.version })
    .where('id', '=', locked.id)
    .execute();
  await countForPerson(tx, row, locked, row, now, userIdOf(by.actor));
  await recordChange(tx, {
    at: now,
    actor: by.actor,
    action: 'change-payment-status',
    subject: { kind: 'order', id: locked.id },
    locationId: locked.location_id,
    before: { paymentStatus: locked.payment_status, refundedCents: locked.refunded_cents },
    after: { paymentStatus: changes.payment_status, refundedCents: changes.refunded_cents },
    from: by.from,
  });
  return { row, order: await appendOrderUpdated(context, tx, row, now) };
}

/** The refunds that reached the guest, as an order's row has them. */
function givenBack(ledger: Ledger): GivenBackRow[] {
  return ledger.refunds
    .filter(({ status }) => status === 'succeeded')
    .map(({ amount_cents, cash_rounding_cents, lines, settled_at }) => {
      return { amount_cents, cash_rounding_cents, lines, settled_at: settled_at?.toISOString() ?? null };
    });
}
