import { orRefuse } from '@tiffin/domain/core';
import { owedOnCancel, paymentMethodOf } from '@tiffin/domain/payment';
import { authorise, userIdOf, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { capturedPayment, dueOf, readLedger, refundable, requestBack } from './ledger.ts';

/**
 * What a cancelled order owes its guest, requested in the transaction that cancels it: once, whatever
 * is retried. Card money goes back by itself; cash and the rest waits for a person's hand.
 */
export async function requestRefund(
  context: Context,
  tx: Tx,
  order: Pick<Selectable<Schema['orders']>, 'id' | 'location_id' | 'user_id' | 'payment_status' | 'admin_created'>,
  by: { readonly actor: Actor; readonly reason: string },
): Promise<void> {
  const ledger = await readLedger(tx, order.id);
  const payment = capturedPayment(ledger);
  if (!payment) return;
  const amount = refundable(ledger);
  const debt = owedOnCancel({
    paymentStatus: order.payment_status,
    paymentMethod: paymentMethodOf(payment.method),
    refundable: amount,
    coins: dueOf(ledger, amount),
  });
  if (debt.kind === 'nothing') return;
  // Staff may cancel; sending money back takes a manager. A guest takes back their own, but whoever took
  // an order at the till is no guest of it, under whatever name it stands.
  const isAtWork = order.admin_created && by.actor.kind === 'person' && by.actor.role !== 'customer';
  const isOwner = order.user_id !== null && userIdOf(by.actor) === order.user_id && !isAtWork;
  if (!isOwner) orRefuse(authorise('order.refund', by.actor, { locationId: order.location_id }));

  const card = debt.kind === 'card-refund';
  await requestBack(context, tx, order, by.actor, {
    payment_id: payment.id,
    method: card ? 'card' : debt.kind === 'cash-refund' ? 'cash' : 'manual',
    amount_cents: amount,
    cash_rounding_cents: debt.kind === 'cash-refund' ? debt.amount - amount : 0,
    reason: by.reason,
    next_try_at: card ? context.clock.now() : null,
    idempotency_key: `cancel:${payment.id}`,
  });
}
