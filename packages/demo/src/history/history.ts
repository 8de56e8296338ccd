import { dateIn, type Random, type ZoneId } from '@tiffin/domain/core';
import { weekdayOf } from '@tiffin/domain/hours';
import type { OrderStatus } from '@tiffin/domain/order';
import type { Taxation } from '@tiffin/domain/pricing';
import { demoLocations } from '../locations.ts';
import { menuNewGlasgow, menuTruro } from '../menus.ts';
import { Branch, type HistoryLocation } from './branch.ts';
import { type OpenDay, openDays } from './calendar.ts';
import { diceFrom } from './dice.ts';
import { Townspeople } from './people.ts';
import type { Millis, PastBatch, PastOrder, PastPerson } from './record.ts';
import { Rhythm } from './rhythm.ts';

export interface HistoryPlan {
  readonly seed: number;
  /** Exactly so many orders are made. */
  readonly orders: number;
  readonly days: number;
  /** The end of the history, its present: nothing in it happened later. */
  readonly until: Date;
  readonly locations: readonly HistoryLocation[];
  /** People with accounts already, who become regulars of the location named. */
  readonly regulars: readonly (Pick<PastPerson, 'id' | 'name' | 'email' | 'phone'> & {
    readonly locationId: string;
  })[];
  /** Orders a batch, at most. */
  readonly batchSize: number;
  /** Beside them, at each location, orders of this minute in every state, whatever the hour. */
  readonly tonight: boolean;
}

/** A location on one day: all that is worked out once, so that an order costs only a few draws. */
interface Shift {
  readonly branch: Branch;
  readonly day: OpenDay;
  readonly rhythm: Rhythm;
  /** How much of the day's demand lies before the history's end. */
  readonly share: number;
  readonly weight: number;
  readonly tax: Taxation;
}

/**
 * Past orders, oldest first, with the people who placed them. The same plan always gives the same
 * history, and every plan numbers its people from the start: a database takes one history.
 */
export function* pastOrders(plan: HistoryPlan): Generator<PastBatch, void, void> {
  const random = diceFrom(plan.seed);
  const until = plan.until.getTime();
  const town = new Townspeople(random);
  const branches = plan.locations.map((location) => branchAt(location, plan, random, town));
  const shifts = branches.flatMap((branch) => shiftsAt(branch, plan, random)).toSorted(byOpening);
  const total = shifts.reduce((sum, shift) => sum + shift.weight, 0);

  let people: PastPerson[] = [];
  let orders: PastOrder[] = [];
  // What the shifts so far should have had and did not get in whole orders yet: never half an order or more.
  let due = 0;
  for (const today of Map.groupBy(shifts, (shift) => shift.day.date).values()) {
    const moments: { readonly at: Millis; readonly shift: Shift }[] = [];
    for (const shift of today) {
      for (due += (plan.orders * shift.weight) / total; due >= 0.5; due--) {
        moments.push({ at: momentIn(shift, random, until), shift });
      }
    }
    moments.sort((a, b) => a.at - b.at);
    const taken = new Set<string>();
    for (const { at, shift } of moments) {
      const { order, newcomer } = shift.branch.placeOrder(at, shift.day, shift.tax, taken, until);
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
      for (const branch of branches) {
        const at = until - minutes * 60_000;
        const day = dayAround(at, branch.location.hours.zone);
        const { order, newcomer } = branch.placeOrder(at, day, branch.taxOn(day), new Set(), until, status);
        orders.push(order);
        if (newcomer) people.push(newcomer);
      }
    }
  }
  if (orders.length > 0) yield { people, orders };
}

/** Minutes ago, oldest first, and how it stands now. */
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

/** A day on which they cook at this moment, though it be night. */
function dayAround(at: Millis, zone: ZoneId): OpenDay {
  const date = dateIn(new Date(at), zone);
  const dinner = { openMinute: 17 * 60, minutes: 300, weight: 1 };
  return { date, weekday: weekdayOf(date), opensAt: at - 60_000, ...dinner };
}

function branchAt(location: HistoryLocation, plan: HistoryPlan, random: Random, town: Townspeople): Branch {
  const branch = new Branch(location, random, town);
  for (const regular of plan.regulars) {
    if (regular.locationId === location.id) branch.addRegular(town.welcome(regular));
  }
  return branch;
}

function byOpening(a: Shift, b: Shift): number {
  return a.day.opensAt - b.day.opensAt;
}

function shiftsAt(branch: Branch, plan: HistoryPlan, random: Random): Shift[] {
  const { hours, weight } = branch.location;
  const rhythms = new Map<string, Rhythm>();
  return openDays(hours, plan.until, plan.days, random).flatMap((day) => {
    const key = `${day.weekday} ${day.openMinute} ${day.minutes}`;
    const rhythm = rhythms.get(key) ?? new Rhythm(day);
    rhythms.set(key, rhythm);
    const share = rhythm.shareWithin((plan.until.getTime() - day.opensAt) / 60_000);
    if (share === 0) return [];
    return [{ branch, day, rhythm, share, weight: weight * day.weight * share, tax: branch.taxOn(day) }];
  });
}

/** Within the drawn minute to the millisecond, and not after the end. */
function momentIn({ day, rhythm, share }: Shift, random: Random, until: Millis): Millis {
  const minute = rhythm.drawMinute(random, share);
  return Math.min(until, day.opensAt + minute * 60_000 + Math.floor(random() * 60_000));
}

const MENUS = { truro: menuTruro, 'new-glasgow': menuNewGlasgow } as const;
/** Truro Heights has been there longer, delivers, and lies on the highway. */
const SHARE = { truro: 0.6, 'new-glasgow': 0.4 } as const;

const locations: readonly HistoryLocation[] = demoLocations.map(
  ({ id, code, postalCode, zone, features, hours }): HistoryLocation => {
    return {
      id,
      code,
      postalCode,
      features,
      hours: { week: hours, exceptions: [], zone },
      menu: MENUS[id],
      weight: SHARE[id],
    };
  },
);

/** Two years of the demo restaurant, ending now, unless another span is asked for. */
export function demoHistory(
  orders: number,
  until: Date,
  regulars: HistoryPlan['regulars'] = [],
  { days = 730, tonight = false }: Partial<Pick<HistoryPlan, 'days' | 'tonight'>> = {},
): HistoryPlan {
  return { seed: 20_190_517, orders, days, until, locations, regulars, batchSize: 5_000, tonight };
}
