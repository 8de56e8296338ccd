import type { AnswerOf } from '@tiffin/contract';
import type { correctOrderStatus } from '@tiffin/contract/service';
import { orRefuse, say } from '@tiffin/domain/core';
import { correctionTimes, correctSlip } from '@tiffin/domain/order';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import { transaction } from '../../db/transaction.ts';
import { lockStaffOrder } from './queries.ts';
import { timeColumns, writeMove } from './apply-move.ts';
import type { Mover } from './update-status.ts';

/** Takes back a step that was a slip; the history keeps both. */
export function correctStatus(
  context: Context,
  { actor, from }: Mover,
  orderId: string,
): Promise<AnswerOf<typeof correctOrderStatus>> {
  return transaction(context.db, async (tx) => {
    const locked = await lockStaffOrder(tx, actor, orderId, 'order.step');
    const decided = correctSlip(
      {
        status: locked.status,
        locationId: locked.location_id,
        ownerId: locked.user_id,
        ...(await lastStep(tx, orderId)),
      },
      actor,
      context.clock.now(),
    );
    const { to } = orRefuse(decided);
    const back = to === 'pending' ? 'pending' : 'preparing';
    const { order } = await writeMove(context, tx, locked, {
      to: back,
      actor,
      note: 'Taken back',
      from,
      action: 'correct-order',
      times: {
        ...timeColumns(correctionTimes(back, locked.promised_ready)),
        ...(back === 'pending' && { promised_ready: null }),
      },
    });
    return {
      orderId,
      oldStatus: locked.status,
      newStatus: back,
      message: say`Order ${orderId} is ${back} again`,
      order,
    };
  });
}

async function lastStep(tx: Tx, orderId: string): Promise<{ steppedAt: Date | null; steppedBy: string | null }> {
  const last = await tx
    .selectFrom('order_status_history')
    .select(['at', 'actor_id', 'actor_kind'])
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { steppedAt: last?.at ?? null, steppedBy: last?.actor_kind === 'person' ? last.actor_id : null };
}
