import { say } from '../core/language.ts';
import { failure } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';
import { addMinutes } from '../core/time.ts';
import { nextOpening, openingAt, type OpeningHours } from '../hours/index.ts';
import type { PaceKind } from './pace.ts';

export const PACE_PLUS = [5, 10, 15, 30, 45, 60, 90, 120] as const;
export const PACE_PLUS_STEP = 5;
export const PACE_PLUS_MOST = 120;
export const PACE_MINUTES = [15, 30, 60] as const;
export const BUSY_MINUTES = 60;
/** Longer than that a manager says so. */
export const STAFF_PAUSE_MINUTES = 60;
/** For longer, a place is closed by its hours or switched off. */
export const PACE_MINUTES_MOST = 24 * 60;

export interface PaceWish {
  readonly kind: PaceKind;
  readonly plus: number;
  /** For so many minutes, or until the doors close. */
  readonly until: number | 'closing';
}

/** When it ends, found when it is said; on a full minute, for the minute is how long a page lives. */
export function paceUntil(
  { kind, plus, until }: PaceWish,
  { now, hours, mayLong }: { readonly now: Date; readonly hours: OpeningHours | null; readonly mayLong: boolean },
): Result<Date> {
  const isStep = Number.isInteger(plus / PACE_PLUS_STEP);
  if (kind === 'busy' && !(isStep && plus >= PACE_PLUS_STEP && plus <= PACE_PLUS_MOST)) {
    return wrong(say`Choose ${PACE_PLUS_STEP} to ${PACE_PLUS_MOST} minutes, in steps of ${PACE_PLUS_STEP}.`, 'plus');
  }
  if (typeof until === 'number' && !(Number.isInteger(until) && until >= 1 && until <= PACE_MINUTES_MOST)) {
    return wrong(say`Choose 1 to ${PACE_MINUTES_MOST} minutes.`, 'until');
  }
  const ends = fullMinute(typeof until === 'number' ? addMinutes(now, until) : closing(hours, now));
  const isLong = ends > fullMinute(addMinutes(now, STAFF_PAUSE_MINUTES));
  if (kind === 'pause' && isLong && !mayLong) {
    return err(failure('manager-needed', say`A manager can pause for more than ${STAFF_PAUSE_MINUTES} minutes.`));
  }
  return ok(ends);
}

/** While the doors are shut it is until they open. */
function closing(hours: OpeningHours | null, now: Date): Date {
  const doors = hours && (openingAt(hours, now)?.closesAt ?? nextOpening(hours, now)?.opensAt);
  return doors ?? addMinutes(now, PACE_MINUTES_MOST);
}

const MINUTE = 60_000;

function fullMinute(at: Date): Date {
  return new Date(Math.ceil(at.getTime() / MINUTE) * MINUTE);
}

function wrong(message: string, field: string): Result<Date> {
  return err(failure('invalid-argument', message, { field }));
}
