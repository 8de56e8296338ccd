import { pageAddress } from '../../platform/i18n/request-language.ts';
import { REQUEST_LIMITS } from '@tiffin/contract';
import type { Context, Db, Tx } from '../../context.ts';
import { refuse, say } from '@tiffin/domain/core';
import { authorise, isStaff, userIdOf, type Actor } from '@tiffin/domain/people';
import { isLinkTokenValid } from '../../platform/auth/link-keys.ts';
import type { RequestOrigin } from '../../platform/http/implement.ts';
import { addressOf, countLimitUses } from '../../platform/http/rate-limiter.ts';
import type { ReservationRow } from './reservation-answer.ts';
import { findReservation } from './queries.ts';

/** The page where the holder of the link sees and cancels a reservation without signing in. */
export function manageUrl(
  links: Pick<Context, 'publicUrl' | 'linkKeys'>,
  row: Pick<ReservationRow, 'reservation_id'>,
): string {
  const page = pageAddress(links, `/reservations/${encodeURIComponent(row.reservation_id)}`);
  return `${page}?token=${encodeURIComponent(links.linkKeys('reservation', row.reservation_id))}`;
}

interface ReservationRequest {
  readonly reservationId: string;
  readonly token?: string | undefined;
}

/** Limits guesses of links; call it before the transaction begins. */
export async function limitTokenGuesses(
  context: Context,
  actor: Actor,
  from: RequestOrigin,
  request: ReservationRequest,
): Promise<void> {
  if (request.token === undefined || userIdOf(actor) !== null) return;
  await countLimitUses(context, [REQUEST_LIMITS.token, addressOf(from)]);
}

/**
 * Returns the reservation to its guest, the holder of its link and the staff of its location. Others get 404, staff
 * of another location 403.
 */
export async function requireReadableReservation(
  { linkKeys }: Pick<Context, 'linkKeys'>,
  db: Db | Tx,
  actor: Actor,
  request: ReservationRequest,
) {
  const row = await findReservation(db, request.reservationId);
  if (!row) throw notFound(request.reservationId);
  const link = { to: 'reservation', id: row.reservation_id, stored: row.manage_token } as const;
  const holdsLink = isLinkTokenValid(linkKeys, link, request.token);
  if (holdsLink) return { row, holdsLink };
  const may = authorise('reservation.read', actor, { locationId: row.location_id, ownerId: row.user_id });
  if (may.ok) return { row, holdsLink };
  throw isStaff(actor) ? refuse(may.error.code) : notFound(request.reservationId);
}

function notFound(id: string): Error {
  return refuse('reservation-not-found', say`Reservation not found: ${id}`);
}
