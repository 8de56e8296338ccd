import { cents, refuse, say, sayNow, valueOrThrow } from '@tiffin/domain/core';
import { noShowFeeProblem } from '@tiffin/domain/law';
import { authorise } from '@tiffin/domain/people';
import { isFeeDue } from '@tiffin/domain/reservation';
import { GatewayRefused } from '../../../adapters/payment/gateway.ts';
import type { Context, Tx } from '../../../context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { inLanguageOf } from '../../../platform/i18n/request-language.ts';
import { checkMayTakeMoney } from '../../locations/money-permission.ts';
import { readLocation } from '../../locations/queries.ts';
import { fixedCurrency } from '../../locations/restaurant/site.ts';
import type { Author } from '../../log/record-audit-entries.ts';
import { depositAddressOf } from '../../reservations/deposit-terms.ts';
import { lockReservation } from '../../reservations/queries.ts';
import { requireReadableReservation } from '../../reservations/reservation-access.ts';
import {
  reservationAnswer,
  type ReservationAnswer,
  type ReservationRow,
} from '../../reservations/reservation-answer.ts';
import { writeReservation } from '../../reservations/write-reservation.ts';
import { gatewayFor } from '../provider/find-gateway.ts';
import { descriptionOf, newSessionId, notesOfSession, refuseGatewayError } from '../sessions/open-session.ts';
import { readSession, type SessionRow } from '../sessions/sessions.ts';
import { settleSession } from '../sessions/settle-session.ts';
import { writeDepositSession } from './open-deposit.ts';
import { settleDeposit, toDepositedBooking } from './settle-deposit.ts';

/**
 * Charges the kept card of a party that did not come. The charge is stored before the provider is asked, under an id that
 * it charges once, so presses at the same time and a killed process lead to one charge. Its payment is held like a deposit,
 * which then stays with the restaurant.
 */
export async function chargeNoShow(context: Context, by: Author, reservationId: string): Promise<ReservationAnswer> {
  const { id, session } = await transaction(context.db, (tx) => requestCharge(context, tx, by, reservationId));
  await context.reachTestPoint('charge.requested');
  if (session) await chargeKeptCard(context, session);
  return transaction(context.db, async (tx) => {
    await settleDeposit(context, tx, id);
    return reservationAnswer(await lockReservation(tx, id));
  });
}

/** The charge to make; null if it is made already. */
async function requestCharge(context: Context, tx: Tx, by: Author, reservationId: string) {
  const { row: found } = await requireReadableReservation(context, tx, by.actor, { reservationId });
  valueOrThrow(authorise('reservation.manage', by.actor, { locationId: found.location_id }));
  const row = await lockReservation(tx, found.id);
  const last = row.deposit_session === null ? null : await readSession(tx, row.deposit_session);
  if (last?.snapshot.deposit?.card && last.status === 'open') return { id: row.id, session: last };
  if (last?.snapshot.deposit?.card && last.status === 'paid') return { id: row.id, session: null };
  await requireFeeDue(context, tx, row);
  await writeReservation(context, tx, by, row, 'charge-no-show', { deposit_session: newSessionId(context) });
  return { id: row.id, session: await writeDepositSession(context, tx, row.id, row.deposit?.card) };
}

async function requireFeeDue(context: Context, tx: Tx, row: ReservationRow): Promise<void> {
  const now = context.clock.now();
  const booking = toDepositedBooking(row);
  if (!row.deposit?.card || !booking || !isFeeDue({ ...booking, startsAt: row.starts_at }, now)) {
    throw refuse(
      'failed-precondition',
      say`A no-show fee is charged once the time of the booking has come, if its party is marked as a no-show or cancelled too late, and while its card is kept.`,
    );
  }
  const location = await readLocation(tx, row.location_id);
  if (!location) throw refuse('not-found');
  valueOrThrow(checkMayTakeMoney(location, now, 'staff'));
  const terms = {
    partySize: row.party_size,
    amount: row.deposit.amount,
    startsAt: row.starts_at,
    reservedAt: row.reserved_at,
    // Reminders that could not be sent leave no answer to wait for.
    remindedAt: row.guest_confirmation === null ? null : row.reminded_at,
  };
  const problem = noShowFeeProblem(terms, depositAddressOf(location));
  if (problem !== null) throw refuse('failed-precondition', problem);
}

/** Makes the provider charge a kept card, and records the payment or that the card was declined. */
export async function chargeKeptCard(context: Context, session: SessionRow): Promise<void> {
  const { id: reference, snapshot } = session;
  const charge = {
    reference,
    card: snapshot.deposit?.card ?? '',
    amount: cents(session.amount_cents),
    currency: await fixedCurrency(context.db),
    description: inLanguageOf(snapshot, () => descriptionOf(session)),
    notes: await notesOfSession(context.db, session),
  };
  const answer = await gatewayFor(context, session.provider)
    .chargeCard(charge)
    .catch(async (error: unknown) => {
      if (!(error instanceof GatewayRefused)) return refuseGatewayError(error);
      const failed = { reference, providerSessionId: '', status: 'failed', amount: null, paymentId: null } as const;
      await settleSession(context, failed);
      throw refuse(
        'failed-precondition',
        say`The card was not charged: ${sayNow(error.message)} Try again later, or waive the fee.`,
      );
    });
  await context.reachTestPoint('charge.answered');
  await settleSession(context, answer);
}
