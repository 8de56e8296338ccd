interface KitchenLine {
  readonly quantity: number;
  /** Portions that were refunded, including pending refunds. */
  readonly refundedQuantity?: number | undefined;
}

/** The portions of a line to cook: the quantity without refunded portions. */
export function portionsToCook({ quantity, refundedQuantity = 0 }: KitchenLine) {
  return Math.max(0, quantity - refundedQuantity);
}
