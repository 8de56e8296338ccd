import { say } from '../core/language.ts';
import { failure } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';
import { addMinutes, type ZoneId } from '../core/time.ts';
import { clockText, nextOpening, openingAt, otherDay, type OpeningHours } from '../hours/index.ts';
import type { OrderType } from './order-types.ts';

/** A kitchen that is busy promises guests' orders later; a paused one takes none for a while. */
export const PACE_KINDS = ['busy', 'pause'] as const;
export type PaceKind = (typeof PACE_KINDS)[number];

/** A pause or busy period. It ends at a fixed time. */
export interface Pace {
  readonly kind: PaceKind;
  /** The order type; null for all. */
  readonly service: OrderType | null;
  /** Minutes added to the promised time; 0 for a pause. */
  readonly plus: number;
  /** On a full minute. */
  readonly until: string;
}

/** The pauses and busy periods that have not ended. */
export function inForce<P extends Pick<Pace, 'until'>>(paces: readonly P[], now: Date): readonly P[] {
  return paces.filter(({ until }) => now < new Date(until));
}

/** The effect on an order type now: until when it is paused, and how many minutes are added. */
export function paceOf(
  paces: readonly Pace[],
  service: OrderType,
  now: Date,
): { readonly pausedUntil: Date | null; readonly plus: number } {
  const own = inForce(paces, now).filter((pace) => pace.service === null || pace.service === service);
  const pauses = own.filter(({ kind }) => kind === 'pause').map(({ until }) => Date.parse(until));
  return {
    pausedUntil: pauses.length === 0 ? null : new Date(Math.max(...pauses)),
    plus: Math.max(0, ...own.filter(({ kind }) => kind === 'busy').map(({ plus }) => plus)),
  };
}

/** 'Takes orders again at 6:35 p.m.', with the day unless it is today. */
export function pausedText(until: Date, now: Date, zone: ZoneId): string {
  const day = otherDay(until, now, zone);
  const time = clockText(until, zone);
  return day === null ? say`Takes orders again at ${time}` : say`Takes orders again ${day} at ${time}`;
}

export const PACE_PLUS = [5, 10, 15, 30, 45, 60, 90, 120] as const;
export const PACE_PLUS_STEP = 5;
export const PACE_PLUS_MOST = 120;
export const PACE_MINUTES = [15, 30, 60] as const;
export const BUSY_MINUTES = 60;
/** A longer pause needs a manager. */
export const STAFF_PAUSE_MINUTES = 60;
/** For a longer closure, change the opening hours or deactivate the location. */
export const PACE_MINUTES_MOST = 24 * 60;

export interface PaceRequest {
  readonly kind: PaceKind;
  readonly plus: number;
  /** Minutes, or until closing. */
  readonly until: number | 'closing';
}

/**
 * Returns the end time, counted from now and rounded up to a full minute, because cached pages expire at each full
 * minute.
 */
export function paceUntil(
  { kind, plus, until }: PaceRequest,
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

/** While the location is closed, the pause lasts until it opens. */
function closing(hours: OpeningHours | null, now: Date): Date {
  const opening = hours && (openingAt(hours, now)?.closesAt ?? nextOpening(hours, now)?.opensAt);
  return opening ?? addMinutes(now, PACE_MINUTES_MOST);
}

const MINUTE = 60_000;

function fullMinute(at: Date): Date {
  return new Date(Math.ceil(at.getTime() / MINUTE) * MINUTE);
}

function wrong(message: string, field: string): Result<Date> {
  return err(failure('invalid-argument', message, { field }));
}
