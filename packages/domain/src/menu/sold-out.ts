import { addMinutes, fullMinute, localDate, ok, say, type Result, type ZoneId, fail } from '../core/index.ts';
import { addDays, clockText, dayUnlessToday, endOfBusiness, startOfDay, type OpeningHours } from '../hours/index.ts';

/** The durations offered as buttons. */
export const SOLD_OUT_MINUTES = [30, 60, 120] as const;
/** For longer periods staff choose a day. */
export const MAX_SOLD_OUT_MINUTES = 24 * 60;

/** Later dates are probably typing mistakes; a dish that is gone for longer should be taken off the menu. */
export const MAX_SOLD_OUT_DAYS = 366;

/** Means “until someone changes it”: a date in the far future. */
export const SOLD_OUT_INDEFINITELY = new Date('9999-12-31T00:00:00.000Z');

/** 'closing', 'put-back' (until someone changes it), a number of minutes, a day (its start) or a time. */
export type SoldOutRequest = string | number | Date;

/** Below this stock the menu shows the exact number, so the menu changes with every portion sold. */
export const FEW_PORTIONS = 10;

/** Why the stock of a dish changed. */
export const STOCK_MOVE_KINDS = ['sale', 'change', 'return', 'oversold', 'count'] as const;

/** The location's time zone and opening hours, for working out the end. */
export interface SoldOutContext {
  readonly zone: ZoneId;
  readonly now: Date;
  /** Null if the stored hours are invalid. */
  readonly hours: OpeningHours | null;
}

/**
 * When the dish is sold again. The time is calculated once and does not move afterwards. It is always a full minute,
 * because pages are cached for a minute. 'closing' is the end of business.
 */
export function resolveSoldOutEnd(requestedEnd: SoldOutRequest, { zone, now, hours }: SoldOutContext): Result<Date> {
  if (requestedEnd === 'put-back') return ok(SOLD_OUT_INDEFINITELY);
  if (typeof requestedEnd === 'number') {
    if (!Number.isInteger(requestedEnd) || requestedEnd < 1 || requestedEnd > MAX_SOLD_OUT_MINUTES) {
      return wrong(say`Choose 1 to ${MAX_SOLD_OUT_MINUTES} minutes.`);
    }
    return ok(fullMinute(addMinutes(now, requestedEnd)));
  }
  if (requestedEnd !== 'closing') {
    const until = requestedEnd instanceof Date ? fullMinute(requestedEnd) : startOfDay(requestedEnd, zone);
    if (until === null || until <= now) return wrong(say`Choose a time in the future.`);
    if (until > addMinutes(now, MAX_SOLD_OUT_DAYS * 24 * 60)) {
      return wrong(say`Choose a day within a year, or take the dish off the menu.`);
    }
    return ok(until);
  }
  // A location without opening hours gets the dish back the next morning.
  return ok(fullMinute((hours && endOfBusiness(hours, now)) ?? startOfDay(addDays(localDate(now, zone), 1), zone)));
}

function wrong(message: string): Result<Date> {
  return fail('invalid-argument', message, { field: 'until' });
}

/** True until the dish is sold again. */
export function isSoldOut(until: Date | null | undefined, now: Date): boolean {
  return until != null && now < until;
}

/** 'Sold out until tomorrow, 11:30 a.m.', or 'Sold out' if it lasts until someone changes it. */
export function soldOutText(until: Date | null, now: Date, zone: ZoneId): string {
  if (until === null || until >= SOLD_OUT_INDEFINITELY) return say`Sold out`;
  const day = dayUnlessToday(until, now, zone);
  const time = clockText(until, zone);
  return day === null ? say`Sold out until ${time}` : say`Sold out until ${day}, ${time}`;
}
