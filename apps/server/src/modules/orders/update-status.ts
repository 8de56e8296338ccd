import { setTimeout as pause } from 'node:timers/promises';
import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { valueOrThrow, Refusal, refuse, say } from '@tiffin/domain/core';
import { BATCH_PAUSE_MS, correctOrderStep, DEFAULT_CANCEL_REASON, type OrderStatus } from '@tiffin/domain/order';
import type { Context, Tx } from '../../context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import type { Author } from '../log/record-audit-entries.ts';
import { applyStatusChange, correctionColumns, writeStatusChange } from './apply-status.ts';
import { requireAllergyChecks } from './order-allergies.ts';
import { lockStaffOrder } from './queries.ts';

/** Changes the status of an order by one step. If two tills do so at once, the second gets the current order. */
export async function updateStatus(
  context: Context,
  tx: Tx,
  by: Author,
  input: { readonly orderId: string; readonly status: OrderStatus; readonly locationId?: string | undefined },
  { isBatch = false }: { readonly isBatch?: boolean } = {},
): Promise<ResponseOf<'updateOrderStatus'>> {
  const locked = await lockStaffOrder(tx, by.actor, input.orderId, 'order.step');
  if (input.locationId !== undefined && input.locationId !== locked.location_id) {
    throw refuse('invalid-argument', say`Order ${input.orderId} belongs to another location`, { field: 'locationId' });
  }
  // Staff have to look at an order with an allergy before they accept it, so a batch leaves it pending.
  if (isBatch && input.status === 'preparing' && locked.status === 'pending') requireAllergyChecks(locked);
  const note = input.status === 'cancelled' ? DEFAULT_CANCEL_REASON : null;
  const result = await applyStatusChange(context, tx, locked, { to: input.status, ...by, note });
  return {
    orderId: input.orderId,
    oldStatus: result.from,
    newStatus: input.status,
    message: result.isChanged
      ? say`Order ${input.orderId} is now ${input.status}`
      : say`Order ${input.orderId} was already ${input.status}`,
    order: result.order,
  };
}

type Batch = ResponseOf<'updateMultipleOrderStatuses'>;

/**
 * Changes several orders in the given sequence, each in its own transaction, so that a failure does not undo the
 * others.
 */
export async function updateStatuses(
  context: Context,
  by: Author,
  input: ValidatedInput<'updateMultipleOrderStatuses'>['body'],
): Promise<Batch> {
  const results: Batch['results'] = [];
  for (const [index, { orderId, newStatus }] of input.updates.entries()) {
    if (index > 0) await pause(BATCH_PAUSE_MS);
    const change = { orderId, status: newStatus, locationId: input.locationId };
    const step = transaction(context.db, (tx) => updateStatus(context, tx, by, change, { isBatch: true }));
    results.push({ orderId, newStatus, result: await resultOf(step) });
  }
  const total = results.length;
  const successful = results.filter(({ result }) => result.success).length;
  const successRate = Math.round((successful * 1000) / total) / 10;
  return {
    results,
    summary: { total, successful, failed: total - successful, successRate },
    batchId: input.batchId ?? context.ids.uuid(),
  };
}

async function resultOf(step: Promise<ResponseOf<'updateOrderStatus'>>): Promise<Batch['results'][number]['result']> {
  try {
    const { oldStatus, message } = await step;
    return { success: true, oldStatus, message, error: null, code: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message } = error.failure;
    return { success: false, oldStatus: null, message: '', error: message, code };
  }
}

/** What the history notes of an undone step. */
const TAKEN_BACK = 'Taken back';

/** Undoes a step that was a mistake. The history keeps both. */
export function correctStatus(
  context: Context,
  by: Author,
  orderId: string,
): Promise<ResponseOf<'correctOrderStatus'>> {
  return transaction(context.db, async (tx) => {
    const locked = await lockStaffOrder(tx, by.actor, orderId, 'order.step');
    const { status, location_id: locationId, user_id: ownerId } = locked;
    const stepped = { status, locationId, ownerId, ...(await lastStep(tx, orderId, status)) };
    const { to } = valueOrThrow(correctOrderStep(stepped, by.actor, context.clock.now()));
    const back = to === 'pending' ? 'pending' : 'preparing';
    const { order } = await writeStatusChange(context, tx, locked, {
      to: back,
      ...by,
      note: TAKEN_BACK,
      action: 'correct-order',
      times: correctionColumns(locked, back),
    });
    return { orderId, oldStatus: status, newStatus: back, message: say`Order ${orderId} is ${back} again`, order };
  });
}

/**
 * When the step to the present status was made, and by whom: others need the right to correct steps. An undo is no step:
 * else an order that is ready could be undone twice, and what the kitchen has made would count as not started.
 */
async function lastStep(
  tx: Tx,
  orderId: string,
  status: OrderStatus,
): Promise<{ steppedAt: Date | null; steppedBy: string | null }> {
  const last = await tx
    .selectFrom('order_status_history')
    .select(['at', 'actor_id', 'actor_kind'])
    .where('order_id', '=', orderId)
    .where('to_status', '=', status)
    .where('note', 'is distinct from', TAKEN_BACK)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { steppedAt: last?.at ?? null, steppedBy: last?.actor_kind === 'person' ? last.actor_id : null };
}
