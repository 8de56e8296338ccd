/** How long a customer may remove a claimed order from the account, in case it is not theirs. */
export const UNDO_CLAIM_HOURS = 24;

/** `claimedAt` is null for an order that was placed in the account. */
export function canUndoClaim(claimedAt: Date | null, now: Date): boolean {
  return claimedAt !== null && now.getTime() - claimedAt.getTime() <= UNDO_CLAIM_HOURS * 3_600_000;
}
