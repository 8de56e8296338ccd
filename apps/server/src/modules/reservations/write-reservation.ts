import { refuse, say } from '@tiffin/domain/core';
import { isStaff } from '@tiffin/domain/people';
import { isSameDetails } from '@tiffin/domain/reservation';
import { sql, type Updateable } from 'kysely';
import type { Context, Tx } from '../../context.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { planTable } from './table-plans.ts';
import { detailsOf, reservationAnswer, type ReservationRow } from './reservation-answer.ts';

/**
 * Writes a change of a reservation and announces it. Changes by staff get an audit entry, and so do changes of the
 * details by guests, because the kitchen and the seats depend on them. Without an action there is none.
 */
export async function writeReservation(
  context: Context,
  tx: Tx,
  by: Author,
  row: ReservationRow,
  action: string | null,
  changes: Updateable<Schema['reservations']>,
): Promise<ReservationRow> {
  const now = context.clock.now();
  const updated = await tx
    .updateTable('reservations')
    .set({ ...changes, updated_at: now, sequence: sql`sequence + 1` })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const changed = { ...updated, location_name: row.location_name, counts_stays: row.counts_stays };
  const hasNewDetails = !isSameDetails(detailsOf(row), detailsOf(changed));
  const isSamePlan = !hasNewDetails && row.status === changed.status && row.table_number === changed.table_number;
  // If a party is set back from seated, its table may be another's by now. That is allowed: staff decide where it sits.
  if (!isSamePlan && !(await planTable(tx, changed)) && row.status === changed.status) {
    const table = changed.table_number ?? '';
    throw hasNewDetails
      ? refuse('time-full', undefined, { nearest: [] })
      : refuse('table-taken', say`Another party is expected at table ${table} then. Choose another table.`);
  }
  await context.events.append(tx, {
    type: 'reservation.updated',
    locationId: row.location_id,
    userId: row.user_id,
    at: now,
    data: {
      reservation: reservationAnswer(changed),
      isConfirmed: (row.deposit?.state === 'open' && changed.status === 'confirmed') || undefined,
      hasNewDetails: hasNewDetails || undefined,
    },
  });
  if (action !== null && (isStaff(by.actor) || hasNewDetails)) {
    await recordAuditEntry(tx, { at: now, ...by }, action, ['reservation', row.reservation_id], {
      locationId: row.location_id,
      before: auditFields(row, hasNewDetails),
      after: {
        ...auditFields(changed, hasNewDetails),
        reason: changed.deposit?.waived?.reason ?? changed.cancellation_reason ?? undefined,
      },
    });
  }
  return changed;
}

/** Marks reminders of reservations as done. Guests can answer those that were `sent`. */
export async function markReminded(tx: Tx, ids: readonly string[], sent: readonly string[], now: Date): Promise<void> {
  await sql`
    update reservations r set reminded_at = ${now}, guest_confirmation = case when r.id = any(${[...sent]}::text[])
      then coalesce(r.guest_confirmation, case when l.asks_confirmation then 'asked' else 'offered' end) end
    from locations l where l.id = r.location_id and r.id = any(${[...ids]}::text[])
  `.execute(tx);
}

function auditFields(row: ReservationRow, withDetails: boolean): object {
  return { status: row.status, tableNumber: row.table_number, ...(withDetails && detailsOf(row)) };
}
