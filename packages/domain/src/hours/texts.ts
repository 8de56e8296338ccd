import { cachedFormat, localDate, say, sayNow, type ZoneId } from '../core/index.ts';
import { clockRangeText, clockText } from './clock.ts';
import { type Opening, addDays, hoursOn, nextOpening, openingAt, weekdayOf } from './open.ts';
import { intervalsOf, type OpeningHours, readHours } from './week.ts';

export const LOCATION_INACTIVE = say`Location is currently inactive`;

/** The open state of a location as guests see it. */
export type OpenState =
  | { readonly state: 'open'; readonly text: string; readonly closesAt: Date }
  | { readonly state: 'closed'; readonly text: string; readonly opensAt: Date | null }
  | { readonly state: 'inactive'; readonly text: string };

/** The open state now. */
export function openState(isActive: boolean, hours: OpeningHours, now: Date): OpenState {
  if (!isActive) return { state: 'inactive', text: sayNow(LOCATION_INACTIVE) };
  const open = openingAt(hours, now);
  if (open) {
    const time = clockText(open.closesAt, hours.zone);
    return { state: 'open', text: say`Open until ${time}`, closesAt: open.closesAt };
  }
  const next = nextOpening(hours, now);
  return { state: 'closed', text: closedText(next, hours, now), opensAt: next?.opensAt ?? null };
}

function closedText(next: Opening | null, hours: OpeningHours, now: Date): string {
  if (!next) return say`Closed`;
  const opening = openingText(next.opensAt, hours.zone, now);
  return say`Closed - Opens ${opening}`;
}

/** The message at checkout while the location is closed. */
export function closedOrderText(opensAt: Date | null, zone: ZoneId, now: Date): string {
  if (opensAt === null) return say`We are closed now and take no orders.`;
  const opening = openingText(opensAt, zone, now);
  return say`We are closed now. We open ${opening} and will prepare your order then.`;
}

/** The message if there is too little time before closing. */
export function closingSoonOrderText(opensAt: Date | null, zone: ZoneId, now: Date): string {
  if (opensAt === null) return say`It is too late to cook this before we close.`;
  const opening = openingText(opensAt, zone, now);
  return say`It is too late to cook this before we close. We open ${opening} and will prepare your order then.`;
}

/** The message if the kitchen is full until closing. */
export function kitchenFullOrderText(opensAt: Date | null, zone: ZoneId, now: Date): string {
  if (opensAt === null) return say`The kitchen is full until we close.`;
  const opening = openingText(opensAt, zone, now);
  return say`The kitchen is full until we close. We open ${opening} and will prepare your order then.`;
}

/** 'tomorrow at 11:30 a.m.': the local date of the opening and its time. */
function openingText(opensAt: Date, zone: ZoneId, now: Date): string {
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

/** Today's hours in the back office: only configured ones, without defaults. */
export function todaysHoursText(stored: unknown, exceptions: unknown, zone: string, now: Date): string {
  const read = readHours(stored, exceptions, zone);
  if (!read.ok) return say`Hours TBD`;
  const today = localDate(now, zone);
  const isException = read.value.exceptions.some((exception) => exception.date === today);
  if (!isException && !isConfigured(stored, weekdayOf(today))) return say`Hours TBD`;
  const hours = intervalsOf(hoursOn(read.value, today)).map(({ open, close }) => `${open} - ${close}`);
  if (hours.length === 0) return say`Closed Today`;
  const intervals = hours.join(', ');
  return say`Today: ${intervals}`;
}

function isConfigured(stored: unknown, weekday: string): boolean {
  return (
    typeof stored === 'object' &&
    stored !== null &&
    Object.entries(stored).some(([day, hours]) => day === weekday && hours != null)
  );
}
