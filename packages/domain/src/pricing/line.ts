import { addCents, cents, timesCents, ZERO, type Cents } from '../core/money.ts';
import type { TaxClass } from './tax-classes.ts';

export interface PricedLine {
  readonly unitPrice: Cents;
  readonly quantity: number;
  /** A meal unless it says otherwise. */
  readonly taxClass?: TaxClass | undefined;
  /** What discounts take off the line beside its price. */
  readonly off?: Cents | undefined;
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
