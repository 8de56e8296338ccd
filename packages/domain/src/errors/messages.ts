import { say } from '../core/language.ts';
import { failures, type FailureCode } from '../core/errors.ts';

/**
 * Words for codes the server never answers: what goes wrong on the way or in the browser. The server's own
 * codes have theirs in `core/errors.ts`; no code is in both tables.
 */
export const CLIENT_MESSAGES = {
  'network-error': say`Network error. Please check your connection.`,
  timeout: say`The request took too long. Please try again.`,
  'deadline-exceeded': say`The request took too long. Please try again.`,
  'resource-exhausted': say`Too many requests at the moment. Please try again later.`,
  cancelled: say`The request was cancelled.`,
  aborted: say`The request was interrupted. Please try again.`,
  'data-loss': say`Some data could not be read. Please try again.`,
  'out-of-range': say`A value is outside the allowed range.`,
  'passkey-not-shown': say`No passkey was shown. Please try again, or come in another way.`,
  'passkey-not-made': say`No passkey was made. Perhaps this device has one already, or it took too long. Please try again.`,
} as const;

export type ClientCode = keyof typeof CLIENT_MESSAGES;

export const UNKNOWN_ERROR_MESSAGE = failures.internal[1];

/** What is said for a code; a prefix as in 'auth/wrong-password' or 'storage/…' does not matter. */
export function messageForCode(code: string): string {
  const bare = code.slice(code.lastIndexOf('/') + 1);
  if (isClientCode(bare)) return CLIENT_MESSAGES[bare];
  return isFailureCode(bare) ? failures[bare][1] : UNKNOWN_ERROR_MESSAGE;
}

export function isClientCode(code: string): code is ClientCode {
  return Object.hasOwn(CLIENT_MESSAGES, code);
}

export function isFailureCode(code: string): code is FailureCode {
  return Object.hasOwn(failures, code);
}
