import { say } from '../core/language.ts';
import { failure } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';
import { addMinutes } from '../core/time.ts';
import { sentence } from '../core/variants.ts';
import {
  clockText,
  closedOrderText,
  fullOrderText,
  lateOrderText,
  nextOpening,
  openingAt,
  openUntil,
  openState,
  otherDay,
  type OpeningHours,
} from '../hours/index.ts';
import { countedIn, firstWithRoom, hasRoom, type Capacity, type CountedSlot } from './capacity.ts';
import type { QuotedMinutes } from './learned.ts';
import { pausedText } from './pace.ts';
import { nearestTimes, readyTimes, type ReadyTimesQuery, type TimesOfDay } from './ready-times.ts';

/** On what a promise stands, so that it can be judged later. */
export interface PromiseBasis {
  /** Minutes the kitchen needs. */
  readonly quote: number;
  /** By the rule, or by what its own past orders took. */
  readonly source: 'rule' | 'learned';
  /** Of how many orders it was learned, and between how many minutes most of them were ready. */
  readonly sample?: number;
  readonly from?: number;
  readonly to?: number;
  /** So many more, because it said that it is busy. */
  readonly plus?: number;
  /** It counts from this opening on. */
  readonly opens?: string;
  /** It is counted in this quarter of an hour. */
  readonly slot?: string;
  /** So many quarters of an hour later, because those before were full. */
  readonly moved?: number;
}

export interface Promised {
  readonly readyAt: Date;
  /** From when on the kitchen counts; null: from now. */
  readonly fireAt: Date | null;
  readonly grounds: PromiseBasis;
  /** Where it is counted; none where nothing is limited. */
  readonly counted: readonly CountedSlot[];
}

/**
 * Who asks. Whoever stands at the till knows whether the kitchen takes another one, and what is paid is cooked: no pause
 * and no closing turns them away. At the till a time is chosen among those there are; what was paid for keeps its own.
 */
export type PromiseFor = 'guest' | 'till' | 'payment';

export interface Quoted {
  /** Minutes the kitchen needs, by the rule or as it was learned. */
  readonly quote: number;
  readonly learned: Pick<QuotedMinutes, 'sample' | 'from' | 'to'> | null;
}

export interface Promising extends Quoted {
  /** What it needs when the doors open next; absent where that is as long as always. */
  readonly atOpening?: Quoted;
  /** Minutes it needs with what is open now, where a time is chosen; absent where nobody knows. */
  readonly busy?: number;
  /** How many more it asks for now. */
  readonly plus: number;
  /** Until when the kitchen takes no orders. */
  readonly pausedUntil: Date | null;
  readonly hours: OpeningHours;
  /** A closed place is asked no more: it takes nothing at all, or whoever asks is told so otherwise. */
  readonly isActive: boolean;
  /** The guest knows that it is cooked when the doors open next. */
  readonly agreesToWait: boolean;
  readonly by: PromiseFor;
  /** The time it shall be ready at; null: as soon as possible. */
  readonly wantedFor: Date | null;
  /** What limits it; null: nothing. */
  readonly capacity: Capacity | null;
}

/** When the house can keep what it says; or why it says nothing, with what would help. */
export function promise(now: Date, request: Promising): Result<Promised> {
  const { capacity, wantedFor, quote, by } = request;
  if (capacity !== null && !hasRoom({ ...capacity, uses: [] }, wantedFor ?? addMinutes(now, quote))) {
    if (by === 'guest') return err(failure('invalid-argument', TOO_MUCH_AT_ONCE, { field: 'items' }));
    // Whoever stands at the till has settled that with the kitchen.
    return promise(now, { ...request, capacity: null });
  }
  return wantedFor === null ? soonest(now, request) : atTime(now, request, wantedFor);
}

const TOO_MUCH_AT_ONCE = say`This is more than our kitchen makes in a quarter of an hour. Please call us, or order it in parts.`;

function soonest(now: Date, request: Promising): Result<Promised> {
  const { quote, plus, pausedUntil, hours, isActive, agreesToWait, by, capacity } = request;
  const { zone } = hours;
  if (pausedUntil !== null && by === 'guest') {
    return err(
      failure('orders-paused', sentence(pausedText(pausedUntil, now, zone)), { until: pausedUntil.toISOString() }),
    );
  }
  const opening = openingAt(hours, now);
  const from = addMinutes(now, quote + plus);
  // What is ready after the doors close nobody comes for; whoever agreed to the next opening keeps it when they pay.
  const isRequested = by === 'guest' || (by === 'payment' && agreesToWait);
  const until = opening && isRequested ? openUntil(hours, opening) : addMinutes(from, LONGEST_WAIT_MINUTES);
  const found = firstWithRoom(capacity, from, until);
  if (!isActive || (opening !== null && found !== null)) {
    const basis: PromiseBasis = { ...promiseBasisOf(request), ...(plus > 0 && { plus }) };
    return ok(promised(request, basis, found ?? { at: from, moved: 0 }, { fireAt: null, before: quote + plus }));
  }
  const next = nextOpening(hours, now);
  if (next === null || !(agreesToWait || by === 'payment')) {
    const opensAt = next?.opensAt ?? null;
    const isFull = opening !== null && from <= until;
    const words = isFull ? fullOrderText : opening !== null ? lateOrderText : closedOrderText;
    return err(
      failure('location-closed', words(opensAt, zone, now), {
        nextOpening: opensAt?.toISOString() ?? null,
        openText: openState(true, hours, now).text,
      }),
    );
  }
  // Nobody is busy yet when the doors open.
  const { atOpening = request } = request;
  const first = addMinutes(next.opensAt, atOpening.quote);
  const then = firstWithRoom(capacity, first, openUntil(hours, next));
  if (then === null) return err(noTime(now, { ...request, plus: 0 }, first));
  const basis: PromiseBasis = { ...promiseBasisOf(atOpening), opens: next.opensAt.toISOString() };
  return ok(promised(request, basis, then, { fireAt: next.opensAt, before: atOpening.quote }));
}

/** Whoever stands at the till may promise beyond closing, but not for tomorrow. */
const LONGEST_WAIT_MINUTES = 6 * 60;

function promiseBasisOf({ quote, learned }: Quoted): PromiseBasis {
  if (learned === null) return { quote, source: 'rule' };
  const { sample, from, to } = learned;
  return { quote, source: 'learned', sample, from, to };
}

/** Between which full five minutes an order is mostly ready that is promised for then; null: nothing was learned. */
export function readyBetween(
  readyAt: Date,
  { quote, from, to }: PromiseBasis,
): { readonly from: Date; readonly to: Date } | null {
  if (from === undefined || to === undefined) return null;
  const step = TIME_ROUNDED_MINUTES * 60_000;
  return {
    from: new Date(Math.floor(addMinutes(readyAt, from - quote).getTime() / step) * step),
    to: new Date(Math.ceil(addMinutes(readyAt, to - quote).getTime() / step) * step),
  };
}

const TIME_ROUNDED_MINUTES = 5;

/** With where it is counted; what was moved on is begun as much later. */
function promised(
  { capacity }: Promising,
  basis: PromiseBasis,
  { at, moved }: { readonly at: Date; readonly moved: number },
  { fireAt, before }: { readonly fireAt: Date | null; readonly before: number },
): Promised {
  const counted = capacity ? countedIn(capacity, at) : [];
  const [slot] = counted;
  return {
    readyAt: at,
    fireAt: moved > 0 ? addMinutes(at, -before) : fireAt,
    grounds: {
      ...basis,
      ...(slot && { slot: slot.startsAt.toISOString() }),
      ...(moved > 0 && { moved }),
    },
    counted,
  };
}

function atTime(now: Date, request: Promising, wantedFor: Date): Result<Promised> {
  const { quote, by } = request;
  const begins = addMinutes(wantedFor, -quote);
  const stored = (): Promised =>
    promised(
      request,
      promiseBasisOf(request),
      { at: wantedFor, moved: 0 },
      { fireAt: begins > now ? begins : null, before: quote },
    );
  if (by === 'payment') {
    if (begins >= now) return ok(stored());
    // Paid too late for its time, it is begun as soon as possible.
    const then = soonest(now, { ...request, wantedFor: null });
    return then.ok ? then : ok({ ...stored(), readyAt: addMinutes(now, quote), fireAt: null });
  }
  const isThere = timesFor(now, request).some(({ times }) => times.some((at) => at.getTime() === wantedFor.getTime()));
  return isThere ? ok(stored()) : err(noTime(now, request, wantedFor));
}

/** At the till nothing holds times back but the doors and what is full. */
function timesFor(now: Date, { by, capacity, ...request }: Promising): TimesOfDay[] {
  const reserved = by === 'guest' ? {} : { plus: 0, pausedUntil: null };
  return timesWithRoom(now, { ...request, ...reserved }, capacity);
}

/** The times there are, without those the kitchen has no room at. */
export function timesWithRoom(now: Date, request: ReadyTimesQuery, capacity: Capacity | null): TimesOfDay[] {
  const days = readyTimes(now, request);
  if (capacity === null) return days;
  return days
    .map(({ date, times }) => ({ date, times: times.filter((at) => hasRoom(capacity, at)) }))
    .filter(({ times }) => times.length > 0);
}

function noTime(now: Date, request: Promising, requested: Date) {
  const { zone } = request.hours;
  const nearest = nearestTimes(timesFor(now, request), requested);
  const message = (at: Date) =>
    [otherDay(at, now, zone), clockText(at, zone)].filter((word) => word !== null).join(', ');
  const times = nearest.map(message).join('; ');
  const words = [
    say`This time cannot be had any more.`,
    ...(nearest.length === 0 ? [] : [sentence(say`The nearest times: ${times}`)]),
  ];
  return failure('time-unavailable', words.join(' '), {
    field: 'wantedFor',
    nearest: nearest.map((at) => at.toISOString()),
  });
}
