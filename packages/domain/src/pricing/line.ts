import { addCents, cents, timesCents, ZERO, type Cents } from '../core/money.ts';
import type { OptionLine } from '../options/lines.ts';
import type { TaxClass } from '../core/tax-classes.ts';

export interface PricedLine {
  readonly unitPrice: Cents;
  readonly quantity: number;
  /** A meal unless it says otherwise. */
  readonly taxClass?: TaxClass | undefined;
  /** What discounts take off the line beside its price. */
  readonly off?: Cents | undefined;
  /** What one cost before discounts, where it is less now. */
  readonly unitList?: Cents | undefined;
  /** What was chosen: of a combo its parts, each with a tax class of its own. */
  readonly choices?: readonly Pick<OptionLine, 'part'>[] | null | undefined;
}

export function lineTotal(line: PricedLine): Cents {
  return timesCents(line.unitPrice, line.quantity);
}

/** What a line costs after every discount: what is taxed. */
export function lineNet(line: PricedLine): Cents {
  return cents(lineTotal(line) - (line.off ?? ZERO));
}

export function subtotalOf(lines: readonly PricedLine[]): Cents {
  return addCents(...lines.map(lineTotal));
}
