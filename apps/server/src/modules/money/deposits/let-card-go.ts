import { cents } from '@tiffin/domain/core';
import { KEPT_CARD_DAYS, type BookingDeposit } from '@tiffin/domain/reservation';
import { sql } from 'kysely';
import type { Context, Tx } from '../../../context.ts';
import { onCommit, transaction } from '../../../platform/db/transaction.ts';
import { endUnpaidBooking, forgetCard, writeDeposit } from '../../reservations/end-unpaid-booking.ts';
import { lockReservation } from '../../reservations/queries.ts';
import type { ReservationRow } from '../../reservations/reservation-answer.ts';
import { gatewayFor } from '../provider/find-gateway.ts';
import { readSession, type SessionRow } from '../sessions/sessions.ts';

/** Marks the card of a booking as no longer needed. The provider forgets it after the commit, or with the next sweep. */
export async function returnCard(context: Context, tx: Tx, row: ReservationRow, changes: Partial<BookingDeposit>) {
  if (row.deposit) await writeDeposit(context, tx, null, row, { ...row.deposit, ...changes });
  letCardGoSoon(context, tx, row.id);
}

export function letCardGoSoon(context: Context, tx: Tx, reservationId: string): void {
  onCommit(tx, () => {
    letCardGo(context, reservationId).catch((err: unknown) =>
      context.log.warn({ err, reservationId }, 'a kept card is let go later'),
    );
  });
}

/** Lets the card go that was left for a booking which had ended, or for which staff had waived it. */
export async function letCardOfEndedBookingGo(
  context: Context,
  tx: Tx,
  { amount_cents: amount, snapshot }: SessionRow,
  card: string,
): Promise<void> {
  const { reservationId = '' } = snapshot.deposit ?? {};
  await endUnpaidBooking(context, tx, reservationId);
  const row = await lockReservation(tx, reservationId);
  // Staff who confirmed the booking did without the card. It is stored, so that the sweep finds it.
  const freeUntil = row.starts_at.toISOString();
  const waived = { amount: cents(amount), isFee: true, freeUntilHours: 0, freeUntil, state: 'returned' } as const;
  const deposit = row.deposit ?? waived;
  await returnCard(context, tx, { ...row, deposit }, { card, state: 'returned' });
}

/** Makes the provider forget a card that is not needed any more. */
async function letCardGo(context: Context, reservationId: string): Promise<void> {
  const find = context.db.selectFrom('reservations').select(['deposit', 'deposit_session as session']);
  const { deposit, session: id } = await find.where('id', '=', reservationId).executeTakeFirstOrThrow();
  const session = id === null ? null : await readSession(context.db, id);
  // A charge of this card is being made: its answer decides.
  if (!deposit?.card || deposit.state === 'paid' || !session || session.status === 'open') return;
  await gatewayFor(context, session.provider).letCardGo(deposit.card);
  await context.reachTestPoint('card.let-go');
  await forgetCard(context.db, reservationId);
}

/** Lets cards go whose process was killed before, and those whose fee nobody charged for a while. */
export async function sweepCards(context: Context): Promise<void> {
  const { db, clock, log } = context;
  const { rows } = await sql<{ id: string; is_kept: boolean }>`
    select id, deposit ->> 'state' = 'paid' as is_kept from reservations
    where deposit ->> 'card' is not null and (deposit ->> 'state' <> 'paid'
      or starts_at < ${clock.now()}::timestamptz - make_interval(days => ${KEPT_CARD_DAYS}))
  `.execute(db);
  for (const { id, is_kept: isKept } of rows) {
    const work = isKept
      ? transaction(db, async (tx) => returnCard(context, tx, await lockReservation(tx, id), { state: 'returned' }))
      : letCardGo(context, id);
    await work.catch((err: unknown) => log.warn({ err, id }, 'a kept card could not be let go'));
  }
}
