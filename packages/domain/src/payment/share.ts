import { addCents, type Cents } from '../core/money.ts';
import { failure } from '../core/errors.ts';
import { err, ok, type Result } from '../core/result.ts';
import { allocate } from '../pricing/allocate.ts';
import { lineNet, type PricedLine } from '../pricing/line.ts';
import type { TaxLine } from '../pricing/tax-codes.ts';

/** What was paid. A charge is a line like a dish. */
export interface PaidBill {
  readonly lines: readonly PricedLine[];
  readonly taxes: readonly PaidTax[];
  readonly tip: Cents;
}

type PaidTax = Pick<TaxLine, 'label' | 'classes' | 'amount'>;

/** So many of a line of the bill, by its position. */
export interface ChosenLine {
  readonly line: number;
  readonly quantity: number;
}

export interface RefundShare {
  /** After discounts. */
  readonly subtotal: Cents;
  readonly tax: Cents;
  /** The tax by code. */
  readonly taxes: readonly { readonly label: string; readonly amount: Cents }[];
  readonly tip: Cents;
  readonly total: Cents;
}

/**
 * What chosen dishes bring back, with their share of tax and tip. Each single dish of the bill has a
 * fixed share of each tax it pays and is given back once, in the order of the line: refunding a bill bit by bit, in any
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
    allocate(lineNet(line), Array<number>(line.quantity).fill(1)).map((net, n) => ({
      net,
      taxClass: line.taxClass ?? ('meal' as const),
      goesBack: n >= (taken[i] ?? 0) && n < (taken[i] ?? 0) + (wanted[i] ?? 0),
    })),
  );
  const nets = dishes.map(({ net }) => net);
  const goingBack = (shares: readonly Cents[]): Cents => addCents(...shares.filter((_, i) => dishes[i]?.goesBack));
  const taxes = bill.taxes.map(({ label, classes, amount }) => {
    const pays = dishes.map(({ net, taxClass }) => (classes === null || classes.includes(taxClass) ? net : 0));
    return { label, amount: goingBack(allocate(amount, pays)) };
  });
  const subtotal = goingBack(nets);
  const tax = addCents(...taxes.map(({ amount }) => amount));
  const tip = goingBack(allocate(bill.tip, nets));
  return ok({ subtotal, tax, taxes, tip, total: addCents(subtotal, tax, tip) });
}

function quantityOf(chosen: readonly ChosenLine[], line: number): number {
  return chosen.filter((choice) => choice.line === line).reduce((sum, choice) => sum + choice.quantity, 0);
}
