import { addCents, cents, multiplyCents, ZERO, type Cents } from '../core/money.ts';
import type { OptionLine } from '../options/lines.ts';
import type { TaxClass } from '../core/tax-classes.ts';

export interface PricedLine {
  readonly unitPrice: Cents;
  readonly quantity: number;
  /** Defaults to `meal`. */
  readonly taxClass?: TaxClass | undefined;
  /** The discount on the line in addition to its lower unit price. */
  readonly off?: Cents | undefined;
  /** The unit price before discounts, if it was lowered. */
  readonly unitList?: Cents | undefined;
  /** The chosen options. The parts of a combo have their own tax classes. */
  readonly choices?: readonly Pick<OptionLine, 'part'>[] | null | undefined;
}

/** The line's amount before the discount on the line. */
export function lineTotal(line: PricedLine): Cents {
  return multiplyCents(line.unitPrice, line.quantity);
}

/** The line's amount after all discounts; this is the taxable amount. */
export function lineNet(line: PricedLine): Cents {
  return cents(lineTotal(line) - (line.off ?? ZERO));
}

export function subtotalOf(lines: readonly PricedLine[]): Cents {
  return addCents(...lines.map(lineTotal));
}
