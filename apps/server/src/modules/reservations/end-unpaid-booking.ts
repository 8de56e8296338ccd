import { SYSTEM_ACTOR } from '@tiffin/domain/people';
import { NOT_PAID, type BookingDeposit } from '@tiffin/domain/reservation';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../context.ts';
import type { Author } from '../log/record-audit-entries.ts';
import { lockReservation } from './queries.ts';
import type { ReservationRow } from './reservation-answer.ts';
import { writeReservation } from './write-reservation.ts';

const BY_SYSTEM: Author = { actor: SYSTEM_ACTOR, from: null };

/** True while a booking holds its seats for the payment of its deposit, or until a card is kept. */
export function waitsForDeposit({ status, deposit }: Pick<ReservationRow, 'status' | 'deposit'>): boolean {
  return status === 'pending' && deposit?.state === 'open';
}

/** Ends a booking whose deposit was not paid, which frees its seats. Returns false if it no longer waits. */
export async function endUnpaidBooking(context: Context, tx: Tx, id: string): Promise<boolean> {
  const row = await lockReservation(tx, id);
  if (!waitsForDeposit(row)) return false;
  const ended = { status: 'cancelled', cancelled_at: context.clock.now(), cancellation_reason: NOT_PAID } as const;
  await writeReservation(context, tx, BY_SYSTEM, row, 'cancel-reservation', { ...ended, held_until: null });
  return true;
}

/** Confirms a booking whose deposit was paid, or whose card is kept. Returns false if it no longer waits for it. */
export async function confirmPaidBooking(context: Context, tx: Tx, id: string, card?: string): Promise<boolean> {
  const row = await lockReservation(tx, id);
  if (!waitsForDeposit(row) || !row.deposit) return false;
  const paid = JSON.stringify({ ...row.deposit, state: 'paid', card } satisfies BookingDeposit);
  const changes = { status: 'confirmed', held_until: null, deposit: paid } as const;
  await writeReservation(context, tx, BY_SYSTEM, row, 'confirm-reservation', changes);
  return true;
}

/** Forgets the card of a booking that the provider forgot. Nobody sees it, so there is no event. */
export async function forgetCard(tx: Db | Tx, id: string): Promise<void> {
  await sql`update reservations set deposit = deposit - 'card' where id = ${id}`.execute(tx);
}

/**
 * Writes the deposit that a person waived, or without one its next state: what changed the booking, its bill or the
 * ledger of deposits is recorded there.
 */
export async function writeDeposit(
  context: Context,
  tx: Tx,
  by: Author | null,
  row: ReservationRow,
  deposit: BookingDeposit,
): Promise<ReservationRow> {
  const changes = { deposit: JSON.stringify(deposit) };
  return writeReservation(context, tx, by ?? BY_SYSTEM, row, by && 'waive-no-show', changes);
}
