import type { ResponseOf } from '@tiffin/contract';
import { HIDDEN_USER_ID } from '@tiffin/contract/order/order-answer';
import { isLanguage, toDollars } from '@tiffin/domain/core';
import { authorise, type Actor } from '@tiffin/domain/people';
import type { ReservationDetails, StepReservation } from '@tiffin/domain/reservation';
import type { Row } from '../../platform/db/schema.ts';

/** A reservation as `selectReservations` reads it. */
export type ReservationRow = Row<'reservations'> & { location_name: string; counts_stays: boolean };
export type ReservationAnswer = ResponseOf<'getReservation'>['reservation'];

/** A reservation as everybody with access sees it, in lists, dialogs and live events. */
export function reservationAnswer(row: ReservationRow): ReservationAnswer {
  return {
    id: row.id,
    reservationId: row.reservation_id,
    location: row.location_id,
    locationName: row.location_name,
    customerInfo: {
      name: row.customer_name,
      email: row.customer_email,
      phone: row.customer_phone,
      firebaseId: row.user_id,
    },
    reservationDetails: detailsOf(row),
    startsAt: row.starts_at.toISOString(),
    status: row.status,
    tableNumber: row.table_number,
    reservedAt: row.reserved_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    seatedAt: row.seated_at?.toISOString() ?? null,
    stayMinutes: row.stay_minutes ?? undefined,
    guestConfirmation: row.guest_confirmation ?? undefined,
    moveOfferedAt: row.move_offered_at?.toISOString(),
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
    cancellationReason: row.cancellation_reason,
    deposit: depositAnswer(row),
    source: row.source,
    version: row.sequence,
    lastChange: row.last_change ?? undefined,
    language: isLanguage(row.language) ? row.language : undefined,
    deviceInfo: row.user_agent === null ? null : { userAgent: row.user_agent, platform: row.platform ?? '' },
  };
}

function depositAnswer({ deposit, held_until: heldUntil }: ReservationRow): ReservationAnswer['deposit'] {
  if (deposit === null) return undefined;
  const { amount, isFee, freeUntil, state, waived } = deposit;
  return {
    amount: toDollars(amount),
    isFee,
    freeUntil,
    state,
    heldUntil: heldUntil?.toISOString(),
    waivedFor: waived?.reason,
  };
}

/** The same for a caller. Those who have only the link see neither the guest's account nor their device. */
export function reservationAnswerFor(actor: Actor, row: ReservationRow): ReservationAnswer {
  const answer = reservationAnswer(row);
  if (authorise('reservation.read', actor, { locationId: row.location_id, ownerId: row.user_id }).ok) return answer;
  const { firebaseId } = answer.customerInfo;
  return {
    ...answer,
    customerInfo: { ...answer.customerInfo, firebaseId: firebaseId && HIDDEN_USER_ID },
    deposit: answer.deposit && { ...answer.deposit, waivedFor: undefined },
    deviceInfo: null,
  };
}

/** The fields that a change of the reservation can set. */
export function detailsOf(row: ReservationRow): ReservationDetails {
  return { date: row.date, time: row.time, partySize: row.party_size, specialRequests: row.special_requests };
}

/** The fields that the rules about status changes need. */
export function toStepReservation(row: ReservationRow): StepReservation {
  return {
    status: row.status,
    location: row.location_id,
    startsAt: row.starts_at,
    customerInfo: { firebaseId: row.user_id },
  };
}
