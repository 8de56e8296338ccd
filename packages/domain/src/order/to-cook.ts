/** A line of an order as the kitchen reads it. */
interface KitchenLine {
  readonly line: number;
  readonly name: string;
  readonly quantity: number;
  /** How many were refunded, or are about to be. */
  readonly refundedQuantity?: number | undefined;
}

/** How many of a line there are to cook: nobody cooks what was refunded. */
export function toCook({ quantity, refundedQuantity = 0 }: Pick<KitchenLine, 'quantity' | 'refundedQuantity'>): number {
  return Math.max(0, quantity - refundedQuantity);
}

/** What there is to cook of each line, by its number. */
export function cookingList(items: readonly KitchenLine[]): ReadonlyMap<number, number> {
  return new Map(items.map((item) => [item.line, toCook(item)]));
}

interface Dish {
  readonly name: string;
  readonly quantity: number;
}

/** What a kitchen that knew of an order has to hear: what it need not cook any more, and what it must after all. */
export interface KitchenChange {
  readonly dropped: readonly Dish[];
  readonly back: readonly Dish[];
}

/** Null when there is as much to cook as before. */
export function kitchenChange(
  items: readonly KitchenLine[],
  before: ReadonlyMap<number, number>,
): KitchenChange | null {
  const by = items.map((item) => ({ name: item.name, more: toCook(item) - (before.get(item.line) ?? toCook(item)) }));
  const dropped = by.filter(({ more }) => more < 0).map(({ name, more }) => ({ name, quantity: -more }));
  const back = by.filter(({ more }) => more > 0).map(({ name, more }) => ({ name, quantity: more }));
  return dropped.length + back.length === 0 ? null : { dropped, back };
}
