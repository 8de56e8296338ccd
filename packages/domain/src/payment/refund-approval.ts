import type { Cents } from '../core/money.ts';

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
