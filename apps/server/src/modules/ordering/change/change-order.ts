import type { ResponseOf } from '@tiffin/contract';
import {
  addCents,
  amountWithCurrency,
  cents,
  multiplyCents,
  refuse,
  say,
  subtractCents,
  toDollars,
  ZERO,
} from '@tiffin/domain/core';
import { CHANGED_BY_GUEST, currentOrder } from '../../orders/order-answer.ts';
import { stationOf } from '@tiffin/domain/kitchen';
import {
  canKeepPaymentPages,
  isStatedIn,
  isVoidOf,
  tableAllergies,
  type LineChange,
  type PromisedWindow,
} from '@tiffin/domain/order';
import type { DiscountLimit } from '@tiffin/domain/pricing';
import type { Context, Tx } from '../../../context.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import type { StoredChange } from '../../../platform/db/stored-json.ts';
import type { RunOnceWith } from '../../../platform/http/implement.ts';
import { inRestaurantLanguage } from '../../../platform/i18n/request-language.ts';
import { actorColumns } from '../../log/audit-row.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { syncPaymentStatus } from '../../money/bills/sync-payment-status.ts';
import type { LocationMenu } from '../../menu/dishes/location-menu.ts';
import { adjustStockForOrderChange } from '../../menu/stock/move-stock.ts';
import { slotClaimOfOrder, slotPromiseBasis, workUnitsOfOrder } from '../../capacity/kitchen-load.ts';
import { releaseSlots, resizeSlots, reserveKitchenSlotsIfFree } from '../../capacity/reserve-slots.ts';
import { refundAmountDue, refundedTotal, splitRefundOverPayments, toOpenBill } from '../../ledger/ledger.ts';
import { readStations, stationLine, toStation } from '../../kitchen/stations/read-stations.ts';
import { appendOrderUpdated, voidFactsOf } from '../../orders/apply-status.ts';
import { promiseAnswer, promiseOf } from '../../orders/promise/promise-columns.ts';
import { findOrder, lockOrder } from '../../orders/queries.ts';
import { releasePendingPayments } from '../../ledger/payment-rows.ts';
import { closeOrderPagesSoon } from '../../money/sessions/close-order-pages.ts';
import { refundMethodFor, writeRefunds } from '../../money/refunds/refund-items.ts';
import { requireRefundApproval } from '../../ledger/approve-refund.ts';
import {
  removeDiscountsOfRemovedLines,
  requireDiscountApproval,
  takeBackUnusedDiscounts,
} from '../../orders/pricing/discounts.ts';
import { soldOutItemsAudit, typedItemAudit } from '../../orders/pricing/price-at-till.ts';
import type { OrderChangeInput } from './change-lines.ts';
import {
  planChange,
  readBillState,
  requireEditableOrder,
  type EditableOrder,
  type PlannedChange,
} from './plan-change.ts';
import { requireChangeableTab, requireVoidApproval } from '../../ledger/approve-void.ts';
import { recalculateTab } from '../../orders/recalculate-tab.ts';
import { allergyOrderOf } from '../../orders/order-allergies.ts';
import { readRounds } from '../../orders/rounds.ts';
import { changeTableAllergies, requireTableLimit } from '../../orders/table-allergies.ts';
import { MAX_STORED_CHANGES, recordRemovedLines, writeChange } from '../../orders/write-change.ts';

type Answer = ResponseOf<'changeOrder'>;

/**
 * Changes a placed order. A request with an outdated version is refused with the current order. A higher total becomes
 * due; if less than the paid amount is owed, the difference is refunded to its tenders.
 */
export async function changeOrder(
  context: Context,
  { onceWith, ...author }: Author & { readonly onceWith: RunOnceWith },
  input: OrderChangeInput,
): Promise<Answer> {
  if (input.preview) {
    const editable = requireEditableOrder(context, await findOrder(context.db, input.orderId), author, input);
    const menu = await menuOf(context, editable.row);
    const billState = await readBillState(context.db, editable.row);
    return changeAnswer(context, editable, planChange(context, editable, menu, input, billState));
  }
  return onceWith(
    async () => {
      const { row } = requireEditableOrder(context, await findOrder(context.db, input.orderId), author, input);
      return menuOf(context, row);
    },
    (tx, menu) => applyChange(context, tx, author, menu, input),
  );
}

async function menuOf(context: Context, row: OrderRow): Promise<LocationMenu> {
  const menu = await context.menus.fresh(row.location_id);
  if (!menu) throw refuse('location-not-found');
  return menu;
}

async function applyChange(context: Context, tx: Tx, author: Author, menu: LocationMenu, input: OrderChangeInput) {
  const editable = requireEditableOrder(context, await lockOrder(tx, input.orderId), author, input);
  const was = editable.row;
  const billState = await readBillState(tx, was);
  const planned = planChange(context, editable, menu, input, billState);
  if (planned.lines.length + planned.facts.length === 0) return changeAnswer(context, editable, planned);
  const rounds = was.tab ? await requireChangeOfRound(tx, was, planned) : null;
  const isVoid = isVoidBy(was, planned);
  if (isVoid) await requireVoidApproval(context, tx, author, { order: was, reason: input.why, field: 'why' });
  const approvedBy = await approveChange(context, tx, author, was, planned, billState.limit);
  const now = context.clock.now();
  const isPageOutdated = hasOutdatedPage(planned);
  const version = was.version + 1;
  const lines = await withStationsOfRemoved(tx, was, planned);
  const storedChange = { ...storedChangeOf(was, planned, input, author.actor, now), lines, version };
  // Locks stock before kitchen slots, as in every transaction.
  const sellAnyway = planned.by === 'staff' ? (input.sellAnyway ?? []) : [];
  await adjustStockForOrderChange(context, tx, was, { ...planned.row, version }, sellAnyway);
  const movedSlots = await moveSlots(tx, menu, was, planned.row);
  const row: OrderRow = {
    ...planned.row,
    ...movedSlots,
    payment_url: isPageOutdated ? null : planned.row.payment_url,
    due_cents: planned.due,
    changes: [...(was.changes ?? []), storedChange].slice(-MAX_STORED_CHANGES),
    version,
    updated_at: now,
  };
  if (isPageOutdated) await releasePendingPayments(tx, { billId: was.bill_id });
  await refundDifference(context, tx, author, was, planned);
  await context.reachTestPoint('change.money-back');
  await writeChange(tx, was, row);
  await recordRemovedLines(tx, was, row, now);
  if (rounds) await takeBackUnusedDiscounts(tx, row.bill_id, author.actor, now);
  else await removeDiscountsOfRemovedLines(tx, row, billState.discountRows, author.actor);
  // Slots that were reserved again at another time already have the right size.
  if (was.grounds?.slot && movedSlots === null && was.items !== row.items) {
    await resizeSlots(tx, row.id, workUnitsOfOrder(menu, row) - workUnitsOfOrder(menu, was), now);
  }
  await context.reachTestPoint('change.written');
  await recordOrderChange(tx, author, { was, row, planned, input, approvedBy, isVoid }, now);
  const written = rounds ? await recalculateRounds(context, tx, row, rounds) : row;
  const synced = await syncPaymentStatus(context, tx, written, author);
  // If the payment status changed, its update already sent the order.
  const order =
    synced.row.version > written.version ? synced.order : await appendOrderUpdated(context, tx, written, now);
  if (isPageOutdated) closeOrderPagesSoon(context, tx, was.id);
  if (rounds) await changeOtherRounds(context, tx, author, was, row);
  return {
    ...changeAnswer(context, editable, planned),
    saved: true,
    message: messageOf(planned),
    order: editable.answerFor(order),
  };
}

/** Checks a change of a round, and returns all rounds as they are. */
async function requireChangeOfRound(tx: Tx, was: OrderRow, { by, lines, row }: PlannedChange): Promise<OrderRow[]> {
  if (by === 'guest') throw refuse('permission-denied', say`Please ask the staff to change your order.`);
  if (lines.length > 0) await requireChangeableTab(tx, was.bill_id, cents(was.total_cents - row.total_cents));
  return readRounds(tx, was.bill_id);
}

/** True if staff take off dishes that the kitchen makes. */
function isVoidBy(was: OrderRow, { by, lines }: PlannedChange): boolean {
  return by === 'staff' && lines.some(({ by: addedQuantity }) => addedQuantity < 0) && isVoidOf(voidFactsOf(was));
}

/** Adds allergies that a change states to the other rounds of the tab, and removes those that it takes back. */
async function changeOtherRounds(
  context: Context,
  tx: Tx,
  author: Author,
  was: OrderRow,
  row: OrderRow,
): Promise<void> {
  requireTableLimit(row.allergies ?? []);
  const before = tableAllergies([allergyOrderOf(was)]);
  const after = tableAllergies([allergyOrderOf(row)]);
  await changeTableAllergies(context, tx, author, row.bill_id, {
    added: after.filter((each) => !isStatedIn(each, before)),
    removed: before.filter((each) => !isStatedIn(each, after)),
  });
}

/** Rounds the taxes of the tab again, and sends the other rounds that changed. */
async function recalculateRounds(context: Context, tx: Tx, row: OrderRow, rounds: readonly OrderRow[]) {
  for (const other of await recalculateTab(context, tx, row.bill_id, [rounds])) {
    if (other.id !== row.id) await appendOrderUpdated(context, tx, other, context.clock.now());
  }
  return (await findOrder(tx, row.id)) ?? row;
}

/** The changed lines. A removed line names its station, which cannot be found from the order any more. */
export async function withStationsOfRemoved(
  tx: Tx,
  was: OrderRow,
  { lines, row }: { readonly lines: readonly LineChange[]; readonly row: Pick<OrderRow, 'items'> },
): Promise<LineChange[]> {
  const removed = was.items.filter((item) => !row.items.some(({ line }) => line === item.line));
  if (removed.length === 0) return [...lines];
  const stations = (await readStations(tx, was.location_id)).map(toStation);
  const stationIds = new Map(
    removed.map((item) => [item.line, stationOf(stationLine(was, item), stations)?.id ?? null]),
  );
  return lines.map((each) => (stationIds.has(each.line) ? { ...each, stationId: stationIds.get(each.line) } : each));
}

async function refundDifference(
  context: Context,
  tx: Tx,
  { actor, from }: Author,
  was: OrderRow,
  { back, ledger }: PlannedChange,
): Promise<void> {
  if (back <= 0) return;
  const reason = inRestaurantLanguage(() => say`The order was changed`);
  await writeRefunds(context, tx, was, ledger, { kind: 'change', amount: back, items: [], reason, actor, from });
}

/** Checks who may cause the discount and the refund of the change. Returns the manager who approved the discount. */
async function approveChange(
  context: Context,
  tx: Tx,
  author: Author,
  was: OrderRow,
  planned: PlannedChange,
  limit: DiscountLimit,
) {
  const { actor, from } = author;
  const { discountToApprove: discounts } = planned;
  const approvedBy =
    discounts &&
    (await requireDiscountApproval(tx, actor, was.location_id, { limit, ...discounts, manager: from?.manager }));
  await requireMayRefund(context, tx, author, was, planned);
  return approvedBy;
}

function storedChangeOf(
  was: OrderRow,
  { row, lines, facts, by }: PlannedChange,
  { why }: OrderChangeInput,
  actor: Author['actor'],
  now: Date,
): StoredChange {
  const isOtherTime = facts.includes('time');
  return {
    at: now.toISOString(),
    // Guests are not named here: the order itself has the name, which is erased with the account.
    by: by === 'guest' ? CHANGED_BY_GUEST : (actorColumns(actor).actor_name ?? 'Staff'),
    lines,
    facts,
    was: cents(was.total_cents),
    now: cents(row.total_cents),
    ready: isOtherTime ? promiseMove(promiseOf(was), promiseOf(row)) : undefined,
    why: isOtherTime ? why || undefined : undefined,
  };
}

/** A promise before and after a change, as order changes store it. */
export function promiseMove(was: PromisedWindow, now: PromisedWindow): NonNullable<StoredChange['ready']> {
  const [before, after] = [promiseAnswer(was), promiseAnswer(now)];
  return { was: before.to, wasFrom: before.from, now: after.to, nowFrom: after.from };
}

/** True if an open payment page holds an amount that no longer fits what is due. */
function hasOutdatedPage({ ledger, due }: PlannedChange): boolean {
  const bill = toOpenBill(ledger);
  const dueBefore = cents(Math.max(0, bill.total - bill.paid));
  return bill.held > 0 && !canKeepPaymentPages(bill.held, dueBefore, due);
}

async function recordOrderChange(
  tx: Tx,
  { actor, from }: Author,
  change: {
    readonly was: OrderRow;
    readonly row: OrderRow;
    readonly planned: PlannedChange;
    readonly input: OrderChangeInput;
    readonly approvedBy: Awaited<ReturnType<typeof approveChange>>;
    readonly isVoid: boolean;
  },
  now: Date,
): Promise<void> {
  const { was, row, planned, input, approvedBy, isVoid } = change;
  const isByStaff = planned.by === 'staff';
  const openItems = (input.add ?? []).flatMap(({ quantity, typed }) =>
    typed && isByStaff ? [typedItemAudit({ quantity, name: typed.name, unitPrice: typed.open.price })] : [],
  );
  await recordAuditEntry(tx, { at: now, actor, from }, 'change-order', ['order', was.id], {
    locationId: was.location_id,
    before: { total: toDollars(cents(was.total_cents)) },
    after: {
      total: toDollars(cents(planned.row.total_cents)),
      lines: planned.lines.map(({ name, by }) => ({ name, by })),
      facts: planned.facts,
      reason: isVoid ? input.why : undefined,
      openItems: openItems.length > 0 ? openItems : undefined,
      ...soldOutItemsAudit(isByStaff ? (input.sellAnyway ?? []) : [], addedUnits(was, row)),
      approvedBy: approvedBy?.name,
    },
  });
}

/** The units that a change adds, by line. */
function addedUnits(was: OrderRow, row: OrderRow) {
  return row.items
    .map(({ line, item_id: id, name, quantity, options: choices }) => {
      const before = was.items.find((item) => item.line === line)?.quantity ?? 0;
      return { id, name, quantity: quantity - before, choices };
    })
    .filter(({ quantity }) => quantity > 0);
}

/**
 * Moves the order's kitchen slots to its new time. If there is no room, the order is cooked anyway and takes no slots.
 */
async function moveSlots(tx: Tx, menu: LocationMenu, was: OrderRow, row: OrderRow) {
  if (was.estimated_ready.getTime() === row.estimated_ready.getTime()) return null;
  if (was.grounds?.slot) await releaseSlots(tx, { orderId: row.id });
  const claim = slotClaimOfOrder(menu, row);
  const isReserved = await reserveKitchenSlotsIfFree(tx, row.location_id, { orderId: row.id }, claim);
  if (row.grounds === null) return null;
  const { slot: _oldSlot, moved: _oldMoved, ...grounds } = row.grounds;
  const slotBasis = isReserved ? slotPromiseBasis(claim) : null;
  return { grounds: { ...grounds, ...slotBasis } };
}

/** Checks who may cause the refund: staff need a manager's approval, and guests only get refunds to their card. */
async function requireMayRefund(
  context: Context,
  tx: Tx,
  author: Author,
  order: OrderRow,
  { by, back, ledger }: PlannedChange,
): Promise<void> {
  if (back === 0) return;
  if (by === 'guest') {
    if (splitRefundOverPayments(ledger, back).every(({ payment }) => refundMethodFor(payment) === 'card')) return;
    throw refuse('failed-precondition', say`You paid at the counter. Please ask there for the difference.`);
  }
  await requireRefundApproval(context, tx, author, { order, refundedBefore: refundedTotal(ledger), amount: back });
}

function changeAnswer(context: Context, { row: was, answerFor }: EditableOrder, planned: PlannedChange): Answer {
  const { row, lines, facts, ledger, due, back } = planned;
  const refunds = back === 0 ? [] : splitRefundOverPayments(ledger, back);
  return {
    orderId: was.id,
    message: messageOf(planned),
    saved: false,
    difference: toDollars(cents(row.total_cents - was.total_cents)),
    change: {
      lines: [...lines],
      amounts: lineAmounts(was, row),
      facts: [...facts],
      was: sumsOf(was),
      now: sumsOf(row),
      promised: promiseAnswer(promiseOf(row)),
      due: toDollars(due),
      back: toDollars(addCents(...refunds.map((each) => each.back.due))),
      ways: refunds.map((each) => ({ method: refundMethodFor(each.payment), amount: toDollars(each.back.due) })),
    },
    order: answerFor(currentOrder(context, was)),
  };
}

/** What each line costs more or less than before. */
function lineAmounts(was: OrderRow, row: OrderRow): NonNullable<Answer['change']['amounts']> {
  const costs = ({ items }: OrderRow) =>
    new Map(items.map((item) => [item.line, multiplyCents(cents(item.unit_price_cents), item.quantity)]));
  const [before, after] = [costs(was), costs(row)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((line) => {
    const difference = subtractCents(after.get(line) ?? ZERO, before.get(line) ?? ZERO);
    return difference === 0 ? [] : [{ line, difference: toDollars(difference) }];
  });
}

function sumsOf(row: OrderRow) {
  return {
    subtotal: toDollars(cents(row.subtotal_cents)),
    tax: toDollars(cents(row.tax_cents)),
    total: toDollars(cents(row.total_cents)),
    charges: toDollars(cents(row.charges_cents)),
  };
}

function messageOf({ row, lines, facts, ledger, due, back }: PlannedChange): string {
  const { id } = row;
  if (lines.length + facts.length === 0) return say`Order ${id} is as it was.`;
  if (back > 0) {
    const coins = refundAmountDue(ledger, back);
    return say`Order ${id} was changed. ${amountWithCurrency(coins)} goes back.`;
  }
  return due > 0
    ? say`Order ${id} was changed. ${amountWithCurrency(due)} is left to pay.`
    : say`Order ${id} was changed.`;
}
