import { say } from '../core/language.ts';
import { failure } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';
import { addMinutes, dateIn, type ZoneId } from '../core/time.ts';
import { addDays, clockText, nextOpening, openingAt, otherDay, startOfDay, type OpeningHours } from '../hours/index.ts';

/** What is offered to press. */
export const SOLD_OUT_MINUTES = [30, 60, 120] as const;
/** Longer than that is until a day. */
export const SOLD_OUT_MINUTES_MOST = 24 * 60;

/** A date further off is a typing mistake; what is gone for longer is taken off the menu. */
export const SOLD_OUT_DAYS_MOST = 366;

/** Until somebody puts it back: an instant like any other, which nobody lives to see. */
export const UNTIL_PUT_BACK = new Date('9999-12-31T00:00:00.000Z');

/** 'closing', 'put-back' (when somebody says so), for so many minutes, or until a day (its first moment) or an instant. */
export type SoldOutUntil = string | number | Date;

/** Fewer portions than this are few: how many there are is on the menu to the portion, and so is another menu with each. */
export const FEW_PORTIONS = 10;

/** Why the portions of a counted dish became more or fewer. */
export const STOCK_MOVE_KINDS = ['sale', 'change', 'return', 'oversold', 'count'] as const;

/** Where a dish runs out: whose clock and whose doors are meant. */
export interface SoldOutAt {
  readonly zone: ZoneId;
  readonly now: Date;
  /** Null when the hours written down cannot be read. */
  readonly hours: OpeningHours | null;
}

/**
 * The instant it is sold again, found when it is said and never moved afterwards. Always on a full minute, for the minute
 * is how long a page lives. Until closing means, while the doors are shut, until they open.
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
    if (until === null || until <= now) return wrong(say`Choose a time that is still to come.`);
    if (until > addMinutes(now, SOLD_OUT_DAYS_MOST * 24 * 60)) {
      return wrong(say`Choose a day within a year, or take the dish off the menu.`);
    }
    return ok(until);
  }
  const opening = hours && (openingAt(hours, now)?.closesAt ?? nextOpening(hours, now)?.opensAt);
  // A place that never opens is none the worse for a dish that is back in the morning.
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

/** 'Sold out until 6:30 p.m.', 'Sold out until tomorrow, 11:30 a.m.', and 'Sold out' as long as nobody puts it back. */
export function soldOutText(until: Date | null, now: Date, zone: ZoneId): string {
  if (until === null || until >= UNTIL_PUT_BACK) return say`Sold out`;
  const day = otherDay(until, now, zone);
  const time = clockText(until, zone);
  return day === null ? say`Sold out until ${time}` : say`Sold out until ${day}, ${time}`;
}
