import {
  applyDiscounts,
  rebuildDiscounts,
  type Adjustment,
  type Discount,
  type DiscountedBill,
} from '../pricing/discounts.ts';
import type { PricedLine } from '../pricing/priced-line.ts';

/** A round at list prices, with what was taken off its lines so far. `line` is the index within the round. */
export interface RoundToDiscount<Line extends PricedLine> {
  readonly lines: readonly Line[];
  readonly adjustments: readonly Adjustment[];
}

/**
 * Applies a discount to all rounds of a bill as if they were one order; its `line` is the index over all rounds. What was
 * taken off before stays as an amount on its dish. So a percentage is rounded once, and each round has its own share.
 */
export function discountRounds<Line extends PricedLine>(
  rounds: readonly RoundToDiscount<Line>[],
  discount: Discount | null,
): Pick<DiscountedBill<Line>, 'lines' | 'adjustments'>[] {
  const starts = rounds.map((_, round) => rounds.slice(0, round).reduce((sum, { lines }) => sum + lines.length, 0));
  const before = rounds.flatMap(({ adjustments }, round) =>
    rebuildDiscounts(adjustments, (line) => (starts[round] ?? 0) + line, {}),
  );
  const { lines, adjustments } = applyDiscounts(
    rounds.flatMap((round) => round.lines),
    discount ? [...before, discount] : before,
  );
  return rounds.map((round, index) => {
    const start = starts[index] ?? 0;
    const isInRound = (line: number) => line >= start && line < start + round.lines.length;
    return {
      lines: lines.slice(start, start + round.lines.length),
      adjustments: adjustments.flatMap((each) =>
        each.line !== null && isInRound(each.line) ? [{ ...each, line: each.line - start }] : [],
      ),
    };
  });
}
