import { type AnswerOf, LIMITS, type UnderstoodOf } from '@tiffin/contract';
import type { getReservation, sendReservationConfirmation } from '@tiffin/contract/reservations';
import { refuse, say } from '@tiffin/domain/core';
import { emailNotices } from '@tiffin/domain/errors';
import { twelveHours } from '@tiffin/domain/hours';
import { reservationConfirmationProblem } from '@tiffin/domain/messages';
import { isStaff, normaliseEmail, worksAt } from '@tiffin/domain/people';
import { SEATED_STATUSES } from '@tiffin/domain/reservation';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { addressOf, spend } from '../../platform/http/hold-to-rates.ts';
import { queueMessages } from '../messages/queue-message.ts';
import type { By } from '../audit/record-change.ts';
import type { ReservationRow } from './answer.ts';
import { CONFIRMATION_TEMPLATE, isUnproven, mailsFor } from './mails.ts';
import { selectReservations } from './queries.ts';

type Asked = UnderstoodOf<typeof sendReservationConfirmation>['body'];

export interface Wanted {
  /** Null for a guest who asks for one that is not there: they are told the same as for one that is. */
  readonly row: ReservationRow | null;
  readonly email: string;
  readonly isHost: boolean;
  /** Said by a host. */
  readonly tableNumber: string | null;
}

/**
 * Which reservation is meant, and may its confirmation be sent again? Only its hosts hear whether it
 * is there: where somebody dines is nobody else's business.
 */
export async function confirmationWanted(context: Context, by: By, asked: Asked): Promise<Wanted> {
  const { customerEmail = '', customerName = '', reservationDate = '', reservationTime = '', partySize = 0 } = asked;
  const fields = { customerEmail, customerName, reservationDate, reservationTime, partySize };
  const problem = reservationConfirmationProblem(fields);
  if (problem !== null) throw refuse('invalid-argument', problem);
  const email = normaliseEmail(customerEmail);
  if (!isStaff(by.actor)) await spend(context, [LIMITS.resend, `${email} ${addressOf(by.from)}`]);
  const row = (await meant(context.db, asked, email, reservationDate, reservationTime)) ?? null;
  const isHost = row !== null && worksAt(by.actor, row.location_id);
  if (isStaff(by.actor) && !isHost) throw refuse('reservation-not-found', emailNotices.reservationFailed);
  const tableNumber = isHost && asked.tableNumber != null ? String(asked.tableNumber) || null : null;
  return { row, email, isHost, tableNumber };
}

/**
 * Sends a guest's confirmation again. What is sent is the reservation as it is kept, to the address it
 * is kept with: the public key is no way to write mails to strangers.
 */
export async function sendConfirmation(
  context: Context,
  tx: Tx,
  { row, email, isHost, tableNumber }: Wanted,
): Promise<AnswerOf<typeof sendReservationConfirmation>> {
  if (row) {
    const letter = await mailsFor(context, tx).confirmation(row, tableNumber === null ? {} : { tableNumber });
    await queueMessages(tx, context, [{ ...letter, unproven: !isHost && (await isUnproven(context, tx, row)) }]);
    if (isHost) return { message: say`Confirmation sent`, reservationId: row.reservation_id, sentTo: letter.to };
  }
  return { message: say`If there is such a reservation, its confirmation is on its way.`, sentTo: email };
}

/** What became of the message that confirms it: nothing is pretended to be sent. */
export async function confirmationOf(
  context: Context,
  row: ReservationRow,
): Promise<AnswerOf<typeof getReservation>['confirmation']> {
  const message = await context.db
    .selectFrom('messages')
    .select(['recipient', 'status'])
    .where('reservation_id', '=', row.reservation_id)
    .where('template', '=', CONFIRMATION_TEMPLATE)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!message) return null;
  const waits = message.status === 'queued' || message.status === 'sending';
  const status = waits ? 'on its way' : message.status === 'sent' ? 'sent' : 'not sent';
  return { to: message.recipient, status };
}

async function meant(
  db: Db,
  asked: Asked,
  email: string,
  date: string,
  time: string,
): Promise<ReservationRow | undefined> {
  const rows = await selectReservations(db)
    .where('r.customer_email', '=', email)
    .where('r.status', 'in', SEATED_STATUSES)
    .orderBy('r.reserved_at', 'desc')
    .limit(50)
    .execute();
  return rows.find(
    (row) =>
      row.date === date &&
      sameTime(row.time, time) &&
      row.party_size === asked.partySize &&
      isAtLocation(row, asked.restaurantLocation),
  );
}

/** '18:00', '6:00 p.m.' and '6:00 PM' are one time. */
function sameTime(kept: string, given: string): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[\s.]/g, '')
      .replace(/^0(?=\d:)/, '');
  return plain(given) === plain(kept) || plain(given) === plain(twelveHours(kept));
}

function isAtLocation(row: ReservationRow, location: Asked['restaurantLocation']): boolean {
  if (location == null) return true;
  const said =
    typeof location === 'string' ? [location] : [location.id, location.name].filter((each) => each !== undefined);
  return said.length === 0 || said.some((each) => each === row.location_id || each === row.location_name);
}
