import { type ZoneId, dateIn } from '../core/time.ts';
import { clockText } from './clock.ts';
import { type Opening, addDays, hoursOn, nextOpening, openingAt, weekdayOf } from './open.ts';
import { type OpeningHours, WEEKDAY_NAMES, readHours } from './week.ts';

export const LOCATION_INACTIVE = 'Location is currently inactive';

/** What a guest is told about a location at this moment. */
export type OpenState =
  | { readonly state: 'open'; readonly text: string; readonly closesAt: Date }
  | { readonly state: 'closed'; readonly text: string; readonly opensAt: Date | null }
  | { readonly state: 'inactive'; readonly text: typeof LOCATION_INACTIVE };

export function openState(isActive: boolean, hours: OpeningHours, now: Date): OpenState {
  if (!isActive) return { state: 'inactive', text: LOCATION_INACTIVE };
  const open = openingAt(hours, now);
  if (open) {
    return { state: 'open', text: `Open until ${clockText(open.closesAt, hours.zone)}`, closesAt: open.closesAt };
  }
  const next = nextOpening(hours, now);
  return { state: 'closed', text: closedText(next, hours, now), opensAt: next?.opensAt ?? null };
}

function closedText(next: Opening | null, hours: OpeningHours, now: Date): string {
  return next ? `Closed - Opens ${openingText(next.opensAt, hours.zone, now)}` : 'Closed';
}

/** What checkout says before it takes an order for the next opening. */
export function closedOrderText(opensAt: Date | null, zone: ZoneId, now: Date): string {
  if (opensAt === null) return 'We are closed now and take no orders.';
  return `We are closed now. We open ${openingText(opensAt, zone, now)} and will prepare your order then.`;
}

/** The same while the doors are still open, but not for long enough. */
export function lateOrderText(opensAt: Date | null, zone: ZoneId, now: Date): string {
  const late = 'It is too late to cook this before we close';
  if (opensAt === null) return `${late}.`;
  return `${late}. We open ${openingText(opensAt, zone, now)} and will prepare your order then.`;
}

/** The same while the kitchen has all it can do until it closes. */
export function fullOrderText(opensAt: Date | null, zone: ZoneId, now: Date): string {
  const full = 'The kitchen is full until we close';
  if (opensAt === null) return `${full}.`;
  return `${full}. We open ${openingText(opensAt, zone, now)} and will prepare your order then.`;
}

/** 'tomorrow at 11:30 AM': the day the guest's calendar shows when the doors open. */
function openingText(opensAt: Date, zone: ZoneId, now: Date): string {
  return `${dayWord(dateIn(opensAt, zone), dateIn(now, zone))} at ${clockText(opensAt, zone)}`;
}

/** The day of a time when it is not today's: an order of the night is ready tomorrow. */
export function otherDay(at: Date, now: Date, zone: ZoneId): string | null {
  const [date, today] = [dateIn(at, zone), dateIn(now, zone)];
  return date > today ? dayWord(date, today) : null;
}

function dayWord(date: string, today: string): string {
  if (date === today) return 'today';
  if (date === addDays(today, 1)) return 'tomorrow';
  const weekday = WEEKDAY_NAMES[weekdayOf(date)];
  // from a week on, a weekday alone would name the wrong day
  return date < addDays(today, 7) ? weekday : `${weekday}, ${dayAndMonth(date)}`;
}

function dayAndMonth(date: string): string {
  const { month, day } = Temporal.PlainDate.from(date);
  return `${MONTHS[month - 1] ?? ''} ${day}`;
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** The back office's line about today: what is written down, and only that. */
export function todaysHoursText(stored: unknown, exceptions: unknown, zone: string, now: Date): string {
  const read = readHours(stored, exceptions, zone);
  if (!read.ok) return 'Hours TBD';
  const today = dateIn(now, zone);
  const isException = read.value.exceptions.some((exception) => exception.date === today);
  if (!isException && !isWritten(stored, weekdayOf(today))) return 'Hours TBD';
  const { open, close, closed } = hoursOn(read.value, today);
  return closed ? 'Closed Today' : `Today: ${open} - ${close}`;
}

function isWritten(stored: unknown, weekday: string): boolean {
  return (
    typeof stored === 'object' &&
    stored !== null &&
    Object.entries(stored).some(([day, hours]) => day === weekday && hours != null)
  );
}
