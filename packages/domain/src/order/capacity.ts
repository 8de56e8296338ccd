import { addMinutes, dateIn, type ZoneId } from '../core/time.ts';
import { weekdayOf, type Weekday } from '../hours/index.ts';
import type { OrderType } from './order-types.ts';
import { TIME_STEP_MINUTES } from './ready-times.ts';

/** So much a kitchen can have ready in a quarter of an hour. */
export interface SlotRule {
  /** Which orders; null: all together. */
  readonly service: OrderType | null;
  /** On which days; none: on all. */
  readonly days: readonly Weekday[];
  readonly mostOrders: number | null;
  readonly mostUnits: number | null;
}

export const SLOT_RULES_MOST = 12;
export const SLOT_ORDERS_MOST = 999;
export const SLOT_UNITS_MOST = 9999;
/** How much work a portion is, unless its dish says otherwise. */
export const WORK_UNITS_DEFAULT = 1;
export const WORK_UNITS_MOST = 99;

/** A quarter of an hour that is counted, for one kind of orders or for all, with its limits. */
export interface CountedSlot {
  readonly service: OrderType | null;
  readonly startsAt: Date;
  readonly mostOrders: number | null;
  readonly mostUnits: number | null;
}

/** What is promised in it already. */
export interface SlotUse extends CountedSlot {
  readonly orders: number;
  readonly units: number;
}

/** What limits an order: the rules of its place, what they have counted so far, and how much work it is. */
export interface Capacity {
  readonly rules: readonly SlotRule[];
  readonly uses: readonly SlotUse[];
  readonly service: OrderType;
  readonly units: number;
  readonly zone: ZoneId;
}

const STEP = TIME_STEP_MINUTES * 60_000;

/** The quarter of an hour a time lies in. */
export function slotOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / STEP) * STEP);
}

/** Where an order that is ready then is counted; of several rules for the same orders the strictest holds. */
export function countedIn({ rules, service, zone }: Omit<Capacity, 'uses' | 'units'>, readyAt: Date): CountedSlot[] {
  const startsAt = slotOf(readyAt);
  const weekday = weekdayOf(dateIn(startsAt, zone));
  const own = rules.filter(({ days }) => days.length === 0 || days.includes(weekday));
  return [null, service].flatMap((which): CountedSlot[] => {
    const limits = own.filter((rule) => rule.service === which);
    const mostOrders = least(limits.map((rule) => rule.mostOrders));
    const mostUnits = least(limits.map((rule) => rule.mostUnits));
    return mostOrders === null && mostUnits === null ? [] : [{ service: which, startsAt, mostOrders, mostUnits }];
  });
}

function least(limits: readonly (number | null)[]): number | null {
  const message = limits.filter((limit) => limit !== null);
  return message.length === 0 ? null : Math.min(...message);
}

/** Is there room for an order that is ready then? Of a slot that is counted already its own limits hold. */
export function hasRoom(capacity: Capacity, readyAt: Date): boolean {
  const { uses, units } = capacity;
  return countedIn(capacity, readyAt).every((slot) => {
    const used = uses.find((use) => use.service === slot.service && use.startsAt.getTime() === slot.startsAt.getTime());
    const { mostOrders, mostUnits } = used ?? slot;
    return (
      (mostOrders === null || (used?.orders ?? 0) + 1 <= mostOrders) &&
      (mostUnits === null || (used?.units ?? 0) + units <= mostUnits)
    );
  });
}

const FIVE = 5 * 60_000;

/**
 * The first time from then on at which there is room, and how many quarters of an hour that is further on; null when
 * there is none until the end. Where something is limited it is on full five minutes.
 */
export function firstWithRoom(
  capacity: Capacity | null,
  from: Date,
  until: Date,
): { readonly at: Date; readonly moved: number } | null {
  if (capacity === null) return from <= until ? { at: from, moved: 0 } : null;
  let at = new Date(Math.ceil(from.getTime() / FIVE) * FIVE);
  for (let moved = 0; at <= until; moved++) {
    if (hasRoom(capacity, at)) return { at, moved };
    at = addMinutes(slotOf(at), TIME_STEP_MINUTES);
  }
  return null;
}
