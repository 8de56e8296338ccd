import { addMinutes, isLanguage, rate, refuse, say, toDollars, ZERO } from '@tiffin/domain/core';
import { SESSION_MINUTES } from '@tiffin/domain/payment';
import { SYSTEM_ACTOR } from '@tiffin/domain/people';
import type { Context, Tx } from '../../../context.ts';
import { waitsForDeposit } from '../../reservations/end-unpaid-booking.ts';
import { findReservation, lockReservation } from '../../reservations/queries.ts';
import type { ReservationAnswer, ReservationRow } from '../../reservations/reservation-answer.ts';
import { refreshSessionThrottled } from '../sessions/refresh-session.ts';
import type { SessionRow } from '../sessions/sessions.ts';
import { newSessionId, openProviderPage, writeSession } from '../sessions/open-session.ts';

/** An id for the payment of a deposit, if cards can be paid. The booking keeps it if it needs a deposit. */
export function newDepositSession(context: Context): string | undefined {
  return context.payments ? newSessionId(context) : undefined;
}

/** The same for a booking by staff. Its guest gets a link to the page. */
export function newDepositLink(context: Context, { email }: { readonly email: string }): string {
  const id = newDepositSession(context);
  if (id === undefined)
    throw refuse('failed-precondition', say`Cards cannot be paid here, so there is no deposit and no no-show fee.`);
  if (email === '' && !context.sms) {
    throw refuse('invalid-argument', say`Type an email address: the link goes there.`, { field: 'email' });
  }
  return id;
}

/** How long a charge without an answer of the provider is tried again. */
const CHARGE_DAYS = 7;

/**
 * Stores the payment of the deposit of a new booking, whose page is opened after the commit (`depositPayment`), or the
 * charge of a kept card.
 */
export async function writeDepositSession(
  context: Context,
  tx: Tx,
  reservationId: string,
  card?: string,
): Promise<SessionRow> {
  const row = await lockReservation(tx, reservationId);
  const { deposit, deposit_session: id, customer_name: name, customer_email: email, user_id: userId } = row;
  if (!deposit || id === null) {
    throw refuse(
      'failed-precondition',
      say`This location asks such a party for no deposit and keeps no card. Book without it.`,
    );
  }
  const { amount, isFee } = deposit;
  // A page that is opened just before the end of the wait is open long enough for providers.
  const linkEnd = row.source === 'phone' && row.held_until && addMinutes(row.held_until, SESSION_MINUTES.customer);
  return writeSession(context, tx, {
    id,
    kind: isFee && !card ? 'no-show' : 'deposit',
    locationId: row.location_id,
    createdBy: userId,
    expiresAt: card ? addMinutes(context.clock.now(), CHARGE_DAYS * 24 * 60) : linkEnd || undefined,
    snapshot: {
      request: { customer: { name, email, phone: '', userId }, orderType: 'dine-in', delivery: null, table: null },
      items: [],
      price: { subtotal: amount, tax: ZERO, tip: ZERO, total: amount, taxRate: rate(0), taxLabel: '' },
      userId,
      adminCreated: false,
      actor: SYSTEM_ACTOR,
      language: isLanguage(row.language) ? row.language : undefined,
      deposit: { reservationId, number: row.reservation_id, card },
    },
  });
}

/** Where the deposit of a booking is paid; null if nothing waits for a payment. */
async function depositPayment(context: Context, row: ReservationRow) {
  if (!row.deposit || row.deposit_session === null || !waitsForDeposit(row)) return null;
  const { payment_url: url } = await openProviderPage(context, row.deposit_session);
  return { url, amount: row.deposit.isFee ? 0 : toDollars(row.deposit.amount) };
}

/** The payment of a booking that was just made. A repeated request gets the same page. */
export async function paymentOfNewBooking(
  context: Context,
  { id, deposit }: Pick<ReservationAnswer, 'id' | 'deposit'>,
) {
  const row = deposit && (await findReservation(context.db, id));
  return row ? depositPayment(context, row) : null;
}

/** The booking after the provider was asked whether its deposit is paid, because its event may be late. */
export async function refreshDeposit(context: Context, row: ReservationRow): Promise<ReservationRow> {
  if (row.deposit_session === null || !waitsForDeposit(row)) return row;
  await refreshSessionThrottled(context, row.deposit_session);
  return (await findReservation(context.db, row.id)) ?? row;
}

/** The page for a guest who comes back; null as well while the provider does not answer. */
export function pageOfDeposit(context: Context, row: ReservationRow): ReturnType<typeof depositPayment> {
  return depositPayment(context, row).catch((err: unknown) => {
    context.log.warn({ err, reservationId: row.id }, 'the payment page of a deposit could not be opened');
    return null;
  });
}
