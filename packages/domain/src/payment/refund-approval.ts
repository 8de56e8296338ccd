import { cents, type Cents } from '../core/money.ts';

/**
 * The sum of refunds of one order that needs no fresh sign-in of the manager, and that their PIN can approve, so that a
 * large one cannot be split.
 */
export const MAX_OF_ORDER_WITHOUT_PROOF = cents(200_00);

/**
 * The sum of refunds of all orders since the last confirmed sign-in, or by a PIN in a day, so that many small refunds
 * are limited too.
 */
export const MAX_IN_ALL_WITHOUT_PROOF = cents(1_000_00);

/** True if the manager must confirm their own sign-in before this refund. */
export function needsRecentProof(refunded: Cents, amount: Cents, sinceProof: Cents): boolean {
  return refunded + amount > MAX_OF_ORDER_WITHOUT_PROOF || sinceProof + amount > MAX_IN_ALL_WITHOUT_PROOF;
}
