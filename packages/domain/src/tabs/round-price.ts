import { addCents, cents, type Cents } from '../core/money.ts';
import type { PricedLine } from '../pricing/priced-line.ts';
import { calculatePrice, chargeLines, type Charge, type Price } from '../pricing/price.ts';
import { addedTaxSum, combineTaxes, type Taxation, type TaxLine } from '../pricing/tax-codes.ts';
import { NO_TIP } from '../pricing/tip.ts';

/** A round that is on the bill already, with the taxes that were booked for it. Its charges follow its dishes as lines. */
export interface BookedRound {
  readonly lines: readonly PricedLine[];
  readonly taxes: readonly Pick<TaxLine, 'code' | 'amount'>[];
}

const taxesOf = (lines: readonly PricedLine[], taxation: Taxation) => calculatePrice(lines, taxation, NO_TIP).taxes;

/**
 * Prices a round so that the bill's tax is rounded once: the tax of a round is the tax of all rounds so far less what
 * the rounds before it were booked with. A round is priced alone if the earlier ones were booked by other tax settings.
 */
export function priceRound(
  earlier: readonly BookedRound[],
  lines: readonly PricedLine[],
  taxation: Taxation,
  charges: readonly Charge[] = [],
): Price {
  const alone = calculatePrice(lines, taxation, NO_TIP, charges);
  const before = earlier.flatMap((round) => round.lines);
  if (before.length === 0 || !areTaxesCurrent(earlier, taxation)) return alone;
  const taxes = subtractTaxes(
    taxesOf([...before, ...lines, ...chargeLines(charges)], taxation),
    taxesOf(before, taxation),
  );
  const tax = addedTaxSum(taxes);
  const { rate: taxRate, label: taxLabel } = combineTaxes(taxes, taxation.codes);
  return { ...alone, taxes, tax, taxRate, taxLabel, total: addCents(cents(alone.total - alone.tax), tax) };
}

/** Prices all rounds of a bill anew, oldest first, each with its charges. */
export function priceRounds(
  rounds: readonly (readonly PricedLine[])[],
  taxation: Taxation,
  chargesOfRounds: readonly (readonly Charge[])[] = [],
): Price[] {
  const booked: BookedRound[] = [];
  return rounds.map((lines, index) => {
    const charges = chargesOfRounds[index] ?? [];
    const price = priceRound(booked, lines, taxation, charges);
    booked.push({ lines: [...lines, ...chargeLines(charges)], taxes: price.taxes });
    return price;
  });
}

/** Whether the rounds of a bill were booked with the taxes that these settings give for all of them. */
export function areTaxesCurrent(rounds: readonly BookedRound[], taxation: Taxation): boolean {
  const lines = rounds.flatMap((round) => round.lines);
  const current = taxesOf(lines, taxation);
  const booked = rounds.flatMap(({ taxes }) => taxes);
  const codes = new Set([...current, ...booked].map(({ code }) => code));
  return [...codes].every((code) => sumOfCode(current, code) === sumOfCode(booked, code));
}

function sumOfCode(taxes: BookedRound['taxes'], code: string): Cents {
  return addCents(...taxes.filter((tax) => tax.code === code).map(({ amount }) => amount));
}

/**
 * What a round adds to each tax. A code may change its rate because the bill has grown (Ontario’s small meals); the
 * taxes at the former rate then count for the new one.
 */
function subtractTaxes(all: readonly TaxLine[], before: readonly TaxLine[]): TaxLine[] {
  const isSame = (one: TaxLine, other: TaxLine) => one.code === other.code && one.rate === other.rate;
  const atFormerRates = before.filter((tax) => !all.some((other) => isSame(tax, other)));
  // Of a code with two rates, such as meals and alcohol, the one with the larger base takes over the former rates.
  const receivers = new Set(
    atFormerRates.map(({ code }) => all.filter((tax) => tax.code === code).toSorted((a, b) => b.base - a.base)[0]),
  );
  const added = all.map((tax): TaxLine => {
    const own = before.filter((other) => isSame(tax, other));
    const less = receivers.has(tax) ? [...own, ...atFormerRates.filter(({ code }) => code === tax.code)] : own;
    return {
      ...tax,
      base: cents(tax.base - addCents(...less.map(({ base }) => base))),
      amount: cents(tax.amount - addCents(...less.map(({ amount }) => amount))),
    };
  });
  const changed = added.filter(({ base, amount }) => base !== 0 || amount !== 0);
  return changed.length > 0 ? changed : added.slice(0, 1);
}
