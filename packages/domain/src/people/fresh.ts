import type { Cents } from '../core/money.ts';

/** What a session was begun with, or what its person showed since. */
export const PROVEN_BY = ['password', 'code', 'passkey', 'social', 'pin'] as const;
export type ProvenBy = (typeof PROVEN_BY)[number];

/** More than what somebody could have told or lost without noticing. */
export function isSecondStep(by: ProvenBy | null): boolean {
  return by === 'code' || by === 'passkey';
}

/** Six digits come from the app on somebody's phone, everything else is one of their recovery codes. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}

/** So long after somebody showed that it is them, they are not asked again. */
const FRESH_MS = 10 * 60_000;

export function isFresh(provenAt: Date, now: Date): boolean {
  return now.getTime() - provenAt.getTime() <= FRESH_MS;
}

/** Up to this much of one order goes back without another word: what all its refunds come to, lest it go in slices. */
const REFUND_WITHOUT_PROOF = 200_00;

/** And up to this much of all orders since they last showed that it is them, lest somebody empty the evening by halves. */
const REFUNDS_WITHOUT_PROOF = 1_000_00;

export function needsFreshSignIn(refunded: Cents, amount: Cents, sinceProof: Cents): boolean {
  return refunded + amount > REFUND_WITHOUT_PROOF || sinceProof + amount > REFUNDS_WITHOUT_PROOF;
}
