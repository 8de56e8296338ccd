import { say } from '../core/language.ts';
import { failure } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';
import { addMinutes, dateIn, type ZoneId } from '../core/time.ts';
import { addDays, clockText, nextOpening, openingAt, otherDay, startOfDay, type OpeningHours } from '../hours/index.ts';

/** The durations offered as buttons. */
export const SOLD_OUT_MINUTES = [30, 60, 120] as const;
/** For longer periods staff choose a day. */
export const SOLD_OUT_MINUTES_MOST = 24 * 60;

/** Later dates are probably typing mistakes; a dish that is gone for longer should be taken off the menu. */
export const SOLD_OUT_DAYS_MOST = 366;

/** Means “until someone changes it”: a date in the far future. */
export const UNTIL_PUT_BACK = new Date('9999-12-31T00:00:00.000Z');

/** 'closing', 'put-back' (until someone changes it), a number of minutes, a day (its start) or a time. */
export type SoldOutUntil = string | number | Date;

/** Below this stock the menu shows the exact number, so the menu changes with every portion sold. */
export const FEW_PORTIONS = 10;

/** Why the stock of a dish changed. */
export const STOCK_MOVE_KINDS = ['sale', 'change', 'return', 'oversold', 'count'] as const;

/** The location's time zone and opening hours, for working out the end. */
export interface SoldOutAt {
  readonly zone: ZoneId;
  readonly now: Date;
  /** Null if the stored hours are invalid. */
  readonly hours: OpeningHours | null;
}

/**
 * When the dish is sold again. The time is calculated once and does not move afterwards. It is always a full minute,
 * because pages are cached for a minute. If the location is closed, 'closing' means until it opens.
 */
export function soldOutUntil(request: SoldOutUntil, { zone, now, hours }: SoldOutAt): Result<Date> {
  if (request === 'put-back') return ok(UNTIL_PUT_BACK);
  if (typeof request === 'number') {
    if (!Number.isInteger(request) || request < 1 || request > SOLD_OUT_MINUTES_MOST) {
      return wrong(say`Choose 1 to ${SOLD_OUT_MINUTES_MOST} minutes.`);
    }
    return ok(fullMinute(addMinutes(now, request)));
  }
  if (request !== 'closing') {
    const until = request instanceof Date ? fullMinute(request) : startOfDay(request, zone);
    if (until === null || until <= now) return wrong(say`Choose a time in the future.`);
    if (until > addMinutes(now, SOLD_OUT_DAYS_MOST * 24 * 60)) {
      return wrong(say`Choose a day within a year, or take the dish off the menu.`);
    }
    return ok(until);
  }
  const opening = hours && (openingAt(hours, now)?.closesAt ?? nextOpening(hours, now)?.opensAt);
  // A location without opening hours gets the dish back the next morning.
  return ok(fullMinute(opening ?? startOfDay(addDays(dateIn(now, zone), 1), zone)));
}

function wrong(message: string): Result<Date> {
  return err(failure('invalid-argument', message, { field: 'until' }));
}

const MINUTE = 60_000;

function fullMinute(at: Date): Date {
  return new Date(Math.ceil(at.getTime() / MINUTE) * MINUTE);
}

export function isSoldOut(until: Date | null | undefined, now: Date): boolean {
  return until != null && now < until;
}

/**
 * 'Sold out until 6:30 p.m.', 'Sold out until tomorrow, 11:30 a.m.', or 'Sold out' if it lasts until someone changes
 * it.
 */
export function soldOutText(until: Date | null, now: Date, zone: ZoneId): string {
  if (until === null || until >= UNTIL_PUT_BACK) return say`Sold out`;
  const day = otherDay(until, now, zone);
  const time = clockText(until, zone);
  return day === null ? say`Sold out until ${time}` : say`Sold out until ${day}, ${time}`;
}
