import { cents, refuse, say, sumOf, SOURCE_LANGUAGE } from '@tiffin/domain/core';
import { recalculateCharges } from '@tiffin/domain/order';
import {
  applyDiscounts,
  toDiscount,
  foodSum,
  isInDishPrices,
  rebuildDiscounts,
  lineNet,
  calculatePrice,
  type Adjustment,
  type StaffDiscount,
  type Price,
} from '@tiffin/domain/pricing';
import { inLanguage } from '../../platform/i18n/request-language.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { taxationAt } from '../locations/location-answer.ts';
import type { LocationRow } from '../locations/queries.ts';
import {
  chargeRowsOf,
  toLineNumbers,
  chargesOf,
  listedLineOf,
  offersOfOrder,
  orderPartsOf,
  rewriteParts,
} from './order-parts.ts';
import { storeCountedTotal } from '../figures/roll-up-orders.ts';
import { updateLines } from './update-order.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';

/** The refusal to recalculate an order because the location's taxes for its day have changed since. */
export function taxesChangedRefusal() {
  return refuse(
    'failed-precondition',
    say`The taxes of this location changed after this order was placed, so its bill cannot change. Refund what went wrong, and place what you add as a separate order.`,
  );
}

type PricedOrder = Pick<OrderRow, 'total_cents' | 'tax_rate' | 'parts'>;

/**
 * Whether recalculating the bill with today's settings gives the same totals and rates. Taxes that prices include do
 * not change the total, and rates do not change the total of a bill that costs nothing, so they are compared too. Older
 * and plain bills have no parts; `tax_rate` is their only rate.
 */
export function hasSameTotalsAndRates(placed: PricedOrder, recalculated: PricedOrder): boolean {
  return (
    recalculated.total_cents === placed.total_cents &&
    taxWithinPrices(recalculated) === taxWithinPrices(placed) &&
    recalculated.tax_rate === placed.tax_rate &&
    (!placed.parts || !recalculated.parts || ratesText(placed.parts) === ratesText(recalculated.parts))
  );
}

function ratesText({ taxes }: NonNullable<OrderRow['parts']>): string {
  return taxes
    .map(({ rate, included }) => `${rate} ${included}`)
    .toSorted()
    .join();
}

function taxWithinPrices({ parts }: PricedOrder): number {
  return sumOf((parts?.taxes ?? []).map(({ included, amount_cents: amount }) => (included ? amount : 0)));
}

/** The time whose tax rates apply to an order. */
export function taxTimeOf({ taxed_at: taxedAt, order_time: placed }: Pick<OrderRow, 'taxed_at' | 'order_time'>): Date {
  return taxedAt ?? placed;
}

export interface RecalculatedBill {
  readonly price: Price;
  readonly items: OrderRow['items'];
  readonly parts: OrderRow['parts'];
  readonly adjustments: readonly Adjustment[];
}

/**
 * Recalculates a placed order with the discounts by staff. It uses the prices as ordered, which include the offer of a
 * welcome mail, the amounts that promotions and points took off then, and the taxes of its day.
 */
export function recalculatePlacedOrder(
  order: OrderRow,
  location: LocationRow,
  discounts: readonly StaffDiscount[],
): RecalculatedBill {
  // Labels are stored in the language of the code and translated when they are shown.
  return inLanguage(SOURCE_LANGUAGE, () => recalculateInSourceLanguage(order, location, discounts));
}

function recalculateInSourceLanguage(order: OrderRow, location: LocationRow, discounts: readonly StaffDiscount[]) {
  const listed = order.items.map(listedLineOf);
  const offers = offersOfOrder(order);
  // Stored lines have numbers from 1, with gaps after removals; those of offers are one less. Discounts by staff have
  // the index.
  const indexes = new Map(order.items.map(({ line }, index) => [line, index]));
  const currentOffers = rebuildDiscounts(
    offers.filter((each) => !isInDishPrices(each)),
    (line) => indexes.get(line + 1),
    // No offer by percent: those of a placed order are amounts.
    {},
  );
  const { lines, adjustments, ...discounted } = applyDiscounts(
    listed,
    [
      ...currentOffers,
      ...discounts.map((each) => toDiscount(each, each.line === null ? undefined : order.items[each.line]?.name)),
    ],
    chargesOf(order),
  );
  const charges = recalculateCharges(discounted.charges, foodSum(lines));
  const tip = { kind: 'amount', amount: cents(order.tip_cents) } as const;
  const price = calculatePrice(lines, taxationAt(location, taxTimeOf(order)), tip, charges);
  return {
    price,
    adjustments,
    parts: orderPartsOf(
      price,
      [...offers.filter(isInDishPrices), ...toLineNumbers(adjustments, order.items)],
      chargeRowsOf(order, charges),
    ),
    items: order.items.map((item, index) => {
      const line = lines[index];
      return { ...item, net_cents: line?.off ? lineNet(line) : null };
    }),
  };
}

/**
 * Writes the new totals, net amounts, taxes and adjustments of a locked order and its bill. The database refuses a
 * total below the amount paid. The caller updates the order's version and sends the event.
 */
export async function rewriteBill(tx: Tx, locked: OrderRow, recalculated: RecalculatedBill): Promise<OrderRow> {
  // The figures count the difference to the total that they counted last, so it is stored before the total changes.
  await storeCountedTotal(tx, locked.id, locked.total_cents);
  await tx.updateTable('bills').set(sumColumns(recalculated)).where('id', '=', locked.bill_id).execute();
  return rewriteOrder(tx, locked, recalculated);
}

const sumColumns = ({ price }: RecalculatedBill) => ({
  subtotal_cents: price.subtotal,
  discount_cents: price.discount,
  charges_cents: price.charges,
  tax_cents: price.tax,
  tip_cents: price.tip,
  total_cents: price.total,
});

/** Does the same for a round of a tab, whose bill is added up after all rounds were written. */
export async function rewriteRound(tx: Tx, locked: OrderRow, recalculated: RecalculatedBill): Promise<OrderRow> {
  await storeCountedTotal(tx, locked.id, locked.total_cents);
  return rewriteOrder(tx, locked, recalculated);
}

async function rewriteOrder(tx: Tx, locked: OrderRow, recalculated: RecalculatedBill): Promise<OrderRow> {
  const { price, items, parts } = recalculated;
  const columns = {
    ...sumColumns(recalculated),
    tax_rate: price.taxRate,
    tax_label: price.taxLabel,
    has_parts: parts !== null,
  };
  await tx.updateTable('orders').set(columns).where('id', '=', locked.id).execute();
  for (const item of items) {
    const before = locked.items.find(({ line }) => line === item.line);
    if (before?.net_cents === item.net_cents) continue;
    await updateLines(tx, locked.id, [item.line], { net_cents: item.net_cents });
  }
  await rewriteParts(tx, locked, parts);
  return { ...locked, ...columns, items, parts };
}
