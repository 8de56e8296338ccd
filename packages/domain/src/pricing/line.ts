import { addCents, timesCents, type Cents } from '../core/money.ts';

export interface PricedLine {
  readonly unitPrice: Cents;
  readonly quantity: number;
}

export function lineTotal(line: PricedLine): Cents {
  return timesCents(line.unitPrice, line.quantity);
}

export function subtotalOf(lines: readonly PricedLine[]): Cents {
  return addCents(...lines.map(lineTotal));
}
