import { addCents, cents, orRefuse } from '@tiffin/domain/core';
import { owedOnCancel, paymentMethodOf } from '@tiffin/domain/payment';
import { authorise, userIdOf, type Actor } from '@tiffin/domain/people';
import { requireFreshToRefund } from '../../auth/fresh.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { From } from '../../http/implement.ts';
import { backColumns, goneBack, readLedger, refundable, requestBack, wayBackOf } from './ledger.ts';

/** The key of what a cancel gives back of a payment: once, whatever is retried. */
export const cancelKey = (paymentId: string): string => `cancel:${paymentId}`;

/**
 * What a cancelled order owes its guest, requested in the transaction that cancels it: once, whatever
 * is retried, and to each tender what it gave. Card money goes back by itself; cash and the rest waits
 * for a person's hand.
 */
export async function requestRefund(
  context: Context,
  tx: Tx,
  order: Pick<
    Selectable<Schema['orders']>,
    'id' | 'bill_id' | 'location_id' | 'user_id' | 'payment_status' | 'admin_created'
  >,
  by: { readonly actor: Actor; readonly from: From | null; readonly reason: string },
): Promise<void> {
  const ledger = await readLedger(tx, order.bill_id);
  const debts = wayBackOf(ledger, refundable(ledger)).map(({ payment, back }) => ({
    back,
    debt: owedOnCancel({
      paymentStatus: order.payment_status,
      paymentMethod: paymentMethodOf(payment.method),
      refundable: cents(back.amount + back.tip),
      coins: back.due,
    }),
  }));
  if (debts.every(({ debt }) => debt.kind === 'nothing')) return;
  // Staff may cancel; sending money back takes a manager. A guest takes back their own, but whoever took
  // an order at the till is no guest of it, under whatever name it stands.
  const isAtWork = order.admin_created && by.actor.kind === 'person' && by.actor.role !== 'customer';
  const isOwner = order.user_id !== null && userIdOf(by.actor) === order.user_id && !isAtWork;
  if (!isOwner) {
    orRefuse(authorise('order.refund', by.actor, { locationId: order.location_id }));
    const back = addCents(...debts.map((each) => cents(each.back.amount + each.back.tip)));
    await requireFreshToRefund(context, tx, by, goneBack(ledger), back);
  }

  for (const { back, debt } of debts) {
    const card = debt.kind === 'card-refund';
    await requestBack(context, tx, order, by.actor, {
      ...backColumns(back),
      method: card ? 'card' : debt.kind === 'cash-refund' ? 'cash' : 'manual',
      reason: by.reason,
      next_try_at: card ? context.clock.now() : null,
      idempotency_key: cancelKey(back.paymentId),
    });
  }
}
