import { cents, rate, SOURCE_LANGUAGE, ZERO } from '@tiffin/domain/core';
import { deliveryCharges } from '@tiffin/domain/delivery';
import { finalCharges, itemCount, recalculateCharges } from '@tiffin/domain/order';
import {
  applyDiscounts,
  foodSum,
  toDiscount,
  calculatePrice,
  rebuildDiscounts,
  takenOff,
  percentOfWelcomeCode,
  type Adjustment,
  type Discount,
} from '@tiffin/domain/pricing';
import type { OrderItemRow, OrderRow } from '../../../platform/db/order-row.ts';
import { inLanguage } from '../../../platform/i18n/request-language.ts';
import type { LocationMenu } from '../../menu/dishes/location-menu.ts';
import { taxationAt } from '../../locations/location-answer.ts';
import {
  adjustmentsOfOrder,
  toLineNumbers,
  chargeRowsOf,
  chargesOf,
  lineSums,
  offersOfOrder,
  orderPartsOf,
} from '../../orders/order-parts.ts';
import { taxTimeOf } from '../../orders/recalculate-bill.ts';
import { staffDiscountOf, type StaffDiscountRow } from '../../orders/pricing/discounts.ts';
import { offerDiscountOf, usedOfferMetadata } from '../../orders/pricing/offer-code.ts';

/** The lines of an order and all amounts that follow from them. */
export type PricedLines = Pick<
  OrderRow,
  | 'items'
  | 'item_count'
  | 'parts'
  | 'has_parts'
  | 'metadata'
  | 'subtotal_cents'
  | 'discount_cents'
  | 'charges_cents'
  | 'tax_cents'
  | 'total_cents'
  | 'tax_rate'
  | 'tax_label'
>;

/**
 * Prices the changed lines: remaining lines keep their price, discounts apply in their usual sequence, and taxes are
 * those of the order's day.
 */
export function priceChangedLines(...change: Parameters<typeof priceLines>): PricedLines {
  // Bills are stored in the language of the restaurant, whoever changes them.
  return inLanguage(SOURCE_LANGUAGE, () => priceLines(...change));
}

function priceLines(
  row: OrderRow,
  menu: LocationMenu,
  items: readonly OrderItemRow[],
  discountRows: readonly StaffDiscountRow[],
): PricedLines {
  const listed = items.map((item) => ({
    item,
    unitPrice: cents(item.unit_list_cents ?? item.unit_price_cents),
    quantity: item.quantity,
    taxClass: item.tax_class ?? undefined,
    choices: item.options,
  }));
  const offer = offerDiscountOf(row.metadata);
  const percents = offer ? { [offer.code]: percentOfWelcomeCode(offer.code) } : {};
  const positions = new Map(items.map(({ line }, index) => [line, index]));
  // The `line` of an adjustment is the line's number less one; pricing takes the position in the list.
  const currentOffers = rebuildDiscounts(scaledAmounts(row, items), (line) => positions.get(line + 1), percents);
  // Discounts by staff are recalculated; one on a removed line is removed with it. On a tab they are amounts on dishes.
  const discounts = row.tab
    ? []
    : discountRows.map((each) => staffDiscountOf(each, items)).filter(({ line }) => line !== -1);
  const pricedDiscounts = discounts.map((each) =>
    toDiscount(each, each.line === null ? undefined : items[each.line]?.name),
  );
  // The delivery fee follows the zone's terms at the time of the order, so it may rise when dishes are removed.
  const offersOnDishes = currentOffers.filter(({ kind }) => kind !== 'points');
  const food = foodSum(applyDiscounts(listed, offersOnDishes).lines);
  const newCharges = row.delivery && deliveryCharges(row.delivery.zone, food);
  const listedCharges = newCharges ? finalCharges(newCharges, chargesOf(row)) : chargesOf(row);
  // An offer on the delivery fee ends with it. The fee is the first charge.
  const hasDeliveryFee = listedCharges[0]?.kind === 'delivery';
  const { lines, adjustments, ...discounted } = applyDiscounts(
    listed,
    [...(hasDeliveryFee ? currentOffers : currentOffers.filter(isOnDishes)), ...pricedDiscounts],
    listedCharges,
  );
  const charges = recalculateCharges(discounted.charges, foodSum(lines));
  const price = calculatePrice(
    lines,
    taxationAt(menu.location, taxTimeOf(row)),
    { kind: 'amount', amount: cents(row.tip_cents) },
    charges,
  );
  const byLine = toLineNumbers(adjustments, items);
  const parts = orderPartsOf(price, byLine, chargeRowsOf(row, charges));
  const saved = offer ? takenOff(byLine, offer.code) : ZERO;
  return {
    items: lines.map(({ item, ...line }) => ({
      ...item,
      unit_price_cents: line.unitPrice,
      ...lineSums(line),
    })),
    item_count: itemCount(items),
    parts,
    has_parts: parts !== null,
    metadata: offer && saved > 0 ? { ...row.metadata, ...usedOfferMetadata(offer.code, saved) } : row.metadata,
    subtotal_cents: price.subtotal,
    discount_cents: price.discount,
    charges_cents: price.charges,
    tax_cents: price.tax,
    total_cents: price.total,
    tax_rate: rate(price.taxRate),
    tax_label: price.taxLabel,
  };
}

const isOnDishes = ({ on }: Discount) => typeof on !== 'object' || !('charge' in on);

/**
 * The offers of an order, and on a tab also the discounts by staff, which may be of all its rounds. On a line that now has
 * fewer units, they shrink in proportion.
 */
function scaledAmounts(row: OrderRow, items: readonly OrderItemRow[]): Adjustment[] {
  const quantities = new Map(items.map(({ line, quantity }) => [line, quantity]));
  return (row.tab ? adjustmentsOfOrder(row) : offersOfOrder(row)).map((each) => {
    if (each.line === null) return each;
    const before = row.items.find(({ line }) => line === (each.line ?? 0) + 1)?.quantity ?? 1;
    const now = quantities.get(each.line + 1) ?? before;
    return now < before ? { ...each, amount: cents(Math.ceil((each.amount * now) / before)) } : each;
  });
}
