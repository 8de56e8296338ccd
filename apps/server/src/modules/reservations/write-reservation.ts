import { isStaff } from '@tiffin/domain/people';
import { isSameDetails } from '@tiffin/domain/reservation';
import { sql, type Updateable } from 'kysely';
import type { Context, Tx } from '../../context.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { detailsOf, reservationAnswer, type ReservationRow } from './reservation-answer.ts';

/**
 * Writes a change of a reservation and announces it. Changes by staff get an audit entry, and so do changes of the
 * details by guests, because the kitchen and the seats depend on them.
 */
export async function writeReservation(
  context: Context,
  tx: Tx,
  by: Author,
  row: ReservationRow,
  action: string,
  changes: Updateable<Schema['reservations']>,
): Promise<ReservationRow> {
  const now = context.clock.now();
  const updated = await tx
    .updateTable('reservations')
    .set({ ...changes, updated_at: now, sequence: sql`sequence + 1` })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const changed = { ...updated, location_name: row.location_name };
  const hasNewDetails = !isSameDetails(detailsOf(row), detailsOf(changed));
  await context.events.append(tx, {
    type: 'reservation.updated',
    locationId: row.location_id,
    userId: row.user_id,
    at: now,
    data: { reservation: reservationAnswer(changed), ...(hasNewDetails && { hasNewDetails }) },
  });
  if (isStaff(by.actor) || hasNewDetails) {
    await recordAuditEntry(tx, { at: now, ...by }, action, ['reservation', row.reservation_id], {
      locationId: row.location_id,
      before: auditFields(row, hasNewDetails),
      after: {
        ...auditFields(changed, hasNewDetails),
        ...(changed.cancellation_reason !== null && { reason: changed.cancellation_reason }),
      },
    });
  }
  return changed;
}

export async function markReminded(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await tx.updateTable('reservations').set({ reminded_at: now }).where('id', 'in', ids).execute();
}

function auditFields(row: ReservationRow, withDetails: boolean): object {
  return { status: row.status, tableNumber: row.table_number, ...(withDetails && detailsOf(row)) };
}
