import { addCents, cents, rate, rateToPercent, rateToWire, toDollars, ZERO } from '@tiffin/domain/core';
import type { WireOrder } from '@tiffin/contract/order/order-answer';
import type { PaidLine } from '@tiffin/domain/payment';
import {
  chargeLabel,
  chargeLines,
  STAFF_DISCOUNT_KINDS,
  toWireTax,
  type Adjustment,
  type Charge,
  type PriceFigures,
  type PricedLine,
  type TaxLine,
} from '@tiffin/domain/pricing';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/connection.ts';
import type { StoredPrice, PricedItem } from '../../platform/db/stored-json.ts';
import type { OrderItemRow, OrderParts, OrderRow } from '../../platform/db/order-row.ts';

/**
 * The taxes, charges and adjustments of a new order. Null for the usual order with one tax and nothing else, which its
 * columns describe fully.
 */
export function orderPartsOf(
  price: StoredPrice,
  adjustments: readonly Adjustment[] = [],
  charges: OrderParts['charges'] = [],
): OrderParts | null {
  // An older session snapshot has one combined tax.
  const { taxes } = price;
  if (taxes === undefined) return null;
  const [only] = taxes;
  const isPlain = taxes.length === 1 && only?.classes === null && only.registration === null && !only.included;
  if (isPlain && adjustments.length === 0 && charges.length === 0) return null;
  return {
    taxes: taxes.map(({ base, amount, classes, included = false, ...tax }) => ({
      ...tax,
      classes: classes && [...classes],
      base_cents: base,
      amount_cents: amount,
      included,
    })),
    charges,
    adjustments: adjustments.map(({ line, charge, amount, source, ...adjustment }) => ({
      ...adjustment,
      line: line === null ? null : line + 1,
      charge: charge === null ? null : charge + 1,
      amount_cents: amount,
      source_id: source,
    })),
  };
}

/** Charges as rows of a bill. A delivery charge refers to its zone. */
export function chargeRows(charges: readonly Charge[] = [], zone: string | null = null): OrderParts['charges'] {
  return charges.map(({ kind, amount, taxClass, percent, isVoluntary, goesToStaff }) => ({
    kind,
    amount_cents: amount,
    tax_class: taxClass,
    source_id: kind === 'delivery' ? zone : null,
    percent: percent ?? null,
    is_voluntary: isVoluntary ?? false,
    goes_to_staff: goesToStaff ?? false,
  }));
}

/** The same for an order whose charges were calculated again. */
export function chargeRowsOf({ delivery, parts }: OrderRow, charges: readonly Charge[]): OrderParts['charges'] {
  const zone = parts?.charges.find(({ kind }) => kind === 'delivery')?.source_id;
  return chargeRows(charges, zone ?? delivery?.zone.id);
}

/** The amounts of a line that do not follow from its price; null where they do. */
export function lineSums(
  item: Pick<PricedItem, 'unitPrice' | 'quantity' | 'unitList' | 'off' | 'taxClass'>,
): Pick<OrderItemRow, 'unit_list_cents' | 'net_cents' | 'tax_class'> {
  const { unitPrice, quantity, unitList = unitPrice, off = ZERO, taxClass = 'meal' } = item;
  return {
    unit_list_cents: unitList === unitPrice ? null : unitList,
    net_cents: off === 0 ? null : unitPrice * quantity - off,
    tax_class: taxClass === 'meal' ? null : taxClass,
  };
}

/** The sums of an order. */
export function priceFiguresOf(row: OrderRow): Required<PriceFigures> {
  return {
    subtotal: cents(row.subtotal_cents),
    discount: cents(row.discount_cents),
    charges: cents(row.charges_cents),
    tax: cents(row.tax_cents),
    tip: cents(row.tip_cents),
    total: cents(row.total_cents),
    taxRate: rate(row.tax_rate),
    taxLabel: row.tax_label,
  };
}

export function taxesOfOrder(row: OrderRow): TaxLine[] {
  if (row.parts) {
    return row.parts.taxes.map(({ base_cents, amount_cents, rate: value, included, ...tax }) => ({
      ...tax,
      included: included || undefined,
      rate: rate(value),
      base: cents(base_cents),
      amount: cents(amount_cents),
    }));
  }
  return [
    {
      code: row.tax_label,
      label: row.tax_label,
      registration: null,
      classes: null,
      rate: rate(row.tax_rate),
      base: cents(row.subtotal_cents),
      amount: cents(row.tax_cents),
    },
  ];
}

/** The charges of an order, as the price calculation takes them. */
export function chargesOf({ parts }: OrderRow): Charge[] {
  return toCharges(parts?.charges);
}

export function toCharges(rows: OrderParts['charges'] | null = []): Charge[] {
  return (rows ?? []).map(({ kind, amount_cents, tax_class: taxClass, percent, ...terms }) => ({
    kind,
    amount: cents(amount_cents),
    taxClass,
    percent: percent === null ? undefined : rate(percent),
    isVoluntary: terms.is_voluntary || undefined,
    goesToStaff: terms.goes_to_staff || undefined,
  }));
}

/** The offers of an order, as the price calculation takes them. Discounts by staff have their own table. */
export function offersOfOrder(row: OrderRow): Adjustment[] {
  return adjustmentsOfOrder(row).filter(({ kind }) => !STAFF_DISCOUNT_KINDS.some((each) => each === kind));
}

/** All adjustments of an order. Numbers of lines and charges start at 1 in the database and at 0 here. */
export function adjustmentsOfOrder({ parts }: OrderRow): Adjustment[] {
  return (parts?.adjustments ?? []).map(({ line, charge, amount_cents, kind, source_id: source, label }) => ({
    line: line === null ? null : line - 1,
    charge: charge === null ? null : charge - 1,
    amount: cents(amount_cents),
    kind,
    source,
    label,
  }));
}

/** Turns the indexes of lines into their numbers, which may have gaps, less one, as `orderPartsOf` takes them. */
export function toLineNumbers(adjustments: readonly Adjustment[], items: readonly OrderItemRow[]): Adjustment[] {
  return adjustments.map((each) =>
    each.line === null ? each : { ...each, line: (items[each.line]?.line ?? each.line + 1) - 1 },
  );
}

/**
 * Replaces the taxes, charges and adjustments that an order has on its bill. Those of other rounds stay. The use of its
 * promotion stores what the promotion takes off now; it stays a use at 0, because the dishes can be added again.
 */
export async function rewriteParts(tx: Tx, before: OrderRow, parts: OrderParts | null): Promise<void> {
  const { id, bill_id } = before;
  const promoted = promotedSum(parts);
  if (promoted !== promotedSum(before.parts)) {
    await tx.updateTable('promotion_uses').set({ amount_cents: promoted }).where('order_id', '=', id).execute();
  }
  if (before.parts) {
    const isOfOrder = sql<boolean>`bill_id = ${bill_id} and coalesce(order_id, bill_id) = ${id}`;
    await tx.deleteFrom('bill_taxes').where(isOfOrder).execute();
    await tx.deleteFrom('adjustments').where(isOfOrder).execute();
    await tx.deleteFrom('order_charges').where(isOfOrder).execute();
  }
  if (!parts) return;
  // Parts of the order that has the id of its bill name no order.
  const order_id = id === bill_id ? null : id;
  const last = before.tab ? await lastPosition(tx, bill_id) : 0;
  const rowsAfterLast = <Row extends object>(rows: readonly Row[]) =>
    rows.map((row, index) => ({ ...row, bill_id, order_id, position: last + index + 1 }));
  if (parts.taxes.length > 0) await tx.insertInto('bill_taxes').values(rowsAfterLast(parts.taxes)).execute();
  if (parts.charges.length > 0) await tx.insertInto('order_charges').values(rowsAfterLast(parts.charges)).execute();
  if (parts.adjustments.length > 0)
    await tx.insertInto('adjustments').values(rowsAfterLast(parts.adjustments)).execute();
}

const promotedSum = (parts: OrderParts | null) =>
  Math.abs(sumOfAmounts((parts?.adjustments ?? []).filter(({ kind }) => kind === 'promo')));

/** The last position of the taxes, charges and adjustments of a bill. */
async function lastPosition(tx: Tx, billId: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(position), 0) as last from (
      select bill_id, position from bill_taxes union all select bill_id, position from order_charges
      union all select bill_id, position from adjustments
    ) p where bill_id = ${billId}
  `.execute(tx);
  return rows[0]?.last ?? 0;
}

/** Moves the taxes, charges and adjustments of a bill to another one, behind its own. */
export async function moveParts(tx: Tx, from: string, to: string): Promise<void> {
  const last = await lastPosition(tx, to);
  const moved = {
    bill_id: to,
    order_id: sql<string>`coalesce(order_id, bill_id)`,
    position: sql<number>`position + ${last}`,
  };
  await tx.updateTable('bill_taxes').set(moved).where('bill_id', '=', from).execute();
  await tx.updateTable('order_charges').set(moved).where('bill_id', '=', from).execute();
  await tx.updateTable('adjustments').set(moved).where('bill_id', '=', from).execute();
}

/** The columns of a line that its price and taxes follow from. */
export type PricedRow = Pick<
  OrderItemRow,
  'unit_price_cents' | 'unit_list_cents' | 'net_cents' | 'quantity' | 'tax_class' | 'options'
>;

/** A stored line at the price before discounts, from which they are calculated again. */
export function listedLineOf(item: PricedRow): PricedLine {
  return {
    unitPrice: cents(item.unit_price_cents),
    quantity: item.quantity,
    taxClass: item.tax_class ?? undefined,
    // The parts of a combo have their own tax classes.
    choices: item.options,
  };
}

/** A stored line, as the price calculation takes it. */
export function pricedLineOf(item: PricedRow): PricedLine {
  const { unit_price_cents, unit_list_cents, quantity, net_cents, tax_class, options } = item;
  return {
    unitPrice: cents(unit_price_cents),
    unitList: unit_list_cents === null ? undefined : cents(unit_list_cents),
    choices: options,
    quantity,
    taxClass: tax_class ?? undefined,
    off: cents(net_cents === null ? 0 : unit_price_cents * quantity - net_cents),
  };
}

/** The dishes and then the charges of an order, as the refund calculation takes them. */
export function pricedLinesOfOrder(row: OrderRow): PaidLine[] {
  const charges = chargeLines(chargesOf(row)).map((line, index) => ({
    ...line,
    off: cents(-sumOfAmounts(row.parts?.adjustments.filter(({ charge }) => charge === index + 1) ?? [])),
  }));
  return [...row.items.map(pricedLineOf), ...charges];
}

function sumOfAmounts(rows: readonly { readonly amount_cents: number }[]): number {
  return rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
}

export function partsAnswer(row: OrderRow): Pick<WireOrder, 'taxes' | 'charges' | 'adjustments'> {
  return {
    // An order without separate tax rows shows its rate as `taxRate` does.
    taxes: taxesOfOrder(row).map((tax) => {
      const answer = toWireTax(tax);
      return row.parts ? answer : { ...answer, rate: rateToWire(tax.rate) };
    }),
    charges: chargesAnswer(chargesOf(row)),
    adjustments: adjustmentsOfOrder(row).map(adjustmentAnswer),
  };
}

/** The charges as the API shows them. The rounds of a tab have one of each kind together. */
export function chargesAnswer(charges: readonly Charge[]): WireOrder['charges'] {
  const groups = Map.groupBy(charges, ({ kind, percent }) => `${kind} ${percent}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const amount = addCents(...group.map((charge) => charge.amount));
    if (!first || amount === ZERO) return [];
    const { kind, isVoluntary = false } = first;
    const percent = first.percent === undefined ? undefined : rateToPercent(first.percent);
    return [{ kind, label: chargeLabel(kind, percent), percent, amount: toDollars(amount), isVoluntary }];
  });
}

/** An adjustment as the API shows it, with the number of its line. */
export function adjustmentAnswer({ line, kind, label, source, amount }: Adjustment): WireOrder['adjustments'][number] {
  return { line: line === null ? null : line + 1, kind, label, source, amount: toDollars(amount) };
}
