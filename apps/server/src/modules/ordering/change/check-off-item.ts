import type { WireOrder } from '@tiffin/contract/order-answer';
import { refuse, say } from '@tiffin/domain/core';
import { isFinalStatus } from '@tiffin/domain/order';
import type { Context, Tx } from '../../../context.ts';
import type { Author } from '../../log/record-audit-entries.ts';
import { markLines, requireLines, sendMarkedOrder } from '../../kitchen/stations/mark-lines.ts';
import { lockStaffOrder } from '../orders/queries.ts';

/** Marks a line as done, or undoes it, on every board. Unlike a bump, it never makes the order ready. */
export async function strikeItem(
  context: Context,
  tx: Tx,
  by: Author,
  input: { readonly orderId: string; readonly line: number; readonly done: boolean },
): Promise<{ orderId: string; order: WireOrder }> {
  const { orderId, line, done } = input;
  const locked = await lockStaffOrder(tx, by.actor, orderId, 'order.step');
  requireLines(locked, [line], 'line');
  if (isFinalStatus(locked.status))
    throw refuse('failed-precondition', say`Order ${orderId} is ${locked.status}`, { from: locked.status });
  const marked = await markLines(context, tx, by, locked, { lines: [line], done });
  return { orderId, order: await sendMarkedOrder(context, tx, locked, marked) };
}
