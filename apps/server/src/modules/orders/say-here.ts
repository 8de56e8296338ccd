import type { WireOrder } from '@tiffin/contract/order-answer';
import { refuse, say } from '@tiffin/domain/core';
import { asGuestReads, isFinal } from '@tiffin/domain/order';
import { isOwn, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import { transaction } from '../../db/transaction.ts';
import { appendOrderUpdated } from './apply-move.ts';
import { byLink, orderAnswer } from './order-answer.ts';
import { lockOrder } from './queries.ts';
import { fits } from './show-order.ts';

/** A guest is there with their car: the house hears it once, and carries the order out. */
export function sayHere(
  context: Context,
  actor: Actor,
  wish: { readonly orderId: string; readonly token?: string | null | undefined },
): Promise<WireOrder> {
  return transaction(context.db, async (tx) => {
    const locked = await lockOrder(tx, wish.orderId);
    const isGuests = isOwn(actor, locked?.user_id);
    if (!locked || !(isGuests || fits(context, locked, wish.token ?? undefined))) throw refuse('order-not-found');
    if (locked.vehicle === null) throw refuse('failed-precondition', say`This order is picked up at the counter.`);
    const now = context.clock.now();
    const shown = (order: WireOrder) => (isGuests ? asGuestReads(order) : byLink(order));
    if (locked.here_at !== null) return shown(orderAnswer(locked, now, context));
    if (isFinal(locked.status)) throw refuse('failed-precondition', say`Order ${locked.id} is ${locked.status}.`);
    const changes = { here_at: now, version: locked.version + 1, updated_at: now };
    await tx.updateTable('orders').set(changes).where('id', '=', locked.id).execute();
    return shown(await appendOrderUpdated(context, tx, { ...locked, ...changes }, now));
  });
}
