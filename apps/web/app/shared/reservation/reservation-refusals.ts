import { HTTP_MESSAGES, reservationNotices } from '@tiffin/domain/errors';
import { ApiError } from '../api/api-error.ts';
import { wordsFor } from '../errors/words.ts';

/** The server's own words about reservations say more than those of their status. */
const SERVER_MESSAGES = new Set([
  'reservation-not-found',
  'location-not-found',
  'invalid-argument',
  'profile-not-found',
]);

/** What a guest or a host is told when something about a reservation did not work. */
export function reservationWords(error: unknown): string {
  if (error instanceof ApiError && SERVER_MESSAGES.has(error.code)) return error.message;
  return wordsFor(error);
}

/** The same for a booking: with the server in trouble, nobody knows what is there already. */
export function bookingWords(error: unknown): string {
  const words = reservationWords(error);
  return words === HTTP_MESSAGES.serverTrouble ? reservationNotices.checkFailed : words;
}
