/** What a party waits for: its waiter, the kitchen, its dishes on the pass, its bill, or nothing more. */
export const PARTY_STATES = ['to-order', 'fired', 'on-the-pass', 'to-pay', 'paid'] as const;
export type PartyState = (typeof PARTY_STATES)[number];

/** What was ordered and paid on the bills of a party. A count without a time is not known more exactly. */
export interface BillsOfParty<At = Date> {
  /** Orders that the kitchen has not finished, without held ones. */
  readonly open: number;
  /** Orders that the kitchen has finished. */
  readonly finished: number;
  /** Finished orders that nobody has brought to the table. */
  readonly onPass: number;
  /** Orders of courses that wait to be fired. */
  readonly held: number;
  /** Whether a bill with an open sum was printed, split or paid in part. */
  readonly isPaying: boolean;
  /** What is left to pay, in cents. */
  readonly due: number;
  /** When the oldest order that the kitchen has not finished was sent or fired. */
  readonly sentAt?: At | null;
  /** When the oldest dishes on the pass were finished. */
  readonly onPassAt?: At | null;
  /** When the last dishes were served. */
  readonly servedAt?: At | null;
  /** Since when the oldest course is held. */
  readonly heldAt?: At | null;
  /** When a bill with an open sum was first printed or paid in part. */
  readonly billAt?: At | null;
  /** The last payment. */
  readonly paidAt?: At | null;
}

/**
 * What a party waits for, and since when. Held courses wait for the waiter, but only once the guests have eaten what was
 * sent before: until then the kitchen is awaited.
 */
export function partyState<At>(
  seatedAt: At,
  bills: BillsOfParty<At> | undefined,
): { readonly state: PartyState; readonly since: At } {
  if (!bills) return { state: 'to-order', since: seatedAt };
  const { onPassAt, billAt, sentAt, servedAt, heldAt, paidAt } = bills;
  const first = (...times: readonly (At | null | undefined)[]) => times.find((at) => at != null) ?? seatedAt;
  if (bills.onPass > 0) return { state: 'on-the-pass', since: first(onPassAt) };
  if (bills.isPaying) return { state: 'to-pay', since: first(billAt, servedAt, sentAt) };
  if (bills.open > 0) return { state: 'fired', since: first(sentAt) };
  if (bills.held > 0) return { state: 'to-order', since: first(servedAt, heldAt) };
  if (bills.finished === 0) return { state: 'to-order', since: seatedAt };
  return bills.due > 0
    ? { state: 'to-pay', since: first(servedAt) }
    : { state: 'paid', since: first(paidAt, servedAt) };
}
