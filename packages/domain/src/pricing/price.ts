import { addCents, cents, rateToWire, toDollars, ZERO, type Cents, type Rate } from '../core/index.ts';
import { subtotalOf, type PricedLine } from './priced-line.ts';
import { taxedParts } from './taxed-parts.ts';
import type { TaxClass } from '../core/tax-classes.ts';
import { addedTaxSum, combineTaxes, includedTaxSum, taxLines, type Taxation, type TaxLine } from './tax-codes.ts';
import { tipAmount, type TipChoice } from './tip.ts';

/** The amounts of a bill: total = subtotal − discount + charges + tax + tip. */
export interface Price {
  readonly subtotal: Cents;
  /** The sum of all discounts on lines. */
  readonly discount: Cents;
  readonly charges: Cents;
  /** The tax added to the prices; zero if prices include tax. */
  readonly tax: Cents;
  readonly tip: Cents;
  readonly total: Cents;
  /** The combined rate of all taxes, and their names. */
  readonly taxRate: Rate;
  readonly taxLabel: string;
  readonly taxes: readonly TaxLine[];
  /** The amount on which a percentage tip is calculated. */
  readonly tipOn: Cents;
}

/** A price without its single taxes. */
export type PriceFigures = Pick<Price, 'subtotal' | 'tax' | 'tip' | 'total' | 'taxRate' | 'taxLabel'> &
  Partial<Pick<Price, 'discount' | 'charges'>>;

/** The kinds of charges added to the dishes: delivery, service, bags and so on. */
export const CHARGE_KINDS = ['delivery', 'service', 'small-order', 'bag', 'deposit-forfeit'] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];

/** An amount on a bill besides its dishes. */
export interface Charge {
  readonly kind: ChargeKind;
  readonly amount: Cents;
  readonly taxClass: TaxClass;
  /** The part of the dishes that it is; absent for a fixed amount. */
  readonly percent?: Rate | undefined;
  /** The guest chose to pay it. */
  readonly isVoluntary?: boolean | undefined;
  /** It enters the shares of tips. */
  readonly goesToStaff?: boolean | undefined;
  /** The discount on this charge. */
  readonly off?: Cents | undefined;
}

/** Charges as lines of a bill, for what is spread over both. */
export function chargeLines(charges: readonly Charge[]) {
  return charges.map(({ amount, taxClass, off, percent }) => ({
    unitPrice: amount,
    quantity: 1,
    taxClass,
    off,
    isPercentage: percent !== undefined,
  }));
}

/**
 * Prices a bill whose discounts are known (`applyDiscounts`): net amounts of lines and charges, then each tax on the
 * sum of its bases (rounded once per tax), the tip and the total.
 */
export function calculatePrice(
  lines: readonly PricedLine[],
  taxation: Taxation,
  tipChoice: TipChoice,
  listedCharges: readonly Charge[] = [],
): Price {
  const { codes, tipBase } = taxation;
  const dishes = lines.flatMap(taxedParts);
  const extras = listedCharges.map(({ taxClass, amount, off = ZERO }) => ({ taxClass, net: cents(amount - off) }));
  const sold = [...dishes, ...extras];
  const meals = addCents(...dishes.filter(({ taxClass }) => taxClass === 'meal').map(({ net }) => net));
  const taxes = taxLines(sold, taxation, meals);
  const subtotal = subtotalOf(lines);
  const discount = addCents(...lines.map(({ off = ZERO }) => off));
  const charges = addCents(...extras.map(({ net }) => net));
  const tax = addedTaxSum(taxes);
  const afterDiscounts = cents(subtotal - discount);
  const tipOn =
    tipBase === 'before-tax'
      ? cents(afterDiscounts - includedTaxSum(taxLines(dishes, taxation, meals)))
      : addCents(afterDiscounts, tax);
  const tip = tipAmount(tipChoice, tipOn);
  const { rate: taxRate, label: taxLabel } = combineTaxes(taxes, codes);
  return {
    subtotal,
    discount,
    charges,
    tax,
    tip,
    total: addCents(afterDiscounts, charges, tax, tip),
    taxRate,
    taxLabel,
    taxes,
    tipOn,
  };
}

/** The `pricing` object of the API. */
export interface WirePricing {
  readonly subtotal: number;
  /** The discount; absent if there is none. */
  readonly off?: number;
  /** The charges, such as delivery; absent if there are none. */
  readonly charges?: number;
  readonly tax: number;
  readonly tip: number;
  readonly total: number;
  readonly taxRate: number;
}

/** The amounts of a bill as the API has them, in dollars. */
export function toWirePricing(price: Omit<PriceFigures, 'taxLabel'>): WirePricing {
  return {
    subtotal: toDollars(price.subtotal),
    off: price.discount ? toDollars(price.discount) : undefined,
    charges: price.charges ? toDollars(price.charges) : undefined,
    tax: toDollars(price.tax),
    tip: toDollars(price.tip),
    total: toDollars(price.total),
    taxRate: rateToWire(price.taxRate),
  };
}
