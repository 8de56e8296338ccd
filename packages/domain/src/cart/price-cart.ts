import { ZERO, type Cents } from '../core/money.ts';
import { finalCharges } from '../order/charge-rules.ts';
import { chooseOffer, type OfferMoment, type Promotion } from '../order/promotion/promotions.ts';
import { applyDiscounts, type Adjustment, type Discount } from '../pricing/discounts.ts';
import { foodSum, pointsDiscounts, pointsWorth, usablePoints, type PointsTerms } from '../pricing/points.ts';
import { calculatePrice, type Charge, type Price } from '../pricing/price.ts';
import type { PricedLine } from '../pricing/priced-line.ts';
import type { Taxation } from '../pricing/tax-codes.ts';
import type { TipChoice } from '../pricing/tip.ts';
import { asPricedLines, type Cart } from './line.ts';

interface CartTerms {
  readonly taxation: Taxation;
  readonly tip: TipChoice;
  readonly moment: OfferMoment;
  /** The promotions that the guest can have, also that of a welcome mail. */
  readonly promotions?: readonly Promotion[];
  /** The points that the guest wants to spend. Points beyond the price of the dishes are not spent. */
  readonly points?: { readonly wanted: number; readonly terms: PointsTerms } | null;
  /** Discounts that staff give. */
  readonly staffDiscounts?: readonly Discount[];
  /** The delivery fee, then the charges by rules (`chargesByRules`). */
  readonly chargesFor: (food: Cents) => readonly Charge[];
  readonly missingFor?: (food: Cents) => Cents;
}

/** The price of a cart, and what decided it. */
export interface PricedCart {
  readonly price: Price;
  /** The lines after everything that is taken off. */
  readonly lines: readonly PricedLine[];
  readonly charges: readonly Charge[];
  readonly adjustments: readonly Adjustment[];
  /** The promotion that counts; null if none does. */
  readonly promotion: Promotion | null;
  /** The price of the dishes after the offer, and before points. */
  readonly food: Cents;
  /** The points that are spent. */
  readonly spent: number;
}

/** Prices a cart as the server prices its order, so that cart, checkout, till and order show the same sums. */
export function priceCart(cart: Cart, terms: CartTerms): PricedCart {
  const {
    taxation,
    tip,
    moment,
    promotions = [],
    points = null,
    staffDiscounts = [],
    chargesFor,
    missingFor = () => ZERO,
  } = terms;
  const listed = asPricedLines(cart);
  const offered = listed.map((line, i) => ({ ...line, id: cart[i]?.id ?? '', category: cart[i]?.category }));
  const chosen = chooseOffer(offered, promotions, moment, { chargesFor, missingFor });
  const offeredLines = applyDiscounts(listed, chosen.discounts).lines;
  const food = foodSum(offeredLines);
  const spent = points ? usablePoints(points.wanted, food, points.terms) : 0;
  const worth = points ? pointsWorth(spent, points.terms) : ZERO;
  const discounts = [...chosen.discounts, ...pointsDiscounts(worth, offeredLines), ...staffDiscounts];
  const { lines, charges: offeredCharges, adjustments } = applyDiscounts(listed, discounts, chosen.charges);
  const charges = finalCharges(offeredCharges, chargesFor(foodSum(lines)));
  const price = calculatePrice(lines, taxation, tip, charges);
  return { price, lines, charges, adjustments, promotion: chosen.promotion, food, spent };
}
