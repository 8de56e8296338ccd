import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { valueOrThrow } from '@tiffin/domain/core';
import {
  offeredOrderType,
  currentPacing,
  lastOrders,
  readyTimesWithRoom,
  type PromisedTime,
} from '@tiffin/domain/order';
import type { KitchenLoad } from '../../capacity/kitchen-load.ts';
import type { LocationMenu } from '../../menu/dishes/location-menu.ts';
import { capacityOf, estimatePrepTime, pickupWindow, promiseEstimatedOrder } from './promise-order.ts';
import { promiseAnswer } from './promise-columns.ts';

type ReadyTimes = ResponseOf<'getReadyTimes'>;
type Query = Pick<
  ValidatedInput<'getReadyTimes'>['query'],
  'orderType' | 'dishes' | 'by' | 'wayMinutes' | 'agreesToWait' | 'only'
>;

/**
 * The earliest time for an order of this size and the times that can be chosen. Empty where the location takes no
 * orders.
 */
export function readyTimesAnswer(
  menu: LocationMenu,
  { orderType, dishes, by, wayMinutes, agreesToWait, only }: Query,
  now: Date,
  kitchen: KitchenLoad,
): ReadyTimes {
  const { location } = menu;
  if (!location.is_active) return { timeZone: location.time_zone, soonest: null, days: [] };
  const type = offeredOrderType(location.features, orderType);
  // The work units are known only when the order is sent, so each dish counts as one here.
  const order = { orderType: type, dishes, units: dishes, wayMinutes };
  const pace = currentPacing(by === 'till' ? [] : (location.pace ?? []), type, now);
  const hours = valueOrThrow(menu.hours);
  const capacity = capacityOf(menu, order, kitchen.uses);
  const terms = { kitchen, agreesToWait: agreesToWait !== undefined, by };
  const soonest = promiseEstimatedOrder(menu, order, now, { ...terms, wantedFor: null });
  // With a chosen time, the load of another day is unknown.
  const quoteForOrder = (wantedFor: Date | null) => ({
    ...estimatePrepTime(menu, { ...order, wantedFor }, kitchen, now),
    ...pace,
  });
  const quoteForChosenTime = () => ({
    ...quoteForOrder(now),
    hours,
    asPickup: pickupWindow(menu, order, now, terms),
  });
  const last = by === 'guest' ? lastOrders(now, { ...quoteForOrder(null), hours }) : null;
  const days = only === 'soonest' ? [] : readyTimesWithRoom(now, quoteForChosenTime(), capacity);
  return {
    timeZone: location.time_zone,
    soonest: soonest.ok ? soonestAnswer(soonest.value) : null,
    lastOrders: last ? { at: last.at.toISOString(), nextOpening: last.nextOpening?.toISOString() ?? null } : undefined,
    days: days.map(({ date, times }) => ({ date, times: times.map((at) => at.toISOString()) })),
  };
}

function soonestAnswer({ window }: PromisedTime): NonNullable<ReadyTimes['soonest']> {
  const promise = promiseAnswer(window);
  return { readyAt: promise.to, ...promise };
}
