import type { ValidatedInput } from '@tiffin/contract';
import { refuse, valueOrThrow } from '@tiffin/domain/core';
import { authorise, isActorOwner, worksAt } from '@tiffin/domain/people';
import {
  AWAITED_STATUSES,
  checkReservationChange,
  checkReservationStep,
  CUSTOMER_REQUEST,
  cancelReason,
  findSeating,
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
  type ReservationRow,
} from './reservation-answer.ts';
import { lockReservation } from './queries.ts';
import { readSeatings } from './occupancy.ts';
import { unknownTable } from './chosen-tables.ts';
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
    held_until: null,
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

const AWAITED: readonly string[] = AWAITED_STATUSES;

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
  const isSame = row.status === input.status;
  if (input.version !== undefined && input.version !== row.sequence) {
    throw refuse('conflict', undefined, { reservation: reservationAnswer(row), field: 'version' });
  }
  const table = await requestedTable(tx, row, input);
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
    // Staff who confirm or seat a party do without a deposit that was not paid yet.
    ...(row.deposit?.state === 'open' && { deposit: null, held_until: null }),
    is_over: row.starts_at <= now ? true : undefined,
  }).catch((error: unknown) => {
    // Setting the status back to “confirmed” can conflict with a newer reservation of the same guest.
    if (isUniqueViolation(error)) throw refuse('reservation-exists');
    throw error;
  });
  return reservationAnswer(changed);
}

/** The requested table by its name on the plan. Only a party that is seated may sit at a table that is not drawn there. */
async function requestedTable(
  tx: Tx,
  { location_id: id, status: before, table_number: present }: ReservationRow,
  { status, tableNumber }: StatusInput,
): Promise<string | null> {
  if (tableNumber === undefined || tableNumber === present) return present;
  if (!tableNumber) return null;
  const seatings = await readSeatings(tx, { id, table_joins: null });
  const seating = findSeating(seatings, tableNumber);
  if (!seating && seatings.length > 0 && AWAITED.includes(before) && status === before) {
    throw unknownTable(tableNumber);
  }
  return seating?.name ?? tableNumber;
}
