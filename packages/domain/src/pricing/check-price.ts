import { translateCode } from '../core/translate-code.ts';
import { say } from '../core/language.ts';
import { amountText, amountWithCurrency, cents, toDollars, ZERO, type Cents } from '../core/money.ts';
import { ok, type Result, fail } from '../core/result.ts';
import type { RepricedOption } from '../options/repriced-options.ts';
import { toWirePricing, type Price } from './price.ts';

/** How far a figure from the client, or a sum of figures, may be off. */
export const PRICE_TOLERANCE = cents(2);

export const PRICE_FIGURES = ['subtotal', 'tax', 'tip', 'total'] as const;
export type PriceFigure = (typeof PRICE_FIGURES)[number];
export type ClientFigures = Readonly<Partial<Record<PriceFigure, Cents>>>;

/** The client's figures that are off by more than the tolerance. Figures that the client did not send are skipped. */
export function priceDifferences(price: Price, client: ClientFigures) {
  return PRICE_FIGURES.flatMap((figure) => {
    const sent = client[figure];
    const correct = price[figure];
    const differs = sent !== undefined && Math.abs(sent - correct) > PRICE_TOLERANCE;
    return differs ? [{ figure, client: sent, correct }] : [];
  });
}

/**
 * Checks the client's figures, which only show whether the guest saw the price that will be charged. The error names
 * the options whose price has changed.
 */
export function checkPrice(
  price: Price,
  client: ClientFigures,
  repricedOptions: readonly RepricedOption[] = [],
): Result<Price> {
  const differences = priceDifferences(price, client);
  if (differences.length === 0) return ok(price);
  const corrections = differences.map(({ figure, client: sent, correct: now }) => {
    const [what, correct, message] = [translateCode(figure), amountText(now), amountText(sent)];
    return say`${what} is ${correct}, not ${message}`;
  });
  return fail('pricing-mismatch', mismatchText(corrections, repricedOptions), {
    pricing: toWirePricing(price),
    options: repricedOptions.length > 0 ? repricedOptions.map(toWireRepricedOption) : undefined,
    differences: differences.map(({ figure, client: sent, correct }) => ({
      field: figure,
      client: toDollars(sent),
      correct: toDollars(correct),
    })),
  });
}

function toWireRepricedOption({ was, now, ...option }: RepricedOption) {
  return { ...option, client: toDollars(was), correct: toDollars(now) };
}

/** An error text for guests if options changed their price, otherwise one that lists the figures. */
function mismatchText(corrections: readonly string[], repricedOptions: readonly RepricedOption[]): string {
  const changes = corrections.join('; ');
  if (repricedOptions.length === 0) return say`Pricing validation failed: pricing has changed (${changes})`;
  const options = repricedOptions.map(({ name, ...option }) => {
    const [now, was] = [amountWithCurrency(option.now), amountWithCurrency(option.was)];
    return say`"${name}" now costs ${now}, it was ${was}.`;
  });
  return [...new Set(options), say`Please look at your order again.`].join(' ');
}

/** True if the parts sum to the total, within the tolerance. */
export function isSumCorrect({
  subtotal,
  off = ZERO,
  charges = ZERO,
  tax,
  tip,
  total,
}: Readonly<Record<PriceFigure, Cents>> & {
  readonly off?: Cents | undefined;
  readonly charges?: Cents | undefined;
}): boolean {
  return Math.abs(subtotal - off + charges + tax + tip - total) <= PRICE_TOLERANCE;
}
