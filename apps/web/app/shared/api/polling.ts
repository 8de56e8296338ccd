export const ORDER_POLL_MS = 30_000;
export const ORDER_POLL_LONGEST_MS = 60_000;

/** The order list is polled more often while it changes, less often while it does not. */
export function nextOrderPoll(previousMs: number, changed: boolean): number {
  return changed ? ORDER_POLL_MS : Math.min(previousMs * 2, ORDER_POLL_LONGEST_MS);
}

export const SESSION_POLL_FIRST_MS = 2000;
export const SESSION_POLL_MS = 3000;
export const SESSION_POLL_TRIES = 20;

/** The delay before the confirmation page polls for its order again; null after the last attempt. */
export function nextSessionPoll(triesMade: number): number | null {
  if (triesMade >= SESSION_POLL_TRIES) return null;
  return triesMade === 0 ? SESSION_POLL_FIRST_MS : SESSION_POLL_MS;
}

/** The interval for guests without a list of orders, who wait on the page itself without a limit. */
export const LATE_POLL_MS = 15_000;

export const LOOKUP_TRIES = 15;
export const LOOKUP_STEP_MS = 1000;
export const LOOKUP_LONGEST_MS = 5000;

/** The delay for all other pages that poll for an order, longer each time; null after the last attempt. */
export function nextLookup(triesMade: number): number | null {
  return triesMade >= LOOKUP_TRIES ? null : Math.min(LOOKUP_STEP_MS * (triesMade + 1), LOOKUP_LONGEST_MS);
}

/** The fields that show whether the order list changed. */
export interface PolledOrder {
  readonly id: string;
  readonly status: string;
  readonly updatedAt: string;
}

/** The same orders in the same states have the same fingerprint, in any sequence. */
export function orderFingerprint(orders: readonly PolledOrder[]): string {
  return JSON.stringify(orders.map(({ id, status, updatedAt }) => JSON.stringify([id, status, updatedAt])).toSorted());
}

export function ordersChanged(before: readonly PolledOrder[], after: readonly PolledOrder[]): boolean {
  return orderFingerprint(before) !== orderFingerprint(after);
}
