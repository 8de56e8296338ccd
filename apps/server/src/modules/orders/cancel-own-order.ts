import type { WireOrder } from '@tiffin/contract/order-answer';
import { refuse } from '@tiffin/domain/core';
import type { Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import { transaction } from '../../db/transaction.ts';
import type { From } from '../../http/implement.ts';
import { applyMove } from './apply-move.ts';
import { lockOrder } from './queries.ts';

const DEFAULT_REASON = 'Cancelled by customer';

/** A guest takes back an order of their own, while it is pending or being prepared. */
export function cancelOwnOrder(
  context: Context,
  actor: Actor & { kind: 'person' },
  wish: { readonly orderId: string; readonly reason?: string | undefined },
  from: From,
): Promise<WireOrder> {
  return transaction(context.db, async (tx) => {
    const locked = await lockOrder(tx, wish.orderId);
    if (!locked || locked.user_id !== actor.userId) throw refuse('order-not-found');
    const { order } = await applyMove(context, tx, locked, {
      to: 'cancelled',
      actor,
      note: wish.reason || DEFAULT_REASON,
      from,
    });
    return order;
  });
}
