/** So long an order that was taken into an account may be given back by one press: it came there by mistake. */
export const GIVE_BACK_HOURS = 24;

/** `claimedAt` is null of an order that was placed in its account. */
export function mayGiveBack(claimedAt: Date | null, now: Date): boolean {
  return claimedAt !== null && now.getTime() - claimedAt.getTime() <= GIVE_BACK_HOURS * 3_600_000;
}
