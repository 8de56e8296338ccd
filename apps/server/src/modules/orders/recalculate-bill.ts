import { cents, refuse, say, sumOf, SOURCE_LANGUAGE } from '@tiffin/domain/core';
import {
  discounted,
  discountFrom,
  lineNet,
  priceOf,
  type Adjustment,
  type StaffDiscount,
  type Price,
} from '@tiffin/domain/pricing';
import { sql } from 'kysely';
import { inLanguage } from '../../platform/i18n/interpreter.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { taxationAt } from '../locations/location-answer.ts';
import type { LocationRow } from '../locations/queries.ts';
import { byLineNumber, chargesOf, offersOn, partsOf, rewriteParts } from './order-parts.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';

/** What was ordered under other taxes than the place says today of that day cannot be reckoned anew by these. */
export function taxesMoved() {
  return refuse(
    'failed-precondition',
    say`The taxes of this location were changed after this order was placed, so its bill stays as it is. What went wrong can be refunded, and what is to be added is an order of its own.`,
  );
}

type Reckoned = Pick<OrderRow, 'total_cents' | 'parts'>;

/** What stands, reckoned anew by today's word, is what it was. What is within its prices moves no total. */
export function isReckonedAlike(placed: Reckoned, anew: Reckoned): boolean {
  return anew.total_cents === placed.total_cents && taxWithinPrices(anew) === taxWithinPrices(placed);
}

function taxWithinPrices({ parts }: Reckoned): number {
  return sumOf((parts?.taxes ?? []).map(({ included, amount_cents: amount }) => (included ? amount : 0)));
}

/** The moment whose law an order's taxes follow. */
export function taxedAt({ taxed_at: moved, order_time: placed }: Pick<OrderRow, 'taxed_at' | 'order_time'>): Date {
  return moved ?? placed;
}

/** A placed bill as it comes to stand. */
export interface ReckonedBill {
  readonly price: Price;
  readonly items: OrderRow['items'];
  readonly parts: OrderRow['parts'];
  readonly adjustments: readonly Adjustment[];
}

/**
 * A placed order reckoned anew, with what the house gives: of what stands on it, offers taken off already, by the taxes
 * of its day.
 */
export function reckonPlaced(order: OrderRow, location: LocationRow, given: readonly StaffDiscount[]): ReckonedBill {
  return inLanguage(SOURCE_LANGUAGE, () => reckonInHousesWords(order, location, given));
}

function reckonInHousesWords(order: OrderRow, location: LocationRow, given: readonly StaffDiscount[]): ReckonedBill {
  const listed = order.items.map((item) => ({
    unitPrice: cents(item.unit_price_cents),
    quantity: item.quantity,
    taxClass: item.tax_class ?? undefined,
  }));
  const { lines, charges, adjustments } = discounted(
    listed,
    given.map((each) => discountFrom(each, each.line === null ? undefined : order.items[each.line]?.name)),
    chargesOf(order),
  );
  const tip = { kind: 'amount', amount: cents(order.tip_cents) } as const;
  const price = priceOf(lines, taxationAt(location, taxedAt(order)), tip, charges);
  return {
    price,
    adjustments,
    parts: partsOf(price, [...offersOn(order), ...byLineNumber(adjustments, order.items)], order.parts?.charges),
    items: order.items.map((item, index) => {
      const line = lines[index];
      return { ...item, net_cents: line?.off ? lineNet(line) : null };
    }),
  };
}

/**
 * Writes what a locked order and its bill come to now: sums, lines' nets, taxes, adjustments. The database refuses a bill
 * that is less than was paid. The order's version, and telling everybody, is the caller's.
 */
export async function rewriteBill(tx: Tx, locked: OrderRow, reckoned: ReckonedBill): Promise<OrderRow> {
  const { price, items, parts } = reckoned;
  const { bill_id } = locked;
  const sums = {
    subtotal_cents: price.subtotal,
    discount_cents: price.discount,
    charges_cents: price.charges,
    tax_cents: price.tax,
    tip_cents: price.tip,
    total_cents: price.total,
  };
  // From here on its sum may move: the figures have to know with which it was counted.
  await sql`
    update counted_orders set total_cents = ${locked.total_cents} where order_id = ${locked.id} and total_cents is null
  `.execute(tx);
  await tx.updateTable('bills').set(sums).where('id', '=', bill_id).execute();
  const columns = { ...sums, tax_rate: price.taxRate, tax_label: price.taxLabel, has_parts: parts !== null };
  await tx.updateTable('orders').set(columns).where('id', '=', locked.id).execute();
  for (const item of items) {
    const before = locked.items.find(({ line }) => line === item.line);
    if (before?.net_cents === item.net_cents) continue;
    await tx
      .updateTable('order_items')
      .set({ net_cents: item.net_cents })
      .where('order_id', '=', locked.id)
      .where('line', '=', item.line)
      .execute();
  }
  await rewriteParts(tx, locked, parts);
  return { ...locked, ...columns, items, parts };
}
