import { isStaff, type Actor } from '@tiffin/domain/people';
import type { Updateable } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { Schema } from '../../db/schema.ts';
import type { From } from '../../http/implement.ts';
import { recordChange } from '../audit/record-change.ts';
import { reservationAnswer, type ReservationRow } from './answer.ts';

export interface Doer {
  readonly actor: Actor;
  readonly from: From;
}

/** Writes a change down, tells it to everybody who may hear it, and what staff did into the audit log. */
export async function changeReservation(
  context: Context,
  tx: Tx,
  { actor, from }: Doer,
  row: ReservationRow,
  action: string,
  changes: Updateable<Schema['reservations']>,
): Promise<ReservationRow> {
  const now = context.clock.now();
  const written = await tx
    .updateTable('reservations')
    .set({ ...changes, updated_at: now })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const changed = { ...written, location_name: row.location_name };
  await context.events.append(tx, {
    type: 'reservation.updated',
    locationId: row.location_id,
    userId: row.user_id,
    at: now,
    data: { reservation: reservationAnswer(changed) },
  });
  if (isStaff(actor)) {
    await recordChange(tx, {
      at: now,
      actor,
      action,
      subject: { kind: 'reservation', id: row.reservation_id },
      locationId: row.location_id,
      before: { status: row.status, tableNumber: row.table_number },
      after: {
        status: changed.status,
        tableNumber: changed.table_number,
        ...(changed.cancellation_reason !== null && { reason: changed.cancellation_reason }),
      },
      from,
    });
  }
  return changed;
}
