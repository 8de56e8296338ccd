import type { OrderRequest } from '@tiffin/contract/order/order-request';
import { currentLanguage, err, ok, type Result, fail } from '@tiffin/domain/core';
import { findRepricedOptions } from '@tiffin/domain/options';
import {
  checkShownTime,
  withoutChargesProblem,
  type ChargeRule,
  offeredOrderType,
  welcomeOfferOf,
  type PromiseRequester,
  type PromisedTime,
} from '@tiffin/domain/order';
import { checkPrice } from '@tiffin/domain/pricing';
import { UNKNOWN_LOAD, workUnitsOf, type KitchenLoad } from '../../capacity/kitchen-load.ts';
import type { SlotClaim } from '../../capacity/reserve-slots.ts';
import { checkMayTakeMoney } from '../../locations/money-permission.ts';
import type { LocationMenu } from '../../menu/dishes/location-menu.ts';
import { promiseOrder } from '../promise/promise-order.ts';
import type { OfferTerms } from '../promotions/offer-terms.ts';
import { findRequestZone, type ZonedRequest } from './delivery-zone.ts';
import { priceItems, type ItemsPrice, type PricingTerms } from './price-items.ts';

/** An order as it would be placed now: what is cooked, what it costs and when it is ready. */
export interface PricedOrder extends ItemsPrice {
  readonly menu: LocationMenu;
  readonly request: ZonedRequest;
  readonly promised: PromisedTime;
}

/** What else decides whether an order is accepted and what it costs. */
interface OrderTerms extends PricingTerms {
  readonly now: Date;
  readonly agreesToWait: boolean;
  readonly by?: PromiseRequester;
  readonly kitchen?: KitchenLoad;
  /** True if nothing is ordered yet: there are no figures to compare, and the minimum is reported, not enforced. */
  readonly isQuote?: boolean;
  /** The charges that the order can have: by default all of its location. */
  readonly chargeRules?: readonly ChargeRule[];
}

/** Prices an order by the menu, never by the prices in the request. Returns a failure when it cannot be accepted. */
export function priceOrderByMenu(
  menu: LocationMenu,
  order: OrderRequest,
  {
    now,
    agreesToWait,
    by = 'guest',
    kitchen = UNKNOWN_LOAD,
    isQuote = false,
    chargeRules = menu.location.charges,
    ...terms
  }: OrderTerms,
): Result<PricedOrder> {
  const takesOrders = checkTakesOrders(menu);
  if (!takesOrders.ok) return takesOrders;
  // Every order promises payment, also one that is paid at pickup.
  const mayTakeMoney = checkMayTakeMoney(menu.location, now, by === 'guest' ? 'guest' : 'staff');
  if (!mayTakeMoney.ok) return mayTakeMoney;
  const zoned = findRequestZone(menu.location, withSupportedOrderType(order, menu), by);
  if (!zoned.ok) return zoned;
  const request = zoned.value;
  const { wantedFor, withoutCharges } = request;
  const problem = withoutChargesProblem(chargeRules, withoutCharges, by !== 'guest');
  if (problem) return err(problem);
  const service = {
    service: request.orderType,
    zone: request.delivery?.zone ?? null,
    enforcesMinimum: by === 'guest' && !isQuote,
    chargeRules,
    withoutCharges,
    partySize: request.table?.partySize,
  };
  const guestLanguage = by === 'guest' ? currentLanguage() : null;
  const price = (offers: OfferTerms | undefined) =>
    priceItems(menu, request.items, request.tip, now, {
      ...terms,
      ...service,
      offers,
      wantedFor,
      guestLanguage,
    });
  const priced = price(terms.offers);
  if (!priced.ok) return priced;
  const shownPrice = isQuote ? {} : request.pricing;
  const agreed = checkPrice(priced.value.price, shownPrice, findRepricedOptions(priced.value.items));
  if (!agreed.ok) {
    const { offers } = terms;
    const welcomeOffers = offers?.promotions.filter(welcomeOfferOf) ?? [];
    const withoutPromotion = priced.value.promotion
      ? price(offers && { ...offers, promotions: welcomeOffers, typed: null })
      : priced;
    // A page from before the promotion began shows a higher price, which the guest need not pay.
    const showsHigherPrice =
      withoutPromotion.ok && withoutPromotion !== priced && checkPrice(withoutPromotion.value.price, shownPrice).ok;
    if (!showsHigherPrice && offers && offers.over.length > 0) {
      return fail('promo-over', undefined, { ...agreed.error.details, promotions: offers.over });
    }
    if (!showsHigherPrice) return agreed;
  }
  const promised = promiseOrder(menu, request, now, { agreesToWait, by, wantedFor, kitchen });
  if (!promised.ok) return promised;
  if (by === 'guest' && wantedFor === null) {
    const zone = menu.location.time_zone;
    const shown = checkShownTime(promised.value.window, request.shownReadyBy, { ...request, now, zone });
    if (!shown.ok) return shown;
  }
  return ok({ ...priced.value, menu, request, promised: promised.value });
}

function checkTakesOrders(menu: LocationMenu): Result<true> {
  if (menu.location.deleted_at) return fail('location-not-found');
  return menu.location.is_active ? ok(true) : fail('location-inactive');
}

/** A location without delivery or tables takes the order for pickup. */
function withSupportedOrderType(request: OrderRequest, menu: LocationMenu): OrderRequest {
  const orderType = offeredOrderType(menu.location.features, request.orderType);
  return orderType === request.orderType ? request : { ...request, orderType, delivery: null, table: null };
}

/** The kitchen slots an order uses, and how much work it is in them. */
export function slotClaimOfPricedOrder(order: Pick<PricedOrder, 'menu' | 'items' | 'promised'>): SlotClaim {
  return { counted: order.promised.counted, units: workUnitsOf(order.menu, order.items) };
}

/** The parts of a priced order that are stored in the order's row. */
export function orderFactsOf({ menu, request, items, price, adjustments, charges, promised, metadata }: PricedOrder) {
  return { location: menu.location, request, items, price, adjustments, charges, promised, metadata };
}
