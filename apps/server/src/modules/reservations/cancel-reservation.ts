import { refuse } from '@tiffin/domain/core';
import { isOwn, worksAt } from '@tiffin/domain/people';
import { can, CANCEL_PRESETS, cancelReason } from '@tiffin/domain/reservation';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import { seeReservation } from './access.ts';
import { forSteps, reservationAnswer, type ReservationAnswer } from './answer.ts';
import { holdReservation } from './queries.ts';
import { changeReservation, type Doer } from './change.ts';

/** Gives the table back. Staff say why; a guest need not. */
export async function cancelReservation(
  context: Context,
  tx: Tx,
  doer: Doer,
  asked: { readonly reservationId: string; readonly token?: string | undefined; readonly reason?: string | undefined },
): Promise<ReservationAnswer> {
  const { row: seen, holdsLink } = await seeReservation(context, tx, doer.actor, asked);
  const row = await holdReservation(tx, seen.id);
  const now = context.clock.now();
  const may = can(forSteps(row), 'cancel', { actor: doer.actor, now, holdsLink });
  if (!may.ok) throw refuse(may.error.code, may.error.message, may.error.details);
  const isGuests = isOwn(doer.actor, row.user_id);
  const asHost = worksAt(doer.actor, row.location_id) && !holdsLink && !isGuests;
  const reason = cancelReason({ preset: null, text: asked.reason ?? (asHost ? '' : CANCEL_PRESETS[0]) });
  if (!reason.ok) throw refuse(reason.error.code, reason.error.message);
  const changed = await changeReservation(context, tx, doer, row, 'cancel-reservation', {
    status: may.value,
    cancelled_at: now,
    cancelled_by: asHost ? 'staff' : 'guest',
    cancellation_reason: reason.value,
  });
  return reservationAnswer(changed);
}
