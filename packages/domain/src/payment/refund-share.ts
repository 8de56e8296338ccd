import { addCents, ok, say, type Cents, fail } from '../core/index.ts';
import { addedTaxSum, allocate, taxedParts, taxSumLabel, type PricedLine, type TaxLine } from '../pricing/index.ts';

/** A line of a paid bill: a dish, or a charge behind the dishes. */
export interface PaidLine extends PricedLine {
  /** Absent for a dish. True for a charge by percentage: each dish takes its share of it back. */
  readonly isPercentage?: boolean | undefined;
}

export interface PaidBill {
  readonly lines: readonly PaidLine[];
  readonly taxes: readonly PaidTax[];
  readonly tip: Cents;
}

type PaidTax = Pick<TaxLine, 'label' | 'classes' | 'amount' | 'included'>;

/** A quantity of a bill line, or of a part of a combo. `line` and `part` are positions. */
export interface ChosenLine {
  readonly line: number;
  readonly quantity: number;
  readonly part?: number | undefined;
}

/**
 * The refund for the chosen dishes, with their share of tax, tip and charges by percentage. Each single dish and each
 * part of a combo has a fixed share and is refunded once, in the sequence of the line. So refunding a bill in any steps
 * returns exactly what was paid. `earlier` are the dishes of earlier refunds.
 */
export function refundShare(bill: PaidBill, chosen: readonly ChosenLine[], earlier: readonly ChosenLine[] = []) {
  const parts = bill.lines.flatMap((line, at) =>
    taxedParts(line).map((share, part) => ({ ...share, line, at, part, refunded: quantityOf(earlier, at, part) })),
  );
  const isOnBill = ({ line, part, quantity }: ChosenLine) =>
    Number.isSafeInteger(quantity) &&
    quantity > 0 &&
    parts.some((each) => each.at === line && (part === undefined || each.part === part));
  const fits = parts.every(({ at, part, refunded, line }) => refunded + quantityOf(chosen, at, part) <= line.quantity);
  if (chosen.length === 0 || !chosen.every(isOnBill) || !fits) {
    return fail('invalid-argument', say`These items cannot be refunded.`);
  }

  const dishes = parts.flatMap(({ at, part, net: whole, taxClass, refunded, line: { quantity } }) =>
    allocate(whole, Array<number>(quantity).fill(1)).map((net, n) => ({
      net,
      taxClass,
      isPercentage: bill.lines[at]?.isPercentage,
      goesBack: n >= refunded && n < refunded + quantityOf(chosen, at, part),
    })),
  );
  const nets = dishes.map(({ net }) => net);
  // What a charge by percentage costs is spread over the dishes before it is known which of them go back.
  const weights = dishes.map(({ net, isPercentage }) => (isPercentage === undefined ? net : 0));
  const ofPercentages = (shares: readonly Cents[]) => shares.filter((_, i) => dishes[i]?.isPercentage);
  const chosenOf = (shares: readonly Cents[]) => addCents(...shares.filter((_, i) => dishes[i]?.goesBack));
  const chargesBack = (shares: readonly Cents[]) => chosenOf(allocate(addCents(...ofPercentages(shares)), weights));
  const goingBack = (shares: readonly Cents[]) => addCents(chosenOf(shares), chargesBack(shares));
  const taxes = bill.taxes.map(({ label, classes, amount, included }) => {
    const pays = dishes.map(({ net, taxClass }) => (classes === null || classes.includes(taxClass) ? net : 0));
    return { label: taxSumLabel({ label, included }), amount: goingBack(allocate(amount, pays)), included };
  });
  const subtotal = chosenOf(nets);
  const charges = chargesBack(nets);
  const tax = addedTaxSum(taxes);
  const tip = goingBack(allocate(bill.tip, nets));
  return ok({ subtotal, charges, tax, taxes, tip, total: addCents(subtotal, charges, tax, tip) });
}

function quantityOf(chosen: readonly ChosenLine[], line: number, part: number): number {
  return chosen
    .filter((choice) => choice.line === line && (choice.part === undefined || choice.part === part))
    .reduce((sum, choice) => sum + choice.quantity, 0);
}

/** How much of a line was refunded and how much is left, also for each part of a combo. */
export function refundStateOfLine(
  { quantity, parts }: { readonly quantity: number; readonly parts: number },
  back: readonly Pick<ChosenLine, 'quantity' | 'part'>[],
): { readonly back: number; readonly whole: number; readonly ofPart: readonly number[] } {
  const ofLine = back.map((each) => ({ ...each, line: 0 }));
  const ofPart = Array.from({ length: Math.max(1, parts) }, (_, part) => quantity - quantityOf(ofLine, 0, part));
  return { back: quantity - Math.max(...ofPart), whole: Math.min(...ofPart), ofPart: parts === 0 ? [] : ofPart };
}
