import { toLimitedLine, DEFAULT_MAX_LINE_QUANTITY, openLineKey, cartLimitProblem } from '@tiffin/domain/cart';
import { err, ok, type Language, type Result, type Cents, SOURCE_LANGUAGE, ZERO, fail } from '@tiffin/domain/core';
import { deliveryCharges, amountUntilMinimum, type ZoneTerms } from '@tiffin/domain/delivery';
import {
  chargesByRules,
  chooseOffer,
  finalCharges,
  ORDER_DEFAULTS,
  type ChargeRule,
  type OrderItem,
  type OrderType,
  type RuleKind,
} from '@tiffin/domain/order';
import { chosenOf } from '@tiffin/domain/options';
import {
  applyDiscounts,
  foodSum,
  pointsDiscounts,
  toDiscount,
  calculatePrice,
  quoteFromMenu,
  type Adjustment,
  type Charge,
  type StaffDiscount,
  type Price,
  type QuotedLine,
} from '@tiffin/domain/pricing';
import { tooManyPoints } from '../../people/spend-points.ts';
import { inLanguage } from '../../../platform/i18n/request-language.ts';
import { taxationAt } from '../../locations/location-answer.ts';
import type { LocationMenu } from '../../menu/dishes/location-menu.ts';
import type { PricedItem, SpentPoints, UsedPromotion } from '../../../platform/db/stored-json.ts';
import { NO_OFFERS, typedCodeFailure, usedOffer, type OfferTerms } from '../promotions/offer-terms.ts';
import { belowMinimumFailure } from './delivery-zone.ts';
import { describeLine } from './describe-line.ts';

/** What items cost by the menu. */
export interface ItemsPrice {
  readonly items: readonly PricedItem[];
  readonly price: Price;
  readonly adjustments: readonly Adjustment[];
  readonly charges: readonly Charge[];
  /** How much more must be ordered for a delivery; above zero only where the minimum is not enforced. */
  readonly missing: Cents;
  readonly promotion: UsedPromotion | undefined;
  /** The code of a welcome mail that lowers the prices, as orders store it. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly points: SpentPoints | undefined;
}

/** What changes the prices of the menu, and by which time the menu applies. */
export interface PricingTerms {
  /** The promotions that the order can have. */
  readonly offers?: OfferTerms;
  /** Discounts from staff. `line` is an index of the items. */
  readonly given?: readonly StaffDiscount[];
  /** The time of a scheduled order. Availability and prices are those of that time. */
  readonly wantedFor?: Date | null;
  /** The time whose hours and prices apply when an order placed earlier is priced again. */
  readonly hoursAt?: Date | undefined;
  /** Dishes the till sells although they are sold out. */
  readonly sellAnyway?: readonly string[];
  /** The language of the guest. Null: the language of the restaurant. */
  readonly guestLanguage?: Language | null;
}

interface ServiceTerms {
  readonly service?: OrderType;
  readonly zone?: ZoneTerms | null;
  /** The charges of the location, and those that the order goes without. */
  readonly chargeRules?: readonly ChargeRule[];
  readonly withoutCharges?: readonly RuleKind[];
  readonly partySize?: number | null;
  /** False at the till, where staff may deliver below the minimum. */
  readonly enforcesMinimum?: boolean;
}

/** Prices these items by today's menu of the location. Returns a failure for a dish that is not available. */
export function priceItems(
  menu: LocationMenu,
  orderedItems: readonly OrderItem[],
  tip: Cents,
  now: Date,
  {
    given = [],
    sellAnyway = [],
    wantedFor = null,
    hoursAt,
    zone = null,
    enforcesMinimum = false,
    guestLanguage = null,
    offers = NO_OFFERS,
    service = ORDER_DEFAULTS.orderType,
    chargeRules = [],
    withoutCharges: without = [],
    partySize = null,
  }: PricingTerms & ServiceTerms = {},
): Result<ItemsPrice> {
  const guestMenu = guestLanguage ? menu.in(guestLanguage) : menu;
  const orderedFor = wantedFor ?? now;
  const terms = { locationId: menu.location.id, orderedFor, hoursAt, sellAnyway };
  const quoted = quoteFromMenu(orderedItems, menu.dishes, terms);
  // A refusal uses the dish names in the guest's language.
  if (!quoted.ok) {
    const guestQuote = guestMenu === menu ? quoted : quoteFromMenu(orderedItems, guestMenu.dishes, terms);
    return guestQuote.ok ? quoted : guestQuote;
  }
  const problem = quantityProblem(menu, quoted.value);
  if (problem !== null) return fail('invalid-argument', problem, { field: 'items' });
  const items = quoted.value.map((item) => describeLine(item, menu, guestMenu));
  const { location } = menu;
  const moment = { now, orderedFor, zone: location.time_zone, locationId: location.id, service };
  const offered = items.map((item) => ({ ...item, category: menu.dishes.get(item.id)?.row.category }));
  const codeFailure = typedCodeFailure(offers, offered, moment);
  if (codeFailure) return err(codeFailure);
  const chargesFor = (food: Cents) => [
    ...deliveryCharges(zone, food),
    ...chargesByRules(chargeRules, { orderType: service, food, partySize, without }),
  ];
  const chosen = chooseOffer(offered, offers.promotions, moment, {
    chargesFor,
    missingFor: (sum) => (zone ? amountUntilMinimum(zone, sum) : ZERO),
  });
  const linesAfterOffer = applyDiscounts(items, chosen.discounts).lines;
  const offeredFood = foodSum(linesAfterOffer);
  const { points } = offers;
  if (points && points.worth > offeredFood) return err(tooManyPoints(points, offeredFood));
  const discountsOfPoints = points ? pointsDiscounts(points.worth, linesAfterOffer) : [];
  // Bills are stored in the language of the restaurant, whatever the guest's language.
  const {
    lines,
    adjustments,
    charges: offeredCharges,
  } = inLanguage(SOURCE_LANGUAGE, () =>
    applyDiscounts(
      items,
      [
        ...chosen.discounts,
        ...discountsOfPoints,
        ...given.map((each) => toDiscount(each, each.line === null ? undefined : items[each.line]?.name)),
      ],
      chosen.charges,
    ),
  );
  const charges = finalCharges(offeredCharges, chargesFor(foodSum(lines)));
  const missing = zone ? amountUntilMinimum(zone, offeredFood) : ZERO;
  if (zone && enforcesMinimum && missing > 0) return err(belowMinimumFailure(zone, missing));
  const price = inLanguage(SOURCE_LANGUAGE, () =>
    calculatePrice(lines, taxationAt(menu.location, now), { kind: 'amount', amount: tip }, charges),
  );
  const used = usedOffer(chosen.promotion, offered, adjustments, offers);
  return ok({ items: lines, price, adjustments, charges, missing, ...used, points: points ?? undefined });
}

/** The message if the lines are more of a dish than one order may have; null otherwise. */
function quantityProblem(menu: LocationMenu, lines: readonly QuotedLine<OrderItem>[]): string | null {
  return cartLimitProblem(
    lines.map((item) =>
      toLimitedLine(
        {
          ...item,
          id: item.open ? openLineKey(item.id, item.open) : item.id,
          // Default options count as the same line, whether or not the request listed them.
          options: item.choices && chosenOf(item.choices),
        },
        menu.dishes.get(item.id)?.row.max_quantity ?? DEFAULT_MAX_LINE_QUANTITY,
      ),
    ),
  );
}
