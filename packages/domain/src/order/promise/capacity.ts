import { addMinutes, localDate, type ZoneId } from '../../core/time.ts';
import { weekdayOf, type Weekday } from '../../hours/index.ts';
import type { OrderType } from '../order-types.ts';
import { READY_TIME_STEP_MINUTES } from './ready-times.ts';

/** Limits how much the kitchen makes per slot of a quarter of an hour. */
export interface SlotRule {
  /** The order type; null for all orders together. */
  readonly service: OrderType | null;
  /** The weekdays; empty for all. */
  readonly days: readonly Weekday[];
  readonly mostOrders: number | null;
  readonly mostUnits: number | null;
}

export const MAX_SLOT_RULES = 12;
export const MAX_SLOT_ORDERS = 999;
export const MAX_SLOT_UNITS = 9999;
/** Units of work per portion, unless the dish sets another value. */
export const WORK_UNITS_DEFAULT = 1;
export const MAX_WORK_UNITS = 99;

/** A kitchen slot with limits, for one order type or for all orders. */
export interface LimitedSlot {
  readonly service: OrderType | null;
  readonly startsAt: Date;
  readonly mostOrders: number | null;
  readonly mostUnits: number | null;
}

/** A kitchen slot with the orders and units already promised in it. */
export interface SlotUse extends LimitedSlot {
  readonly orders: number;
  readonly units: number;
}

/** The limits for an order: the location's rules, the current use of its slots, and the work of this order. */
export interface Capacity {
  readonly rules: readonly SlotRule[];
  readonly uses: readonly SlotUse[];
  readonly service: OrderType;
  readonly units: number;
  readonly zone: ZoneId;
}

const STEP_MS = READY_TIME_STEP_MINUTES * 60_000;

/** The start of the quarter of an hour that contains the time. */
export function slotStart(at: Date): Date {
  return new Date(Math.floor(at.getTime() / STEP_MS) * STEP_MS);
}

/** The slots in which an order that is ready at `readyAt` counts. If several rules match, the strictest limit wins. */
export function limitedSlotsAt({ rules, service, zone }: Omit<Capacity, 'uses' | 'units'>, readyAt: Date) {
  const startsAt = slotStart(readyAt);
  const weekday = weekdayOf(localDate(startsAt, zone));
  const rulesOfDay = rules.filter(({ days }) => days.length === 0 || days.includes(weekday));
  return [null, service].flatMap((limitedService): LimitedSlot[] => {
    const limits = rulesOfDay.filter((rule) => rule.service === limitedService);
    const mostOrders = least(limits.map((rule) => rule.mostOrders));
    const mostUnits = least(limits.map((rule) => rule.mostUnits));
    if (mostOrders === null && mostUnits === null) return [];
    return [{ service: limitedService, startsAt, mostOrders, mostUnits }];
  });
}

function least(limits: readonly (number | null)[]): number | null {
  const numbers = limits.filter((limit) => limit !== null);
  return numbers.length === 0 ? null : Math.min(...numbers);
}

/** True if an order that is ready at `readyAt` fits. A slot with orders keeps the limits it was created with. */
export function hasKitchenRoom(capacity: Capacity, readyAt: Date): boolean {
  const { uses, units } = capacity;
  return limitedSlotsAt(capacity, readyAt).every((slot) => {
    const used = uses.find((use) => use.service === slot.service && use.startsAt.getTime() === slot.startsAt.getTime());
    const { mostOrders, mostUnits } = used ?? slot;
    return (
      (mostOrders === null || (used?.orders ?? 0) + 1 <= mostOrders) &&
      (mostUnits === null || (used?.units ?? 0) + units <= mostUnits)
    );
  });
}

const FIVE_MINUTES_MS = 5 * 60_000;

/**
 * The first time between `from` and `until` that fits, and how many slots later than the first one it is; null when
 * none fits. With limits, the time is rounded up to five minutes.
 */
export function firstTimeWithRoom(
  capacity: Capacity | null,
  from: Date,
  until: Date,
): { readonly at: Date; readonly moved: number } | null {
  if (capacity === null) return from <= until ? { at: from, moved: 0 } : null;
  let at = new Date(Math.ceil(from.getTime() / FIVE_MINUTES_MS) * FIVE_MINUTES_MS);
  for (let moved = 0; at <= until; moved++) {
    if (hasKitchenRoom(capacity, at)) return { at, moved };
    at = addMinutes(slotStart(at), READY_TIME_STEP_MINUTES);
  }
  return null;
}
