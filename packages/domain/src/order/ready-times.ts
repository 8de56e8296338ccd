import { addMinutes, dateIn, type DateText, type ZoneId } from '../core/time.ts';
import { addDays, openingOn, type OpeningHours } from '../hours/index.ts';
import type { OrderStatus } from './statuses.ts';

/** A guest chooses among quarters of an hour. */
export const TIME_STEP_MINUTES = 15;
/** Today and the days after it. */
export const TIME_DAYS = 7;
/** So many are offered in place of one that cannot be had. */
const NEAREST = 3;

/** The last day one may order for, by the calendar of the place. */
export function lastTimeDay(now: Date, zone: ZoneId): DateText {
  return addDays(dateIn(now, zone), TIME_DAYS - 1);
}

export interface ReadyTimesQuery {
  /** Minutes the kitchen needs, and how many more it asks for now. */
  readonly quote: number;
  readonly plus: number;
  /** Minutes it needs with what is open now; absent where nobody knows. */
  readonly busy?: number;
  /** Until when it begins nothing. */
  readonly pausedUntil: Date | null;
  readonly hours: OpeningHours;
}

export interface TimesOfDay {
  readonly date: DateText;
  readonly times: readonly Date[];
}

/**
 * The times an order can be ready at, by the calendar of the place: after what the kitchen needs from now, or from when
 * it opens, and before it closes. They are stepped as instants, so the hour that spring skips has none, and the one that
 * autumn repeats has its times twice.
 */
export function readyTimes(
  now: Date,
  { quote, busy = quote, plus, pausedUntil, hours }: ReadyTimesQuery,
): TimesOfDay[] {
  const today = dateIn(now, hours.zone);
  const last = lastTimeDay(now, hours.zone);
  const soonest = Math.max(
    // Who chooses a time goes before nobody who comes as soon as possible.
    addMinutes(now, Math.max(quote, busy) + plus).getTime(),
    pausedUntil ? addMinutes(pausedUntil, quote).getTime() : 0,
  );
  const days = new Map<DateText, Date[]>();
  let closed: Date | null = null;
  // Last night may still be open, and a night's times are those of the day its clock shows.
  for (let day = -1; day < TIME_DAYS; day++) {
    const opening = openingOn(hours, addDays(today, day));
    if (!opening) continue;
    // Where the doors never close the kitchen cooks on.
    const goesOn: boolean = closed !== null && opening.opensAt <= closed;
    const first = Math.max(
      soonest,
      goesOn ? opening.opensAt.getTime() + 1 : addMinutes(opening.opensAt, quote).getTime(),
    );
    closed = opening.closesAt;
    for (let at = fullStep(first); at <= opening.closesAt; at = addMinutes(at, TIME_STEP_MINUTES)) {
      const date = dateIn(at, hours.zone);
      if (date <= last) days.set(date, [...(days.get(date) ?? []), at]);
    }
  }
  return [...days].map(([date, times]) => ({ date, times }));
}

const STEP = TIME_STEP_MINUTES * 60_000;

function fullStep(at: number): Date {
  return new Date(Math.ceil(at / STEP) * STEP);
}

/** What is nearest to a time that cannot be had, soonest first. */
export function nearestTimes(days: readonly TimesOfDay[], requested: Date): Date[] {
  const off = (at: Date) => Math.abs(at.getTime() - requested.getTime());
  return days
    .flatMap(({ times }) => times)
    .toSorted((a, b) => off(a) - off(b) || a.getTime() - b.getTime())
    .slice(0, NEAREST)
    .toSorted((a, b) => a.getTime() - b.getTime());
}

/** Ordered for a time, and the kitchen does not count yet: nobody has to look at it. */
export function isLater(
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
