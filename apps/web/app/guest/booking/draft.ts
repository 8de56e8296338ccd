import { parseJsonFields } from '@tiffin/domain/core';
import { BOOKING_DRAFT } from '../../shared/offline/clear-stored-data.ts';
import { storedTextInTab } from '../../shared/offline/text-storage.ts';
import type { Booking } from './booking.ts';

/** In the tab's session: it survives a reload, but the next person on this device does not see it. */
const storage = storedTextInTab(BOOKING_DRAFT);

export function saveBookingDraft(booking: Booking, uid: string | null): void {
  storage.write(JSON.stringify({ ...booking, uid }));
}

export function deleteBookingDraft(): void {
  storage.write(null);
}

const TEXTS = ['locationId', 'name', 'email', 'phone', 'specialRequests'] as const;

export interface DraftLimits {
  /** The current user, who also gets drafts that were typed while signed out. */
  readonly uid: string | null;
  readonly today: string;
  readonly locationIds: readonly string[];
  /** The location named in the page's address, which replaces the draft's. */
  readonly fixedLocationId: string | null;
}

/** Reads the draft without invalid parts: past days, locations that take no reservations. */
export function readBookingDraft({ uid, today, locationIds, fixedLocationId }: DraftLimits): Partial<Booking> {
  const stored = parseJsonFields(storage.read());
  if (stored['uid'] !== null && stored['uid'] !== uid) return {};
  const draft: Record<string, unknown> = {};
  for (const name of TEXTS) if (typeof stored[name] === 'string' && stored[name] !== '') draft[name] = stored[name];
  const locationId = fixedLocationId ?? draft['locationId'];
  const isOtherLocation = locationId !== draft['locationId'];
  if (typeof locationId === 'string' && locationIds.includes(locationId)) draft['locationId'] = locationId;
  else delete draft['locationId'];
  if (typeof stored['partySize'] === 'number') draft['partySize'] = stored['partySize'];
  const { date } = stored;
  if (typeof date === 'string' && date >= today) {
    draft['date'] = date;
    draft['slot'] = isOtherLocation ? null : slotOf(stored['slot']);
  }
  return draft;
}

function slotOf(value: unknown): Booking['slot'] {
  if (typeof value !== 'object' || value === null) return null;
  const { time, label } = value as Record<string, unknown>;
  return typeof time === 'string' && typeof label === 'string' ? { time, label } : null;
}
