import type { ValidatedInput } from '@tiffin/contract';
import { refuse, say, valueOrThrow } from '@tiffin/domain/core';
import { authorise } from '@tiffin/domain/people';
import type { Context, Tx } from '../../../context.ts';
import type { Author } from '../../log/record-audit-entries.ts';
import { writeDeposit } from '../../reservations/end-unpaid-booking.ts';
import { lockReservation } from '../../reservations/queries.ts';
import { requireReadableReservation } from '../../reservations/reservation-access.ts';
import { reservationAnswer, type ReservationAnswer } from '../../reservations/reservation-answer.ts';
import { settleDeposit } from './settle-deposit.ts';

/** Returns a deposit or a fee that could be kept: of a no-show, or of a booking that was cancelled late; or lets a card go. */
export async function waiveNoShow(
  context: Context,
  tx: Tx,
  by: Author,
  { reservationId, reason }: ValidatedInput<'waiveNoShow'>['body'],
): Promise<ReservationAnswer> {
  const { row: before } = await requireReadableReservation(context, tx, by.actor, { reservationId });
  valueOrThrow(authorise('reservation.manage', by.actor, { locationId: before.location_id }));
  // The change that keeps the deposit may have been made a moment ago.
  await settleDeposit(context, tx, before.id);
  const row = await lockReservation(tx, before.id);
  if (row.deposit?.waived) return reservationAnswer(row);
  const { deposit } = row;
  if (!deposit || (deposit.state !== 'kept' && !(deposit.isFee && deposit.state === 'paid'))) {
    throw refuse('failed-precondition', say`No deposit of this booking was kept, so there is nothing to return.`);
  }
  const waived = { at: context.clock.now().toISOString(), reason };
  await writeDeposit(context, tx, by, row, { ...deposit, waived });
  await settleDeposit(context, tx, row.id);
  return reservationAnswer(await lockReservation(tx, row.id));
}
