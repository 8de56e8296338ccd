/** The fields of an order line that the kitchen needs. */
interface KitchenLine {
  readonly line: number;
  readonly name: string;
  readonly quantity: number;
  /** Portions that were refunded, including pending refunds. */
  readonly refundedQuantity?: number | undefined;
}

/** The portions of a line to cook: the quantity without refunded portions. */
export function portionsToCook({ quantity, refundedQuantity = 0 }: Pick<KitchenLine, 'quantity' | 'refundedQuantity'>) {
  return Math.max(0, quantity - refundedQuantity);
}

export function portionsToCookByLine(items: readonly KitchenLine[]): ReadonlyMap<number, number> {
  return new Map(items.map((item) => [item.line, portionsToCook(item)]));
}

interface Dish {
  readonly name: string;
  readonly quantity: number;
}

/** A change for a kitchen that has the order: portions that are dropped, and portions to cook after all. */
export interface KitchenChange {
  readonly dropped: readonly Dish[];
  readonly back: readonly Dish[];
}

/** Null if the amounts did not change. */
export function kitchenChange(
  items: readonly KitchenLine[],
  portionsBefore: ReadonlyMap<number, number>,
): KitchenChange | null {
  const by = items.map((item) => ({
    name: item.name,
    more: portionsToCook(item) - (portionsBefore.get(item.line) ?? portionsToCook(item)),
  }));
  const dropped = by.filter(({ more }) => more < 0).map(({ name, more }) => ({ name, quantity: -more }));
  const back = by.filter(({ more }) => more > 0).map(({ name, more }) => ({ name, quantity: more }));
  return dropped.length + back.length === 0 ? null : { dropped, back };
}
