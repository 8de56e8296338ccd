import { say } from '../core/language.ts';

/** The red box at checkout. */
export const CHECKOUT_MESSAGES = {
  default: say`Unable to process order. Please try again.`,
  network: say`Network error. Please check your connection and try again`,
  validation: say`Please check your information and try again.`,
} as const;

/**
 * Case counts and the first match speaks, so 'Pricing validation failed: …' is a matter of
 * validation too. Any other message is shown as it is.
 */
export function checkoutMessage(message: string | null | undefined): string {
  if (!message?.trim()) return CHECKOUT_MESSAGES.default;
  if (message.includes('Network')) return CHECKOUT_MESSAGES.network;
  if (message.includes('validation')) return CHECKOUT_MESSAGES.validation;
  return message;
}
