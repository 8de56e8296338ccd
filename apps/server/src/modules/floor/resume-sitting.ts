import { addMinutes, refuse, say } from '@tiffin/domain/core';
import { RESUME_MINUTES } from '@tiffin/domain/floor';
import { updateRow } from '../../platform/db/write-row.ts';
import type { ChangeUseCase } from '../../platform/http/implement.ts';
import { lockReservation } from '../reservations/queries.ts';
import { writeReservation } from '../reservations/write-reservation.ts';
import { recordSitting, refuseTakenTable } from './seat-party.ts';
import { lockFreeTables, lockSitting } from './sittings.ts';

/** Brings a party back to its tables after it was sent home by mistake. Its reservation follows. */
export const resumeSitting: ChangeUseCase<'resumeSitting'> = async (context, tx, by, { sittingId, name }) => {
  const sitting = await lockSitting(tx, by.actor, sittingId);
  if (sitting.ended_at === null) return { sittingId };
  if (addMinutes(sitting.ended_at, RESUME_MINUTES) < context.clock.now()) {
    throw refuse('failed-precondition', say`This party left more than ${RESUME_MINUTES} minutes ago. Seat it again.`);
  }
  await lockFreeTables(tx, sitting.tables, sitting);
  await updateRow(tx, 'sittings', sittingId, {
    ended_at: null,
    name: sitting.reservation_id === null ? (name ?? '') : '',
  }).catch(refuseTakenTable);
  if (sitting.reservation_id !== null) {
    const reservation = await lockReservation(tx, sitting.reservation_id);
    if (reservation.status === 'completed') {
      await writeReservation(context, tx, by, reservation, 'update-reservation-status', { status: 'seated' });
    }
  }
  await recordSitting(context, tx, by, 'resume-sitting', sitting.location_id, sittingId, {
    after: { table: sitting.table_name, partySize: sitting.party_size },
  });
  return { sittingId };
};
