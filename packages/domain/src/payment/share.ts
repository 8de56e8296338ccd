import { addCents, type Cents } from '../core/money.ts';
import { failure } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';
import { allocate } from '../pricing/allocate.ts';

export interface PaidBill {
  readonly lines: readonly { readonly unitPrice: Cents; readonly quantity: number }[];
  readonly tax: Cents;
  readonly tip: Cents;
}

/** So many of a line of the bill, by its position. */
export interface ChosenLine {
  readonly line: number;
  readonly quantity: number;
}

export interface RefundShare {
  readonly subtotal: Cents;
  readonly tax: Cents;
  readonly tip: Cents;
  readonly total: Cents;
}

/**
 * What chosen dishes bring back, with their share of tax and tip. Each single dish of the bill has a
 * fixed share and is given back once, in the order of the line: refunding a bill bit by bit, in any
 * steps, brings back exactly what was paid. `before` is what earlier refunds took.
 */
export function refundShare(
  bill: PaidBill,
  chosen: readonly ChosenLine[],
  before: readonly ChosenLine[] = [],
): Result<RefundShare> {
  const taken = bill.lines.map((_, line) => quantityOf(before, line));
  const wanted = bill.lines.map((_, line) => quantityOf(chosen, line));
  const sound =
    chosen.length > 0 &&
    chosen.every(({ line, quantity }) => line in bill.lines && Number.isSafeInteger(quantity) && quantity > 0);
  const fits = bill.lines.every((line, i) => (taken[i] ?? 0) + (wanted[i] ?? 0) <= line.quantity);
  if (!sound || !fits) return err(failure('invalid-argument', 'These items cannot be refunded.'));

  const dishes = bill.lines.flatMap((line, i) =>
    Array.from({ length: line.quantity }, (_, n) => ({
      price: line.unitPrice,
      goesBack: n >= (taken[i] ?? 0) && n < (taken[i] ?? 0) + (wanted[i] ?? 0),
    })),
  );
  const weights = dishes.map((dish) => dish.price);
  const goingBack = (shares: readonly Cents[]): Cents => addCents(...shares.filter((_, i) => dishes[i]?.goesBack));
  const subtotal = goingBack(weights);
  const tax = goingBack(allocate(bill.tax, weights));
  const tip = goingBack(allocate(bill.tip, weights));
  return ok({ subtotal, tax, tip, total: addCents(subtotal, tax, tip) });
}

function quantityOf(chosen: readonly ChosenLine[], line: number): number {
  return chosen.filter((choice) => choice.line === line).reduce((sum, choice) => sum + choice.quantity, 0);
}
