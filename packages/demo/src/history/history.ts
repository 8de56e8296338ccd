import { localDate, type Random, type ZoneId } from '@tiffin/domain/core';
import { weekdayOf } from '@tiffin/domain/hours';
import type { OrderStatus } from '@tiffin/domain/order';
import type { Taxation } from '@tiffin/domain/pricing';
import { demoLocations } from '../locations.ts';
import { menuNewGlasgow, menuTruro } from '../menus.ts';
import { LocationHistory, type HistoryLocation } from './location-history.ts';
import { type OpenDay, openDays } from './calendar.ts';
import { createRandom } from './random.ts';
import { PersonGenerator } from './people.ts';
import type { Millis, PastBatch, PastOrder, PastPerson } from './record.ts';
import { OrderTimeSampler } from './order-times.ts';

export interface HistoryPlan {
  readonly seed: number;
  /** The exact number of orders. */
  readonly orders: number;
  readonly days: number;
  /** The end of the history. Nothing happens after it. */
  readonly until: Date;
  readonly locations: readonly HistoryLocation[];
  /** Existing accounts that become regulars of the given location. */
  readonly regulars: readonly (Pick<PastPerson, 'id' | 'name' | 'email' | 'phone'> & {
    readonly locationId: string;
  })[];
  /** The highest number of orders in a batch. */
  readonly batchSize: number;
  /** Also adds orders of this evening in every status to each location, whatever the time. */
  readonly tonight: boolean;
}

/** A location on one day, with what is computed once, so that an order needs only a few random draws. */
interface Shift {
  readonly history: LocationHistory;
  readonly day: OpenDay;
  readonly times: OrderTimeSampler;
  /** The share of the day's orders before the end of the history. */
  readonly share: number;
  readonly weight: number;
  readonly tax: Taxation;
}

/**
 * Generates past orders, oldest first, with the people who placed them. The same plan always gives the same history.
 * Every plan numbers its people from the start, so a database can hold only one history.
 */
export function* pastOrders(plan: HistoryPlan): Generator<PastBatch, void, void> {
  const random = createRandom(plan.seed);
  const until = plan.until.getTime();
  const generator = new PersonGenerator(random);
  const histories = plan.locations.map((location) => historyAt(location, plan, random, generator));
  const shifts = histories.flatMap((history) => shiftsAt(history, plan, random)).toSorted(byOpening);
  const total = shifts.reduce((sum, shift) => sum + shift.weight, 0);

  let people: PastPerson[] = [];
  let orders: PastOrder[] = [];
  // The rounding error of the shifts so far. It is never half an order or more.
  let due = 0;
  for (const today of Map.groupBy(shifts, (shift) => shift.day.date).values()) {
    const moments: { readonly at: Millis; readonly shift: Shift }[] = [];
    for (const shift of today) {
      for (due += (plan.orders * shift.weight) / total; due >= 0.5; due--) {
        moments.push({ at: momentIn(shift, random, until), shift });
      }
    }
    moments.sort((a, b) => a.at - b.at);
    const usedNumbers = new Set<string>();
    for (const { at, shift } of moments) {
      const { order, newcomer } = shift.history.placeOrder(at, shift.day, shift.tax, usedNumbers, until);
      orders.push(order);
      if (newcomer) people.push(newcomer);
      if (orders.length < plan.batchSize) continue;
      yield { people, orders };
      people = [];
      orders = [];
    }
  }
  if (plan.tonight) {
    for (const [minutes, status] of TONIGHT) {
      for (const history of histories) {
        const at = until - minutes * 60_000;
        const day = dayAround(at, history.location.hours.zone);
        const { order, newcomer } = history.placeOrder(at, day, history.taxOn(day), new Set(), until, status);
        orders.push(order);
        if (newcomer) people.push(newcomer);
      }
    }
  }
  if (orders.length > 0) yield { people, orders };
}

/** Minutes before now, oldest first, and the current status. */
const TONIGHT: readonly (readonly [minutes: number, status: OrderStatus])[] = [
  [70, 'completed'],
  [44, 'cancelled'],
  [38, 'ready'],
  [33, 'ready'],
  [17, 'preparing'],
  [13, 'preparing'],
  [9, 'preparing'],
  [2, 'pending'],
  [1, 'pending'],
];

/** Returns a day that is open at the given time, even at night. */
function dayAround(at: Millis, zone: ZoneId): OpenDay {
  const date = localDate(new Date(at), zone);
  const dinner = { openMinute: 17 * 60, minutes: 300, weight: 1 };
  return { date, weekday: weekdayOf(date), opensAt: at - 60_000, ...dinner };
}

function historyAt(
  location: HistoryLocation,
  plan: HistoryPlan,
  random: Random,
  generator: PersonGenerator,
): LocationHistory {
  const history = new LocationHistory(location, random, generator);
  for (const regular of plan.regulars) {
    if (regular.locationId === location.id) history.addRegular(generator.addHabits(regular));
  }
  return history;
}

function byOpening(a: Shift, b: Shift): number {
  return a.day.opensAt - b.day.opensAt;
}

function shiftsAt(history: LocationHistory, plan: HistoryPlan, random: Random): Shift[] {
  const { hours, weight } = history.location;
  const samplers = new Map<string, OrderTimeSampler>();
  return openDays(hours, plan.until, plan.days, random).flatMap((day) => {
    const key = `${day.weekday} ${day.openMinute} ${day.minutes}`;
    const times = samplers.get(key) ?? new OrderTimeSampler(day);
    samplers.set(key, times);
    const share = times.shareWithin((plan.until.getTime() - day.opensAt) / 60_000);
    if (share === 0) return [];
    return [{ history, day, times, share, weight: weight * day.weight * share, tax: history.taxOn(day) }];
  });
}

/** Adds milliseconds to the drawn minute, but never exceeds the end of the history. */
function momentIn({ day, times, share }: Shift, random: Random, until: Millis): Millis {
  const minute = times.drawMinute(random, share);
  return Math.min(until, day.opensAt + minute * 60_000 + Math.floor(random() * 60_000));
}

const MENUS = { truro: menuTruro, 'new-glasgow': menuNewGlasgow } as const;
/** Truro Heights is older, delivers, and lies on the highway. */
const LOCATION_WEIGHTS = { truro: 0.6, 'new-glasgow': 0.4 } as const;

const locations: readonly HistoryLocation[] = demoLocations.map(
  ({ id, code, postalCode, zone, features, hours, delivery }): HistoryLocation => ({
    id,
    code,
    postalCode,
    features,
    hours: { week: hours, exceptions: [], zone },
    menu: MENUS[id],
    delivery,
    weight: LOCATION_WEIGHTS[id],
  }),
);

/** The history of the demo restaurant up to now; two years unless another span is given. */
export function demoHistory(
  orders: number,
  until: Date,
  regulars: HistoryPlan['regulars'] = [],
  { days = 730, tonight = false }: Partial<Pick<HistoryPlan, 'days' | 'tonight'>> = {},
): HistoryPlan {
  return { seed: 20_190_517, orders, days, until, locations, regulars, batchSize: 5_000, tonight };
}
