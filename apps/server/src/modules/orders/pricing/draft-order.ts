import type { OrderRequest } from '@tiffin/contract/order/order-request';
import { toLimitedLine, DEFAULT_MAX_LINE_QUANTITY, openLineKey, cartLimitProblem } from '@tiffin/domain/cart';
import {
  cents,
  err,
  currentLanguage,
  ok,
  type Language,
  type Result,
  type Cents,
  SOURCE_LANGUAGE,
  ZERO,
  fail,
} from '@tiffin/domain/core';
import { deliveryCharges, amountUntilMinimum, type ZoneTerms } from '@tiffin/domain/delivery';
import { nextOpening } from '@tiffin/domain/hours';
import { hasHeatChoice, SPICE_LEVEL_MIN, type DishHeat } from '@tiffin/domain/menu';
import {
  itemCount,
  ORDER_DEFAULTS,
  type OrderItem,
  offeredOrderType,
  orderTypeGoesTo,
  type OrderType,
  learnedQuote,
  currentPacing,
  promiseReadyTime,
  defaultPrepMinutes,
  translateLine,
  type PromiseRequester,
  type PromisedTime,
  type PromisedWindow,
  type PromiseRequest,
  type PrepQuote,
  type Capacity,
  type LineTranslation,
  type SlotUse,
  chooseOffer,
} from '@tiffin/domain/order';
import {
  chosenOf,
  defaultChoices,
  findRepricedOptions,
  heatChoice,
  lineAllergens,
  withHeatGroup,
} from '@tiffin/domain/options';
import {
  checkPrice,
  applyDiscounts,
  foodSum,
  pointsDiscounts,
  toDiscount,
  calculatePrice,
  welcomeDiscount,
  quoteFromMenu,
  type Adjustment,
  type Charge,
  type StaffDiscount,
  type Price,
  type QuotedLine,
} from '@tiffin/domain/pricing';
import { tooManyPoints } from '../../people/spend-points.ts';
import { inLanguage } from '../../../platform/i18n/request-language.ts';
import { UNKNOWN_LOAD, workUnitsOf, type KitchenLoad } from '../../capacity/kitchen-load.ts';
import type { SlotClaim } from '../../capacity/reserve-slots.ts';
import { taxationAt } from '../../locations/location-answer.ts';
import { checkMayTakeMoney } from '../../locations/money-permission.ts';
import { statedAllergens } from '../../menu/dishes/dish-values.ts';
import type { LocationMenu } from '../../menu/dishes/location-menu.ts';
import type { RequestedDelivery, PricedItem, SpentPoints, UsedPromotion } from '../../../platform/db/stored-json.ts';
import { NO_OFFERS, typedCodeFailure, usedPromotion, type OfferTerms } from '../promotions/offer-terms.ts';
import { belowMinimumFailure, deliveryZone } from './delivery-zone.ts';

export interface Quote {
  readonly items: readonly PricedItem[];
  readonly price: Price;
  readonly adjustments: readonly Adjustment[];
  readonly charges: readonly Charge[];
  /** How much the offer of a welcome mail lowers the prices. */
  readonly saved: Cents;
  /** How much more must be ordered for a delivery; above zero only where the minimum is not enforced. */
  readonly missing: Cents;
  readonly promotion: UsedPromotion | undefined;
  readonly points: SpentPoints | undefined;
}

/** An order as it would be placed now: what is cooked, what it costs and when it is ready. */
export interface OrderDraft extends Quote {
  readonly menu: LocationMenu;
  readonly request: PlacedRequest;
  readonly promised: PromisedTime;
}

/** An order request together with the zone that prices its delivery. */
export type PlacedRequest = Omit<OrderRequest, 'delivery'> & { readonly delivery: RequestedDelivery | null };

/** What changes the prices of the menu, and by which time the menu applies. */
interface TakenOff {
  /** The offer that discounts each dish, if one applies. */
  readonly offer?: Offer | null;
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
  readonly spokenIn?: Language | null;
}

interface DeliveryTerms {
  readonly zone?: ZoneTerms | null;
  /** False at the till, where staff may deliver below the minimum. */
  readonly enforcesMinimum?: boolean;
}

/** What else decides whether an order is accepted and what it costs. */
interface Terms extends TakenOff {
  readonly now: Date;
  readonly agreesToWait: boolean;
  readonly by?: PromiseRequester;
  readonly kitchen?: KitchenLoad;
  /** True if nothing is ordered yet: there are no figures to compare, and the minimum is reported, not enforced. */
  readonly isQuote?: boolean;
}

/** Prices an order by the menu, never by the prices in the request. Returns a failure when it cannot be accepted. */
export function draftOrder(
  menu: LocationMenu,
  order: OrderRequest,
  { now, agreesToWait, by = 'guest', kitchen = UNKNOWN_LOAD, isQuote = false, ...terms }: Terms,
): Result<OrderDraft> {
  const taken = checkTakesOrders(menu);
  if (!taken.ok) return taken;
  // Every order promises payment, also one that is paid at pickup.
  const money = checkMayTakeMoney(menu.location, now, by === 'guest' ? 'guest' : 'staff');
  if (!money.ok) return money;
  const request = asSpokenOrder(withSupportedOrderType(order, menu), by);
  const { delivery } = request;
  const zone = delivery ? deliveryZone(menu.location, delivery) : ok(null);
  if (!zone.ok) return zone;
  const placed = placedIn(request, zone.value);
  const deliveryTerms = { zone: zone.value, enforcesMinimum: by === 'guest' && !isQuote };
  const { wantedFor } = request;
  const spokenIn = by === 'guest' ? currentLanguage() : null;
  const price = (offers: OfferTerms | undefined) =>
    quoteOrder(menu, request.items, request.tip, now, {
      ...terms,
      ...deliveryTerms,
      ...(offers && { offers }),
      wantedFor,
      spokenIn,
      service: request.orderType,
    });
  const quote = price(terms.offers);
  if (!quote.ok) return quote;
  const figures = isQuote ? {} : request.pricing;
  const agreed = checkPrice(quote.value.price, figures, findRepricedOptions(quote.value.items));
  if (!agreed.ok) {
    const { offers } = terms;
    const plain = quote.value.promotion ? price(offers && { ...offers, promotions: [], typed: null }) : quote;
    // A page from before the promotion began shows a higher price, which the guest need not pay.
    const isDearer = plain.ok && plain !== quote && checkPrice(plain.value.price, figures).ok;
    if (!isDearer && offers && offers.over.length > 0) {
      return fail('promo-over', undefined, { ...agreed.error.details, promotions: offers.over });
    }
    if (!isDearer) return agreed;
  }
  const promised = promiseFor(menu, placed, now, { agreesToWait, by, wantedFor, kitchen });
  if (!promised.ok) return promised;
  return ok({ ...quote.value, menu, request: placed, promised: promised.value });
}

/** Only staff may name the zone. A guest would name the cheapest. */
function asSpokenOrder(request: OrderRequest, by: PromiseRequester): OrderRequest {
  if (by !== 'guest' || !request.delivery?.zoneName) return request;
  const { zoneName: _, ...delivery } = request.delivery;
  return { ...request, delivery };
}

function placedIn(request: OrderRequest, zone: ZoneTerms | null): PlacedRequest {
  const { delivery } = request;
  return { ...request, delivery: delivery && { ...delivery, ...(zone && { zone }) } };
}

/** Prices these items by today's menu of the location. Returns a failure for a dish that is not available. */
export function quoteOrder(
  menu: LocationMenu,
  orderedItems: readonly OrderItem[],
  tip: Cents,
  now: Date,
  {
    offer = null,
    given = [],
    sellAnyway = [],
    wantedFor = null,
    hoursAt,
    zone = null,
    enforcesMinimum = false,
    spokenIn = null,
    offers = NO_OFFERS,
    service = ORDER_DEFAULTS.orderType,
  }: TakenOff & DeliveryTerms & { readonly service?: OrderType } = {},
): Result<Quote> {
  const guestMenu = spokenIn ? menu.in(spokenIn) : menu;
  const terms = { locationId: menu.location.id, orderedFor: wantedFor ?? now, hoursAt, sellAnyway };
  const quoted = quoteFromMenu(orderedItems, menu.dishes, terms);
  // A refusal uses the dish names in the guest's language.
  if (!quoted.ok) {
    const guestQuote = guestMenu === menu ? quoted : quoteFromMenu(orderedItems, guestMenu.dishes, terms);
    return guestQuote.ok ? quoted : guestQuote;
  }
  const limit = quantityProblem(menu, quoted.value);
  if (limit !== null) return fail('invalid-argument', limit, { field: 'items' });
  const items = quoted.value.map((item) => withMenuTexts(item, menu, guestMenu));
  const { location } = menu;
  const orderedFor = wantedFor ?? now;
  const moment = { now, orderedFor, zone: location.time_zone, locationId: location.id, service };
  const offered = items.map((item) => ({ ...item, category: menu.dishes.get(item.id)?.row.category }));
  const refused = typedCodeFailure(offers, offered, moment);
  if (refused) return err(refused);
  const chosen = chooseOffer(offered, offers.promotions, moment, {
    welcome: offer ? [welcomeDiscount(offer)] : [],
    chargesFor: (sum) => deliveryCharges(zone, sum),
    missingFor: (sum) => (zone ? amountUntilMinimum(zone, sum) : ZERO),
  });
  const offeredFood = foodSum(applyDiscounts(items, chosen.discounts).lines);
  const { points } = offers;
  if (points && points.worth > offeredFood) return err(tooManyPoints(points, offeredFood));
  const ofPoints = points ? pointsDiscounts(points.worth, applyDiscounts(items, chosen.discounts).lines) : [];
  // Bills are stored in the language of the restaurant, whatever the guest's language.
  const { lines, adjustments, charges } = inLanguage(SOURCE_LANGUAGE, () =>
    applyDiscounts(
      items,
      [
        ...chosen.discounts,
        ...ofPoints,
        ...given.map((each) => toDiscount(each, each.line === null ? undefined : items[each.line]?.name)),
      ],
      chosen.charges,
    ),
  );
  const missing = zone ? amountUntilMinimum(zone, offeredFood) : ZERO;
  if (zone && enforcesMinimum && missing > 0) return err(belowMinimumFailure(zone, missing));
  const price = inLanguage(SOURCE_LANGUAGE, () =>
    calculatePrice(lines, taxationAt(menu.location, now), { kind: 'amount', amount: tip }, charges),
  );
  const saved = cents(-adjustments.reduce((sum, { source, amount }) => sum + (source === offer?.code ? amount : 0), 0));
  const promotion = usedPromotion(chosen.promotion, offered, adjustments, offers);
  return ok({ items: lines, price, adjustments, charges, saved, missing, promotion, points: points ?? undefined });
}

/** What keeps the lines from being ordered: more of a dish than one order may have. */
function quantityProblem(menu: LocationMenu, lines: readonly QuotedLine<OrderItem>[]): string | null {
  return cartLimitProblem(
    lines.map((item) =>
      toLimitedLine(
        {
          ...item,
          ...(item.open && { id: openLineKey(item.id, item.open) }),
          // Default options count as the same line, whether or not the request listed them.
          options: item.choices && chosenOf(item.choices),
        },
        menu.dishes.get(item.id)?.row.max_quantity ?? DEFAULT_MAX_LINE_QUANTITY,
      ),
    ),
  );
}

/** Names and descriptions for the kitchen and the receipt come from the menu, never from the request. */
function withMenuTexts({ heat, ...item }: QuotedLine<OrderItem>, menu: LocationMenu, guestMenu: LocationMenu) {
  const dish = menu.dishes.get(item.id)?.row;
  const translation = guestMenu === menu ? undefined : lineIn(guestMenu, { ...item, heat }, dish?.description ?? '');
  return {
    ...item,
    ...(translation && { said: translation }),
    ...allergensOf(item, heat, menu),
    // Without a category in the request, use the category of the dish.
    category: item.category === ORDER_DEFAULTS.itemCategory ? item.category : (dish?.category ?? item.category),
    description: dish?.description ?? '',
    ...(heat && { spiceLevelId: heat.id, spiceLevelName: heat.name }),
    ...((item.open || (dish && saysNothingOfHeat(dish.spice_level, item))) && NO_HEAT),
  };
}

/** The allergens of a line with its options and its heat level. */
function allergensOf(
  item: Omit<QuotedLine<OrderItem>, 'heat'>,
  heat: QuotedLine<OrderItem>['heat'],
  menu: LocationMenu,
): Pick<PricedItem, 'allergens' | 'containedAllergens'> {
  const dish = item.open ? undefined : menu.dishes.get(item.id);
  if (!dish) return { allergens: null };
  const chosen = [
    ...(item.choices ? chosenOf(item.choices) : defaultChoices(dish)),
    ...(heat ? [heatChoice(heat.id)] : []),
  ];
  const known = lineAllergens({ ...withHeatGroup(dish), allergens: statedAllergens(dish.row) }, chosen);
  return known.isComplete ? { allergens: known.contains } : { allergens: null, containedAllergens: known.contains };
}

/** Returns the names of a line in another language. */
function lineIn(menu: LocationMenu, item: QuotedLine<OrderItem>, description: string): LineTranslation | undefined {
  const dish = menu.dishes.get(item.id);
  if (!dish || item.open) return undefined;
  return translateLine({ ...item, description }, { ...dish, description: dish.row.description });
}

/** An offer with a code: a percentage off each dish. */
export interface Offer {
  readonly code: string;
  readonly percentOff: number;
}

const NO_HEAT = { spiceLevelId: '', spiceLevelName: '' };

/** A dish without a heat choice shows no heat level, not even 'Mild'. A guest who asks for more is still served. */
function saysNothingOfHeat(heat: DishHeat, item: OrderItem): boolean {
  return !hasHeatChoice({ spiceLevel: heat }) && item.selectedSpiceLevel <= SPICE_LEVEL_MIN;
}

export function checkTakesOrders(menu: LocationMenu): Result<true> {
  if (menu.location.deleted_at) return fail('location-not-found');
  return menu.location.is_active ? ok(true) : fail('location-inactive');
}

interface PromiseTerms extends Pick<PromiseRequest, 'agreesToWait' | 'by' | 'wantedFor'> {
  readonly kitchen: KitchenLoad;
}

/** Calculates when the order can be ready. While the location is closed, the guest must agree to wait. */
export function promiseFor(
  menu: LocationMenu,
  placed: Pick<PlacedRequest, 'orderType' | 'delivery'> & { readonly items: readonly OrderItem[] },
  now: Date,
  terms: PromiseTerms,
): Result<PromisedTime> {
  const { orderType, items, delivery } = placed;
  const order = {
    orderType,
    units: workUnitsOf(menu, items),
    dishes: dishesToCook(items),
    wayMinutes: delivery?.zone?.extraMinutes ?? 0,
  };
  return promiseEstimated(menu, order, now, terms);
}

/** What the promise of an order depends on. */
interface EstimatedOrder {
  readonly orderType: OrderType;
  readonly units: number;
  readonly dishes: number;
  readonly wayMinutes: number;
}

/** The same for an order of which only the size is known. */
export function promiseEstimated(menu: LocationMenu, order: EstimatedOrder, now: Date, terms: PromiseTerms) {
  const { location, hours } = menu;
  const { kitchen, ...request } = terms;
  if (!hours.ok) return hours;
  const { orderType } = order;
  return promiseReadyTime(now, {
    ...estimatePrepTime(menu, { ...order, wantedFor: request.wantedFor }, kitchen, now),
    ...currentPacing(location.pace ?? [], orderType, now),
    hours: hours.value,
    isActive: location.is_active,
    // A paid order already has its slot or is cooked without one.
    capacity: request.by === 'payment' ? null : capacityOf(menu, order, kitchen.uses),
    asPickup: pickupWindow(menu, order, now, terms),
    ...request,
  });
}

/** When a delivery would be ready at the counter; null for other types, and if it could not be picked up now. */
export function pickupWindow(
  menu: LocationMenu,
  order: EstimatedOrder,
  now: Date,
  terms: Omit<PromiseTerms, 'wantedFor'>,
): PromisedWindow | null {
  if (!orderTypeGoesTo(order.orderType, 'address')) return null;
  const pickup = { ...order, orderType: 'pickup' as const, wayMinutes: 0 };
  const promised = promiseEstimated(menu, pickup, now, { ...terms, wantedFor: null });
  return promised.ok ? promised.value.window : null;
}

/**
 * Calculates how long the order takes: the kitchen's time, learned from past orders or by the rule, plus the delivery
 * time. The load of another day is unknown; at the next opening it is zero.
 */
export function estimatePrepTime(
  { location, hours, learned }: Pick<LocationMenu, 'location' | 'hours' | 'learned'>,
  order: EstimatedOrder & { readonly wantedFor: Date | null },
  { load }: KitchenLoad,
  now: Date,
): Pick<PromiseRequest, 'quote' | 'learned' | 'busy' | 'atOpening'> {
  const { orderType: service, units, wayMinutes: way } = order;
  const rule = defaultPrepMinutes(service, order.dishes);
  const quoteAt = (at: Date, open: number | null): PrepQuote => {
    const moment = { service, at, load: open === null ? null : open + units, rule };
    const quoted = learned && learnedQuote(learned, moment, location.time_zone);
    return {
      quote: (quoted?.quote ?? rule) + way,
      learned: quoted && { sample: quoted.sample, from: quoted.from + way, to: quoted.to + way },
    };
  };
  const opensAt = learned && hours.ok ? nextOpening(hours.value, now)?.opensAt : null;
  return {
    ...quoteAt(now, order.wantedFor === null ? load : null),
    ...(load !== null && { busy: quoteAt(now, load).quote }),
    ...(opensAt && { atOpening: quoteAt(opensAt, 0) }),
  };
}

/** Returns the slot limits that apply to an order. Null: unlimited. */
export function capacityOf(
  { location }: LocationMenu,
  { orderType: service, units }: { readonly orderType: OrderType; readonly units: number },
  uses: readonly SlotUse[],
): Capacity | null {
  const { slot_rules: rules, time_zone: zone } = location;
  return rules && { rules, uses, service, units, zone };
}

/** The kitchen slots an order uses, and how much work it is in them. */
export function slotClaimOfDraft(draft: Pick<OrderDraft, 'menu' | 'items' | 'promised'>): SlotClaim {
  return { counted: draft.promised.counted, units: workUnitsOf(draft.menu, draft.items) };
}

/** The parts of a draft that are stored in the order's row. */
export function orderFactsOf({ menu, request, items, price, adjustments, charges, promised }: OrderDraft) {
  return { location: menu.location, request, items, price, adjustments, charges, promised };
}

export function dishesToCook(items: readonly OrderItem[]): number {
  return itemCount(items.filter(({ open }) => open?.isCooked !== false));
}

/** A location without delivery or tables takes the order for pickup. */
export function withSupportedOrderType(request: OrderRequest, menu: LocationMenu): OrderRequest {
  const orderType = offeredOrderType(menu.location.features, request.orderType);
  return orderType === request.orderType ? request : { ...request, orderType, delivery: null, table: null };
}
