import { addMinutes, endWithFullStop, fullMinute, ok, say, type Result, type ZoneId, fail } from '../../core/index.ts';
import { clockText, dayUnlessToday, endOfBusiness, type OpeningHours } from '../../hours/index.ts';
import type { OrderType } from '../order-types.ts';

/** A kitchen that is busy promises guests' orders later; a paused one takes none for a while. */
export const PACE_KINDS = ['busy', 'pause'] as const;
export type PaceKind = (typeof PACE_KINDS)[number];

/** A pause or busy period. It ends at a fixed time. */
export interface PacingPeriod {
  readonly kind: PaceKind;
  /** The order type; null for all. */
  readonly service: OrderType | null;
  /** Minutes added to the promised time; 0 for a pause. */
  readonly plus: number;
  /** On a full minute. */
  readonly until: string;
}

/** The pauses and busy periods that have not ended. */
export function activePacingPeriods<P extends Pick<PacingPeriod, 'until'>>(
  paces: readonly P[],
  now: Date,
): readonly P[] {
  return paces.filter(({ until }) => now < new Date(until));
}

/** The effect on an order type now: until when it is paused, and how many minutes are added. */
export function currentPacing(
  paces: readonly PacingPeriod[],
  service: OrderType,
  now: Date,
): { readonly pausedUntil: Date | null; readonly plus: number } {
  const ofType = activePacingPeriods(paces, now).filter((pace) => pace.service === null || pace.service === service);
  const pauses = ofType.filter(({ kind }) => kind === 'pause').map(({ until }) => Date.parse(until));
  return {
    pausedUntil: pauses.length === 0 ? null : new Date(Math.max(...pauses)),
    plus: Math.max(0, ...ofType.filter(({ kind }) => kind === 'busy').map(({ plus }) => plus)),
  };
}

/** 'Ordering is paused until 6:35 p.m. You can order for later now.', with the day unless it is today. */
export function pausedText(until: Date, now: Date, zone: ZoneId): string {
  return pausedUntilText(clockText(until, zone), dayUnlessToday(until, now, zone));
}

/**
 * The text of `pausedText` for pages, which format times without Temporal. `day` is null for today; `orderFor` is the
 * next day for which an order can be placed, unless it is today.
 */
export function pausedUntilText(clock: string, day: string | null, orderFor: string | null = null): string {
  // '7:02 p.m.' ends with a full stop already, '19 h 02' does not.
  const time = endWithFullStop(clock);
  if (orderFor !== null)
    return day === null
      ? say`Ordering is paused until ${time} You can order for ${orderFor}.`
      : say`Ordering is paused until ${day}, ${time} You can order for ${orderFor}.`;
  return day === null
    ? say`Ordering is paused until ${time} You can order for later now.`
    : say`Ordering is paused until ${day}, ${time} You can order for later now.`;
}

/** What staff can choose: minutes added while busy, and for how long. */
export const BUSY_EXTRA_MINUTES = [5, 10, 15, 30, 45, 60, 90, 120] as const;
export const BUSY_EXTRA_MINUTES_STEP = 5;
export const MAX_BUSY_EXTRA_MINUTES = 120;
export const PACING_DURATIONS = [15, 30, 60] as const;
export const DEFAULT_BUSY_MINUTES = 60;
/** A longer pause needs a manager. */
export const MAX_STAFF_PAUSE_MINUTES = 60;
/** For a longer closure, change the opening hours or deactivate the location. */
export const MAX_PACING_MINUTES = 24 * 60;
/** The characters of the reason for a pause or a rush. */
export const MAX_PACING_REASON_LENGTH = 100;

export interface PaceRequest {
  readonly kind: PaceKind;
  readonly plus: number;
  /** Minutes, or until closing. */
  readonly until: number | 'closing';
}

/** When a pause or busy period ends: counted from now and rounded up, because cached pages expire at full minutes. */
export function pacingEnd(
  { kind, plus, until }: PaceRequest,
  {
    now,
    hours,
    canPauseLong,
  }: { readonly now: Date; readonly hours: OpeningHours | null; readonly canPauseLong: boolean },
): Result<Date> {
  const isStep = Number.isInteger(plus / BUSY_EXTRA_MINUTES_STEP);
  if (kind === 'busy' && !(isStep && plus >= BUSY_EXTRA_MINUTES_STEP && plus <= MAX_BUSY_EXTRA_MINUTES)) {
    return wrong(
      say`Choose ${BUSY_EXTRA_MINUTES_STEP} to ${MAX_BUSY_EXTRA_MINUTES} minutes, in steps of ${BUSY_EXTRA_MINUTES_STEP}.`,
      'plus',
    );
  }
  if (typeof until === 'number' && !(Number.isInteger(until) && until >= 1 && until <= MAX_PACING_MINUTES)) {
    return wrong(say`Choose 1 to ${MAX_PACING_MINUTES} minutes.`, 'until');
  }
  const closing = (hours && endOfBusiness(hours, now)) ?? addMinutes(now, MAX_PACING_MINUTES);
  const ends = fullMinute(typeof until === 'number' ? addMinutes(now, until) : closing);
  const isLong = ends > fullMinute(addMinutes(now, MAX_STAFF_PAUSE_MINUTES));
  if (kind === 'pause' && isLong && !canPauseLong) {
    return fail('manager-needed', say`A manager can pause for more than ${MAX_STAFF_PAUSE_MINUTES} minutes.`);
  }
  return ok(ends);
}

function wrong(message: string, field: string): Result<Date> {
  return fail('invalid-argument', message, { field });
}
