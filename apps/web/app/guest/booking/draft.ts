import { fieldsIn } from '@tiffin/domain/core';
import { BOOKING_DRAFT as KEY } from '../../shared/offline/forget.ts';
import type { Booking } from './booking.ts';

/** What was typed lives as long as the tab: a reload loses nothing, the next person on this device finds nothing. `uid`: whose it is. */
export function keepDraft(booking: Booking, uid: string | null): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...booking, uid }));
  } catch {
    // Storage is blocked or full: then a reload starts anew.
  }
}

export function dropDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // nothing was kept
  }
}

const TEXTS = ['locationId', 'name', 'email', 'phone', 'specialRequests'] as const;

export interface DraftLimits {
  /** Who is here; what was typed by nobody who was signed in is theirs too. */
  readonly uid: string | null;
  readonly today: string;
  readonly locationIds: readonly string[];
  /** The address of the page names a place: that one it is. */
  readonly fixedLocationId: string | null;
}

/** The draft, without what no longer holds: a day that is over, a place that takes no tables. */
export function readDraft({ uid, today, locationIds, fixedLocationId }: DraftLimits): Partial<Booking> {
  const stored = read();
  if (stored['uid'] !== null && stored['uid'] !== uid) return {};
  const draft: Record<string, unknown> = {};
  for (const name of TEXTS) if (typeof stored[name] === 'string' && stored[name] !== '') draft[name] = stored[name];
  const place = fixedLocationId ?? draft['locationId'];
  const isOtherPlace = place !== draft['locationId'];
  if (typeof place === 'string' && locationIds.includes(place)) draft['locationId'] = place;
  else delete draft['locationId'];
  if (typeof stored['partySize'] === 'number') draft['partySize'] = stored['partySize'];
  const { date } = stored;
  if (typeof date === 'string' && date >= today) {
    draft['date'] = date;
    draft['slot'] = isOtherPlace ? null : slotOf(stored['slot']);
  }
  return draft;
}

function read(): ReturnType<typeof fieldsIn> {
  try {
    return fieldsIn(sessionStorage.getItem(KEY));
  } catch {
    return {};
  }
}

function slotOf(value: unknown): Booking['slot'] {
  if (typeof value !== 'object' || value === null) return null;
  const { time, label } = value as Record<string, unknown>;
  return typeof time === 'string' && typeof label === 'string' ? { time, label } : null;
}
