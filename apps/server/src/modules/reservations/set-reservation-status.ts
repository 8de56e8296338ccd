import type { ValidatedInput } from '@tiffin/contract';
import { refuse, valueOrThrow } from '@tiffin/domain/core';
import { authorise, isActorOwner, worksAt } from '@tiffin/domain/people';
import {
  checkReservationChange,
  checkReservationStep,
  CANCEL_PRESETS,
  cancelReason,
  type ReservationStep,
} from '@tiffin/domain/reservation';
import type { Context, Tx } from '../../context.ts';
import { isUniqueViolation } from '../../platform/db/connection.ts';
import type { Author } from '../log/record-audit-entries.ts';
import { requireReadableReservation } from './reservation-access.ts';
import {
  toStepReservation,
  reservationAnswer,
  reservationAnswerFor,
  type ReservationAnswer,
} from './reservation-answer.ts';
import { lockReservation } from './queries.ts';
import { writeReservation } from './write-reservation.ts';

/** Cancels a reservation. Staff must give a reason, a guest need not. */
export async function cancelReservation(
  context: Context,
  tx: Tx,
  doer: Author,
  request: {
    readonly reservationId: string;
    readonly token?: string | undefined;
    readonly reason?: string | undefined;
  },
): Promise<ReservationAnswer> {
  const { row: before, holdsLink } = await requireReadableReservation(context, tx, doer.actor, request);
  const row = await lockReservation(tx, before.id);
  const now = context.clock.now();
  const may = valueOrThrow(
    checkReservationStep(toStepReservation(row), 'cancel', { actor: doer.actor, now, holdsLink }),
  );
  const isGuests = isActorOwner(doer.actor, row.user_id);
  const asHost = worksAt(doer.actor, row.location_id) && !holdsLink && !isGuests;
  const reason = valueOrThrow(
    cancelReason({ preset: null, text: request.reason ?? (asHost ? '' : CANCEL_PRESETS[0]) }),
  );
  const changed = await writeReservation(context, tx, doer, row, 'cancel-reservation', {
    status: may,
    cancelled_at: now,
    cancelled_by: asHost ? 'staff' : 'guest',
    cancellation_reason: reason,
  });
  return reservationAnswerFor(doer.actor, changed);
}

/** The guest comes. Staff may say so for a guest who called. */
export async function confirmReservation(
  context: Context,
  tx: Tx,
  doer: Author,
  request: ValidatedInput<'confirmReservation'>['body'],
): Promise<ReservationAnswer> {
  const { row: before, holdsLink } = await requireReadableReservation(context, tx, doer.actor, request);
  const row = await lockReservation(tx, before.id);
  valueOrThrow(
    checkReservationChange(toStepReservation(row), { actor: doer.actor, now: context.clock.now(), holdsLink }),
  );
  if (row.guest_confirmation === 'given') return reservationAnswerFor(doer.actor, row);
  const given = { guest_confirmation: 'given' as const };
  const changed = await writeReservation(context, tx, doer, row, 'confirm-reservation', given);
  return reservationAnswerFor(doer.actor, changed);
}

type StatusInput = ValidatedInput<'updateReservationStatus'>['body'];

const STATUS_STEPS = {
  confirmed: 'confirm',
  seated: 'seat',
  completed: 'complete',
  'no-show': 'no-show',
} as const satisfies Record<StatusInput['status'], ReservationStep>;

/** Sets the status: seated, completed or no-show. The present status changes nothing. */
export async function setReservationStatus(
  context: Context,
  tx: Tx,
  doer: Author,
  input: StatusInput,
): Promise<ReservationAnswer> {
  const { row: before } = await requireReadableReservation(context, tx, doer.actor, input);
  const row = await lockReservation(tx, before.id);
  const now = context.clock.now();
  const table = input.tableNumber === undefined ? row.table_number : input.tableNumber || null;
  const isSame = row.status === input.status;
  if (isSame) valueOrThrow(authorise('reservation.manage', doer.actor, { locationId: row.location_id }));
  else
    valueOrThrow(checkReservationStep(toStepReservation(row), STATUS_STEPS[input.status], { actor: doer.actor, now }));
  if (isSame && table === row.table_number) return reservationAnswer(row);
  const changed = await writeReservation(context, tx, doer, row, 'update-reservation-status', {
    status: input.status,
    table_number: table,
    ...(input.status === 'seated' && !isSame && { seated_at: now }),
    ...(input.status === 'confirmed' && { seated_at: null }),
    ...(row.starts_at <= now && { is_over: true }),
  }).catch((error: unknown) => {
    // Setting the status back to “confirmed” can conflict with a newer reservation of the same guest.
    if (isUniqueViolation(error)) throw refuse('reservation-exists');
    throw error;
  });
  return reservationAnswer(changed);
}
