import { asRecord, cents, say, type Cents } from '@tiffin/domain/core';
import { SYSTEM_ACTOR } from '@tiffin/domain/people';
import { depositFate, isCardLetGo, taxesInDeposit, type BookingDeposit } from '@tiffin/domain/reservation';
import { sql } from 'kysely';
import type { Context, Tx } from '../../../context.ts';
import { onCommit } from '../../../platform/db/transaction.ts';
import type { Reaction } from '../../../platform/events/reactions.ts';
import { inRestaurantLanguage } from '../../../platform/i18n/request-language.ts';
import { refundableOfPayment } from '../../ledger/ledger.ts';
import { insertRefundRequest } from '../../ledger/refund-rows.ts';
import { taxationAt } from '../../locations/location-answer.ts';
import { readLocation } from '../../locations/queries.ts';
import { writeDeposit } from '../../reservations/end-unpaid-booking.ts';
import { lockReservation } from '../../reservations/queries.ts';
import type { ReservationRow } from '../../reservations/reservation-answer.ts';
import { readSaleOfCard } from '../gift-cards/card-sale.ts';
import { syncGiftCards } from '../gift-cards/gift-card-balance.ts';
import { sendRefundSoon } from '../refunds/send-refund.ts';
import { closeSession } from '../sessions/refresh-session.ts';
import { lockDeposit } from './hold-deposit.ts';
import { letCardGoSoon, returnCard } from './let-card-go.ts';

/** After a change of a booking its deposit waits for the bill, goes back to the card, or stays. */
export const settleDeposits: Reaction = {
  name: 'deposits',
  types: ['reservation.updated'],
  async react(context, tx, events) {
    const deposited = events.flatMap(({ data }) => {
      const reservation = asRecord(data['reservation']);
      return reservation?.['deposit'] && typeof reservation['id'] === 'string' ? [reservation['id']] : [];
    });
    for (const id of new Set(deposited)) await settleDeposit(context, tx, id);
  },
};

const STATE_AFTER: Readonly<Record<ReturnType<typeof depositFate>, BookingDeposit['state']>> = {
  waits: 'paid',
  'goes-back': 'returned',
  stays: 'kept',
};

/** Brings a deposit to the state that its booking and its bill ask for. The second time has no effect. */
export async function settleDeposit(context: Context, tx: Tx, reservationId: string): Promise<void> {
  const row = await lockReservation(tx, reservationId);
  const held = await lockDeposit(tx, reservationId);
  if (!row.deposit) return;
  const booking = toDepositedBooking(row);
  if (!booking) return;
  if (!held) {
    if (row.deposit.state === 'paid' && isCardLetGo(booking)) await returnCard(context, tx, row, { state: 'returned' });
    return row.status === 'cancelled' ? closeSoon(context, tx, row.deposit_session ?? '') : undefined;
  }
  const { rows } = await sql<{ kept: number; is_used: boolean; owes_bill: boolean }>`
    select coalesce(-sum(amount_cents) filter (where kind in ('kept', 'waived')), 0)::int as kept,
      bool_or(kind = 'used') as is_used,
      exists (select from bills b join sittings s on s.id = b.sitting_id
        where s.reservation_id = ${reservationId} and b.closed_at is null and b.total_cents > 0) as owes_bill
    from gift_entries where card_id = ${held.id}
  `.execute(tx);
  const { kept = 0, is_used: isUsed = false, owes_bill: owesBill = false } = rows[0] ?? {};
  const fate = depositFate(booking, { isUsed, owesBill });
  if (fate === 'stays' && held.balance_cents > 0) await keep(context, tx, held, cents(held.balance_cents));
  if (fate !== 'stays' && kept > 0) await keep(context, tx, held, cents(0 - kept));
  if (fate === 'goes-back') await giveBack(context, tx, held.id, cents(held.balance_cents + kept));
  const after = isUsed ? 'used' : STATE_AFTER[fate];
  if (after !== row.deposit.state) await writeDeposit(context, tx, null, row, { ...row.deposit, state: after });
  if (row.deposit.card) letCardGoSoon(context, tx, row.id);
}

/** A booking for the rules about deposits; null if it has none. */
export function toDepositedBooking({ deposit, status, ...row }: ReservationRow) {
  return deposit && { status, cancelledBy: row.cancelled_by, cancelledAt: row.cancelled_at, deposit };
}

/** Closes the payment page of a booking that was cancelled before it was paid. */
function closeSoon(context: Context, tx: Tx, sessionId: string): void {
  onCommit(tx, () => {
    closeSession(context, sessionId).catch((err: unknown) =>
      context.log.warn({ err, sessionId }, 'the payment page of a cancelled booking stays open'),
    );
  });
}

/** Keeps an amount with the taxes in it; an amount below zero gives a kept deposit back to its booking. */
async function keep(
  { clock }: Context,
  tx: Tx,
  { id, location_id: locationId }: { readonly id: string; readonly location_id: string },
  amount: Cents,
): Promise<void> {
  const location = await readLocation(tx, locationId);
  const now = clock.now();
  const taxes = location ? taxesInDeposit(amount, taxationAt(location, now).codes) : [];
  await sql`
    with entry as (
      insert into gift_entries (card_id, kind, amount_cents, taxes, at)
      values (${id}, ${amount > 0 ? 'kept' : 'waived'}, ${0 - amount}, ${JSON.stringify(taxes)}, ${now}::timestamptz)
    )
    update gift_cards set balance_cents = balance_cents - ${amount} where id = ${id}
  `.execute(tx);
}

/** Refunds what is left of a deposit to the card that paid it. */
async function giveBack(context: Context, tx: Tx, depositId: string, amount: Cents): Promise<void> {
  if (amount === 0) return;
  const payment = await readSaleOfCard(tx, depositId);
  const [left] = await refundableOfPayment(tx, payment);
  const refund = await insertRefundRequest(context, tx, SYSTEM_ACTOR, {
    payment_id: payment.id,
    location_id: payment.location_id,
    method: 'card',
    amount_cents: amount,
    tip_cents: 0,
    reason: inRestaurantLanguage(() => say`Deposit of a booking`),
    // What is left grows with refunds of dishes. A refund that failed is repeated by people.
    idempotency_key: `deposit:${payment.id}:${payment.amount_cents - left}`,
  });
  if (!refund) return;
  await syncGiftCards(tx, [payment], context.clock.now());
  sendRefundSoon(context, tx, refund.id);
}
