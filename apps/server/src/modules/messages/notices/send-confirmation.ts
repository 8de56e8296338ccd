import { type ResponseOf, REQUEST_LIMITS, type ValidatedInput } from '@tiffin/contract';
import { refuse, say } from '@tiffin/domain/core';
import { emailNotices } from '@tiffin/domain/errors';
import { twelveHourText } from '@tiffin/domain/hours';
import { reservationConfirmationProblem } from '@tiffin/domain/messages';
import { isStaff, normaliseEmail, worksAt } from '@tiffin/domain/people';
import { SEATED_STATUSES } from '@tiffin/domain/reservation';
import type { Context, Db, Tx } from '../../../context.ts';
import { addressOf, countLimitUses } from '../../../platform/http/rate-limiter.ts';
import { queueMessages } from '../../outbox/queue-message.ts';
import type { RequestOrigin } from '../../../platform/http/implement.ts';
import type { Author } from '../../log/record-audit-entries.ts';
import { waitsForDeposit } from '../../reservations/end-unpaid-booking.ts';
import type { ReservationRow } from '../../reservations/reservation-answer.ts';
import {
  CHANGE_TEMPLATE,
  CONFIRMATION_TEMPLATE,
  isRecipientUnproven,
  reservationMessages,
} from './reservation-mails.ts';
import { selectReservations } from '../../reservations/queries.ts';

type ConfirmationInput = ValidatedInput<'sendReservationConfirmation'>['body'];

/** A request that was checked and may be answered. */
export interface ConfirmationRequest {
  /** Null for a guest's request without a matching reservation; the response is the same. */
  readonly row: ReservationRow | null;
  readonly email: string;
  /** True for staff of the location. */
  readonly isHost: boolean;
  /** Set by a host. */
  readonly tableNumber: string | null;
}

/**
 * Finds the reservation whose confirmation may be sent again. Only staff learn whether it exists, to protect the
 * privacy of guests.
 */
export async function checkConfirmationRequest(
  context: Context,
  by: Author<RequestOrigin>,
  input: ConfirmationInput,
): Promise<ConfirmationRequest> {
  const { customerEmail = '', customerName = '', reservationDate = '', reservationTime = '', partySize = 0 } = input;
  const fields = { customerEmail, customerName, reservationDate, reservationTime, partySize };
  const problem = reservationConfirmationProblem(fields);
  if (problem !== null) throw refuse('invalid-argument', problem);
  const email = normaliseEmail(customerEmail);
  if (!isStaff(by.actor)) await countLimitUses(context, [REQUEST_LIMITS.resend, `${email} ${addressOf(by.from)}`]);
  const row = (await findMatchingReservation(context.db, input, email, reservationDate, reservationTime)) ?? null;
  const isHost = row !== null && worksAt(by.actor, row.location_id);
  if (isStaff(by.actor) && !isHost) throw refuse('reservation-not-found', emailNotices.reservationFailed);
  const tableNumber = isHost && input.tableNumber != null ? String(input.tableNumber) || null : null;
  return { row, email, isHost, tableNumber };
}

/**
 * Sends a guest's confirmation again, with the stored reservation to its stored address, so that the public key
 * cannot be used to mail other people. A table that is held for a deposit is not booked: its guest gets the link to pay.
 */
export async function sendConfirmation(
  context: Context,
  tx: Tx,
  { row, email, isHost, tableNumber }: ConfirmationRequest,
): Promise<ResponseOf<'sendReservationConfirmation'>> {
  if (row) {
    const write = reservationMessages(context, tx);
    const message = waitsForDeposit(row)
      ? await write.deposit(row)
      : await write.confirmation(row, tableNumber === null ? {} : { tableNumber });
    const unproven = !isHost && (await isRecipientUnproven(context, tx, row));
    await queueMessages(tx, context, [{ ...message, unproven, locationId: row.location_id }]);
    if (isHost) return { message: say`Confirmation sent`, reservationId: row.reservation_id, sentTo: message.to };
  }
  return { message: say`If there is such a reservation, its confirmation is on its way.`, sentTo: email };
}

/** The status of the last message that confirms the present time. */
export async function readConfirmationStatus(
  context: Context,
  row: ReservationRow,
): Promise<ResponseOf<'getReservation'>['confirmation']> {
  const message = await context.db
    .selectFrom('messages')
    .select(['recipient', 'status'])
    .where('reservation_id', '=', row.reservation_id)
    .where('template', 'in', [CONFIRMATION_TEMPLATE, CHANGE_TEMPLATE])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!message) return null;
  const waits = message.status === 'queued' || message.status === 'sending';
  const status = waits ? 'on its way' : message.status === 'sent' ? 'sent' : 'not sent';
  return { to: message.recipient, status };
}

/** A guest has few reservations; more would only slow the search down. */
const MAX_SEARCHED = 50;

async function findMatchingReservation(db: Db, input: ConfirmationInput, email: string, date: string, time: string) {
  const rows = await selectReservations(db)
    .where('r.customer_email', '=', email)
    .where('r.status', 'in', SEATED_STATUSES)
    .orderBy('r.reserved_at', 'desc')
    .limit(MAX_SEARCHED)
    .execute();
  return rows.find(
    (row) =>
      row.date === date &&
      sameTime(row.time, time) &&
      row.party_size === input.partySize &&
      isAtLocation(row, input.restaurantLocation),
  );
}

/** '18:00', '6:00 p.m.' and '6:00 PM' are the same time. */
function sameTime(stored: string, typed: string): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[\s.]/g, '')
      .replace(/^0(?=\d:)/, '');
  return plain(typed) === plain(stored) || plain(typed) === plain(twelveHourText(stored));
}

function isAtLocation(row: ReservationRow, location: ConfirmationInput['restaurantLocation']): boolean {
  if (location == null) return true;
  const names =
    typeof location === 'string' ? [location] : [location.id, location.name].filter((each) => each !== undefined);
  return names.length === 0 || names.some((each) => each === row.location_id || each === row.location_name);
}
