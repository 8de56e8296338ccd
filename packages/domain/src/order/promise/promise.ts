import { addMinutes, endWithFullStop, err, failure, ok, say, type Result, fail } from '../../core/index.ts';
import {
  clockText,
  closedOrderText,
  kitchenFullOrderText,
  closingSoonOrderText,
  nextOpening,
  openingAt,
  openUntil,
  openState,
  dayUnlessToday,
  type OpeningHours,
} from '../../hours/index.ts';
import { limitedSlotsAt, firstTimeWithRoom, hasKitchenRoom, type Capacity, type LimitedSlot } from './capacity.ts';
import type { QuotedMinutes } from './learned-prep-times.ts';
import { pausedText } from './order-pacing.ts';
import { notBefore, promisedWindow, singleTime, type PromisedWindow } from './promised-window.ts';
import { nearestTimes, readyTimes, type ReadyTimesQuery, type ReadyTimesOnDate } from './ready-times.ts';

/** The reasons for a promised time, stored so that it can be evaluated later. */
export interface PromiseBasis {
  /** The prep time in minutes. */
  readonly quote: number;
  /** Whether the prep time comes from the rule or from past orders. */
  readonly source: 'rule' | 'learned';
  /** The number of past orders, and the range in minutes within which most of them were ready. */
  readonly sample?: number;
  readonly from?: number;
  readonly to?: number;
  /** Minutes added because the kitchen is busy. */
  readonly plus?: number;
  /** The opening at which the prep time starts. */
  readonly opens?: string;
  /** When the kitchen slot begins in which the order counts. */
  readonly slot?: string;
  /** How many slots later it is, because the earlier ones were full. */
  readonly moved?: number;
}

export interface PromisedTime {
  /** When the kitchen plans to be done, for a delivery including the way. It decides the kitchen slot. */
  readonly readyAt: Date;
  readonly window: PromisedWindow;
  /** When the prep time starts; null for now. */
  readonly fireAt: Date | null;
  readonly grounds: PromiseBasis;
  /** The kitchen slots in which it counts; empty if there are no limits. */
  readonly counted: readonly LimitedSlot[];
}

/**
 * Who requests the promise. A pause or closing time stops neither the till, where staff know what the kitchen can take,
 * nor a paid order. The till chooses among the offered times; a paid order keeps the time that was paid for.
 */
export type PromiseRequester = 'guest' | 'till' | 'payment';

export interface PrepQuote {
  /** The prep time in minutes, by the rule or learned. */
  readonly quote: number;
  /** Null if it is by the rule. */
  readonly learned: Pick<QuotedMinutes, 'sample' | 'from' | 'to'> | null;
}

export interface PromiseRequest extends PrepQuote {
  /** The prep time at the next opening; absent if it is the same. */
  readonly atOpening?: PrepQuote;
  /** The prep time with the current load, for orders for a chosen time; absent if unknown. */
  readonly busy?: number;
  /** Minutes added because the kitchen is busy. */
  readonly plus: number;
  /** Until when the kitchen takes no orders. */
  readonly pausedUntil: Date | null;
  readonly hours: OpeningHours;
  /** If false, opening hours are not checked: the caller refuses orders of an inactive location. */
  readonly isActive: boolean;
  /** The guest accepted that the order is made at the next opening. */
  readonly agreesToWait: boolean;
  readonly by: PromiseRequester;
  /** The chosen time; null for as soon as possible. */
  readonly wantedFor: Date | null;
  /** The limits of the kitchen slots; null if there are none. */
  readonly capacity: Capacity | null;
  /** For a delivery, the promise of the same order as a pickup. */
  readonly asPickup?: PromisedWindow | null;
}

/** Returns the time that can be promised, or the reason for a refusal with alternatives. */
export function promiseReadyTime(now: Date, request: PromiseRequest): Result<PromisedTime> {
  const { capacity, wantedFor, quote, by } = request;
  const emptyKitchen = capacity && { ...capacity, uses: [] };
  if (emptyKitchen !== null && !hasKitchenRoom(emptyKitchen, wantedFor ?? addMinutes(now, quote))) {
    if (by === 'guest') return fail('invalid-argument', TOO_MUCH_AT_ONCE, { field: 'items' });
    // At the till, staff have agreed it with the kitchen.
    return promiseReadyTime(now, { ...request, capacity: null });
  }
  return wantedFor === null ? promiseSoonest(now, request) : promiseChosenTime(now, request, wantedFor);
}

const TOO_MUCH_AT_ONCE = say`This is more than our kitchen can make at one time. Please call us, or place several orders.`;

function promiseSoonest(now: Date, request: PromiseRequest): Result<PromisedTime> {
  const { quote, plus, pausedUntil, hours, isActive, agreesToWait, by, capacity } = request;
  const { zone } = hours;
  if (pausedUntil !== null && by === 'guest') {
    return fail('orders-paused', pausedText(pausedUntil, now, zone), {
      until: pausedUntil.toISOString(),
    });
  }
  const opening = openingAt(hours, now);
  const from = addMinutes(now, quote + plus);
  // A guest is promised nothing after closing. The same applies when they pay, if they agreed to the next opening.
  const endsAtClosing = by === 'guest' || (by === 'payment' && agreesToWait);
  const until = opening && endsAtClosing ? openUntil(hours, opening) : addMinutes(from, LONGEST_WAIT_MINUTES);
  const firstTime = firstTimeWithRoom(capacity, from, until);
  if (!isActive || (opening !== null && firstTime !== null)) {
    const basis: PromiseBasis = { ...promiseBasisOf(request), plus: plus || undefined };
    const time = firstTime ?? { at: from, moved: 0 };
    return ok(promisedTime(request, basis, time, { fireAt: null, prepMinutes: quote + plus }));
  }
  const next = nextOpening(hours, now);
  if (next === null || !(agreesToWait || by === 'payment')) {
    const opensAt = next?.opensAt ?? null;
    const isFull = opening !== null && from <= until;
    const refusalText = isFull ? kitchenFullOrderText : opening !== null ? closingSoonOrderText : closedOrderText;
    return fail('location-closed', refusalText(opensAt, zone, now), {
      nextOpening: opensAt?.toISOString() ?? null,
      openText: openState(isActive, hours, now).text,
    });
  }
  // At opening the kitchen has no load.
  const { atOpening = request } = request;
  const first = addMinutes(next.opensAt, atOpening.quote);
  const timeAfterOpening = firstTimeWithRoom(capacity, first, openUntil(hours, next));
  if (timeAfterOpening === null) return err(timeUnavailableFailure(now, { ...request, plus: 0 }, first));
  const basis: PromiseBasis = { ...promiseBasisOf(atOpening), opens: next.opensAt.toISOString() };
  return ok(promisedTime(request, basis, timeAfterOpening, { fireAt: next.opensAt, prepMinutes: atOpening.quote }));
}

/** Limits how far after closing the till and paid orders can be promised; it excludes the next day. */
const LONGEST_WAIT_MINUTES = 6 * 60;

function promiseBasisOf({ quote, learned }: PrepQuote): PromiseBasis {
  if (learned === null) return { quote, source: 'rule' };
  const { sample, from, to } = learned;
  return { quote, source: 'learned', sample, from, to };
}

/** Adds the kitchen slots. If the order moved to a later slot, it starts later by the same amount. */
function promisedTime(
  { capacity, wantedFor, asPickup = null }: PromiseRequest,
  basis: PromiseBasis,
  { at, moved }: { readonly at: Date; readonly moved: number },
  { fireAt, prepMinutes }: { readonly fireAt: Date | null; readonly prepMinutes: number },
): PromisedTime {
  const counted = capacity ? limitedSlotsAt(capacity, at) : [];
  const [slot] = counted;
  const window = promisedWindow(at, basis);
  const soonestWindow = asPickup === null ? window : notBefore(window, asPickup);
  return {
    readyAt: at,
    window: wantedFor === null ? soonestWindow : singleTime(at),
    fireAt: moved > 0 ? addMinutes(at, -prepMinutes) : fireAt,
    grounds: {
      ...basis,
      slot: slot?.startsAt.toISOString(),
      moved: moved || undefined,
    },
    counted,
  };
}

function promiseChosenTime(now: Date, request: PromiseRequest, wantedFor: Date): Result<PromisedTime> {
  const { quote, by } = request;
  const begins = addMinutes(wantedFor, -quote);
  const atChosenTime = (): PromisedTime =>
    promisedTime(
      request,
      promiseBasisOf(request),
      { at: wantedFor, moved: 0 },
      { fireAt: begins > now ? begins : null, prepMinutes: quote },
    );
  if (by === 'payment') {
    if (begins >= now) return ok(atChosenTime());
    // Paid too late for the chosen time: make it as soon as possible.
    const soonest = promiseSoonest(now, { ...request, wantedFor: null });
    if (soonest.ok) return soonest;
    const readyAt = addMinutes(now, quote);
    return ok({ ...atChosenTime(), readyAt, window: promisedWindow(readyAt, promiseBasisOf(request)), fireAt: null });
  }
  const isOffered = offeredTimes(now, request).some(({ times }) =>
    times.some((at) => at.getTime() === wantedFor.getTime()),
  );
  return isOffered ? ok(atChosenTime()) : err(timeUnavailableFailure(now, request, wantedFor));
}

/** The till ignores pauses and added minutes; opening hours and full slots still apply. */
function offeredTimes(now: Date, { by, capacity, ...request }: PromiseRequest): ReadyTimesOnDate[] {
  const overrides = by === 'guest' ? {} : { plus: 0, pausedUntil: null };
  return readyTimesWithRoom(now, { ...request, ...overrides }, capacity);
}

/** The available times without those whose slot is full. */
export function readyTimesWithRoom(now: Date, request: ReadyTimesQuery, capacity: Capacity | null): ReadyTimesOnDate[] {
  const days = readyTimes(now, request);
  if (capacity === null) return days;
  return days
    .map(({ date, times }) => ({ date, times: times.filter((at) => hasKitchenRoom(capacity, at)) }))
    .filter(({ times }) => times.length > 0);
}

function timeUnavailableFailure(now: Date, request: PromiseRequest, requested: Date) {
  const { zone } = request.hours;
  const nearest = nearestTimes(offeredTimes(now, request), requested);
  const timeText = (at: Date) =>
    [dayUnlessToday(at, now, zone), clockText(at, zone)].filter((word) => word !== null).join(', ');
  const times = nearest.map(timeText).join('; ');
  const sentences = [
    say`This time is no longer available.`,
    ...(nearest.length === 0 ? [] : [endWithFullStop(say`The nearest times: ${times}`)]),
  ];
  return failure('time-unavailable', sentences.join(' '), {
    field: 'wantedFor',
    nearest: nearest.map((at) => at.toISOString()),
  });
}
