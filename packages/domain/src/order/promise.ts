import { failure } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';
import { addMinutes } from '../core/time.ts';
import {
  closedOrderText,
  lateOrderText,
  nextOpening,
  openingAt,
  openState,
  type OpeningHours,
} from '../hours/index.ts';
import { pausedText } from './pace.ts';

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
  /** Whoever takes it stands in the kitchen's sight, or it is paid: no pause and no closing turns it away. */
  readonly isTaken: boolean;
}

/** When the house can keep what it says; or why it says nothing, with what would help. */
export function promise(now: Date, asked: Promising): Result<Promised> {
  const { quote, plus, pausedUntil, hours, isActive, agreesToWait, isTaken } = asked;
  const { zone } = hours;
  if (pausedUntil !== null && !isTaken) {
    return err(
      failure('orders-paused', `${pausedText(pausedUntil, now, zone)}.`, { until: pausedUntil.toISOString() }),
    );
  }
  const grounds: Grounds = { quote, source: 'rule', ...(plus > 0 && { plus }) };
  const opening = openingAt(hours, now);
  const readyAt = addMinutes(now, quote + plus);
  // What is ready after the doors close nobody comes for.
  const isLate = opening !== null && !isTaken && readyAt > opening.closesAt;
  if (!isActive || (opening !== null && !isLate)) return ok({ readyAt, fireAt: null, grounds });
  const opensAt = nextOpening(hours, now)?.opensAt ?? null;
  if (opensAt === null || !agreesToWait) {
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
