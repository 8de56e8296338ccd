import { translateCode } from '../core/translate-code.ts';
import { say } from '../core/language.ts';
import { ok, type Result, fail } from '../core/result.ts';
import type { Reservation } from './reservation.ts';
import { checkReservationStep, type ReservationStepRequest, type StepReservation } from './steps.ts';

/** The fields of a reservation that can be changed. */
export type ReservationDetails = Reservation['reservationDetails'];

/** A change of the details, as stored and as in the API. Instants are ISO texts. */
export interface LastReservationChange {
  readonly at: string;
  readonly by: 'guest' | 'staff';
  readonly before: ReservationDetails & { readonly startsAt: string };
}

/** Checks that the actor may change the details now: the same people until the same time as a cancellation. */
export function checkReservationChange(reservation: StepReservation, request: ReservationStepRequest): Result<true> {
  const checked = checkReservationStep(reservation, 'cancel', request);
  if (checked.ok) return ok(true);
  if (checked.error.code !== 'invalid-transition') return checked;
  const was = translateCode(reservation.status);
  return fail('invalid-transition', say`A reservation that is ${was} can no longer be changed`, {
    from: reservation.status,
  });
}

/** True if the party comes at another time. */
export function isMoved(before: ReservationDetails, after: ReservationDetails): boolean {
  return before.date !== after.date || before.time !== after.time;
}

/** True if the change needs seats that the reservation does not have yet. */
export function needsNewSeats(before: ReservationDetails, after: ReservationDetails): boolean {
  return isMoved(before, after) || after.partySize > before.partySize;
}

export function isSameDetails(before: ReservationDetails, after: ReservationDetails): boolean {
  return (
    !isMoved(before, after) && before.partySize === after.partySize && before.specialRequests === after.specialRequests
  );
}
