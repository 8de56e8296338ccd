import type { Result } from '@tiffin/domain/core';
import { nextOpening } from '@tiffin/domain/hours';
import {
  itemCount,
  type OrderItem,
  orderTypeGoesTo,
  type OrderType,
  learnedQuote,
  currentPacing,
  promiseReadyTime,
  defaultPrepMinutes,
  type PromisedTime,
  type PromisedWindow,
  type PromiseRequest,
  type PrepQuote,
  type Capacity,
  type SlotUse,
} from '@tiffin/domain/order';
import { workUnitsOf, type KitchenLoad } from '../../capacity/kitchen-load.ts';
import type { LocationMenu } from '../../menu/dishes/location-menu.ts';
import type { ZonedRequest } from '../pricing/delivery-zone.ts';

interface PromiseTerms extends Pick<PromiseRequest, 'agreesToWait' | 'by' | 'wantedFor'> {
  readonly kitchen: KitchenLoad;
}

/** Calculates when the order can be ready. While the location is closed, the guest must agree to wait. */
export function promiseOrder(
  menu: LocationMenu,
  {
    orderType,
    items,
    delivery,
  }: Pick<ZonedRequest, 'orderType' | 'delivery'> & { readonly items: readonly OrderItem[] },
  now: Date,
  terms: PromiseTerms,
): Result<PromisedTime> {
  const order = {
    orderType,
    units: workUnitsOf(menu, items),
    dishes: dishesToCook(items),
    wayMinutes: delivery?.zone?.extraMinutes ?? 0,
  };
  return promiseEstimatedOrder(menu, order, now, terms);
}

/** What the promise of an order depends on. */
interface EstimatedOrder {
  readonly orderType: OrderType;
  /** How much work it is for the kitchen, as its slots count it. */
  readonly units: number;
  readonly dishes: number;
  /** How many minutes bringing it takes. */
  readonly wayMinutes: number;
}

/** Like `promiseOrder`, for an order of which only the size is known. */
export function promiseEstimatedOrder(menu: LocationMenu, order: EstimatedOrder, now: Date, terms: PromiseTerms) {
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
  const promised = promiseEstimatedOrder(menu, pickup, now, { ...terms, wantedFor: null });
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
  const { orderType, units, wayMinutes } = order;
  const rule = defaultPrepMinutes(orderType, order.dishes);
  const quoteAt = (at: Date, otherLoad: number | null): PrepQuote => {
    const moment = { service: orderType, at, load: otherLoad === null ? null : otherLoad + units, rule };
    const quoted = learned && learnedQuote(learned, moment, location.time_zone);
    return {
      quote: (quoted?.quote ?? rule) + wayMinutes,
      learned: quoted && { sample: quoted.sample, from: quoted.from + wayMinutes, to: quoted.to + wayMinutes },
    };
  };
  const opensAt = learned && hours.ok ? nextOpening(hours.value, now)?.opensAt : null;
  return {
    ...quoteAt(now, order.wantedFor === null ? load : null),
    busy: load === null ? undefined : quoteAt(now, load).quote,
    atOpening: opensAt ? quoteAt(opensAt, 0) : undefined,
  };
}

/** Returns the slot limits that apply to an order. Null: unlimited. */
export function capacityOf(
  { location }: LocationMenu,
  { orderType, units }: { readonly orderType: OrderType; readonly units: number },
  uses: readonly SlotUse[],
): Capacity | null {
  const { slot_rules: rules, time_zone: zone } = location;
  return rules && { rules, uses, service: orderType, units, zone };
}

/** How many dishes the kitchen makes: not the items that staff typed and that need no cooking. */
export function dishesToCook(items: readonly OrderItem[]): number {
  return itemCount(items.filter(({ open }) => open?.isCooked !== false));
}
