import type { WireOrder } from '@tiffin/contract/order-answer';
import { refuse, say } from '@tiffin/domain/core';
import { isFinalStatus } from '@tiffin/domain/order';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { recordAuditEntries, type Author } from '../audit/record-audit-entries.ts';
import { lockStaffOrder } from '../orders/queries.ts';
import { requireAllergyChecks } from '../orders/order-allergies.ts';
import { appendOrderUpdated } from '../orders/apply-status.ts';
import { orderAnswer } from '../orders/order-answer.ts';

/** Marks a line as done, or undoes it, on every board. */
export async function strikeItem(
  context: Context,
  tx: Tx,
  by: Author,
  input: { readonly orderId: string; readonly line: number; readonly done: boolean },
): Promise<{ orderId: string; order: WireOrder }> {
  const { orderId, line, done } = input;
  const locked = await lockStaffOrder(tx, by.actor, orderId, 'order.step');
  const item = locked.items.find((each) => each.line === line);
  if (!item) throw refuse('invalid-argument', say`Order ${orderId} has no line ${line}`, { field: 'line' });
  if (isFinalStatus(locked.status))
    throw refuse('failed-precondition', say`Order ${orderId} is ${locked.status}`, { from: locked.status });
  const now = context.clock.now();
  const wasDone = item.done_at !== null;
  if (done && !wasDone) requireAllergyChecks(locked, [line]);
  const doneAt = !done ? null : wasDone ? item.done_at : now.toISOString();
  const row = {
    ...locked,
    ...(wasDone !== done && { version: locked.version + 1, updated_at: now }),
    items: locked.items.map((each) => (each.line === line ? { ...each, done_at: doneAt } : each)),
  };
  if (wasDone !== done) {
    await tx
      .updateTable('order_items')
      .set({ done_at: doneAt })
      .where('order_id', '=', orderId)
      .where('line', '=', line)
      .execute();
    await tx.updateTable('orders').set({ version: row.version, updated_at: now }).where('id', '=', orderId).execute();
    await recordAuditEntries(tx, {
      at: now,
      ...by,
      action: 'strike-item',
      subject: { kind: 'order', id: orderId },
      locationId: locked.location_id,
      before: { line, done: wasDone },
      after: { line, done },
    });
    return { orderId, order: await appendOrderUpdated(context, tx, row, now) };
  }
  return { orderId, order: orderAnswer(row, now, context) };
}
