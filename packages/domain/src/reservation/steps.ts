import { codeWord } from '../core/code-word.ts';
import { say } from '../core/language.ts';
import { failure } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';
import { authorise, isOwn, type Actor } from '../people/index.ts';
import type { Reservation, ReservationStatus } from './reservation.ts';

interface Step {
  readonly to: ReservationStatus;
  readonly from: readonly ReservationStatus[];
  /** The guest may do it too, until the table's time has come. */
  readonly byGuest?: boolean;
  /** Only once the table's time has come. */
  readonly onceDue?: boolean;
}

export const RESERVATION_STEPS = {
  // back from seated: the wrong party was tapped
  confirm: { to: 'confirmed', from: ['pending', 'seated'] },
  cancel: { to: 'cancelled', from: ['pending', 'confirmed'], byGuest: true },
  // from no-show: they came after all
  seat: { to: 'seated', from: ['pending', 'confirmed', 'no-show'] },
  complete: { to: 'completed', from: ['pending', 'confirmed', 'seated'] },
  'no-show': { to: 'no-show', from: ['pending', 'confirmed'], onceDue: true },
} as const satisfies Record<string, Step>;

export type ReservationStep = keyof typeof RESERVATION_STEPS;

export interface StepAsker {
  readonly actor: Actor;
  readonly now: Date;
  /** Holds the link of the confirmation mail: a guest without an account. */
  readonly holdsLink?: boolean;
}

export type StepReservation = Pick<Reservation, 'status' | 'location' | 'startsAt'> & {
  readonly customerInfo: Pick<Reservation['customerInfo'], 'firebaseId'>;
};

/** May this be done now, by this person? Answers the status it leads to, or why not. */
export function can(reservation: StepReservation, step: ReservationStep, asker: StepAsker): Result<ReservationStatus> {
  const rule: Step = RESERVATION_STEPS[step];
  const asStaff = authorise('reservation.manage', asker.actor, { locationId: reservation.location });
  if (!asStaff.ok) {
    const guest = isGuestOf(reservation, asker);
    if (!guest) return asStaff;
    if (!rule.byGuest) return err(failure('permission-denied'));
  }
  if (!rule.from.includes(reservation.status)) {
    const [was, requested] = [codeWord(reservation.status), codeWord(rule.to)];
    return err(
      failure('invalid-transition', say`A reservation that is ${was} cannot become ${requested}`, {
        from: reservation.status,
        to: rule.to,
      }),
    );
  }
  const isDue = reservation.startsAt <= asker.now;
  if (!asStaff.ok && isDue) return err(failure('failed-precondition', say`This reservation is already past`));
  if (rule.onceDue && !isDue) {
    return err(failure('failed-precondition', say`Guests can only be missed once their time has come`));
  }
  return ok(rule.to);
}

function isGuestOf(reservation: StepReservation, { actor, holdsLink }: StepAsker): boolean {
  if (holdsLink) return true;
  return isOwn(actor, reservation.customerInfo.firebaseId);
}

/** The fields a cancellation sets. */
export function cancelled(
  reason: string,
  now: Date,
): Pick<Reservation, 'status' | 'cancelledAt' | 'cancellationReason' | 'updatedAt'> {
  return { status: 'cancelled', cancelledAt: now, cancellationReason: reason, updatedAt: now };
}
