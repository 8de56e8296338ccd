import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import type { getReadyTimes } from '@tiffin/contract/pace';
import { orRefuse } from '@tiffin/domain/core';
import { orderTypeAt, paceOf, promise, readyBetween, timesWithRoom, type Promised } from '@tiffin/domain/order';
import type { KitchenNow } from '../fulfilment/kitchen-load.ts';
import type { LocationMenu } from '../catalog/menu/location-menu.ts';
import { capacityOf, quoteFor } from '../pricing/draft-order.ts';

type ReadyTimes = ResponseOf<typeof getReadyTimes>;
type Query = Pick<ValidatedInput<typeof getReadyTimes>['query'], 'orderType' | 'dishes' | 'by' | 'wayMinutes' | 'only'>;

/**
 * The earliest time for an order of this size and the times that can be chosen. Empty where the location takes no
 * orders.
 */
export function timesAnswer(
  menu: LocationMenu,
  { orderType, dishes, by, wayMinutes, only }: Query,
  now: Date,
  kitchen: KitchenNow,
): ReadyTimes {
  const { location } = menu;
  if (!location.is_active) return { timeZone: location.time_zone, soonest: null, days: [] };
  const type = orderTypeAt(location.features, orderType);
  // The work units are known only when the order is sent, so each dish counts as one here.
  const order = { orderType: type, dishes, units: dishes, wayMinutes };
  const pace = paceOf(by === 'till' ? [] : (location.pace ?? []), type, now);
  const hours = orRefuse(menu.hours);
  const capacity = capacityOf(menu, order, kitchen.uses);
  const soonest = promise(now, {
    ...quoteFor(menu, { ...order, wantedFor: null }, kitchen, now),
    ...pace,
    hours,
    capacity,
    isActive: true,
    agreesToWait: false,
    by,
    wantedFor: null,
  });
  // The load of another day is unknown.
  const quoteForChosenTime = () => ({ ...quoteFor(menu, { ...order, wantedFor: now }, kitchen, now), ...pace, hours });
  const days = only === 'soonest' ? [] : timesWithRoom(now, quoteForChosenTime(), capacity);
  return {
    timeZone: location.time_zone,
    soonest: soonest.ok ? soonestAnswer(soonest.value) : null,
    days: days.map(({ date, times }) => ({ date, times: times.map((at) => at.toISOString()) })),
  };
}

function soonestAnswer({ readyAt, grounds }: Promised): NonNullable<ReadyTimes['soonest']> {
  const mostly = readyBetween(readyAt, grounds);
  return {
    readyAt: readyAt.toISOString(),
    ...(mostly && { from: mostly.from.toISOString(), to: mostly.to.toISOString() }),
  };
}
