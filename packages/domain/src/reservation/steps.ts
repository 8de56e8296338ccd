import { translateCode } from '../core/translate-code.ts';
import { say } from '../core/language.ts';
import { ok, type Result, fail } from '../core/result.ts';
import { authorise, isActorOwner, type Actor } from '../people/index.ts';
import type { Reservation, ReservationStatus } from './reservation.ts';

interface Step {
  readonly to: ReservationStatus;
  readonly from: readonly ReservationStatus[];
  /** The guest may do it too, until the time of the reservation. */
  readonly byGuest?: boolean;
  /** Only from the time of the reservation on. */
  readonly onceDue?: boolean;
}

export const RESERVATION_STEPS = {
  // from seated and no-show: staff tapped the wrong party
  confirm: { to: 'confirmed', from: ['pending', 'seated', 'no-show'] },
  cancel: { to: 'cancelled', from: ['pending', 'confirmed'], byGuest: true },
  // from no-show: the guests came after all
  seat: { to: 'seated', from: ['pending', 'confirmed', 'no-show'] },
  // from pending and confirmed: staff did not mark the party as seated
  complete: { to: 'completed', from: ['pending', 'confirmed', 'seated'] },
  'no-show': { to: 'no-show', from: ['pending', 'confirmed'], onceDue: true },
} as const satisfies Record<string, Step>;

export type ReservationStep = keyof typeof RESERVATION_STEPS;

export interface ReservationStepRequest {
  readonly actor: Actor;
  readonly now: Date;
  /** The actor has the link of the confirmation mail, as a guest without an account. */
  readonly holdsLink?: boolean;
}

/** The fields of a reservation that decide about its steps. */
export type StepReservation = Pick<Reservation, 'status' | 'location' | 'startsAt'> & {
  readonly customerInfo: Pick<Reservation['customerInfo'], 'firebaseId'>;
};

/** Checks that the actor may do this now. Returns the new status or the reason for the refusal. */
export function checkReservationStep(
  reservation: StepReservation,
  step: ReservationStep,
  request: ReservationStepRequest,
): Result<ReservationStatus> {
  const rule: Step = RESERVATION_STEPS[step];
  const asStaff = authorise('reservation.manage', request.actor, { locationId: reservation.location });
  if (!asStaff.ok) {
    if (!isGuestOf(reservation, request)) return asStaff;
    if (!rule.byGuest) return fail('permission-denied');
  }
  if (!rule.from.includes(reservation.status)) {
    const [was, requested] = [translateCode(reservation.status), translateCode(rule.to)];
    return fail('invalid-transition', say`A reservation that is ${was} cannot be changed to ${requested}`, {
      from: reservation.status,
      to: rule.to,
    });
  }
  const isDue = reservation.startsAt <= request.now;
  if (!asStaff.ok && isDue) return fail('failed-precondition', say`This reservation is already past`);
  if (rule.onceDue && !isDue) {
    return fail('failed-precondition', say`Guests can only be marked as no-shows after their time`);
  }
  return ok(rule.to);
}

function isGuestOf(reservation: StepReservation, { actor, holdsLink }: ReservationStepRequest): boolean {
  if (holdsLink) return true;
  return isActorOwner(actor, reservation.customerInfo.firebaseId);
}
