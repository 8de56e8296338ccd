import { localDate, type ZoneId } from '../core/time.ts';
import { ALL_LOCATIONS } from '../locations/all-locations.ts';
import type { Reservation, ReservationFilter } from '../reservation/index.ts';

export const NO_RESERVATION_FILTER: ReservationFilter = {
  search: '',
  status: 'all',
  location: ALL_LOCATIONS,
  date: 'all',
};

interface ZonedNow {
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

/** The four cards above the list. */
export function reservationCards(reservations: readonly Reservation[], { now, zone }: ZonedNow) {
  const today = localDate(now, zone);
  const count = (is: (reservation: Reservation) => boolean) => reservations.filter(is).length;
  return {
    total: reservations.length,
    confirmedToday: count((r) => r.status === 'confirmed' && r.reservationDetails.date === today),
    upcoming: count((r) => r.status === 'confirmed' && r.startsAt > now),
    cancelled: count((r) => r.status === 'cancelled'),
  };
}
