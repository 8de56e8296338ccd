import { say } from '../core/language.ts';

/** What a person is told about an answer that is no success. */
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

/** Looked for in a 400's own words: case counts, the first that is found speaks. */
const BAD_REQUEST_WORDS = [
  ['required', HTTP_MESSAGES.required],
  ['Invalid', HTTP_MESSAGES.invalid],
  ['pricing', HTTP_MESSAGES.pricing],
] as const;

/** `status` is null when no answer came. */
export function messageForAnswer(status: number | null, serverMessage = ''): string {
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
      return BAD_REQUEST_WORDS.find(([word]) => serverMessage.includes(word))?.[1] ?? said(serverMessage);
    default:
      return said(serverMessage);
  }
}

function said(serverMessage: string): string {
  return serverMessage || HTTP_MESSAGES.other;
}
