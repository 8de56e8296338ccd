import type { Actor } from '@tiffin/domain/people';
import { can, type Reservation as Rules, type ReservationStep } from '@tiffin/domain/reservation';
import type { Answer } from '../../shared/api/api.ts';
import { eventPayload } from '../../shared/live/event-payload.ts';

/** A reservation as the back office's lists and the live events bring it. */
export type Reservation = Answer<'getAllReservations'>['reservations'][number];
export type HostDay = Answer<'getReservationDay'>['day'];

/** The same with its instants as dates, as the rules read it. */
export function forRules(reservation: Reservation): Rules {
  return {
    ...reservation,
    startsAt: new Date(reservation.startsAt),
    reservedAt: new Date(reservation.reservedAt),
    updatedAt: new Date(reservation.updatedAt),
    cancelledAt: reservation.cancelledAt === null ? null : new Date(reservation.cancelledAt),
  };
}

/** Why this step is not possible now; null when it is. */
export function whyNot(
  reservation: Reservation,
  step: ReservationStep,
  asker: { readonly actor: Actor; readonly now: Date },
): string | null {
  const may = can(forRules(reservation), step, asker);
  return may.ok ? null : may.error.message;
}

/** A reservation out of a live event; null when it is none. */
export function reservationIn(data: Readonly<Record<string, unknown>>): Reservation | null {
  return eventPayload<Reservation>(data, 'reservation', 'reservationId');
}

/** The list with this reservation as it is now, where it stood. */
export function withReservation(list: readonly Reservation[], now: Reservation): Reservation[] {
  return list.map((each) => (each.id === now.id && each.updatedAt <= now.updatedAt ? now : each));
}
