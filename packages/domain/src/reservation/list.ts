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

export const NO_RESERVATION_FILTER: ReservationFilter = {
  search: '',
  status: 'all',
  location: ALL_LOCATIONS,
  date: 'all',
};

export function isFiltering(filter: ReservationFilter): boolean {
  return (
    filter.search.trim() !== '' || filter.status !== 'all' || filter.location !== ALL_LOCATIONS || filter.date !== 'all'
  );
}

export interface ZonedNow {
  readonly now: Date;
  readonly zone: ZoneId;
}

/** The matching reservations, most recently booked first. */
export function filterReservations<R extends Reservation>(
  reservations: readonly R[],
  filter: ReservationFilter,
  moment: ZonedNow,
): R[] {
  return reservations
    .filter(
      (reservation) =>
        (filter.status === 'all' || reservation.status === filter.status) &&
        (filter.location === ALL_LOCATIONS || reservation.location === filter.location) &&
        isOn(reservation, filter.date, moment) &&
        isFound(reservation, filter.search),
    )
    .toSorted((a, b) => b.reservedAt.getTime() - a.reservedAt.getTime());
}

function isOn(reservation: Reservation, date: ReservationFilter['date'], { now, zone }: ZonedNow): boolean {
  if (date === 'all') return true;
  if (date === 'today') return reservation.reservationDetails.date === localDate(now, zone);
  return date === 'upcoming' ? reservation.startsAt > now : reservation.startsAt <= now;
}

function isFound({ id, reservationId, customerInfo }: Reservation, typed: string): boolean {
  const plain = typed.trim();
  const search = plain.toLowerCase();
  return (
    [customerInfo.name, customerInfo.email, reservationId, id].some((text) => text.toLowerCase().includes(search)) ||
    customerInfo.phone.includes(plain)
  );
}

/** The line below 'No Reservations Found'. */
export function noReservationsText(filter: ReservationFilter): string {
  return isFiltering(filter)
    ? say`Try adjusting your filters to see more results.`
    : say`No reservations have been made yet.`;
}

export interface ReservationCards {
  readonly total: number;
  readonly confirmedToday: number;
  readonly upcoming: number;
  readonly cancelled: number;
}

/** The four cards above the list. */
export function reservationCards(reservations: readonly Reservation[], { now, zone }: ZonedNow): ReservationCards {
  const today = localDate(now, zone);
  const count = (is: (reservation: Reservation) => boolean) => reservations.filter(is).length;
  return {
    total: reservations.length,
    confirmedToday: count((r) => r.status === 'confirmed' && r.reservationDetails.date === today),
    upcoming: count((r) => r.status === 'confirmed' && r.startsAt > now),
    cancelled: count((r) => r.status === 'cancelled'),
  };
}

export const RESERVATIONS_PER_PAGE = 20;
export const PAGE_BUTTONS_MAX = 5;

/** Up to five page numbers around the current one. */
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

/** The filtered list as CSV. */
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
