import { pageAddress } from '../../platform/i18n/interpreter.ts';
import { LIMITS } from '@tiffin/contract';
import type { Context } from '../../context.ts';
import { refuse, say } from '@tiffin/domain/core';
import { authorise, isStaff, userIdOf, type Actor } from '@tiffin/domain/people';
import { fitsLink, keyInLink } from '../../platform/auth/link-keys.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import type { From } from '../../platform/http/implement.ts';
import { addressOf, spend } from '../../platform/http/hold-to-rates.ts';
import type { ReservationRow } from './reservation-answer.ts';
import { findReservation } from './queries.ts';

/** The page where the holder of the link sees and cancels a reservation without signing in. */
export function manageUrl(
  house: Pick<Context, 'publicUrl' | 'linkKeys'>,
  row: Pick<ReservationRow, 'reservation_id' | 'manage_token'>,
): string {
  const page = pageAddress(house, `/reservations/${encodeURIComponent(row.reservation_id)}`);
  return `${page}?token=${encodeURIComponent(keyInLink(house.linkKeys, itself(row)))}`;
}

const itself = (row: Pick<ReservationRow, 'reservation_id' | 'manage_token'>) =>
  ({ to: 'reservation', id: row.reservation_id, stored: row.manage_token }) as const;

interface Seen {
  readonly row: ReservationRow;
  /** The actor used the manage link. */
  readonly holdsLink: boolean;
}

interface Asked {
  readonly reservationId: string;
  readonly token?: string | undefined;
}

/** Limits guesses of links; call it before the transaction begins. */
export async function spendOnToken(context: Context, actor: Actor, from: From, asked: Asked): Promise<void> {
  if (asked.token === undefined || userIdOf(actor) !== null) return;
  await spend(context, [LIMITS.token, addressOf(from)]);
}

/**
 * Returns the reservation to its guest, the holder of its link and the staff of its location. Others get 404, staff
 * of another location 403.
 */
export async function seeReservation(
  { linkKeys }: Pick<Context, 'linkKeys'>,
  db: Db | Tx,
  actor: Actor,
  asked: Asked,
): Promise<Seen> {
  const row = await findReservation(db, asked.reservationId);
  if (!row) throw notFound(asked.reservationId);
  const holdsLink = fitsLink(linkKeys, itself(row), asked.token);
  if (holdsLink) return { row, holdsLink };
  const may = authorise('reservation.read', actor, { locationId: row.location_id, ownerId: row.user_id });
  if (may.ok) return { row, holdsLink };
  throw isStaff(actor) ? refuse(may.error.code) : notFound(asked.reservationId);
}

function notFound(id: string): Error {
  return refuse('reservation-not-found', say`Reservation not found: ${id}`);
}
