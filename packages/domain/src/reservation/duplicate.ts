import { failure } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';
import { normaliseEmail } from '../people/emails.ts';
import { isActive, type Reservation } from './reservation.ts';

/** One active reservation per guest and location; the guest is known by e-mail. */
export function checkDuplicate(
  existing: readonly Pick<Reservation, 'location' | 'customerInfo' | 'status' | 'startsAt'>[],
  wanted: { readonly email: string; readonly location: string },
  now: Date,
): Result<true> {
  const email = normaliseEmail(wanted.email);
  const found = existing.some(
    (reservation) =>
      reservation.location === wanted.location &&
      normaliseEmail(reservation.customerInfo.email) === email &&
      isActive(reservation, now),
  );
  return found ? err(failure('reservation-exists')) : ok(true);
}
