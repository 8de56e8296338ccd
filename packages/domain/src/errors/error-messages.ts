import { failures, say, type FailureCode } from '../core/index.ts';

/** Messages for codes that only the browser raises. Those of the server are in `core/errors.ts`. */
export const CLIENT_MESSAGES = {
  'network-error': say`Network error. Please check your connection.`,
  timeout: say`The request took too long. Please try again.`,
  'data-loss': say`Some data could not be read. Please try again.`,
  'cannot-slice-blob': say`File upload failed. Please try again.`,
  'passkey-not-shown': say`No passkey was used. Please try again, or sign in another way.`,
  'passkey-not-made': say`No passkey was created. This device may already have one, or it took too long. Please try again.`,
} as const;

export type ClientCode = keyof typeof CLIENT_MESSAGES;

export const UNKNOWN_ERROR_MESSAGE = failures.internal[1];

/** The message for a code. A prefix as in 'auth/wrong-password' is ignored. */
export function messageForCode(code: string): string {
  const bareCode = code.slice(code.lastIndexOf('/') + 1);
  if (isClientCode(bareCode)) return CLIENT_MESSAGES[bareCode];
  return isFailureCode(bareCode) ? failures[bareCode][1] : UNKNOWN_ERROR_MESSAGE;
}

/** True for a code that only the browser raises. */
export function isClientCode(code: string): code is ClientCode {
  return Object.hasOwn(CLIENT_MESSAGES, code);
}

/** True for a code of the server. */
export function isFailureCode(code: string): code is FailureCode {
  return Object.hasOwn(failures, code);
}

/** Messages for unsuccessful responses. */
export const HTTP_MESSAGES = {
  tooMany: say`Too many requests. Please wait a moment and try again.`,
  serverTrouble: say`Service temporarily unavailable. Please try again later.`,
  signInAgain: say`Authentication failed. Please refresh and try again.`,
  notFound: say`The requested resource was not found.`,
  noAnswer: say`Network error - please check your connection`,
  required: say`Please fill in all required fields.`,
  invalid: say`Please check your input and try again.`,
  pricing: say`Price validation failed. Please refresh and try again.`,
  other: say`Something went wrong. Please try again.`,
} as const;

/** Words to look for in the message of a 400 response. Matching is case-sensitive, and the first match decides. */
const BAD_REQUEST_WORDS = [
  ['required', HTTP_MESSAGES.required],
  ['Invalid', HTTP_MESSAGES.invalid],
  ['pricing', HTTP_MESSAGES.pricing],
] as const;

/** The message for an unsuccessful response. `status` is null if none arrived. */
export function messageForResponse(status: number | null, serverMessage = ''): string {
  if (status === null) return HTTP_MESSAGES.noAnswer;
  if (status >= 500) return HTTP_MESSAGES.serverTrouble;
  switch (status) {
    case 429:
      return HTTP_MESSAGES.tooMany;
    case 401:
      return HTTP_MESSAGES.signInAgain;
    case 404:
      return HTTP_MESSAGES.notFound;
    case 400:
      return BAD_REQUEST_WORDS.find(([word]) => serverMessage.includes(word))?.[1] ?? serverText(serverMessage);
    default:
      return serverText(serverMessage);
  }
}

function serverText(serverMessage: string): string {
  return serverMessage || HTTP_MESSAGES.other;
}

export const CHECKOUT_MESSAGES = {
  default: say`Unable to process order. Please try again.`,
  network: say`Network error. Please check your connection and try again`,
  validation: say`Please check your information and try again.`,
} as const;

/**
 * What a guest reads of an error at checkout. Matching is case-sensitive and the first match decides, so 'Pricing
 * validation failed: …' counts as a validation error. Other messages are shown unchanged.
 */
export function checkoutMessage(message: string | null | undefined): string {
  if (!message?.trim()) return CHECKOUT_MESSAGES.default;
  if (message.includes('Network')) return CHECKOUT_MESSAGES.network;
  if (message.includes('validation')) return CHECKOUT_MESSAGES.validation;
  return message;
}
