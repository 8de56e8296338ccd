import type { WireOrder } from '@tiffin/contract/order/order-answer';
import { refuse, say } from '@tiffin/domain/core';
import { isLineDone, startsWithFirstDish, stationTicket, checkRecall, RECALL_NOTE } from '@tiffin/domain/kitchen';
import type { Context, Tx } from '../../../context.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { recordAuditEntries, type Author } from '../../log/record-audit-entries.ts';
import { applyStatusChange, sendOrderAgain, correctionColumns, writeStatusChange } from '../../orders/apply-status.ts';
import { requireAllergyChecks, allergyOrderOf, requiresAllergyChecks } from '../../orders/order-allergies.ts';
import { requireFired } from '../../orders/rounds.ts';
import { orderAnswer } from '../../orders/order-answer.ts';
import { updateLines } from '../../orders/update-order.ts';
import { stationLine, readStation, readStations, toStation } from './read-stations.ts';
import type { Actor } from '@tiffin/domain/people';
import type { ValidatedInput } from '@tiffin/contract';
import { unconfirmedLines } from '@tiffin/domain/order';
import { lockStaffOrder } from '../../orders/queries.ts';
import type { ChangeUseCase } from '../../../platform/http/implement.ts';

/** Refuses a line number that the order does not have. */
export function requireLines({ id, items }: OrderRow, lines: readonly number[], field: 'line' | 'lines'): void {
  const unknown = lines.find((line) => !items.some((item) => item.line === line));
  if (unknown !== undefined) throw refuse('invalid-argument', say`Order ${id} has no line ${unknown}`, { field });
}

/**
 * Marks lines of a locked order as done, or as not done. Refuses if one of them must first be confirmed for an allergy.
 * Returns null if nothing changes. The first dish that is done starts an order that was accepted without being started,
 * such as one taken at the till.
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
function isOrderDone(row: OrderRow): boolean {
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

/** The lines of a request: those it names, else those of its station, else all. */
async function requestedLines(
  { clock }: Context,
  tx: Tx,
  actor: Actor,
  row: OrderRow,
  {
    lines,
    stationId,
  }: { readonly lines?: readonly number[] | null | undefined; readonly stationId?: string | null | undefined },
): Promise<readonly number[]> {
  if (lines) {
    requireLines(row, lines, 'lines');
    return lines;
  }
  const all = row.items.map((item) => stationLine(row, item));
  if (stationId == null) return all.map(({ line }) => line);
  const stationRow = await readStation(tx, actor, stationId, 'order.step');
  if (stationRow.location_id !== row.location_id) {
    throw refuse('invalid-argument', say`This station belongs to another location.`, { field: 'stationId' });
  }
  const stations = (await readStations(tx, row.location_id)).map(toStation);
  const station = stations.find(({ id }) => id === stationId) ?? null;
  return stationTicket(all, station, stations, clock.now().getTime()).lines.map(({ line }) => line);
}

/**
 * Marks lines as done at a station. The last line makes the order ready. If two stations mark lines at once, the second
 * waits for the lock of the order and sees the lines of the first.
 */
export async function bumpLines(context: Context, tx: Tx, by: Author, input: ValidatedInput<'bumpLines'>['body']) {
  const { orderId, done } = input;
  const locked = await lockStaffOrder(tx, by.actor, orderId, 'order.step');
  const lines = await requestedLines(context, tx, by.actor, locked, input);
  const lockedOrder = () => orderAnswer(locked, context.clock.now(), context);
  // A tablet that was offline may report dishes of an order that was handed over meanwhile.
  if (locked.status === 'completed' && done) return { orderId, order: lockedOrder() };
  requireMarkable(locked, done, lockedOrder);
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

/**
 * Brings a ticket back. The lines of the station are to be made again; at the pass the lines stay done. There is no time
 * limit, but an order that was handed over or cancelled cannot be recalled.
 */
export const recallTicket: ChangeUseCase<'recallTicket'> = async (context, tx, by, input) => {
  const { orderId } = input;
  const locked = await lockStaffOrder(tx, by.actor, orderId, 'order.step');
  const allowed = checkRecall(locked.status);
  if (!allowed.ok) {
    const { code, message, details } = allowed.error;
    throw refuse(code, message, { ...details, order: orderAnswer(locked, context.clock.now(), context) });
  }
  // The pass names neither lines nor a station.
  const isFromPass = input.lines == null && input.stationId == null;
  const lines = isFromPass ? [] : await requestedLines(context, tx, by.actor, locked, input);
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
};
