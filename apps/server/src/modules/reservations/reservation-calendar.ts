import { addressLine } from '@tiffin/domain/locations';
import type { LocationRow } from '../locations/queries.ts';
import type { SiteSettings } from '../locations/restaurant/site.ts';
import { calendarFile, calendarMethod, type CalendarEvent } from './calendar-file.ts';
import type { ReservationRow } from './reservation-answer.ts';

interface EventParts {
  readonly publicUrl: string;
  readonly site: SiteSettings;
  readonly location: LocationRow | null;
  /** Null in mails: they contain the link themselves, and a stored calendar must hold no secret. */
  readonly manageUrl: string | null;
}

export function calendarEventOf(
  row: ReservationRow,
  { publicUrl, site, location, manageUrl }: EventParts,
): CalendarEvent {
  const email = location?.email ?? site.email;
  return {
    reservationId: row.reservation_id,
    host: new URL(publicUrl).hostname,
    restaurant: site.name,
    location: row.location_name,
    address: location ? addressLine({ ...location, postalCode: location.postal_code }) : '',
    phone: location?.phone ?? site.phone,
    partySize: row.party_size,
    startsAt: row.starts_at,
    updatedAt: row.updated_at,
    sequence: row.sequence,
    organizer: email ? { name: site.name, email } : null,
    attendee: null,
    isCancelled: row.status === 'cancelled',
    manageUrl,
  };
}

/** The event as part of a mail to the guest; null if the restaurant has no address to organise it. */
export function calendarPartOf(row: ReservationRow, parts: Omit<EventParts, 'manageUrl'>) {
  const attendee = { name: row.customer_name, email: row.customer_email };
  const event = { ...calendarEventOf(row, { ...parts, manageUrl: null }), attendee };
  const method = calendarMethod(event);
  return method === 'PUBLISH' ? null : { method, file: calendarFile(event) };
}
