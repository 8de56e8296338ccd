import type { Cents } from '../core/money.ts';

/** The sum of refunds of one order that needs no fresh sign-in, so that a large one cannot be split. */
const MAX_OF_ORDER_WITHOUT_PROOF = 200_00;

/** The sum of refunds of all orders since the last confirmed sign-in, so that many small refunds are limited too. */
const MAX_IN_ALL_WITHOUT_PROOF = 1_000_00;

/** True if the person must confirm the sign-in before this refund. */
export function needsRecentProof(refunded: Cents, amount: Cents, sinceProof: Cents): boolean {
  return refunded + amount > MAX_OF_ORDER_WITHOUT_PROOF || sinceProof + amount > MAX_IN_ALL_WITHOUT_PROOF;
}
