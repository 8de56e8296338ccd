import { dateIn, type DateText, type ZoneId } from '../core/time.ts';
import { writeCsv } from '../core/csv.ts';
import { twelveHours } from '../hours/index.ts';
import type { Reservation } from './reservation.ts';

export const RESERVATION_COLUMNS = [
  'ID',
  'Customer',
  'Email',
  'Phone',
  'Location',
  'Date',
  'Time',
  'Party Size',
  'Status',
  'Created',
] as const;

export function reservationsFileName(date: DateText): string {
  return `reservations-${date}.csv`;
}

/** The list as it is filtered on the screen. */
export function reservationsCsv(
  reservations: readonly Reservation[],
  zone: ZoneId,
  locationName: (id: string) => string,
): string {
  return writeCsv(
    RESERVATION_COLUMNS,
    reservations.map(({ reservationId, customerInfo, location, reservationDetails, status, reservedAt }) => [
      reservationId,
      customerInfo.name,
      customerInfo.email,
      customerInfo.phone,
      locationName(location),
      reservationDetails.date,
      twelveHours(reservationDetails.time),
      reservationDetails.partySize,
      status,
      dateIn(reservedAt, zone),
    ]),
  );
}
