/** The facts of a bill that decide whether it takes a round. */
export interface TabFacts {
  readonly mergedInto: string | null;
  readonly continuedBy: string | null;
  readonly isClosed: boolean;
  readonly isSplit: boolean;
  /** Whether a payment succeeded or a payment page is open. */
  readonly hasPayments: boolean;
}

/** Where a round for a bill lands. */
export type RoundTarget =
  | { readonly kind: 'here' }
  /** On a bill that exists. */
  | { readonly kind: 'bill'; readonly billId: string }
  /** On a new bill of the same tab. */
  | { readonly kind: 'new' };

/** A bill that was split or paid stays as it is; later rounds land on the bill that continues it. */
export function roundTargetOf(tab: TabFacts): RoundTarget {
  if (tab.mergedInto !== null) return { kind: 'bill', billId: tab.mergedInto };
  if (tab.continuedBy !== null) return { kind: 'bill', billId: tab.continuedBy };
  return takesRounds(tab) ? { kind: 'here' } : { kind: 'new' };
}

/** True if the next round is added to this bill. */
export function takesRounds(tab: TabFacts): boolean {
  return !(tab.isClosed || tab.isSplit || tab.hasPayments || tab.mergedInto !== null || tab.continuedBy !== null);
}

/** True if the dishes of a bill changed after it was printed, so that the paper may show another sum. */
export function isPrintOutdated(printedAt: Date | null, changesOfDishes: readonly Date[]): boolean {
  return printedAt !== null && changesOfDishes.some((at) => at > printedAt);
}
