import { priceCart, type Cart, type PricedCart } from '@tiffin/domain/cart';
import { ZERO, type Cents } from '@tiffin/domain/core';
import { amountUntilMinimum } from '@tiffin/domain/delivery';
import { chargesByRules, type ChargeRule, type OfferMoment, type Promotion } from '@tiffin/domain/order';
import {
  discountLines,
  staffDiscountSum,
  taxationFromWire,
  toDiscount,
  type PointsTerms,
  type TipChoice,
  type WireTaxation,
} from '@tiffin/domain/pricing';
import { chargesOf, type Delivery } from '../../shared/checkout/use-delivery.ts';
import { toStaffDiscounts, type TillDiscount } from './till.ts';

export interface PricedOrder extends PricedCart {
  /** What each discount of the staff takes off, with the label the guest sees. */
  readonly discounts: readonly { readonly id: string; readonly label: string; readonly off: Cents }[];
  /** What promotions take off. */
  readonly offers: readonly (readonly [label: string, amount: Cents])[];
}

/** The rules of the location's charges, and what they depend on besides the price of the dishes. */
export type ChargeTerms = Omit<Parameters<typeof chargesByRules>[1], 'food'> & {
  readonly rules: readonly ChargeRule[];
};

/** Prices the order with the same pricing as the server. */
export function priceOrder(
  cart: Cart,
  taxation: WireTaxation,
  {
    tip,
    given = [],
    delivery = { is: 'not-needed' },
    charged,
    offers,
  }: {
    readonly tip: TipChoice;
    readonly given?: readonly TillDiscount[];
    readonly delivery?: Delivery;
    readonly charged?: ChargeTerms;
    readonly offers?: {
      readonly promotions: readonly Promotion[];
      readonly points: { readonly wanted: number; readonly terms: PointsTerms } | null;
      readonly moment: OfferMoment;
    };
  },
): PricedOrder {
  const staffDiscounts = toStaffDiscounts(cart, given).map((each) =>
    toDiscount(each, each.line === null ? undefined : cart[each.line]?.name),
  );
  const priced = priceCart(cart, {
    taxation: taxationFromWire(taxation),
    tip,
    moment: offers?.moment ?? NO_MOMENT,
    promotions: offers?.promotions ?? [],
    points: offers?.points ?? null,
    staffDiscounts,
    chargesFor: (food) => [
      ...chargesOf(delivery, food),
      ...(charged && cart.length > 0 ? chargesByRules(charged.rules, { ...charged, food }) : []),
    ],
    missingFor: (sum) => (delivery.is === 'inside' ? amountUntilMinimum(delivery.terms, sum) : ZERO),
  });
  const { adjustments } = priced;
  const offBy = (id: string) => staffDiscountSum(adjustments.filter(({ source }) => source === id));
  return {
    ...priced,
    discounts: staffDiscounts.map(({ source: id, label }) => ({ id, label, off: offBy(id) })),
    offers: discountLines(adjustments.filter(({ kind }) => kind === 'promo' || kind === 'points')),
  };
}

/** Without promotions it does not matter when and where. */
const NO_MOMENT: OfferMoment = {
  now: new Date(0),
  orderedFor: new Date(0),
  zone: 'UTC',
  locationId: '',
  service: 'pickup',
};
