import { localDate, say, sayNow } from '../core/index.ts';
import { clockText } from './clock.ts';
import { weekdayOf } from './dates.ts';
import { hoursOn, nextOpening, openingAt, type Opening } from './open.ts';
import { readHours } from './read-hours.ts';
import { LOCATION_INACTIVE, openingText } from './texts.ts';
import { intervalsOf, type OpeningHours } from './week.ts';

/** The open state of a location as guests see it. */
export type OpenState =
  | { readonly state: 'open'; readonly text: string; readonly closesAt: Date }
  | { readonly state: 'closed'; readonly text: string; readonly opensAt: Date | null }
  | { readonly state: 'inactive'; readonly text: string };

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
