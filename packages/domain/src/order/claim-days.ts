/**
 * How many days after it was placed an order without an account can be claimed, and a device remembers its guest. The
 * link of an order works until it is claimed, and then as many days more (`isOrderTokenValid` on the server).
 */
export const CLAIM_DAYS = 90;

export function isGuestPeriodOver(since: Date | number, now: Date | number): boolean {
  return Number(now) - Number(since) > CLAIM_DAYS * 86_400_000;
}
