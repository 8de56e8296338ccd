import { dateIn, type ZoneId } from '../core/time.ts';
import type { Reservation } from './reservation.ts';

export const URGENT_PARTY_ABOVE = 6;

/** A big party, a table for today, or a guest who says so. */
export function isUrgent(details: Reservation['reservationDetails'], now: Date, zone: ZoneId): boolean {
  return (
    details.partySize > URGENT_PARTY_ABOVE ||
    details.date === dateIn(now, zone) ||
    (details.specialRequests ?? '').toLowerCase().includes('urgent')
  );
}
