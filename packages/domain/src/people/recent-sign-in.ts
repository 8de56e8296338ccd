import type { Cents } from '../core/money.ts';

/** How a person signed in, or confirmed it since. */
export const SIGN_IN_PROOFS = ['password', 'code', 'passkey', 'social', 'pin'] as const;
export type SignInProof = (typeof SIGN_IN_PROOFS)[number];

/** True for proofs that cannot be lost or passed on unnoticed. */
export function isSecondStepProof(proof: SignInProof | null): boolean {
  return proof === 'code' || proof === 'passkey';
}

/** Six digits are a code of the authenticator app; anything else is a recovery code. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}

/** How long a confirmed sign-in counts as fresh. */
const FRESH_MS = 10 * 60_000;

export function isRecentProof(provenAt: Date, now: Date): boolean {
  return now.getTime() - provenAt.getTime() <= FRESH_MS;
}

/**
 * The sum of refunds of one order that needs no fresh sign-in. It counts all its refunds, so that a large one cannot be
 * split.
 */
const REFUND_WITHOUT_PROOF = 200_00;

/**
 * The sum of refunds across all orders since the last confirmed sign-in, so that many small refunds are limited too.
 */
const REFUNDS_WITHOUT_PROOF = 1_000_00;

export function needsFreshSignIn(refunded: Cents, amount: Cents, sinceProof: Cents): boolean {
  return refunded + amount > REFUND_WITHOUT_PROOF || sinceProof + amount > REFUNDS_WITHOUT_PROOF;
}
