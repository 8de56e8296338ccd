import { failure } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';
import { addMinutes } from '../core/time.ts';
import { sentence } from '../core/variants.ts';
import {
  clockText,
  closedOrderText,
  lateOrderText,
  nextOpening,
  openingAt,
  openUntil,
  openState,
  otherDay,
  type OpeningHours,
} from '../hours/index.ts';
import { pausedText } from './pace.ts';
import { nearestTimes, readyTimes } from './ready-times.ts';

/** On what a promise stands, so that it can be judged later. */
export interface Grounds {
  /** Minutes the kitchen needs, by the rule. */
  readonly quote: number;
  readonly source: 'rule';
  /** So many more, because it said that it is busy. */
  readonly plus?: number;
  /** It counts from this opening on. */
  readonly opens?: string;
}

export interface Promised {
  readonly readyAt: Date;
  /** From when on the kitchen counts; null: from now. */
  readonly fireAt: Date | null;
  readonly grounds: Grounds;
}

/**
 * Who asks. Whoever stands at the till knows whether the kitchen takes another one, and what is paid is cooked: no pause
 * and no closing turns them away. At the till a time is chosen among those there are; what was paid for keeps its own.
 */
export type AskedBy = 'guest' | 'till' | 'payment';

export interface Promising {
  /** Minutes the kitchen needs as a rule, and how many more it asks for now. */
  readonly quote: number;
  readonly plus: number;
  /** Until when the kitchen takes no orders. */
  readonly pausedUntil: Date | null;
  readonly hours: OpeningHours;
  /** A closed place is asked no more: it takes nothing at all, or whoever asks is told so otherwise. */
  readonly isActive: boolean;
  /** The guest knows that it is cooked when the doors open next. */
  readonly agreesToWait: boolean;
  readonly by: AskedBy;
  /** The time it shall be ready at; null: as soon as possible. */
  readonly wantedFor: Date | null;
}

/** When the house can keep what it says; or why it says nothing, with what would help. */
export function promise(now: Date, asked: Promising): Result<Promised> {
  return asked.wantedFor === null ? soonest(now, asked) : atTime(now, asked, asked.wantedFor);
}

function soonest(
  now: Date,
  { quote, plus, pausedUntil, hours, isActive, agreesToWait, by }: Promising,
): Result<Promised> {
  const { zone } = hours;
  if (pausedUntil !== null && by === 'guest') {
    return err(
      failure('orders-paused', sentence(pausedText(pausedUntil, now, zone)), { until: pausedUntil.toISOString() }),
    );
  }
  const grounds: Grounds = { quote, source: 'rule', ...(plus > 0 && { plus }) };
  const opening = openingAt(hours, now);
  const readyAt = addMinutes(now, quote + plus);
  // What is ready after the doors close nobody comes for; whoever agreed to the next opening keeps it when they pay.
  const isAsked = by === 'guest' || (by === 'payment' && agreesToWait);
  const isLate = opening !== null && isAsked && readyAt > openUntil(hours, opening);
  if (!isActive || (opening !== null && !isLate)) return ok({ readyAt, fireAt: null, grounds });
  const opensAt = nextOpening(hours, now)?.opensAt ?? null;
  if (opensAt === null || !(agreesToWait || by === 'payment')) {
    return err(
      failure('location-closed', (isLate ? lateOrderText : closedOrderText)(opensAt, zone, now), {
        nextOpening: opensAt?.toISOString() ?? null,
        openText: openState(true, hours, now).text,
      }),
    );
  }
  // Nobody is busy yet when the doors open.
  return ok({
    readyAt: addMinutes(opensAt, quote),
    fireAt: opensAt,
    grounds: { quote, source: 'rule', opens: opensAt.toISOString() },
  });
}

function atTime(now: Date, asked: Promising, wantedFor: Date): Result<Promised> {
  const { quote, plus, pausedUntil, hours, by } = asked;
  const grounds: Grounds = { quote, source: 'rule' };
  const begins = addMinutes(wantedFor, -quote);
  if (by === 'payment') {
    if (begins >= now) return ok({ readyAt: wantedFor, fireAt: begins > now ? begins : null, grounds });
    // Paid too late for its time, it is begun as soon as possible.
    const then = soonest(now, { ...asked, wantedFor: null });
    return then.ok ? then : ok({ readyAt: addMinutes(now, quote), fireAt: null, grounds });
  }
  const held = by === 'guest' ? { plus, pausedUntil } : { plus: 0, pausedUntil: null };
  const days = readyTimes(now, { quote, hours, ...held });
  const isThere = days.some(({ times }) => times.some((at) => at.getTime() === wantedFor.getTime()));
  if (isThere) return ok({ readyAt: wantedFor, fireAt: begins > now ? begins : null, grounds });
  const nearest = nearestTimes(days, wantedFor);
  const { zone } = hours;
  const said = (at: Date) => [otherDay(at, now, zone), clockText(at, zone)].filter((word) => word !== null).join(', ');
  const words = nearest.length === 0 ? '' : ` ${sentence(`The nearest times: ${nearest.map(said).join('; ')}`)}`;
  return err(
    failure('time-unavailable', `This time cannot be had any more.${words}`, {
      field: 'wantedFor',
      nearest: nearest.map((at) => at.toISOString()),
    }),
  );
}
