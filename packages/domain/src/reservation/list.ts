import { say, sayNow } from '../core/language.ts';
import { writeCsv } from '../core/csv.ts';
import { type DateText, type ZoneId, localDate } from '../core/time.ts';
import { twelveHourText } from '../hours/index.ts';
import { ALL_LOCATIONS } from '../locations/all-locations.ts';
import type { Reservation } from './reservation.ts';

export const RESERVATION_STATUS_FILTERS = ['all', 'confirmed', 'cancelled'] as const;
export const DATE_FILTERS = ['all', 'today', 'upcoming', 'past'] as const;

export interface ReservationFilter {
  readonly search: string;
  readonly status: 'all' | Reservation['status'];
  readonly location: string;
  readonly date: (typeof DATE_FILTERS)[number];
}

function isFiltering(filter: ReservationFilter): boolean {
  return (
    filter.search.trim() !== '' || filter.status !== 'all' || filter.location !== ALL_LOCATIONS || filter.date !== 'all'
  );
}

/** The line below 'No Reservations Found'. */
export function noReservationsText(filter: ReservationFilter): string {
  return isFiltering(filter)
    ? say`Try adjusting your filters to see more results.`
    : say`No reservations have been made yet.`;
}

export const RESERVATIONS_PER_PAGE = 20;
export const PAGE_BUTTONS_MAX = 5;

/** Up to `PAGE_BUTTONS_MAX` page numbers around the current one. */
export function pageButtons(page: number, pages: number): number[] {
  const count = Math.min(pages, PAGE_BUTTONS_MAX);
  const first = Math.max(1, Math.min(page - Math.floor(PAGE_BUTTONS_MAX / 2), pages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}

export const URGENT_PARTY_ABOVE = 6;

/** True for a large party, a table for today, or special requests with the word “urgent”. */
export function isUrgent(details: Reservation['reservationDetails'], now: Date, zone: ZoneId): boolean {
  return (
    details.partySize > URGENT_PARTY_ABOVE ||
    details.date === localDate(now, zone) ||
    (details.specialRequests ?? '').toLowerCase().includes('urgent')
  );
}

export const RESERVATION_COLUMNS = [
  'ID',
  say`Customer`,
  say`Email`,
  say`Phone`,
  say`Location`,
  say`Date`,
  say`Time`,
  say`Party Size`,
  say`Status`,
  say`Created`,
] as const;

export function reservationsFileName(date: DateText): string {
  return `reservations-${date}.csv`;
}

/** The file with these reservations; `Created` is a date of the restaurant's time zone. */
export function reservationsCsv(
  reservations: readonly Reservation[],
  zone: ZoneId,
  locationName: (id: string) => string,
): string {
  return writeCsv(
    RESERVATION_COLUMNS.map(sayNow),
    reservations.map(({ reservationId, customerInfo, location, reservationDetails, status, reservedAt }) => [
      reservationId,
      customerInfo.name,
      customerInfo.email,
      customerInfo.phone,
      locationName(location),
      reservationDetails.date,
      twelveHourText(reservationDetails.time),
      reservationDetails.partySize,
      status,
      localDate(reservedAt, zone),
    ]),
  );
}
