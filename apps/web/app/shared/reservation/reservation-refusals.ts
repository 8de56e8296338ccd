import { say } from '@tiffin/domain/core';
import { HTTP_MESSAGES } from '@tiffin/domain/errors';
import { ApiError } from '../api/api-error.ts';
import { errorText } from '../errors/error-text.ts';

/** For these codes the server's message is more exact than the one for the status. */
const SERVER_MESSAGES = new Set([
  'reservation-not-found',
  'location-not-found',
  'invalid-argument',
  'profile-not-found',
]);

export function reservationErrorText(error: unknown): string {
  if (error instanceof ApiError && SERVER_MESSAGES.has(error.code)) return error.message;
  return errorText(error);
}

/** The same while booking: with a server error it is unknown whether the reservation exists. */
export function bookingErrorText(error: unknown): string {
  const words = reservationErrorText(error);
  return words === HTTP_MESSAGES.serverTrouble ? say`Failed to check existing reservations` : words;
}
