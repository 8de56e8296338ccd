import type { UnderstoodOf } from '@tiffin/contract';
import type { updateReservationStatus } from '@tiffin/contract/reservations';
import { refuse } from '@tiffin/domain/core';
import { authorise } from '@tiffin/domain/people';
import { can, type ReservationStep } from '@tiffin/domain/reservation';
import type { Context } from '../../context.ts';
import { isUniqueViolation, type Tx } from '../../db/connection.ts';
import { seeReservation } from './access.ts';
import { forSteps, reservationAnswer, type ReservationAnswer } from './answer.ts';
import { changeReservation, type Doer } from './change.ts';
import { holdReservation } from './queries.ts';

type Asked = UnderstoodOf<typeof updateReservationStatus>['body'];

const STEP_TO = {
  confirmed: 'confirm',
  seated: 'seat',
  completed: 'complete',
  'no-show': 'no-show',
} as const satisfies Record<Asked['status'], ReservationStep>;

/** The guests were seated, are done, or did not come. The present status again changes nothing. */
export async function updateStatus(context: Context, tx: Tx, doer: Doer, asked: Asked): Promise<ReservationAnswer> {
  const { row: seen } = await seeReservation(context, tx, doer.actor, asked);
  const row = await holdReservation(tx, seen.id);
  const now = context.clock.now();
  const table = asked.tableNumber === undefined ? row.table_number : asked.tableNumber || null;
  const isSame = row.status === asked.status;
  const may = isSame
    ? authorise('reservation.manage', doer.actor, { locationId: row.location_id })
    : can(forSteps(row), STEP_TO[asked.status], { actor: doer.actor, now });
  if (!may.ok) throw refuse(may.error.code, may.error.message, may.error.details);
  if (isSame && table === row.table_number) return reservationAnswer(row);
  const changed = await changeReservation(context, tx, doer, row, 'update-reservation-status', {
    status: asked.status,
    table_number: table,
    ...(asked.status === 'seated' && !isSame && { seated_at: now }),
    ...(asked.status === 'confirmed' && { seated_at: null }),
    ...(row.starts_at <= now && { is_over: true }),
  }).catch((error: unknown) => {
    // Back from their table, but they have booked again in the meantime.
    if (isUniqueViolation(error)) throw refuse('reservation-exists');
    throw error;
  });
  return reservationAnswer(changed);
}
