import { cachedFormat, localDate, say, sayNow, type ZoneId } from '../core/index.ts';
import { clockRangeText, clockText } from './clock.ts';
import { addDays } from './dates.ts';

export const LOCATION_INACTIVE = say`Location is currently inactive`;

/** The refusal while the location is closed. Each of these says that nothing was ordered, and when an order is possible. */
export function closedOrderText(opensAt: Date | null, zone: ZoneId, now: Date): string {
  if (opensAt === null) return say`We are closed now and take no orders.`;
  const opening = openingText(opensAt, zone, now);
  return say`We are closed now, so nothing was ordered. We open ${opening}, and you can order for then.`;
}

/** The refusal if there is too little time before closing. */
export function closingSoonOrderText(opensAt: Date | null, zone: ZoneId, now: Date): string {
  if (opensAt === null) return say`It is too late to cook this before we close.`;
  const opening = openingText(opensAt, zone, now);
  return say`It is too late to cook this before we close, so nothing was ordered. We open ${opening}, and you can order for then.`;
}

/** The refusal if the kitchen is full until closing. */
export function kitchenFullOrderText(opensAt: Date | null, zone: ZoneId, now: Date): string {
  if (opensAt === null) return say`The kitchen is full until we close.`;
  const opening = openingText(opensAt, zone, now);
  return say`The kitchen is full until we close, so nothing was ordered. We open ${opening}, and you can order for then.`;
}

/** 'tomorrow at 11:30 a.m.': the local date of the opening and its time. */
export function openingText(opensAt: Date, zone: ZoneId, now: Date): string {
  const day = dayWord(localDate(opensAt, zone), localDate(now, zone));
  const time = clockText(opensAt, zone);
  return say`${day} at ${time}`;
}

/** The day of a later date; null for today. */
export function dayUnlessToday(at: Date, now: Date, zone: ZoneId): string | null {
  const [date, today] = [localDate(at, zone), localDate(now, zone)];
  return date > today ? dayWord(date, today) : null;
}

/** A window of time as shown in messages: '6:25–6:35 p.m.', with the day before it unless it is today. */
export function windowText({ from, to }: { readonly from: Date; readonly to: Date }, now: Date, zone: ZoneId): string {
  const day = dayUnlessToday(to, now, zone);
  const clock = clockRangeText(from, to, zone);
  return day === null ? clock : say`${day}, ${clock}`;
}

/** Instead of a promised time that has passed. */
export const PASSED_ESTIMATE = say`later than planned, as soon as we can`;

/** A promised window for messages. A time that has passed is not an estimate. */
export function estimateText(window: { readonly from: Date; readonly to: Date }, now: Date, zone: ZoneId): string {
  return window.to <= now ? sayNow(PASSED_ESTIMATE) : windowText(window, now, zone);
}

const WEEKDAY = { weekday: 'long', timeZone: 'UTC' } as const;
const DAY = { ...WEEKDAY, month: 'long', day: 'numeric' } as const;

function dayWord(date: string, today: string): string {
  if (date === today) return say`today`;
  if (date === addDays(today, 1)) return say`tomorrow`;
  // A week or more ahead, a weekday alone would be ambiguous.
  const isNear = date < addDays(today, 7);
  const format = cachedFormat(`day ${isNear}`, (locale) => new Intl.DateTimeFormat(locale, isNear ? WEEKDAY : DAY));
  return format.format(Date.parse(`${date}T00:00Z`));
}
