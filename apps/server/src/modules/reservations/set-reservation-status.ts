import type { ValidatedInput } from '@tiffin/contract';
import { refuse, valueOrThrow } from '@tiffin/domain/core';
import { authorise, isActorOwner, worksAt } from '@tiffin/domain/people';
import {
  checkReservationChange,
  checkReservationStep,
  CUSTOMER_REQUEST,
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
  by: Author,
  request: {
    readonly reservationId: string;
    readonly token?: string | undefined;
    readonly reason?: string | undefined;
  },
): Promise<ReservationAnswer> {
  const { row: before, holdsLink } = await requireReadableReservation(context, tx, by.actor, request);
  const row = await lockReservation(tx, before.id);
  const now = context.clock.now();
  const status = valueOrThrow(
    checkReservationStep(toStepReservation(row), 'cancel', { actor: by.actor, now, holdsLink }),
  );
  const isOwn = isActorOwner(by.actor, row.user_id);
  const byStaff = worksAt(by.actor, row.location_id) && !holdsLink && !isOwn;
  const reason = valueOrThrow(
    cancelReason({ preset: null, text: request.reason ?? (byStaff ? '' : CUSTOMER_REQUEST) }),
  );
  const changed = await writeReservation(context, tx, by, row, 'cancel-reservation', {
    status,
    cancelled_at: now,
    cancelled_by: byStaff ? 'staff' : 'guest',
    cancellation_reason: reason,
  });
  return reservationAnswerFor(by.actor, changed);
}

/** Records that the guest comes. Staff may record it for a guest who called. */
export async function confirmReservation(
  context: Context,
  tx: Tx,
  by: Author,
  request: ValidatedInput<'confirmReservation'>['body'],
): Promise<ReservationAnswer> {
  const { row: before, holdsLink } = await requireReadableReservation(context, tx, by.actor, request);
  const row = await lockReservation(tx, before.id);
  valueOrThrow(
    checkReservationChange(toStepReservation(row), { actor: by.actor, now: context.clock.now(), holdsLink }),
  );
  if (row.guest_confirmation === 'given') return reservationAnswerFor(by.actor, row);
  const given = { guest_confirmation: 'given' as const };
  const changed = await writeReservation(context, tx, by, row, 'confirm-reservation', given);
  return reservationAnswerFor(by.actor, changed);
}

type StatusInput = ValidatedInput<'updateReservationStatus'>['body'];

const STATUS_STEPS = {
  confirmed: 'confirm',
  seated: 'seat',
  completed: 'complete',
  'no-show': 'no-show',
} as const satisfies Record<StatusInput['status'], ReservationStep>;

/** Sets the status, also back to confirmed. The present status changes at most the table. */
export async function setReservationStatus(
  context: Context,
  tx: Tx,
  by: Author,
  input: StatusInput,
): Promise<ReservationAnswer> {
  const { row: before } = await requireReadableReservation(context, tx, by.actor, input);
  const row = await lockReservation(tx, before.id);
  const now = context.clock.now();
  const table = input.tableNumber === undefined ? row.table_number : input.tableNumber || null;
  const isSame = row.status === input.status;
  if (isSame) valueOrThrow(authorise('reservation.manage', by.actor, { locationId: row.location_id }));
  else valueOrThrow(checkReservationStep(toStepReservation(row), STATUS_STEPS[input.status], { actor: by.actor, now }));
  if (isSame && table === row.table_number) return reservationAnswer(row);
  let seatedAt: Date | null | undefined;
  if (input.status === 'seated' && !isSame) seatedAt = now;
  if (input.status === 'confirmed') seatedAt = null;
  const changed = await writeReservation(context, tx, by, row, 'update-reservation-status', {
    status: input.status,
    table_number: table,
    seated_at: seatedAt,
    is_over: row.starts_at <= now ? true : undefined,
  }).catch((error: unknown) => {
    // Setting the status back to “confirmed” can conflict with a newer reservation of the same guest.
    if (isUniqueViolation(error)) throw refuse('reservation-exists');
    throw error;
  });
  return reservationAnswer(changed);
}
