import { addCents, cents } from '@tiffin/domain/core';
import { wayBack } from '@tiffin/domain/payment';
import { isOwn, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import type { From } from '../../platform/http/implement.ts';
import { requireRefundApproval } from '../people/manager-approval.ts';
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
  order: Pick<Selectable<Schema['orders']>, 'id' | 'bill_id' | 'location_id' | 'user_id' | 'admin_created'>,
  by: { readonly actor: Actor; readonly isHeld: boolean; readonly from: From | null; readonly reason: string },
): Promise<void> {
  const ledger = await readLedger(tx, order.bill_id);
  const owed = wayBackOf(ledger, refundable(ledger));
  if (owed.length === 0) return;
  // Staff may cancel; sending money back takes a manager. A guest takes back their own, but whoever took
  // an order at the till is no guest of it, under whatever name it stands. An order in no account is whose link it is.
  const isAtWork = order.admin_created && by.actor.kind === 'person' && by.actor.role !== 'customer';
  const isOwner =
    order.user_id === null ? by.isHeld && !order.admin_created : isOwn(by.actor, order.user_id) && !isAtWork;
  if (!isOwner) {
    const amount = addCents(...owed.map((each) => cents(each.back.amount + each.back.tip)));
    await requireRefundApproval(context, tx, by, { order, refundedBefore: goneBack(ledger), amount });
  }

  for (const { payment, back } of owed) {
    const method = wayBack(payment.method);
    await requestBack(context, tx, order, by.actor, {
      ...backColumns(back),
      method,
      reason: by.reason,
      next_try_at: method === 'card' ? context.clock.now() : null,
      idempotency_key: cancelKey(back.paymentId),
    });
  }
}
