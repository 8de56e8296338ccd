import type { WireOrder } from '@tiffin/contract/order/order-answer';
import { cents, refuse, say, withoutUndefined } from '@tiffin/domain/core';
import {
  DEFAULT_CANCEL_REASON,
  correctionTimes,
  decideStatusChange,
  isVoidOf,
  stepTimes,
  type OrderStatus,
  type StepTimes,
  type VoidFacts,
} from '@tiffin/domain/order';
import { ANONYMOUS_ACTOR, userIdOf, worksAt, type Actor } from '@tiffin/domain/people';
import type { Context, Tx } from '../../context.ts';
import type { RequestOrigin } from '../../platform/http/implement.ts';
import { actorColumns } from '../log/audit-row.ts';
import { recordAuditEntries } from '../log/record-audit-entries.ts';
import { releaseSlots } from '../capacity/reserve-slots.ts';
import { requireUnpaidOnTab, requireVoidApproval } from '../ledger/approve-void.ts';
import { requestRefund } from '../ledger/request-refund.ts';
import { takeBackUnusedDiscounts } from './pricing/discounts.ts';
import { releasePromotions } from './promotions/promotion-uses.ts';
import { returnStock } from '../menu/stock/move-stock.ts';
import { requireAllergyChecks } from './order-allergies.ts';
import { orderAnswer } from './order-answer.ts';
import { promiseColumns, promiseOf, wayMinutesOf } from './promise/promise-columns.ts';
import { recalculateTab } from './recalculate-tab.ts';
import { readRounds, requireFired } from './rounds.ts';
import { updateOrder } from './update-order.ts';
import { updatePersonTotals } from '../people/person-totals.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';
import { insertRow } from '../../platform/db/write-row.ts';

/** The status that an order is to get, who asks for it, and why. */
export interface RequestedStatus {
  readonly to: OrderStatus;
  readonly actor: Actor;
  /** True for a change through the order link. The history then names no account, even if the client is signed in. */
  readonly hasOrderLink?: boolean;
  /** The reason, which a cancelled order stores. */
  readonly note?: string | null;
  readonly from: RequestOrigin | null;
  /** A manager approved that all rounds of the party are cancelled together. */
  readonly isWalkOut?: boolean;
}

interface StatusChangeResult {
  readonly from: OrderStatus;
  /** False if the order had this status already: the request succeeds and changes nothing. */
  readonly isChanged: boolean;
  readonly row: OrderRow;
  readonly order: WireOrder;
}

/**
 * Changes the status of a locked order (`lockOrder`): its times and history, the guest's totals and points, the event
 * with the whole order, and the audit log. All status changes go through this function.
 */
export async function applyStatusChange(
  context: Context,
  tx: Tx,
  locked: OrderRow,
  request: RequestedStatus,
): Promise<StatusChangeResult> {
  const { to, actor, hasOrderLink = false } = request;
  const { status, location_id: locationId, user_id: ownerId } = locked;
  const now = context.clock.now();
  const answerFor = (row: OrderRow): WireOrder => orderAnswer(row, now, context);
  const decided = decideStatusChange({ status, locationId, ownerId, hasOrderLink }, to, actor);
  if (!decided.ok) {
    const { code, message, details } = decided.error;
    // If two people change the status at once, the second one gets the current order.
    throw refuse(code, message, code === 'invalid-transition' ? { ...details, order: answerFor(locked) } : details);
  }
  const { from, changed } = decided.value;
  // No step leads to pending; a pending order that stays so has not changed.
  if (!changed || to === 'pending') return { from, isChanged: false, row: locked, order: answerFor(locked) };
  if (to !== 'cancelled') requireFired(locked);
  if (to === 'ready') requireAllergyChecks(locked);

  const { row, order } = await writeStatusChange(context, tx, locked, {
    ...request,
    action: to === 'cancelled' ? 'cancel-order' : 'move-order',
    times: stepColumns(locked, to, now),
  });
  return { from, isChanged: true, row, order };
}

/** Writes a status change that was already checked. */
export async function writeStatusChange(
  context: Context,
  tx: Tx,
  locked: OrderRow,
  change: RequestedStatus & {
    readonly action: string;
    readonly times: Partial<Pick<OrderRow, TimeColumn | 'promised_ready'>>;
  },
): Promise<{ readonly row: OrderRow; readonly order: WireOrder }> {
  const { to, actor, hasOrderLink = false, note = null } = change;
  const now = context.clock.now();
  const shownActor = hasOrderLink ? ANONYMOUS_ACTOR : actor;
  const columns = {
    status: to,
    ...change.times,
    cancel_reason: to === 'cancelled' ? note : locked.cancel_reason,
    ...acceptanceColumns(locked, to, shownActor, now),
    // Staff handed it over in person, which confirms the contact. For deliveries the driver's report does that.
    contact_unproven: to === 'completed' && locked.courier === null ? null : locked.contact_unproven,
  };
  // Cancelling a round takes it off the bill of its tab, whose other rounds then get other taxes.
  const isOffTab = to === 'cancelled' && locked.tab !== null;
  const rounds = to === 'cancelled' ? await requireMayCancel(context, tx, locked, change) : [];
  const changed = await updateOrder(tx, locked, columns, now);
  const step = { from_status: locked.status, to_status: to, ...actorColumns(shownActor), note };
  await insertRow(tx, 'order_status_history', { order_id: locked.id, at: now, ...step });
  const row: OrderRow = { ...changed, history: [...locked.history, { at: now.toISOString(), ...step }] };
  if (to === 'cancelled') {
    const reason = note ?? DEFAULT_CANCEL_REASON;
    if (!isOffTab) await requestRefund(context, tx, locked, { actor, hasOrderLink, from: change.from, reason });
    await returnStock(context, tx, locked, row);
    if (locked.grounds?.slot) await releaseSlots(tx, { orderId: locked.id });
    await releasePromotions(tx, { orderId: locked.id });
  }
  await updatePersonTotals(tx, row, locked, row, now, userIdOf(actor));
  await recordAuditEntries(tx, {
    at: now,
    actor,
    action: change.action,
    subject: { kind: 'order', id: locked.id },
    locationId: locked.location_id,
    before: { status: locked.status },
    after: { status: to, note: note ?? undefined, by: hasOrderLink ? 'link' : undefined },
    from: change.from,
  });
  const order = await appendOrderUpdated(context, tx, row, now);
  if (isOffTab) {
    await takeBackUnusedDiscounts(tx, locked.bill_id, actor, now);
    for (const other of await recalculateTab(context, tx, locked.bill_id, [rounds])) {
      await appendOrderUpdated(context, tx, other, now);
    }
  }
  return { row, order };
}

/**
 * Checks that an order may be cancelled, and returns all rounds of its tab as they are. A void needs a reason and a
 * manager. What was paid on a tab can only be refunded.
 */
async function requireMayCancel(
  context: Context,
  tx: Tx,
  locked: OrderRow,
  { actor, from, note, hasOrderLink, isWalkOut }: RequestedStatus,
): Promise<OrderRow[]> {
  const isOnTab = locked.tab !== null;
  const isByStaff =
    !hasOrderLink && actor.kind !== 'system' && (worksAt(actor, locked.location_id) || actor.kind === 'machine');
  if (isOnTab && hasOrderLink) throw refuse('permission-denied', say`Please ask the staff to change your order.`);
  if (!isWalkOut) {
    if (isOnTab) await requireUnpaidOnTab(tx, locked.bill_id, cents(locked.total_cents));
    if ((isOnTab || isByStaff) && isVoidOf(voidFactsOf(locked))) {
      await requireVoidApproval(context, tx, { actor, from }, { order: locked, reason: note, field: 'reason' });
    }
  }
  return isOnTab ? readRounds(tx, locked.bill_id) : [];
}

/** What decides whether dishes that staff take off an order are voided. */
export function voidFactsOf({ tab, held_at, status, prep_start_time, ledger }: OrderRow): VoidFacts {
  return {
    isOnTab: tab !== null,
    isHeld: held_at !== null,
    isStarted: status !== 'pending' || prep_start_time !== null,
    isPaid: ledger !== null,
  };
}

/** Records in the history that an order could not be delivered, and why. Its status stays. */
export async function recordFailedDelivery(tx: Tx, row: OrderRow, actor: Actor, at: Date, note: string | null) {
  const step = { from_status: row.status, to_status: row.status, ...actorColumns(actor), note };
  await insertRow(tx, 'order_status_history', { order_id: row.id, at, ...step });
  return { ...row, history: [...row.history, { at: at.toISOString(), ...step }] };
}

/** Starting an order accepts it. An undone start takes that back, except for an order taken at the till. */
function acceptanceColumns(locked: OrderRow, to: OrderStatus, actor: Actor, now: Date) {
  if (to === 'pending' && !locked.admin_created) return { accepted_at: null, accepted_by: null };
  if (to === 'pending' || to === 'cancelled' || locked.accepted_at !== null) return {};
  return { accepted_at: now, accepted_by: actorColumns(actor).actor_name };
}

/** Appends the event that sends the current order to everyone who follows it, and what happened with its payment. */
export async function appendOrderUpdated(
  context: Context,
  tx: Tx,
  row: OrderRow,
  at: Date,
  payment?: 'paid' | 'refunded',
): Promise<WireOrder> {
  const order = orderAnswer(row, at, context);
  await context.events.append(tx, {
    type: 'order.updated',
    locationId: row.location_id,
    userId: row.user_id,
    at,
    data: { order, payment },
  });
  return order;
}

/** Sends an order with a new version to everyone who follows it, because something beside the order changed. */
export async function sendOrderAgain(context: Context, tx: Tx, locked: OrderRow): Promise<WireOrder> {
  const now = context.clock.now();
  return appendOrderUpdated(context, tx, await updateOrder(tx, locked, {}, now), now);
}

export function stepColumns(
  locked: OrderRow,
  to: Exclude<OrderStatus, 'pending'>,
  at: Date,
): Partial<Pick<OrderRow, TimeColumn | 'promised_ready'>> {
  const window = promiseOf(locked);
  const promise = { window, wantedFor: locked.wanted_for, wayMinutes: wayMinutesOf(locked) };
  return withoutUndefined({
    ...timeColumns(stepTimes(to, at, promise)),
    // A correction restores the promised time.
    promised_ready: to === 'preparing' ? window.to : undefined,
  });
}

/** The times that the undo of a step restores. */
export function correctionColumns(
  locked: OrderRow,
  back: 'pending' | 'preparing',
): Partial<Pick<OrderRow, TimeColumn | 'promised_ready'>> {
  const promise = { window: promiseOf(locked), promisedReady: locked.promised_ready };
  const times = timeColumns(correctionTimes(back, promise));
  return withoutUndefined({ ...times, promised_ready: back === 'pending' ? null : undefined });
}

type TimeColumn =
  | 'prep_start_time'
  | 'estimated_ready'
  | 'promised_from'
  | 'ready_time'
  | 'completed_time'
  | 'cancelled_time';

function timeColumns(times: Partial<StepTimes>): Partial<Pick<OrderRow, TimeColumn>> {
  return {
    ...(times.promise && promiseColumns(times.promise)),
    prep_start_time: times.prepStartTime,
    ready_time: times.readyTime,
    completed_time: times.completedTime,
    cancelled_time: times.cancelledTime,
  };
}
