import type { ResponseOf } from '@tiffin/contract';
import type { WireOrder } from '@tiffin/contract/order-answer';
import type { changeOrder as changeOrderCall } from '@tiffin/contract/order-change';
import { addCents, cents, orRefuse, refuse, say, toDollars, amountText, type Cents } from '@tiffin/domain/core';
import { muchIn } from '@tiffin/domain/restaurant';
import { inGuestWords, mayChange, pagesStillFit, settleChange, type Changer } from '@tiffin/domain/order';
import { authorise, hasRole, worksAt } from '@tiffin/domain/people';
import { isWithinLimit, type DiscountLimit } from '@tiffin/domain/pricing';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { StoredChange } from '../../platform/db/stored-json.ts';
import type { OnceWith } from '../../platform/http/implement.ts';
import { inRestaurantLanguage } from '../../platform/i18n/interpreter.ts';
import { recordChange, actorColumns, type Author } from '../audit/record-change.ts';
import { placeOf, slotGround, workOfRow } from '../fulfilment/kitchen-load.ts';
import { releaseSlots, resizeSlots, takeSlotsIfFree } from '../fulfilment/reserve-slots.ts';
import { refundedTotal, openBill, readLedger, wayBackOf, type Ledger } from '../ledger/ledger.ts';
import type { LocationMenu } from '../catalog/menu/location-menu.ts';
import { appendOrderUpdated } from '../orders/apply-status.ts';
import {
  readDiscountLimit,
  staffDiscountTotal,
  readStaffDiscounts,
  requireMayGive,
  removeDiscountsOfRemovedLines,
  type StaffDiscountRow,
} from '../pricing/discounts.ts';
import { byLink, orderAnswer } from '../orders/order-answer.ts';
import { soldAnyway, typedItemAudit } from '../pricing/price-at-till.ts';
import { findOrder, lockOrder } from '../orders/queries.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';
import { calculateChange, type OrderChangeInput, type CalculatedChange } from './calculate-change.ts';
import { fits } from '../orders/show-order.ts';
import { writeChange } from './write-change.ts';
import { requireRefundApproval } from '../people/manager-approval.ts';
import { readSite } from '../settings/site.ts';
import { changeStock } from '../catalog/stock/move-stock.ts';
import { closeOrderPagesSoon, releaseReservations } from '../payments/close-order-pages.ts';
import { methodBack, writeRefunds } from '../payments/refund-items.ts';
import { syncPaymentStatus } from '../billing/sync-payment-status.ts';

type Answer = ResponseOf<typeof changeOrderCall>;

/** An order keeps only this many changes, the latest ones. */
const CHANGES_MOST = 20;

/** A calculated change with its effect on the bill. */
interface Planned extends CalculatedChange {
  readonly by: Changer;
  readonly ledger: Ledger;
  readonly due: Cents;
  readonly back: Cents;
  /** Set if the change raises the discounts by staff, or lifts them above the limit, which needs an approval. */
  readonly givesMore: { readonly subtotal: Cents; readonly sum: Cents } | null;
}

/**
 * Changes a placed order. A request with an outdated version is refused with the current order. A higher total becomes
 * due; if less than the paid amount is owed, the difference is refunded to its tenders.
 */
export async function changeOrder(
  context: Context,
  { onceWith, ...asking }: Author & { readonly onceWith: OnceWith },
  input: OrderChangeInput,
): Promise<Answer> {
  if (input.preview) {
    const row = requireEditableOrder(context, await findOrder(context.db, input.orderId), asking, input);
    const menu = await menuOf(context, row.row);
    return answerOf(context, row, plan(context, row, menu, input, await readBillState(context.db, row.row)));
  }
  return onceWith(
    async () => {
      const { row } = requireEditableOrder(context, await findOrder(context.db, input.orderId), asking, input);
      return menuOf(context, row);
    },
    (tx, menu) => change(context, tx, asking, menu, input),
  );
}

async function menuOf(context: Context, row: OrderRow): Promise<LocationMenu> {
  const menu = await context.menus.fresh(row.location_id);
  if (!menu) throw refuse('location-not-found');
  return menu;
}

interface EditableOrder {
  readonly row: OrderRow;
  readonly by: Changer;
  /** The order as the actor may see it. Someone with only the link does not see the account. */
  readonly answerFor: (order: WireOrder) => WireOrder;
}

/** The money of an order, as a change needs it. */
interface BillState {
  readonly ledger: Ledger;
  readonly discountRows: readonly StaffDiscountRow[];
  readonly limit: DiscountLimit;
  /** The highest unpaid total of an order whose contact is not confirmed. */
  readonly maxUnpaid: Cents;
}

async function readBillState(db: Db | Tx, { bill_id: bill }: OrderRow): Promise<BillState> {
  const { currency } = await readSite(db);
  const maxUnpaid = muchIn(currency);
  return {
    ledger: await readLedger(db, bill),
    discountRows: await readStaffDiscounts(db, bill),
    limit: await readDiscountLimit(db),
    maxUnpaid,
  };
}

/** Checks that the actor may change the order. Others get 404, staff of another location 403. */
function requireEditableOrder(
  context: Context,
  row: OrderRow | null,
  { actor }: Author,
  input: OrderChangeInput,
): EditableOrder {
  if (!row) throw refuse('order-not-found');
  const holdsToken = fits(context, row, input.token ?? undefined);
  const { status, location_id: locationId, user_id: ownerId, admin_created: adminCreated } = row;
  const ofReader = worksAt(actor, locationId) ? (order: WireOrder) => order : inGuestWords<WireOrder>;
  const answerFor = authorise('order.read', actor, { locationId, ownerId }).ok ? ofReader : byLink;
  const may = mayChange({ status, locationId, ownerId, adminCreated }, actor, holdsToken);
  if (may.ok) return { row, by: may.value, answerFor };
  const { code, message, details } = may.error;
  if (code === 'failed-precondition') throw refuse(code, message, { ...details, order: answerFor(asIs(context, row)) });
  throw hasRole(actor, 'staff') ? refuse(code, message) : refuse('order-not-found');
}

function asIs(context: Context, row: OrderRow): WireOrder {
  return orderAnswer(row, context.clock.now(), context);
}

/** Calculates what the change does to the order and its bill, or refuses it. */
function plan(
  context: Context,
  { row, by, answerFor }: EditableOrder,
  menu: LocationMenu,
  input: OrderChangeInput,
  { ledger, discountRows, limit, maxUnpaid }: BillState,
): Planned {
  if (row.version !== input.version) {
    throw refuse('conflict', say`This order has changed meanwhile. Please look at it again.`, {
      order: answerFor(asIs(context, row)),
    });
  }
  const calculated = orRefuse(calculateChange(row, menu, input, { by, now: context.clock.now(), discountRows }));
  const { lines } = calculated;
  if (lines.length > 0 && ledger.refunds.some(({ status, of_change: ofChange }) => status !== 'failed' && !ofChange)) {
    throw refuse(
      'failed-precondition',
      say`Some of this order went back to its guest already. What is to be added is an order of its own.`,
    );
  }
  const [gave, gives] = [staffDiscountTotal(row), staffDiscountTotal(calculated.row)];
  const subtotal = cents(calculated.row.subtotal_cents);
  const wasWithin = isWithinLimit(limit, cents(row.subtotal_cents), gave);
  const isMore = gives > gave || (wasWithin && !isWithinLimit(limit, subtotal, gives));
  if (isMore && by === 'guest') {
    throw refuse('failed-precondition', say`We took something off this order: please call us to change it.`);
  }
  const total = cents(calculated.row.total_cents);
  if (input.total != null && input.total !== total) {
    throw refuse('pricing-mismatch', say`The order now comes to ${amountText(total)}. Please look at it again.`, {
      total: toDollars(total),
    });
  }
  const isRaised = total > row.total_cents;
  if (by === 'guest' && isRaised && row.contact_unproven && total > maxUnpaid) {
    throw refuse(
      'failed-precondition',
      say`As much as this we do not take in cash on a link alone. Please call us, or place what you add as an order of its own.`,
    );
  }
  const { due, back } = settleChange({ total, paid: openBill(ledger).paid });
  return { ...calculated, by, ledger, due, back, givesMore: isMore ? { subtotal, sum: gives } : null };
}

async function change(
  context: Context,
  tx: Tx,
  asking: Author,
  menu: LocationMenu,
  input: OrderChangeInput,
): Promise<Answer> {
  const { actor, from } = asking;
  const found = requireEditableOrder(context, await lockOrder(tx, input.orderId), asking, input);
  const was = found.row;
  const billState = await readBillState(tx, was);
  const { ledger } = billState;
  const planned = plan(context, found, menu, input, billState);
  const { lines, facts, by, due, back } = planned;
  if (lines.length + facts.length === 0) return answerOf(context, found, planned);
  const { givesMore } = planned;
  const approvedBy =
    givesMore &&
    (await requireMayGive(tx, actor, was.location_id, { limit: billState.limit, ...givesMore, manager: from.manager }));
  await mayGiveBack(context, tx, asking, was, planned);
  const now = context.clock.now();
  const storedChange: StoredChange = {
    at: now.toISOString(),
    // Guests are not named here: the order itself has the name, which is erased with the account.
    by: by === 'guest' ? 'Guest' : (actorColumns(actor).actor_name ?? 'Staff'),
    lines,
    facts,
    was: cents(was.total_cents),
    now: cents(planned.row.total_cents),
    ...(facts.includes('time') && {
      ready: { was: was.estimated_ready.toISOString(), now: planned.row.estimated_ready.toISOString() },
      ...(input.why && { why: input.why }),
    }),
  };
  const bill = openBill(ledger);
  const dueBefore = cents(Math.max(0, bill.total - bill.paid));
  const isOver = bill.held > 0 && !pagesStillFit(bill.held, dueBefore, due);
  const version = was.version + 1;
  // Locks stock before kitchen slots, as in every transaction.
  const sellAnyway = by === 'house' ? (input.sellAnyway ?? []) : [];
  await changeStock(context, tx, was, { ...planned.row, version }, sellAnyway);
  const moved = await movePlace(tx, menu, was, planned.row);
  const row: OrderRow = {
    ...planned.row,
    ...moved,
    ...(isOver && { payment_url: null }),
    due_cents: due,
    changes: [...(was.changes ?? []), storedChange].slice(-CHANGES_MOST),
    version,
    updated_at: now,
  };
  if (isOver) await releaseReservations(tx, was);
  if (back > 0) {
    const reason = inRestaurantLanguage(() => say`The order was changed`);
    await writeRefunds(context, tx, was, ledger, { kind: 'change', amount: back, items: [], reason, actor, from });
  }
  await context.reach('change.money-back');
  await writeChange(tx, was, row);
  await removeDiscountsOfRemovedLines(tx, row, billState.discountRows, actor);
  // A slot that was taken again already has the right size.
  if (was.grounds?.slot && moved === null && was.items !== row.items) {
    await resizeSlots(tx, row.id, workOfRow(menu, row) - workOfRow(menu, was), now);
  }
  await context.reach('change.written');
  const typed = (input.add ?? []).flatMap(({ quantity, typed: item }) =>
    item && by === 'house' ? [typedItemAudit({ quantity, name: item.name, unitPrice: item.open.price })] : [],
  );
  await recordChange(tx, {
    at: now,
    actor,
    action: 'change-order',
    subject: { kind: 'order', id: was.id },
    locationId: was.location_id,
    before: { total: toDollars(storedChange.was) },
    after: {
      total: toDollars(storedChange.now),
      lines: lines.map(({ name, by: more }) => ({ name, by: more })),
      facts,
      ...(typed.length > 0 && { openItems: typed }),
      ...soldAnyway(sellAnyway, moreOf(was, row)),
      ...(approvedBy && { approvedBy: approvedBy.name }),
    },
    from,
  });
  const synced = await syncPaymentStatus(context, tx, row, asking);
  const order = synced.row.version > row.version ? synced.order : await appendOrderUpdated(context, tx, row, now);
  if (isOver) closeOrderPagesSoon(context, tx, was.id);
  return {
    ...answerOf(context, found, planned),
    saved: true,
    message: messageOf(planned),
    order: found.answerFor(order),
  };
}

/** The units that a change adds, by line. */
function moreOf(was: OrderRow, is: OrderRow) {
  return is.items
    .map(({ line, item_id: id, name, quantity, options: choices }) => {
      const before = was.items.find((item) => item.line === line)?.quantity ?? 0;
      return { id, name, quantity: quantity - before, choices };
    })
    .filter(({ quantity }) => quantity > 0);
}

/**
 * Moves the order's kitchen slots to its new time. If there is no room, the order is cooked anyway and takes no slots.
 */
async function movePlace(
  tx: Tx,
  menu: LocationMenu,
  was: OrderRow,
  is: OrderRow,
): Promise<Pick<OrderRow, 'grounds'> | null> {
  if (was.estimated_ready.getTime() === is.estimated_ready.getTime()) return null;
  if (was.grounds?.slot) await releaseSlots(tx, { orderId: is.id });
  const place = placeOf(menu, is);
  const isTaken = await takeSlotsIfFree(tx, is.location_id, { orderId: is.id }, place);
  if (is.grounds === null) return null;
  const { slot: _, moved: __, ...grounds } = is.grounds;
  return { grounds: { ...grounds, ...(isTaken && slotGround(place)) } };
}

/** Checks who may cause the refund: staff need a manager's approval, and guests only get refunds to their card. */
async function mayGiveBack(
  context: Context,
  tx: Tx,
  asking: Author,
  order: OrderRow,
  { by, back, ledger }: Planned,
): Promise<void> {
  if (back === 0) return;
  if (by === 'guest') {
    if (wayBackOf(ledger, back).every(({ payment }) => methodBack(payment) === 'card')) return;
    throw refuse(
      'failed-precondition',
      say`You paid at the counter: please ask there, and the difference is handed back.`,
    );
  }
  await requireRefundApproval(context, tx, asking, { order, refundedBefore: refundedTotal(ledger), amount: back });
}

function answerOf(context: Context, { row: was, answerFor }: EditableOrder, planned: Planned): Answer {
  const { row, lines, facts, ledger, due, back } = planned;
  const ways = back === 0 ? [] : wayBackOf(ledger, back);
  return {
    orderId: was.id,
    message: messageOf(planned),
    saved: false,
    difference: toDollars(cents(row.total_cents - was.total_cents)),
    change: {
      lines: [...lines],
      facts: [...facts],
      was: sumsOf(was),
      now: sumsOf(row),
      due: toDollars(due),
      back: toDollars(addCents(...ways.map(({ back: each }) => each.due))),
      ways: ways.map(({ payment, back: each }) => ({ method: methodBack(payment), amount: toDollars(each.due) })),
    },
    order: answerFor(asIs(context, was)),
  };
}

function sumsOf(row: OrderRow) {
  return {
    subtotal: toDollars(cents(row.subtotal_cents)),
    tax: toDollars(cents(row.tax_cents)),
    total: toDollars(cents(row.total_cents)),
  };
}

function messageOf({ row, lines, facts, ledger, due, back }: Planned): string {
  const { id } = row;
  if (lines.length + facts.length === 0) return say`Order ${id} is as it was.`;
  const coins = addCents(...(back > 0 ? wayBackOf(ledger, back) : []).map((way) => way.back.due));
  if (back > 0) return say`Order ${id} was changed. ${amountText(coins)} goes back.`;
  return due > 0 ? say`Order ${id} was changed. ${amountText(due)} is left to pay.` : say`Order ${id} was changed.`;
}
