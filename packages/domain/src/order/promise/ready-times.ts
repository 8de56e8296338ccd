import { addMinutes, localDate, type DateText, type ZoneId } from '../../core/time.ts';
import { addDays, openingsOn, type OpeningHours } from '../../hours/index.ts';
import type { PromisedWindow } from './promised-window.ts';
import type { OrderStatus } from '../statuses.ts';

/** Guests choose a full quarter of an hour. */
export const READY_TIME_STEP_MINUTES = 15;
/** Number of days with times, including today. */
export const READY_TIME_DAYS = 7;
/** How many alternatives are offered for an unavailable time. */
const NEAREST_COUNT = 3;
const STEP_MS = READY_TIME_STEP_MINUTES * 60_000;

/** The last date one can order for, in the location's time zone. */
export function lastTimeDay(now: Date, zone: ZoneId): DateText {
  return addDays(localDate(now, zone), READY_TIME_DAYS - 1);
}

export interface ReadyTimesQuery {
  /** The prep time in minutes. */
  readonly quote: number;
  /** Minutes added because the kitchen is busy. */
  readonly plus: number;
  /** The prep time with the current load; absent if unknown. */
  readonly busy?: number;
  /** Until when the kitchen starts no orders. */
  readonly pausedUntil: Date | null;
  readonly hours: OpeningHours;
  /** For a delivery, the promise of the same order as a pickup. */
  readonly asPickup?: PromisedWindow | null;
}

export interface ReadyTimesOnDate {
  readonly date: DateText;
  readonly times: readonly Date[];
}

/**
 * The times at which an order can be ready, by local date: at least the prep time from now and from opening, not before a
 * pickup, and before closing. Steps are in absolute time, so the hour skipped in spring has no times and the hour
 * repeated in autumn has them twice.
 */
export function readyTimes(
  now: Date,
  { quote, busy = quote, plus, pausedUntil, hours, asPickup = null }: ReadyTimesQuery,
): ReadyTimesOnDate[] {
  const today = localDate(now, hours.zone);
  const last = lastTimeDay(now, hours.zone);
  const soonest = Math.max(
    // An order for a chosen time does not overtake those for as soon as possible.
    addMinutes(now, Math.max(quote, busy) + plus).getTime(),
    pausedUntil ? addMinutes(pausedUntil, quote).getTime() : 0,
    // A delivery is not at the door before the same order would be ready at the counter.
    asPickup ? asPickup.to.getTime() : 0,
  );
  const days = new Map<DateText, Date[]>();
  let lastClosing: Date | null = null;
  // Start with yesterday, whose opening may continue after midnight. Times belong to their own date.
  const dates = Array.from({ length: READY_TIME_DAYS + 1 }, (_, index) => addDays(today, index - 1));
  for (const opening of dates.flatMap((date) => openingsOn(hours, date))) {
    // Without a gap between two openings the kitchen keeps working, so no prep time is added. The moment between them
    // belongs to the first.
    const isContinued: boolean = lastClosing !== null && opening.opensAt <= lastClosing;
    const first = Math.max(
      soonest,
      isContinued ? opening.opensAt.getTime() + 1 : addMinutes(opening.opensAt, quote).getTime(),
    );
    lastClosing = opening.closesAt;
    for (
      let at = new Date(Math.ceil(first / STEP_MS) * STEP_MS);
      at <= opening.closesAt;
      at = addMinutes(at, READY_TIME_STEP_MINUTES)
    ) {
      const date = localDate(at, hours.zone);
      if (date <= last) days.set(date, [...(days.get(date) ?? []), at]);
    }
  }
  return [...days].map(([date, times]) => ({ date, times }));
}

/** The nearest available times, in chronological order. */
export function nearestTimes(days: readonly ReadyTimesOnDate[], requestedTime: Date): Date[] {
  const distance = (at: Date) => Math.abs(at.getTime() - requestedTime.getTime());
  return days
    .flatMap(({ times }) => times)
    .toSorted((a, b) => distance(a) - distance(b) || a.getTime() - b.getTime())
    .slice(0, NEAREST_COUNT)
    .toSorted((a, b) => a.getTime() - b.getTime());
}

/** True for a scheduled order whose prep time has not started, so that staff can ignore it. */
export function isScheduledForLater(
  order: {
    readonly status: OrderStatus;
    readonly wantedFor?: string | null | undefined;
    readonly firesAt?: string | undefined;
  },
  now: Date,
): boolean {
  const { status, wantedFor, firesAt } = order;
  return status === 'pending' && wantedFor != null && firesAt !== undefined && now < new Date(firesAt);
}
