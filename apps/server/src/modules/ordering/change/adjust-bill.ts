import { cents, valueOrThrow, refuse, say, subtractCents, toDollars, type Cents } from '@tiffin/domain/core';
import { authorise, userIdOf } from '@tiffin/domain/people';
import {
  DISCOUNT_REASON_LABELS,
  staffDiscountLabel,
  staffDiscountSum,
  type StaffDiscount,
  reductionsOfBill,
} from '@tiffin/domain/pricing';
import type { Context, Tx } from '../../../context.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { refundedDiscount, toOpenBill, readLedger, sumOnAccount, type Ledger } from '../../ledger/ledger.ts';
import { checkMayTakeMoney } from '../../locations/money-permission.ts';
import { readLocation, type LocationRow } from '../../locations/queries.ts';
import {
  readDiscountLimit,
  staffDiscountOf,
  readStaffDiscounts,
  requireDiscountApproval,
  insertStaffDiscounts,
  takeBackDiscounts,
  type StaffDiscountRow,
} from '../../orders/pricing/discounts.ts';
import { orderAnswer } from '../../orders/order-answer.ts';
import { hasRefundedUnits } from '../../orders/refunded-units.ts';
import { updatePersonTotals } from '../../people/person-totals.ts';
import { appendOrderUpdated } from '../../orders/apply-status.ts';
import { findOrder } from '../../orders/queries.ts';
import { updateOrder } from '../../orders/update-order.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import {
  hasSameTotalsAndRates,
  recalculatePlacedOrder,
  rewriteBill,
  taxesChangedRefusal,
  type RecalculatedBill,
} from '../../orders/recalculate-bill.ts';
import { lockBill } from '../../money/counter/add-payment.ts';
import { refundFromOrder } from '../../money/refunds/refund-amount.ts';
import { syncPaymentStatus } from '../../money/bills/sync-payment-status.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import { moneyText } from '../../outbox/templates/mail-formats.ts';
import { adjustTab } from './adjust-tab.ts';
import {
  billIsPaidRefusal,
  moreThanUnpaidRefusal,
  noSuchDiscountRefusal,
  takesNothingOffRefusal,
} from './discount-refusals.ts';
import { requireUnpaid, withoutCharge, type RemovedCharge } from './removed-charge.ts';

/**
 * A discount to add, the id of a discount to remove, or a charge to take off. A null version applies it to the current
 * order without a check.
 */
interface BillAdjustment {
  readonly billId: string;
  readonly version: number | null;
  readonly newDiscount?: NewDiscount;
  readonly removedId?: string;
  readonly removedCharge?: RemovedCharge;
}

/** Its `line` is the number of a line, not an index. */
type NewDiscount = Omit<StaffDiscount, 'id'>;

/** A discount of the whole price, to calculate what a dish or an order costs. It is never stored. */
const WHOLE_PRICE = {
  id: '',
  kind: 'comp',
  percent: null,
  amount: null,
  price: null,
  reason: 'other',
  note: '',
} as const;

/** A locked bill before the adjustment. */
interface AdjustableBill {
  readonly order: OrderRow;
  readonly location: LocationRow;
  readonly ledger: Ledger;
  readonly isPaid: boolean;
  /** The discounts that staff gave so far, as rows and as the price calculation takes them. */
  readonly discountRows: readonly StaffDiscountRow[];
  readonly discounts: readonly StaffDiscount[];
  readonly recalculate: (discounts: readonly StaffDiscount[]) => RecalculatedBill;
  readonly now: Date;
}

/**
 * Adds a discount to a placed bill, removes one, or takes a charge off. The total of a bill never falls below the amount
 * paid: on a paid bill the difference is refunded instead and the total stays. Returns the ids of the refunds.
 */
export async function adjustBill(
  context: Context,
  tx: Tx,
  by: Author,
  { billId, version, newDiscount, removedId, removedCharge }: BillAdjustment,
): Promise<readonly string[]> {
  const order = await lockBillToAdjust(context, tx, by, { billId, version });
  if (order.tab) {
    await adjustTab(context, tx, by, order, { orderId: billId, newDiscount, removedId, removedCharge });
    return [];
  }
  const bill = await readAdjustableBill(context, tx, order);
  if (removedId) {
    await removeDiscount(context, tx, by, bill, removedId);
    return [];
  }
  if (removedCharge) {
    await removeCharge(context, tx, by, bill, removedCharge);
    return [];
  }
  if (!newDiscount) throw refuse('invalid-argument');
  return addDiscount(context, tx, by, bill, newDiscount);
}

/** Locks a bill that staff may adjust: its order, or all rounds of a tab as one. */
async function lockBillToAdjust(
  context: Context,
  tx: Tx,
  by: Author,
  { billId, version }: Pick<BillAdjustment, 'billId' | 'version'>,
): Promise<OrderRow> {
  const order = await lockBill(tx, billId);
  valueOrThrow(authorise('order.discount', by.actor, { locationId: order.location_id }));
  const now = context.clock.now();
  if (version !== null && (await versionOf(tx, order, billId)) !== version) {
    const words = say`This order changed in the meantime. Please check it again.`;
    throw refuse('conflict', words, { order: orderAnswer(order, now, context) });
  }
  if (order.status === 'cancelled') throw refuse('failed-precondition', say`This order was cancelled.`);
  return order;
}

/** The version of the order that a request names, which may be one of the rounds of a tab. */
async function versionOf(tx: Tx, order: OrderRow, id: string): Promise<number> {
  return (order.tab ? await findOrder(tx, id) : null)?.version ?? order.version;
}

async function readAdjustableBill(context: Context, tx: Tx, order: OrderRow): Promise<AdjustableBill> {
  const now = context.clock.now();
  const location = await readLocation(tx, order.location_id);
  if (!location) throw refuse('location-not-found');
  const ledger = await readLedger(tx, order.bill_id);
  const { total, paid } = toOpenBill(ledger);
  const discountRows = await readStaffDiscounts(tx, order.bill_id);
  const discounts = discountRows.map((row) => staffDiscountOf(row, order.items));
  const recalculate = (after: readonly StaffDiscount[]) => recalculatePlacedOrder(order, location, after);
  const { price, parts } = recalculate(discounts);
  if (!hasSameTotalsAndRates(order, { total_cents: price.total, tax_rate: price.taxRate, parts })) {
    throw taxesChangedRefusal();
  }
  return { order, location, ledger, isPaid: paid > 0 && paid >= total, discountRows, discounts, recalculate, now };
}

async function removeDiscount(
  context: Context,
  tx: Tx,
  by: Author,
  { order, location, isPaid, discountRows, discounts, recalculate, now }: AdjustableBill,
  discountId: string,
): Promise<void> {
  const existing = discountRows.find(({ id }) => id === discountId);
  if (!existing) throw noSuchDiscountRefusal();
  if (isPaid) throw billIsPaidRefusal();
  // The guest owes more without the discount.
  valueOrThrow(checkMayTakeMoney(location, now, 'staff'));
  await takeBackDiscounts(tx, [existing.id], by.actor, now);
  const recalculated = recalculate(discounts.filter(({ id }) => id !== existing.id));
  await writeAdjustedBill(context, tx, order, recalculated, by, {
    takenBack: staffDiscountLabel(existing),
    reason: existing.reason,
  });
}

/** Takes a charge off, with a percentage of what the dishes cost or a fixed amount. */
async function removeCharge(
  context: Context,
  tx: Tx,
  by: Author,
  bill: AdjustableBill,
  removed: RemovedCharge,
): Promise<void> {
  const { order, location, discounts } = bill;
  const { rest, auditDetails } = withoutCharge([order], location, removed);
  const recalculated = recalculatePlacedOrder(rest[0] ?? order, location, discounts);
  await requireUnpaid(tx, order, bill, recalculated.price.total);
  await writeAdjustedBill(context, tx, order, recalculated, by, auditDetails);
}

async function addDiscount(
  context: Context,
  tx: Tx,
  by: Author,
  bill: AdjustableBill,
  newDiscount: NewDiscount,
): Promise<readonly string[]> {
  const { order } = bill;
  const { total, paid, held: pending } = toOpenBill(bill.ledger);
  const discount = { ...newDiscount, id: context.ids.uuid(), line: linePosition(order, newDiscount.line) };
  const recalculated = bill.recalculate([...bill.discounts, discount]);
  const off = subtractCents(total, recalculated.price.total);
  if (off <= 0) throw takesNothingOffRefusal();
  const approvedBy = await requireDiscountApproval(tx, by.actor, order.location_id, {
    limit: await readDiscountLimit(tx),
    subtotal: cents(order.subtotal_cents),
    sum: reductionsOfBill({
      discounts: staffDiscountSum(recalculated.adjustments),
      refundedDiscounts: refundedDiscount(bill.ledger, null),
      onAccount: sumOnAccount(bill.ledger),
    }),
    manager: by.from?.manager,
  });
  if (bill.isPaid) return refundDiscount(context, tx, by, bill, { newDiscount, off });
  const most = subtractCents(total, cents(paid + pending));
  if (off > most) throw await moreThanUnpaidRefusal(tx, order, { paid, pending, most });
  await insertStaffDiscounts(tx, order.bill_id, [{ ...discount, line: newDiscount.line }], {
    actor: by.actor,
    at: bill.now,
    approvedBy,
  });
  await writeAdjustedBill(context, tx, order, recalculated, by, {
    gave: staffDiscountLabel(discount),
    reason: DISCOUNT_REASON_LABELS[discount.reason],
    note: discount.note,
    approvedBy: approvedBy?.name,
  });
  return [];
}

/** Refunds what the discount takes off a paid bill. Returns the ids of the refunds. */
async function refundDiscount(
  context: Context,
  tx: Tx,
  by: Author,
  bill: AdjustableBill,
  { newDiscount, off }: { readonly newDiscount: NewDiscount; readonly off: Cents },
): Promise<readonly string[]> {
  const { order, ledger, now } = bill;
  const { line: discountedLine, note } = newDiscount;
  const label = `${staffDiscountLabel(newDiscount)}: ${DISCOUNT_REASON_LABELS[newDiscount.reason]}`;
  const reason = [label, note].filter(Boolean).join(', ');
  if (order.items.some((item) => item.line === discountedLine && hasRefundedUnits(order, item))) {
    throw refuse('failed-precondition', say`This dish was already refunded.`, { field: 'line' });
  }
  // The discount of a dish may exceed neither what is left of the dish nor what is left of the whole bill (null).
  const lines = discountedLine === null ? [null] : [discountedLine, null];
  const left = Math.min(...lines.map((line) => unrefundedPrice(bill, line)));
  if (off > left) throw await alreadyRefundedRefusal(tx, cents(Math.max(0, left)));
  const refunds = await refundFromOrder(context, tx, order, ledger, {
    amount: off,
    // 0 stands for the whole bill.
    discountedLine: discountedLine ?? 0,
    reason,
    ...by,
  });
  // The new version refuses a concurrent request that read the bill before, which would give the discount twice.
  const row = await findOrder(tx, order.id);
  if (row) await appendOrderUpdated(context, tx, await updateOrder(tx, row, {}, now), now);
  return refunds;
}

/** What a line costs with its taxes, or all dishes (null), less the discounts that were refunded for it. */
function unrefundedPrice({ order, ledger, recalculate, discounts }: AdjustableBill, line: number | null): Cents {
  const wholePrice: StaffDiscount = { ...WHOLE_PRICE, line: linePosition(order, line) };
  const price = subtractCents(toOpenBill(ledger).total, recalculate([...discounts, wholePrice]).price.total);
  return subtractCents(price, refundedDiscount(ledger, line));
}

async function alreadyRefundedRefusal(tx: Tx, left: Cents) {
  const { currency } = await readSite(tx);
  const words =
    left === 0
      ? say`This was already refunded as a discount.`
      : say`Part of this was already refunded as a discount. At most ${moneyText(left, currency)} can be taken off, taxes included.`;
  return refuse('failed-precondition', words, { most: toDollars(left) });
}

/** The index of a line, by its number. */
function linePosition(order: OrderRow, line: number | null): number | null {
  if (line === null) return null;
  const position = order.items.findIndex((item) => item.line === line);
  if (position === -1) throw refuse('invalid-argument', say`This order has no line ${line}.`, { field: 'line' });
  return position;
}

/** Writes the adjusted bill, updates the guest's totals and the audit log, and notifies everyone. */
async function writeAdjustedBill(
  context: Context,
  tx: Tx,
  order: OrderRow,
  recalculated: RecalculatedBill,
  by: Author,
  auditDetails: object,
): Promise<void> {
  const now = context.clock.now();
  const row = await rewriteBill(tx, order, recalculated);
  await context.reachTestPoint('adjust.rewritten');
  await updatePersonTotals(tx, row, order, row, now, userIdOf(by.actor));
  await recordAuditEntry(tx, { at: now, ...by }, 'adjust-bill', ['order', order.id], {
    locationId: order.location_id,
    before: { total: toDollars(cents(order.total_cents)) },
    after: { total: toDollars(recalculated.price.total), ...auditDetails },
  });
  await syncPaymentStatus(context, tx, row, by);
}
