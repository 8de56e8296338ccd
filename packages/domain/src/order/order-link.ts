/** How many days after it was placed an order without an account can be claimed, and a device remembers its guest. */
export const CLAIM_DAYS = 90;

/** True if more than `CLAIM_DAYS` have passed. */
export function isGuestPeriodOver(since: Date | number, now: Date | number): boolean {
  return Number(now) - Number(since) > CLAIM_DAYS * 86_400_000;
}

/** The link of an order works without limit until the order is claimed, and for `CLAIM_DAYS` after that. */
export function isOrderLinkOver({ claimedAt }: { readonly claimedAt: Date | null }, now: Date): boolean {
  return claimedAt !== null && isGuestPeriodOver(claimedAt, now);
}
