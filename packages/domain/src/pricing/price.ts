import { addCents, applyRate, rateToWire, toDollars, type Cents, type Rate } from '../core/money.ts';
import { subtotalOf, type PricedLine } from './line.ts';
import type { Tax } from './tax-table.ts';
import { tipOf, type TipChoice } from './tip.ts';

/** What a bill says. Tax is on the subtotal alone; the tip comes on top. */
export interface Price {
  readonly subtotal: Cents;
  readonly tax: Cents;
  readonly tip: Cents;
  readonly total: Cents;
  readonly taxRate: Rate;
  readonly taxLabel: string;
}

export function taxOn(subtotal: Cents, tax: Tax): Cents {
  return applyRate(subtotal, tax.rate);
}

export function priceOf(lines: readonly PricedLine[], taxed: Tax, tipped: TipChoice): Price {
  const subtotal = subtotalOf(lines);
  const tax = taxOn(subtotal, taxed);
  const tip = tipOf(tipped, addCents(subtotal, tax));
  return { subtotal, tax, tip, total: addCents(subtotal, tax, tip), taxRate: taxed.rate, taxLabel: taxed.label };
}

/** The `pricing` object of the wire. */
export interface WirePricing {
  readonly subtotal: number;
  readonly tax: number;
  readonly tip: number;
  readonly total: number;
  readonly taxRate: number;
}

export function toWirePricing(price: Omit<Price, 'taxLabel'>): WirePricing {
  return {
    subtotal: toDollars(price.subtotal),
    tax: toDollars(price.tax),
    tip: toDollars(price.tip),
    total: toDollars(price.total),
    taxRate: rateToWire(price.taxRate),
  };
}
