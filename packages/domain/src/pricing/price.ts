import { addCents, cents, toDollars, ZERO, type Cents } from '../core/money.ts';
import { rateToWire, type Rate } from '../core/rates.ts';
import { subtotalOf, type PricedLine } from './line.ts';
import { taxedParts } from './parts.ts';
import type { TaxClass } from '../core/tax-classes.ts';
import { addedTax, inOneWord, taxIn, taxLines, type Taxation, type TaxLine } from './tax-codes.ts';
import { tipOf, type TipChoice } from './tip.ts';

/** What a bill says: total = subtotal − discount + charges + tax + tip. */
export interface Price {
  readonly subtotal: Cents;
  /** What discounts take off the lines together. */
  readonly discount: Cents;
  readonly charges: Cents;
  /** What is added for taxes: none where prices have them in them. */
  readonly tax: Cents;
  readonly tip: Cents;
  readonly total: Cents;
  /** The taxes' rates together, and their names. */
  readonly taxRate: Rate;
  readonly taxLabel: string;
  readonly taxes: readonly TaxLine[];
  /** What a tip in per cent is reckoned on. */
  readonly tipOn: Cents;
}

/** Its sums alone. */
export type PriceFigures = Pick<Price, 'subtotal' | 'tax' | 'tip' | 'total' | 'taxRate' | 'taxLabel'> &
  Partial<Pick<Price, 'discount' | 'charges'>>;

/** What the house adds to the dishes: bringing them, serving them, the bag. */
export const CHARGE_KINDS = ['delivery', 'service', 'small-order', 'bag', 'deposit-forfeit'] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];

export interface Charge {
  readonly kind: ChargeKind;
  readonly amount: Cents;
  readonly taxClass: TaxClass;
  /** What discounts take off it. */
  readonly off?: Cents | undefined;
}

/**
 * The second half of the order of reckoning, of lines whose discounts are known: their nets and the
 * charges', tax by code on the sum of its bases, each rounded once, the tip, the total.
 */
export function priceOf(
  lines: readonly PricedLine[],
  taxation: Taxation,
  tipped: TipChoice,
  charged: readonly Charge[] = [],
): Price {
  const { codes, tipBase } = taxation;
  const dishes = lines.flatMap(taxedParts);
  const extras = charged.map(({ taxClass, amount, off = ZERO }) => ({ taxClass, net: cents(amount - off) }));
  const sold = [...dishes, ...extras];
  const meals = addCents(...dishes.filter(({ taxClass }) => taxClass === 'meal').map(({ net }) => net));
  const taxes = taxLines(sold, taxation, meals);
  const subtotal = subtotalOf(lines);
  const discount = addCents(...lines.map(({ off = ZERO }) => off));
  const charges = addCents(...extras.map(({ net }) => net));
  const tax = addedTax(taxes);
  const afterDiscounts = cents(subtotal - discount);
  const tipOn =
    tipBase === 'before-tax'
      ? cents(afterDiscounts - taxIn(taxLines(dishes, taxation, meals)))
      : addCents(afterDiscounts, tax);
  const tip = tipOf(tipped, tipOn);
  const { rate: taxRate, label: taxLabel } = inOneWord(taxes, codes);
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

/** The `pricing` object of the wire. */
export interface WirePricing {
  readonly subtotal: number;
  /** What is taken off it; absent when nothing is. */
  readonly off?: number;
  /** What the house adds, bringing it above all; absent when nothing is. */
  readonly charges?: number;
  readonly tax: number;
  readonly tip: number;
  readonly total: number;
  readonly taxRate: number;
}

export function toWirePricing(price: Omit<PriceFigures, 'taxLabel'>): WirePricing {
  return {
    subtotal: toDollars(price.subtotal),
    ...(price.discount && { off: toDollars(price.discount) }),
    ...(price.charges && { charges: toDollars(price.charges) }),
    tax: toDollars(price.tax),
    tip: toDollars(price.tip),
    total: toDollars(price.total),
    taxRate: rateToWire(price.taxRate),
  };
}
