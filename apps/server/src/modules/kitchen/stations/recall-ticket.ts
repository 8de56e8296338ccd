import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { refuse } from '@tiffin/domain/core';
import { checkRecall, RECALL_NOTE } from '@tiffin/domain/kitchen';
import type { Context, Tx } from '../../../context.ts';
import type { Author } from '../../log/record-audit-entries.ts';
import { correctionColumns, writeStatusChange } from '../../ordering/orders/apply-status.ts';
import { orderAnswer } from '../../ordering/orders/order-answer.ts';
import { lockStaffOrder } from '../../ordering/orders/queries.ts';
import { markLines, sendMarkedOrder } from './mark-lines.ts';
import { requestedLines } from './station-lines.ts';

/**
 * Brings a ticket back. The lines of the station are to be made again; the pass gets the ticket as it left. There is no
 * time limit, but an order that was handed over or cancelled stays as it is.
 */
export async function recallTicket(
  context: Context,
  tx: Tx,
  by: Author,
  input: ValidatedInput<'recallTicket'>['body'],
): Promise<ResponseOf<'recallTicket'>> {
  const { orderId } = input;
  const locked = await lockStaffOrder(tx, by.actor, orderId, 'order.step');
  const allowed = checkRecall(locked.status);
  if (!allowed.ok) {
    const { code, message, details } = allowed.error;
    throw refuse(code, message, { ...details, order: orderAnswer(locked, context.clock.now(), context) });
  }
  const isOfPass = input.lines == null && input.stationId == null;
  const lines = isOfPass ? [] : await requestedLines(context, tx, by.actor, locked, input);
  const marked = await markLines(context, tx, by, locked, { lines, done: false });
  if (locked.status === 'preparing') return { orderId, order: await sendMarkedOrder(context, tx, locked, marked) };
  const { order } = await writeStatusChange(context, tx, marked ?? locked, {
    to: 'preparing',
    ...by,
    note: RECALL_NOTE,
    action: 'recall-order',
    times: correctionColumns(locked, 'preparing'),
  });
  return { orderId, order };
}
