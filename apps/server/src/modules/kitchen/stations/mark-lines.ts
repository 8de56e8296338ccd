import type { WireOrder } from '@tiffin/contract/order-answer';
import { refuse, say } from '@tiffin/domain/core';
import { isLineDone, startsWithFirstDish } from '@tiffin/domain/kitchen';
import type { Context, Tx } from '../../../context.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { recordAuditEntries, type Author } from '../../log/record-audit-entries.ts';
import { applyStatusChange, sendOrderAgain } from '../../ordering/orders/apply-status.ts';
import { requireAllergyChecks } from '../../ordering/orders/order-allergies.ts';
import { requireFired } from '../../ordering/orders/rounds.ts';
import { orderAnswer } from '../../ordering/orders/order-answer.ts';
import { updateLines } from '../../ordering/orders/update-order.ts';
import { stationLine } from './read-stations.ts';

/** Refuses a line number that the order does not have. */
export function requireLines({ id, items }: OrderRow, lines: readonly number[], field: 'line' | 'lines'): void {
  const unknown = lines.find((line) => !items.some((item) => item.line === line));
  if (unknown !== undefined) throw refuse('invalid-argument', say`Order ${id} has no line ${unknown}`, { field });
}

/**
 * Marks lines of a locked order as done, or not done. A dish that must be confirmed for an allergy refuses all of them.
 * Lines that are so already stay unchanged; the result is null if all are. The first dish that is done starts an order
 * that was accepted without being started, such as one taken at the till.
 */
export async function markLines(
  context: Context,
  tx: Tx,
  by: Author,
  locked: OrderRow,
  { lines, done }: { readonly lines: readonly number[]; readonly done: boolean },
): Promise<OrderRow | null> {
  const changed = locked.items.filter((item) => lines.includes(item.line) && (item.done_at !== null) !== done);
  if (changed.length === 0) return null;
  requireFired(locked);
  const numbers = changed.map(({ line }) => line);
  if (done) requireAllergyChecks(locked, numbers);
  const isStart = done && startsWithFirstDish(locked.status, locked.accepted_at);
  const { row } = isStart ? await applyStatusChange(context, tx, locked, { to: 'preparing', ...by }) : { row: locked };
  const now = context.clock.now();
  const doneAt = done ? now.toISOString() : null;
  await updateLines(tx, locked.id, numbers, { done_at: doneAt });
  await recordAuditEntries(
    tx,
    ...numbers.map((line) => ({
      at: now,
      ...by,
      action: 'strike-item',
      subject: { kind: 'order' as const, id: locked.id },
      locationId: locked.location_id,
      before: { line, done: !done },
      after: { line, done },
    })),
  );
  const items = locked.items.map((item) => (numbers.includes(item.line) ? { ...item, done_at: doneAt } : item));
  return { ...row, items };
}

/** Whether nothing is left to make for the order. */
export function isOrderDone(row: OrderRow): boolean {
  return row.items.every((item) => isLineDone(stationLine(row, item)));
}

/** Sends the order with a new version; the order as it was if its lines did not change. */
export async function sendMarkedOrder(
  context: Context,
  tx: Tx,
  locked: OrderRow,
  marked: OrderRow | null,
): Promise<WireOrder> {
  return marked ? sendOrderAgain(context, tx, marked) : orderAnswer(locked, context.clock.now(), context);
}
