/**
 * How many days after it was placed an order without an account can be claimed, and a device remembers its guest. The
 * link of an order works without limit, and as many days after a claim.
 */
export const GUEST_LINK_DAYS = 90;

export function isGuestPeriodOver(since: Date | number, now: Date | number): boolean {
  return Number(now) - Number(since) > GUEST_LINK_DAYS * 86_400_000;
}
