import type { ResponseOf } from '@tiffin/contract';
import type { WireOrder } from '@tiffin/contract/order-answer';
import type { changeOrder as changeOrderCall } from '@tiffin/contract/order-change';
import { addCents, cents, orRefuse, refuse, say, toDollars, amountText, type Cents } from '@tiffin/domain/core';
import { muchIn } from '@tiffin/domain/house';
import { asGuestReads, mayChange, pagesStillFit, settleChange, type Changer } from '@tiffin/domain/order';
import { authorise, hasRole, worksAt } from '@tiffin/domain/people';
import { isWithinLimit, type DiscountLimit } from '@tiffin/domain/pricing';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { StoredChange } from '../../platform/db/kept-json.ts';
import type { OnceWith } from '../../platform/http/implement.ts';
import { inRestaurantLanguage } from '../../platform/i18n/interpreter.ts';
import { recordChange, actorColumns, type Author } from '../audit/record-change.ts';
import { placeOf, slotGround, workOfRow } from '../fulfilment/kitchen-load.ts';
import { releaseSlots, resizeSlots, takeSlotsIfFree } from '../fulfilment/reserve-slots.ts';
import { goneBack, openBill, readLedger, wayBackOf, type Ledger } from '../ledger/ledger.ts';
import type { LocationMenu } from '../catalog/menu/location-menu.ts';
import { appendOrderUpdated } from '../orders/apply-status.ts';
import { givenLimit, givenOn, readGiven, requireMayGive, takeBackGone, type GivenRow } from '../pricing/discounts.ts';
import { byLink, orderAnswer } from '../orders/order-answer.ts';
import { soldAnyway, typedTold } from '../pricing/price-at-till.ts';
import { findOrder, lockOrder } from '../orders/queries.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';
import { reckonChange, type ChangeWish, type ReckonedChange } from './calculate-change.ts';
import { fits } from '../orders/show-order.ts';
import { writeChange } from './write-change.ts';
import { requireRefundApproval } from '../people/manager-approval.ts';
import { readSite } from '../settings/site.ts';
import { changeStock } from '../catalog/stock/move-stock.ts';
import { closeOrderPagesSoon, releaseHeld } from '../payments/close-order-pages.ts';
import { methodBack, writeRefunds } from '../payments/refund-items.ts';
import { syncPaymentStatus } from '../billing/sync-payment-status.ts';

type Answer = ResponseOf<typeof changeOrderCall>;

/** An order tells of so many changes at most: the latest. */
const CHANGES_MOST = 20;

/** A change as it would be, of an order as it stands. */
interface Planned extends ReckonedChange {
  readonly by: Changer;
  readonly ledger: Ledger;
  readonly due: Cents;
  readonly back: Cents;
  /** More than whoever gave it had given, of so many dishes. */
  readonly givesMore: { readonly subtotal: Cents; readonly sum: Cents } | null;
}

/**
 * Changes an order that is placed. Whoever asks says which version they saw; who comes later gets the order as it is
 * then. What it costs more is due, what it costs less than was paid goes back to where it came from.
 */
export async function changeOrder(
  context: Context,
  { onceWith, ...asking }: Author & { readonly onceWith: OnceWith },
  wish: ChangeWish,
): Promise<Answer> {
  if (wish.preview) {
    const row = theirs(context, await findOrder(context.db, wish.orderId), asking, wish);
    const menu = await menuOf(context, row.row);
    return answerOf(context, row, plan(context, row, menu, wish, await booksOf(context.db, row.row)));
  }
  return onceWith(
    async () => {
      const { row } = theirs(context, await findOrder(context.db, wish.orderId), asking, wish);
      return menuOf(context, row);
    },
    (tx, menu) => change(context, tx, asking, menu, wish),
  );
}

async function menuOf(context: Context, row: OrderRow): Promise<LocationMenu> {
  const menu = await context.menus.fresh(row.location_id);
  if (!menu) throw refuse('location-not-found');
  return menu;
}

interface Theirs {
  readonly row: OrderRow;
  readonly by: Changer;
  /** An order as they are told of it: who has only its link hears nothing of whose it is. */
  readonly told: (order: WireOrder) => WireOrder;
}

/** What an order's money stands on. */
interface Books {
  readonly ledger: Ledger;
  readonly given: readonly GivenRow[];
  readonly limit: DiscountLimit;
  /** What somebody may owe of whom we know no more than what they typed. */
  readonly mostOwed: Cents;
}

async function booksOf(db: Db | Tx, { bill_id: bill }: OrderRow): Promise<Books> {
  const { currency } = await readSite(db);
  const mostOwed = muchIn(currency);
  return {
    ledger: await readLedger(db, bill),
    given: await readGiven(db, bill),
    limit: await givenLimit(db),
    mostOwed,
  };
}

/** The order, when it is theirs to change; else it is as if it were not there, or not theirs for those who work elsewhere. */
function theirs(context: Context, row: OrderRow | null, { actor }: Author, wish: ChangeWish): Theirs {
  if (!row) throw refuse('order-not-found');
  const holdsToken = fits(context, row, wish.token ?? undefined);
  const { status, location_id: locationId, user_id: ownerId, admin_created: adminCreated } = row;
  const ofReader = worksAt(actor, locationId) ? (order: WireOrder) => order : asGuestReads<WireOrder>;
  const told = authorise('order.read', actor, { locationId, ownerId }).ok ? ofReader : byLink;
  const may = mayChange({ status, locationId, ownerId, adminCreated }, actor, holdsToken);
  if (may.ok) return { row, by: may.value, told };
  const { code, message, details } = may.error;
  if (code === 'failed-precondition') throw refuse(code, message, { ...details, order: told(asIs(context, row)) });
  throw hasRole(actor, 'staff') ? refuse(code, message) : refuse('order-not-found');
}

function asIs(context: Context, row: OrderRow): WireOrder {
  return orderAnswer(row, context.clock.now(), context);
}

/** What would become of the order and of its money, or why not. */
function plan(
  context: Context,
  { row, by, told }: Theirs,
  menu: LocationMenu,
  wish: ChangeWish,
  { ledger, given, limit, mostOwed }: Books,
): Planned {
  if (row.version !== wish.version) {
    throw refuse('conflict', say`This order has changed meanwhile. Please look at it again.`, {
      order: told(asIs(context, row)),
    });
  }
  const reckoned = orRefuse(reckonChange(row, menu, wish, { by, now: context.clock.now(), given }));
  const { lines } = reckoned;
  if (lines.length > 0 && ledger.refunds.some(({ status, of_change: ofChange }) => status !== 'failed' && !ofChange)) {
    throw refuse(
      'failed-precondition',
      say`Some of this order went back to its guest already. What is to be added is an order of its own.`,
    );
  }
  const [gave, gives] = [givenOn(row), givenOn(reckoned.row)];
  const subtotal = cents(reckoned.row.subtotal_cents);
  const wasWithin = isWithinLimit(limit, cents(row.subtotal_cents), gave);
  const isMore = gives > gave || (wasWithin && !isWithinLimit(limit, subtotal, gives));
  if (isMore && by === 'guest') {
    throw refuse('failed-precondition', say`We took something off this order: please call us to change it.`);
  }
  const total = cents(reckoned.row.total_cents);
  if (wish.total != null && wish.total !== total) {
    throw refuse('pricing-mismatch', say`The order now comes to ${amountText(total)}. Please look at it again.`, {
      total: toDollars(total),
    });
  }
  const isRaised = total > row.total_cents;
  if (by === 'guest' && isRaised && row.contact_unproven && total > mostOwed) {
    throw refuse(
      'failed-precondition',
      say`As much as this we do not take in cash on a link alone. Please call us, or place what you add as an order of its own.`,
    );
  }
  const { due, back } = settleChange({ total, paid: openBill(ledger).paid });
  return { ...reckoned, by, ledger, due, back, givesMore: isMore ? { subtotal, sum: gives } : null };
}

async function change(context: Context, tx: Tx, asking: Author, menu: LocationMenu, wish: ChangeWish): Promise<Answer> {
  const { actor, from } = asking;
  const found = theirs(context, await lockOrder(tx, wish.orderId), asking, wish);
  const was = found.row;
  const books = await booksOf(tx, was);
  const { ledger } = books;
  const planned = plan(context, found, menu, wish, books);
  const { lines, facts, by, due, back } = planned;
  if (lines.length + facts.length === 0) return answerOf(context, found, planned);
  const { givesMore } = planned;
  const approvedBy =
    givesMore &&
    (await requireMayGive(tx, actor, was.location_id, { limit: books.limit, ...givesMore, manager: from.manager }));
  await mayGiveBack(context, tx, asking, was, planned);
  const now = context.clock.now();
  const kept: StoredChange = {
    at: now.toISOString(),
    // Whose order it is stands on the order, and is forgotten with them.
    by: by === 'guest' ? 'Guest' : (actorColumns(actor).actor_name ?? 'Staff'),
    lines,
    facts,
    was: cents(was.total_cents),
    now: cents(planned.row.total_cents),
    ...(facts.includes('time') && {
      ready: { was: was.estimated_ready.toISOString(), now: planned.row.estimated_ready.toISOString() },
      ...(wish.why && { why: wish.why }),
    }),
  };
  const bill = openBill(ledger);
  const dueBefore = cents(Math.max(0, bill.total - bill.paid));
  const isOver = bill.held > 0 && !pagesStillFit(bill.held, dueBefore, due);
  const version = was.version + 1;
  // Counters of dishes before those of the kitchen, as everywhere.
  const sellAnyway = by === 'house' ? (wish.sellAnyway ?? []) : [];
  await changeStock(context, tx, was, { ...planned.row, version }, sellAnyway);
  const moved = await movePlace(tx, menu, was, planned.row);
  const row: OrderRow = {
    ...planned.row,
    ...moved,
    ...(isOver && { payment_url: null }),
    due_cents: due,
    changes: [...(was.changes ?? []), kept].slice(-CHANGES_MOST),
    version,
    updated_at: now,
  };
  if (isOver) await releaseHeld(tx, was);
  if (back > 0) {
    const reason = inRestaurantLanguage(() => say`The order was changed`);
    await writeRefunds(context, tx, was, ledger, { kind: 'change', amount: back, items: [], reason, actor, from });
  }
  await context.reach('change.money-back');
  await writeChange(tx, was, row);
  await takeBackGone(tx, row, books.given, actor);
  // A place taken anew was taken for the dishes as they are now.
  if (was.grounds?.slot && moved === null && was.items !== row.items) {
    await resizeSlots(tx, row.id, workOfRow(menu, row) - workOfRow(menu, was), now);
  }
  await context.reach('change.written');
  const typed = (wish.add ?? []).flatMap(({ quantity, typed: item }) =>
    item && by === 'house' ? [typedTold({ quantity, name: item.name, unitPrice: item.open.price })] : [],
  );
  await recordChange(tx, {
    at: now,
    actor,
    action: 'change-order',
    subject: { kind: 'order', id: was.id },
    locationId: was.location_id,
    before: { total: toDollars(kept.was) },
    after: {
      total: toDollars(kept.now),
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
  return { ...answerOf(context, found, planned), saved: true, message: messageOf(planned), order: found.told(order) };
}

/** What a change adds, by dish and line. */
function moreOf(was: OrderRow, is: OrderRow) {
  return is.items
    .map(({ line, item_id: id, name, quantity, options: choices }) => {
      const before = was.items.find((item) => item.line === line)?.quantity ?? 0;
      return { id, name, quantity: quantity - before, choices };
    })
    .filter(({ quantity }) => quantity > 0);
}

/** Moved to another time it takes its place there; where there is none it is cooked all the same, and counted nowhere. */
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

/** Money goes back by a manager; to a guest's card by itself, and in cash over the counter. */
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
  await requireRefundApproval(context, tx, asking, { order, refundedBefore: goneBack(ledger), amount: back });
}

function answerOf(context: Context, { row: was, told }: Theirs, planned: Planned): Answer {
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
    order: told(asIs(context, was)),
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
