import type { WireOrder } from '@tiffin/contract/order-answer';
import { refuse, say } from '@tiffin/domain/core';
import { asGuestReads, GUEST_CANCEL_REASON } from '@tiffin/domain/order';
import { authorise, isOwn, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import { transaction } from '../../db/transaction.ts';
import type { From } from '../../http/implement.ts';
import { applyMove } from './apply-move.ts';
import { byLink } from './order-answer.ts';
import { lockOrder } from './queries.ts';
import { fits } from './show-order.ts';

/** A guest takes back an order of their own, or one whose link they hold, while it is pending or being prepared. */
export function cancelOwnOrder(
  context: Context,
  actor: Actor,
  wish: { readonly orderId: string; readonly token?: string | null | undefined; readonly reason?: string | undefined },
  from: From,
): Promise<WireOrder> {
  return transaction(context.db, async (tx) => {
    const locked = await lockOrder(tx, wish.orderId);
    const fitsLink = locked !== null && fits(context, locked, wish.token ?? undefined);
    const isGuests = isOwn(actor, locked?.user_id);
    if (!locked || !(fitsLink || isGuests)) throw refuse('order-not-found');
    // Whoever works there reads every link: they cancel in their own name, with what that takes.
    const isHeld = !isGuests && !authorise('order.cancel', actor, { locationId: locked.location_id }).ok;
    if (isHeld && locked.admin_created) {
      throw refuse('failed-precondition', say`This order was taken by us: please call us to cancel it.`);
    }
    const { order } = await applyMove(context, tx, locked, {
      to: 'cancelled',
      actor,
      isHeld,
      note: wish.reason || GUEST_CANCEL_REASON,
      from,
    });
    if (isHeld) return byLink(order);
    return isGuests ? asGuestReads(order) : order;
  });
}
