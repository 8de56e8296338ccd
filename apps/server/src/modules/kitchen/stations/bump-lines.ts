import type { ValidatedInput } from '@tiffin/contract';
import { refuse, say } from '@tiffin/domain/core';
import { unconfirmedLines } from '@tiffin/domain/order';
import type { Context, Tx } from '../../../context.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import type { Author } from '../../log/record-audit-entries.ts';
import { applyStatusChange } from '../../ordering/orders/apply-status.ts';
import { allergyOrderOf, requiresAllergyChecks } from '../../ordering/orders/order-allergies.ts';
import { orderAnswer } from '../../ordering/orders/order-answer.ts';
import { lockStaffOrder } from '../../ordering/orders/queries.ts';
import { isOrderDone, markLines, sendMarkedOrder } from './mark-lines.ts';
import { requestedLines } from './station-lines.ts';

/**
 * Marks lines as done at a station. Whoever marks the last line makes the order ready; of two stations at once, the
 * lock of the order lets the second one see the lines of the first.
 */
export async function bumpLines(context: Context, tx: Tx, by: Author, input: ValidatedInput<'bumpLines'>['body']) {
  const { orderId, done } = input;
  const locked = await lockStaffOrder(tx, by.actor, orderId, 'order.step');
  const lines = await requestedLines(context, tx, by.actor, locked, input);
  const order = () => orderAnswer(locked, context.clock.now(), context);
  // A tablet that was offline may report dishes of an order that was handed over meanwhile.
  if (locked.status === 'completed' && done) return { orderId, order: order() };
  requireMarkable(locked, done, order);
  const marked = await markLines(context, tx, by, locked, { lines, done });
  if (marked && isReadyNow(marked)) {
    const { order: ready } = await applyStatusChange(context, tx, marked, { to: 'ready', ...by });
    return { orderId, order: ready };
  }
  return { orderId, order: await sendMarkedOrder(context, tx, locked, marked) };
}

function requireMarkable({ id, status }: OrderRow, done: boolean, order: () => object): void {
  if (status === 'cancelled' || status === 'completed') {
    throw refuse('failed-precondition', say`Order ${id} is ${status}`, { from: status, order: order() });
  }
  if (status === 'ready' && !done) {
    throw refuse('failed-precondition', say`Order ${id} is ready. Recall it to make a dish again.`, {
      from: status,
      order: order(),
    });
  }
}

/** All is done and confirmed. An order that nobody has accepted stays pending. */
function isReadyNow(row: OrderRow): boolean {
  if (row.status !== 'preparing' || !isOrderDone(row)) return false;
  return !requiresAllergyChecks(row) || unconfirmedLines(allergyOrderOf(row)).length === 0;
}
