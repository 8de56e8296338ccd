import {
  addCents,
  cents,
  refuse,
  say,
  SOURCE_LANGUAGE,
  subtractCents,
  toDollars,
  valueOrThrow,
  type Cents,
} from '@tiffin/domain/core';
import { recalculateCharges } from '@tiffin/domain/order';
import {
  DISCOUNT_REASON_LABELS,
  foodSum,
  lineNet,
  staffDiscountLabel,
  staffDiscountSum,
  toDiscount,
  type Adjustment,
  type PricedLine,
  type StaffDiscount,
  type Taxation,
} from '@tiffin/domain/pricing';
import { areTaxesCurrent, discountRounds, priceRounds } from '@tiffin/domain/tabs';
import type { Context, Tx } from '../../../context.ts';
import type { OrderItemRow, OrderRow } from '../../../platform/db/order-row.ts';
import { inLanguage } from '../../../platform/i18n/request-language.ts';
import { spreadOverParts } from '../../ledger/bill-parts.ts';
import { readLedger, sumOnAccount, toOpenBill, type Ledger } from '../../ledger/ledger.ts';
import { taxationAt } from '../../locations/location-answer.ts';
import { checkMayTakeMoney } from '../../locations/money-permission.ts';
import { readLocation, type LocationRow } from '../../locations/queries.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { syncPaymentStatus } from '../../money/bills/sync-payment-status.ts';
import {
  adjustmentsOfOrder,
  chargeRowsOf,
  chargesOf,
  listedLineOf,
  orderPartsOf,
  pricedLinesOfOrder,
  taxesOfOrder,
  toLineNumbers,
} from '../../orders/order-parts.ts';
import {
  insertStaffDiscounts,
  readDiscountLimit,
  readStaffDiscounts,
  requireDiscountApproval,
  takeBackDiscounts,
} from '../../orders/pricing/discounts.ts';
import { rewriteRound, taxesChangedRefusal, type RecalculatedBill } from '../../orders/recalculate-bill.ts';
import { readRounds, roundsOnBill } from '../../orders/rounds.ts';
import { addUpTab } from '../../orders/tab-bills.ts';
import {
  billIsPaidRefusal,
  moreThanUnpaidRefusal,
  noSuchDiscountRefusal,
  takesNothingOffRefusal,
} from './discount-refusals.ts';
import { requireUnpaid, withoutCharge, type RemovedCharge } from './removed-charge.ts';

interface TabAdjustment {
  /** The order that the request names. The line of a discount is one of its lines. */
  readonly orderId: string;
  readonly newDiscount?: Omit<StaffDiscount, 'id'> | undefined;
  readonly removedId?: string | undefined;
  readonly removedCharge?: RemovedCharge | undefined;
}

/** The rounds on the locked bill of a tab, oldest first, before an adjustment. */
interface AdjustableTab {
  readonly rounds: readonly OrderRow[];
  readonly location: LocationRow;
  readonly taxation: Taxation;
  readonly ledger: Ledger;
  readonly isPaid: boolean;
}

/**
 * Adds a discount to the bill of a tab, removes one, or takes a charge off. A discount is spread over the dishes that are
 * on the bill now, as an amount for each of them, and over what the parts of a split bill still owe. Later rounds come
 * without it.
 */
export async function adjustTab(
  context: Context,
  tx: Tx,
  by: Author,
  bill: OrderRow,
  { orderId, newDiscount, removedId, removedCharge }: TabAdjustment,
): Promise<void> {
  const tab = await readAdjustableTab(context, tx, bill);
  if (removedId !== undefined) return removeTabDiscount(context, tx, by, bill, tab, removedId);
  if (removedCharge) return removeTabCharge(context, tx, by, bill, tab, removedCharge);
  if (!newDiscount) throw refuse('invalid-argument');
  return addTabDiscount(context, tx, by, bill, tab, { orderId, newDiscount });
}

async function readAdjustableTab(context: Context, tx: Tx, bill: OrderRow): Promise<AdjustableTab> {
  const rounds = roundsOnBill(await readRounds(tx, bill.bill_id));
  const location = await readLocation(tx, bill.location_id);
  if (!location) throw refuse('location-not-found');
  const ledger = await readLedger(tx, bill.bill_id);
  const taxation = taxationAt(location, ledger.bill.opened_at ?? context.clock.now());
  const booked = rounds.map((row) => ({ lines: pricedLinesOfOrder(row), taxes: taxesOfOrder(row) }));
  if (!areTaxesCurrent(booked, taxation)) throw taxesChangedRefusal();
  const { total, paid } = toOpenBill(ledger);
  return { rounds, location, taxation, ledger, isPaid: paid > 0 && paid >= total };
}

async function addTabDiscount(
  context: Context,
  tx: Tx,
  by: Author,
  bill: OrderRow,
  tab: AdjustableTab,
  { orderId, newDiscount }: Required<Pick<TabAdjustment, 'orderId'>> & { newDiscount: Omit<StaffDiscount, 'id'> },
): Promise<void> {
  if (tab.isPaid) throw refuse('bill-has-payments', say`This was paid already. Refund the dishes instead.`);
  const discount = { ...newDiscount, id: context.ids.uuid() };
  const after = recalculateRounds(tab, tab.rounds.map(adjustmentsOfOrder), { discount, orderId });
  const { total, paid, held: pending } = toOpenBill(tab.ledger);
  const off = subtractCents(total, totalOf(after));
  if (off <= 0) throw takesNothingOffRefusal();
  const approvedBy = await requireDiscountApproval(tx, by.actor, bill.location_id, {
    limit: await readDiscountLimit(tx),
    subtotal: cents(bill.subtotal_cents),
    sum: addCents(staffDiscountSum(after.flatMap(({ adjustments }) => adjustments)), sumOnAccount(tab.ledger)),
    manager: by.from?.manager,
  });
  const most = subtractCents(total, addCents(paid, pending));
  if (off > most) throw await moreThanUnpaidRefusal(tx, bill, { paid, pending, most });
  // A round may have a time just after the clock's. The discount was given after all rounds that it is spread over.
  const at = new Date(Math.max(context.clock.now().getTime(), ...tab.rounds.map((row) => row.order_time.getTime())));
  await insertStaffDiscounts(tx, bill.bill_id, [discount], { actor: by.actor, at, approvedBy });
  await writeAdjustedTab(context, tx, by, bill, tab, after, {
    gave: staffDiscountLabel(discount),
    reason: DISCOUNT_REASON_LABELS[discount.reason],
    note: discount.note,
    approvedBy: approvedBy?.name,
  });
}

async function removeTabDiscount(
  context: Context,
  tx: Tx,
  by: Author,
  bill: OrderRow,
  tab: AdjustableTab,
  removedId: string,
): Promise<void> {
  const existing = (await readStaffDiscounts(tx, bill.bill_id)).find(({ id }) => id === removedId);
  if (!existing) throw noSuchDiscountRefusal();
  if (tab.isPaid) throw billIsPaidRefusal();
  // The guests owe more without the discount.
  valueOrThrow(checkMayTakeMoney(tab.location, context.clock.now(), 'staff'));
  const others = tab.rounds.map((row) => adjustmentsOfOrder(row).filter(({ source }) => source !== removedId));
  await takeBackDiscounts(tx, [removedId], by.actor, context.clock.now());
  await writeAdjustedTab(context, tx, by, bill, tab, recalculateRounds(tab, others), {
    takenBack: staffDiscountLabel(existing),
    reason: existing.reason,
  });
}

/** Takes a charge off all rounds of the bill. Later rounds have it again. */
async function removeTabCharge(
  context: Context,
  tx: Tx,
  by: Author,
  bill: OrderRow,
  tab: AdjustableTab,
  removed: RemovedCharge,
): Promise<void> {
  const { rest, auditDetails } = withoutCharge(tab.rounds, tab.location, removed);
  const after = recalculateRounds({ ...tab, rounds: rest }, rest.map(adjustmentsOfOrder));
  await requireUnpaid(tx, bill, tab, totalOf(after));
  await writeAdjustedTab(context, tx, by, bill, tab, after, auditDetails);
}

/** Recalculates all rounds with what was taken off each of them, and with a new discount. */
function recalculateRounds(
  { rounds, taxation }: AdjustableTab,
  adjustments: readonly (readonly Adjustment[])[],
  added?: { readonly discount: StaffDiscount; readonly orderId: string },
): RecalculatedBill[] {
  // Labels are stored in the language of the code and translated when they are shown.
  return inLanguage(SOURCE_LANGUAGE, () => {
    const discounted = discountRounds(
      rounds.map((row, index) => ({
        lines: row.items.map(listedLineOf),
        adjustments: (adjustments[index] ?? []).map((each) => ({ ...each, line: indexOfLine(row, each.line) })),
      })),
      added ? discountOnRounds(rounds, added) : null,
    );
    const charges = rounds.map((row, index) =>
      recalculateCharges(chargesOf(row), foodSum(discounted[index]?.lines ?? [])),
    );
    const prices = priceRounds(
      discounted.map(({ lines }) => lines),
      taxation,
      charges,
    );
    return rounds.flatMap((row, index): RecalculatedBill[] => {
      const [price, round] = [prices[index], discounted[index]];
      if (!price || !round) return [];
      return [
        {
          price: { ...price, tip: cents(row.tip_cents), total: cents(price.total + row.tip_cents) },
          adjustments: round.adjustments,
          parts: orderPartsOf(
            price,
            toLineNumbers(round.adjustments, row.items),
            chargeRowsOf(row, charges[index] ?? []),
          ),
          items: row.items.map((item, at) => withNet(item, round.lines[at])),
        },
      ];
    });
  });
}

function withNet(item: OrderItemRow, line: PricedLine | undefined): OrderItemRow {
  return { ...item, net_cents: line?.off ? lineNet(line) : null };
}

/** Adjustments have the number of a line less one. */
function indexOfLine({ items }: OrderRow, line: number | null): number | null {
  return line === null ? null : items.findIndex((item) => item.line === line + 1);
}

/** A discount as the price calculation takes it, with the index of its line over all rounds. */
function discountOnRounds(
  rounds: readonly OrderRow[],
  { discount, orderId }: { readonly discount: StaffDiscount; readonly orderId: string },
) {
  if (discount.line === null) return toDiscount(discount);
  const lines = rounds.flatMap(({ id, items }) => items.map(({ line, name }) => ({ id, line, name })));
  const index = lines.findIndex(({ id, line }) => id === orderId && line === discount.line);
  if (index === -1) throw refuse('invalid-argument', say`This order has no line ${discount.line}.`, { field: 'line' });
  return toDiscount({ ...discount, line: index }, lines[index]?.name);
}

const totalOf = (rounds: readonly RecalculatedBill[]): Cents => addCents(...rounds.map(({ price }) => price.total));

/** Writes the rounds, adds up their bill and spreads what is due over its parts. Everyone gets the rounds again. */
async function writeAdjustedTab(
  context: Context,
  tx: Tx,
  by: Author,
  bill: OrderRow,
  { rounds, ledger }: AdjustableTab,
  after: readonly RecalculatedBill[],
  auditDetails: object,
): Promise<void> {
  for (const [index, row] of rounds.entries()) {
    const recalculated = after[index];
    if (recalculated) await rewriteRound(tx, row, recalculated);
  }
  await addUpTab(tx, bill.bill_id);
  await context.reachTestPoint('adjust.rewritten');
  const { total, paid } = toOpenBill(ledger);
  const totalAfter = totalOf(after);
  await spreadOverParts(tx, ledger, subtractCents(totalAfter, paid));
  await recordAuditEntry(tx, { at: context.clock.now(), ...by }, 'adjust-bill', ['order', bill.bill_id], {
    locationId: bill.location_id,
    before: { total: toDollars(total) },
    after: { total: toDollars(totalAfter), ...auditDetails },
  });
  await syncPaymentStatus(context, tx, bill, by);
}
