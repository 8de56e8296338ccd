import { refuse, say } from '@tiffin/domain/core';
import { isFinalStatus } from '@tiffin/domain/order';
import { markLines, requireLines, sendMarkedOrder } from '../../kitchen/stations/mark-lines.ts';
import { lockStaffOrder } from '../../orders/queries.ts';
import type { ChangeUseCase } from '../../../platform/http/implement.ts';

/** Marks a line as done, or undoes it, on every board. Unlike a bump, it never makes the order ready. */
export const checkOffItem: ChangeUseCase<'strikeOrderItem'> = async (context, tx, by, input) => {
  const { orderId, line, done } = input;
  const locked = await lockStaffOrder(tx, by.actor, orderId, 'order.step');
  requireLines(locked, [line], 'line');
  if (isFinalStatus(locked.status))
    throw refuse('failed-precondition', say`Order ${orderId} is ${locked.status}`, { from: locked.status });
  const marked = await markLines(context, tx, by, locked, { lines: [line], done });
  return { orderId, order: await sendMarkedOrder(context, tx, locked, marked) };
};
