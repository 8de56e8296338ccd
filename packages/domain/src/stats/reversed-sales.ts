import { addCents, cents, ZERO, type Cents } from '../core/money.ts';
import { sumOf } from '../core/variants.ts';
import { refundShare, type ChosenLine, type PaidLine } from '../payment/refund-share.ts';
import { allocate, includedTaxSum, lineNet, type PricedLine, type TaxLine } from '../pricing/index.ts';

/** A sold bill. The charges follow the dishes as lines, as in `refundShare`. */
export interface SoldBill {
  readonly dishes: readonly PricedLine[];
  readonly charges: readonly PaidLine[];
  readonly taxes: readonly TaxLine[];
  readonly tip: Cents;
}

/** The amounts of a bill or of a part of it. Dishes and charges are before tax, also where prices include tax. */
export interface BillAmounts {
  readonly dishes: readonly Cents[];
  /** In the sequence of the charges of the bill. */
  readonly charges: readonly Cents[];
  readonly taxes: readonly Cents[];
  readonly tip: Cents;
}

/** The amounts that a reversal takes back of a bill, with the part of the base of each tax. */
export interface ReversedAmounts extends BillAmounts {
  readonly bases: readonly Cents[];
}

/** A refund of a bill, or the rest of it when the order was cancelled (`amount` is null). */
export interface SaleReversal {
  readonly amount: Cents | null;
  /** Refunds with the same group are one refund, split by the payments it came from. */
  readonly group: string;
  /** The dishes that were refunded; empty for an amount. */
  readonly lines: readonly ChosenLine[];
}

/**
 * The tax that each line contains: its share of all taxes within the prices of the bill, whatever its tax class. Each
 * line gets the difference of two rounded running sums, so that the lines add up to the tax. The reports calculate the
 * same in SQL.
 */
export function includedTaxShares(tax: Cents, nets: readonly Cents[]): Cents[] {
  const total = addCents(...nets);
  let before = 0;
  return nets.map((net) => {
    if (total === 0) return ZERO;
    const after = before + net;
    const share = runningShare(tax, after, total) - runningShare(tax, before, total);
    before = after;
    return cents(share);
  });
}

/** The part of the tax that belongs to the first `sum` of the total. */
function runningShare(tax: number, sum: number, total: number): number {
  return Number((BigInt(tax) * BigInt(sum)) / BigInt(total));
}

/** What was sold with a bill. */
export function amountsOfBill({ dishes, charges, taxes, tip }: SoldBill): BillAmounts {
  const nets = [...dishes, ...charges].map(lineNet);
  const shares = includedTaxShares(includedTaxSum(taxes), nets);
  const beforeTax = nets.map((net, index) => cents(net - (shares[index] ?? 0)));
  return {
    dishes: beforeTax.slice(0, dishes.length),
    charges: beforeTax.slice(dishes.length),
    taxes: taxes.map(({ amount }) => amount),
    tip,
  };
}

/**
 * The amounts that each reversal takes back of a bill, in their sequence. A refund of dishes takes back their share of
 * everything, any other amount a proportional part of the rest. Together they never take back more than was sold, and a
 * bill that is refunded in full is taken back to the cent.
 */
export function splitReversals(bill: SoldBill, reversals: readonly SaleReversal[]): ReversedAmounts[] {
  const sold = toVector(amountsOfBill(bill));
  const left = [...sold];
  /** The rest of the share of each refund of dishes. */
  const shares = new Map<string, number[]>();
  const refunded: ChosenLine[] = [];
  const takeBases = basesOf(bill);
  return reversals.map(({ amount, group, lines }) => {
    if (lines.length > 0 && !shares.has(group)) {
      shares.set(group, shareOfLines(bill, lines, refunded));
      refunded.push(...lines);
    }
    const share = shares.get(group);
    const leftOfAll = sumOf(left);
    const taken = takeFrom(left, share ?? left, Math.min(amount ?? leftOfAll, leftOfAll));
    for (const [index, value] of taken.entries()) {
      left[index] = (left[index] ?? 0) - value;
      if (share) share[index] = Math.max(0, (share[index] ?? 0) - value);
    }
    const amounts = toAmounts(taken, bill);
    return { ...amounts, bases: takeBases(amounts) };
  });
}

/**
 * Returns a function that calculates the base of each tax for one reversal after the other. The base of a tax on
 * everything is the sum of dishes and charges. The base of any other tax follows from its amount, by running sums, so
 * that nothing is left of it in the end.
 */
function basesOf({ taxes }: SoldBill): (taken: BillAmounts) => Cents[] {
  const amountsBefore = taxes.map(() => 0);
  return ({ dishes, charges, taxes: amounts }) =>
    taxes.map(({ classes, base, amount }, index) => {
      if (classes === null) return addCents(...dishes, ...charges);
      if (amount === 0) return ZERO;
      const before = amountsBefore[index] ?? 0;
      const after = before + (amounts[index] ?? 0);
      amountsBefore[index] = after;
      return cents(runningShare(base, after, amount) - runningShare(base, before, amount));
    });
}

/** Takes an amount from the preferred parts first, then from the rest. */
function takeFrom(left: readonly number[], preferred: readonly number[], amount: number): number[] {
  const first = left.map((value, index) => Math.min(value, preferred[index] ?? 0));
  const fromFirst = Math.min(amount, sumOf(first));
  const taken = split(fromFirst, first);
  const rest = left.map((value, index) => value - (taken[index] ?? 0));
  const fromRest = split(amount - fromFirst, rest);
  return taken.map((value, index) => value + (fromRest[index] ?? 0));
}

function split(amount: number, weights: readonly number[]): readonly Cents[] {
  return amount === 0 ? weights.map(() => ZERO) : allocate(cents(amount), weights);
}

/** The share of the chosen dishes: `refundShare`, line by line. */
function shareOfLines(bill: SoldBill, lines: readonly ChosenLine[], alreadyRefunded: readonly ChosenLine[]): number[] {
  const paid = { lines: [...bill.dishes, ...bill.charges], taxes: bill.taxes, tip: bill.tip };
  const empty: BillAmounts = {
    dishes: bill.dishes.map(() => ZERO),
    charges: bill.charges.map(() => ZERO),
    taxes: bill.taxes.map(() => ZERO),
    tip: ZERO,
  };
  const sum = toVector(empty);
  const before = [...alreadyRefunded];
  // Dishes take back charges by percentage alone.
  const percentages = bill.charges.map((charge) => (charge.isPercentage ? lineNet(charge) : 0));
  for (const chosen of lines) {
    const refund = refundShare(paid, [chosen], before);
    before.push(chosen);
    if (!refund.ok) continue;
    const { subtotal, charges, taxes, tip } = refund.value;
    const amounts = taxes.map(({ amount }) => amount);
    const included = addCents(...amounts.filter((_, index) => bill.taxes[index]?.included));
    const [ofDish = ZERO, ofCharges = ZERO] = includedTaxShares(included, [subtotal, charges]);
    const share = toVector({
      ...empty,
      dishes: bill.dishes.map((_, index) => (index === chosen.line ? cents(subtotal - ofDish) : ZERO)),
      charges: split(cents(charges - ofCharges), percentages),
      taxes: amounts,
      tip,
    });
    for (const [index, value] of share.entries()) sum[index] = (sum[index] ?? 0) + value;
  }
  return sum;
}

/** All amounts in one list, in which they are split together. `toAmounts` reads it again. */
function toVector({ dishes, charges, taxes, tip }: BillAmounts): number[] {
  return [...dishes, ...charges, ...taxes, tip];
}

function toAmounts(values: readonly number[], { dishes, charges }: SoldBill): BillAmounts {
  const amounts = values.map((value) => cents(value));
  const firstTax = dishes.length + charges.length;
  return {
    dishes: amounts.slice(0, dishes.length),
    charges: amounts.slice(dishes.length, firstTax),
    taxes: amounts.slice(firstTax, -1),
    tip: amounts.at(-1) ?? ZERO,
  };
}
