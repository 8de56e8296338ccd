import { longDayText, say, type ZoneId } from '../core/index.ts';

/** Why an offer is not taken off an order. The API sends these codes. */
export const OFFER_PROBLEMS = ['unknown', 'sign-in', 'other-account', 'used', 'not-first', 'unconfirmed'] as const;
export type OfferProblem = (typeof OFFER_PROBLEMS)[number];

/** The facts that decide whether a code can be used. */
export interface OfferFacts {
  /** The account that the code was sent to; null if there is no such code. */
  readonly owner: string | null;
  /** The first order that the owner placed signed in, cancelled ones aside. */
  readonly firstOrder: { readonly placedAt: Date; readonly zone: ZoneId; readonly usedCode: boolean } | null;
}

/**
 * Why this account cannot use a code that somebody typed; null if it can. The address of the account need not be
 * confirmed, because the code comes from the mail.
 */
export function checkOfferCode({ owner, firstOrder }: OfferFacts, userId: string | null): OfferProblem | null {
  if (owner === null) return 'unknown';
  if (userId === null) return 'sign-in';
  if (owner !== userId) return 'other-account';
  if (firstOrder === null) return null;
  return firstOrder.usedCode ? 'used' : 'not-first';
}

/** The sentence for a guest: what is wrong and what to do. */
export function offerProblemText(problem: OfferProblem, { firstOrder }: OfferFacts): string {
  return TEXTS[problem](firstOrder === null ? '' : longDayText(firstOrder.placedAt, firstOrder.zone));
}

const TEXTS: Readonly<Record<OfferProblem, (day: string) => string>> = {
  unknown: () => say`We do not know this code. Please check the spelling, or remove it.`,
  'sign-in': () => say`This code belongs to an account. Sign in to use it, or remove it.`,
  'other-account': () => say`This code was sent to another account. Sign in to that account to use it, or remove it.`,
  used: (day) => say`You used this code for your order of ${day}. It works once.`,
  'not-first': (day) => say`This offer is for first orders. You ordered on ${day}.`,
  unconfirmed: () =>
    say`Confirm your email address, and your welcome offer is taken off here. Or enter the code of the mail.`,
};
