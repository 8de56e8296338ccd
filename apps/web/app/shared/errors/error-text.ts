import { isFailureCode, messageForResponse, messageForCode } from '@tiffin/domain/errors';
import { say } from '@tiffin/domain/core';
import { ApiError, CANNOT_STORE, isBrowserError } from '../api/api-error.ts';

const waitWords = (minutes: number) =>
  minutes === 1 ? say`Please wait a minute.` : say`Please wait ${minutes} minutes.`;

/** True if the browser did not send the request, because the server failed several times. */
const isBlocked = ({ code, status }: ApiError) => code === 'unavailable' && status === 0;

const blockedText = (seconds: number) =>
  seconds === 1
    ? say`Service temporarily unavailable. Please try again in a second.`
    : say`Service temporarily unavailable. Please try again in ${seconds} seconds.`;

/** Codes with a better message than the one for their status. */
const CODES_WITH_OWN_TEXT = new Set([
  'user-not-found',
  'wrong-password',
  'wrong-code',
  'wrong-passkey',
  'passkey-not-shown',
  'passkey-not-made',
  'sign-in-over',
  'email-already-in-use',
  'invalid-email',
  'too-many-requests',
  'too-many-codes',
  'permission-denied',
  'account-inactive',
  'email-not-verified',
]);

/** The message for an error; the only code that turns error codes into words. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return messageForCode('internal');
  if (error.code === CANNOT_STORE || isBrowserError(error)) return error.message;
  if (isBlocked(error)) return blockedText(error.retryAfter ?? 1);
  if (error.status === 0) return messageForResponse(null);
  // The server may send a more exact message with the same code.
  if (error.code === 'weak-password') return error.message;
  if (CODES_WITH_OWN_TEXT.has(error.code)) return messageForCode(error.code);
  return messageForResponse(error.status, error.message);
}

/**
 * Why a change was refused, in the server's words, which name the field or the thing. Expired sessions and failures
 * that the server did not expect have general messages.
 */
export function refusalText(error: unknown): string {
  if (!(error instanceof ApiError) || isBlocked(error)) return errorText(error);
  const isExpected = isFailureCode(error.code) && error.status < 500;
  // The refusal of a proxy has no code of ours, so it is `internal` whatever its status.
  const hasGeneralText = error.code === 'internal' || error.code === 'unauthenticated';
  const text = isExpected && !hasGeneralText ? error.message : errorText(error);
  return [text, waitText(error)].filter(Boolean).join(' ');
}

/** `retry-after` in words; empty when the server gave no time. */
export function waitText(error: ApiError): string {
  if (error.retryAfter === null) return '';
  return waitWords(Math.max(1, Math.ceil(error.retryAfter / 60)));
}
