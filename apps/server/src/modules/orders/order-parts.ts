import { cents, rate, rateToWire, toDollars, ZERO } from '@tiffin/domain/core';
import type { WireOrder } from '@tiffin/contract/order-answer';
import { toWireTax, type Adjustment, type PricedLine, type TaxLine } from '@tiffin/domain/pricing';
import type { KeptPrice, PricedItem } from '../../db/kept-json.ts';
import type { OrderItemRow, OrderParts, OrderRow } from './queries.ts';

/**
 * The parts of a new order; null when it is dishes with one tax on all of them, as nearly every one is: then the
 * columns it has always had say all there is.
 */
export function partsOf(
  price: KeptPrice,
  adjustments: readonly Adjustment[] = [],
  charges: OrderParts['charges'] = [],
): OrderParts | null {
  // A price that was kept by a copy from before is in one word.
  const { taxes } = price;
  if (taxes === undefined) return null;
  const [only] = taxes;
  const isPlain = taxes.length === 1 && only?.classes === null && only.registration === null;
  if (isPlain && adjustments.length === 0 && charges.length === 0) return null;
  return {
    taxes: taxes.map(({ base, amount, classes, ...tax }) => ({
      ...tax,
      classes: classes && [...classes],
      base_cents: base,
      amount_cents: amount,
    })),
    // No call makes one yet.
    charges,
    adjustments: adjustments.map(({ line, charge, amount, source, ...told }) => ({
      ...told,
      line: line === null ? null : line + 1,
      charge: charge === null ? null : charge + 1,
      amount_cents: amount,
      source_id: source,
    })),
  };
}

/** What a line's row says of its sums; nothing where its price says it. */
export function lineSums(item: PricedItem): Pick<OrderItemRow, 'unit_list_cents' | 'net_cents' | 'tax_class'> {
  const { unitPrice, quantity, unitList = unitPrice, off = ZERO, taxClass = 'meal' } = item;
  return {
    unit_list_cents: unitList === unitPrice ? null : unitList,
    net_cents: off === 0 ? null : unitPrice * quantity - off,
    tax_class: taxClass === 'meal' ? null : taxClass,
  };
}

/** The taxes of an order, by code. */
export function taxesOfOrder(row: OrderRow): TaxLine[] {
  if (row.parts) {
    return row.parts.taxes.map(({ base_cents, amount_cents, rate: value, ...tax }) => ({
      ...tax,
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

/** The dishes of an order and then its charges, as a refund takes them apart. */
export function paidLines(row: OrderRow): PricedLine[] {
  const dishes = row.items.map(({ unit_price_cents, quantity, net_cents, tax_class }) => ({
    unitPrice: cents(unit_price_cents),
    quantity,
    taxClass: tax_class ?? undefined,
    off: cents(net_cents === null ? 0 : unit_price_cents * quantity - net_cents),
  }));
  const charges = (row.parts?.charges ?? []).map(({ amount_cents, tax_class }, index) => ({
    unitPrice: cents(amount_cents),
    quantity: 1,
    taxClass: tax_class,
    off: cents(-sumOf(row.parts?.adjustments.filter(({ charge }) => charge === index + 1) ?? [])),
  }));
  return [...dishes, ...charges];
}

function sumOf(rows: readonly { readonly amount_cents: number }[]): number {
  return rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
}

export function partsAnswer(row: OrderRow): Pick<WireOrder, 'taxes' | 'charges' | 'adjustments'> {
  return {
    // What stands in the order's columns is told as `taxRate` always was.
    taxes: taxesOfOrder(row).map((tax) => ({ ...toWireTax(tax), ...(!row.parts && { rate: rateToWire(tax.rate) }) })),
    charges: (row.parts?.charges ?? []).map(({ kind, amount_cents }) => ({
      kind,
      amount: toDollars(cents(amount_cents)),
    })),
    adjustments: (row.parts?.adjustments ?? []).map(({ line, kind, label, source_id, amount_cents }) => ({
      line,
      kind,
      label,
      source: source_id,
      amount: toDollars(cents(amount_cents)),
    })),
  };
}
