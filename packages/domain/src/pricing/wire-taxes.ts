import { centsOf, rateFromDecimal, rateToDecimal, toDollars, type Rate } from '../core/index.ts';
import type { TaxClass } from '../core/tax-classes.ts';
import { singleTaxCode, type TaxCode, type Taxation, type TaxLine, type TipBase } from './tax-codes.ts';

/** A tax on a bill, as sent by the API. */
export interface WireTax {
  readonly code: string;
  readonly label: string;
  readonly registration: string | null;
  readonly rate: number;
  readonly base: number;
  readonly amount: number;
  readonly included?: boolean | undefined;
}

/** A tax on a bill for the API. */
export function toWireTax({
  rate,
  base,
  amount,
  code,
  label,
  registration,
  included,
}: Omit<TaxLine, 'classes'>): WireTax {
  return {
    code,
    label,
    registration,
    rate: rateToDecimal(rate),
    base: toDollars(base),
    amount: toDollars(amount),
    included: included || undefined,
  };
}

export type WireRates = { readonly [Each in TaxClass]?: number | undefined };

/** A tax in force at a location, as sent by the API. */
export interface WireTaxCode extends Pick<TaxCode, 'code' | 'label' | 'registration'> {
  readonly rates: WireRates;
  readonly small: { readonly upTo: number; readonly rate: number } | null;
}

/** A tax of a location for the API. */
export function toWireTaxCode({ code, label, registration, rates, small }: TaxCode): WireTaxCode {
  return {
    code,
    label,
    registration,
    rates: toWireRates(rates),
    small: small && { upTo: toDollars(small.upTo), rate: rateToDecimal(small.rate) },
  };
}

/** Rates by tax class for the API: 0.15 for 15 %. */
export function toWireRates(rates: TaxCode['rates']): WireRates {
  return Object.fromEntries(Object.entries(rates).map(([each, rate]) => [each, rateToDecimal(rate)]));
}

/** Rates by tax class from the API. */
export function ratesFromWire(rates: WireRates): TaxCode['rates'] {
  const entries = Object.entries(rates).filter(([, rate]) => rate !== undefined);
  return Object.fromEntries(entries.map(([each, rate]): [string, Rate] => [each, rateFromDecimal(rate)]));
}

/** The taxes of a location, as sent by the API. Older servers send only the combined rate and label. */
export interface WireTaxation {
  readonly taxRate: number;
  readonly taxLabel: string;
  readonly taxes?: readonly WireTaxCode[] | undefined;
  readonly tipBase?: TipBase | undefined;
  readonly pricesIncludeTax?: boolean | undefined;
}

/** The taxes of a location from the API. */
export function taxationFromWire({
  taxRate,
  taxLabel,
  taxes,
  tipBase = 'with-tax',
  pricesIncludeTax: included,
}: WireTaxation): Taxation {
  const codes = taxes?.map(({ code, label, registration, rates, small }) => ({
    code,
    label,
    registration,
    rates: ratesFromWire(rates),
    small: small && { upTo: centsOf(small.upTo), rate: rateFromDecimal(small.rate) },
  }));
  return { codes: codes ?? [singleTaxCode(rateFromDecimal(taxRate), taxLabel)], tipBase, included };
}

/** The taxes of an order from the API. Older orders have only the combined rate and label. */
export function taxRows({
  taxes,
  pricing,
}: {
  readonly taxes?: readonly WireTax[] | undefined;
  readonly pricing: {
    readonly subtotal: number;
    readonly tax: number;
    readonly taxRate: number;
    readonly taxLabel: string;
  };
}): readonly WireTax[] {
  const { subtotal: base, tax: amount, taxRate: rate, taxLabel: label } = pricing;
  return taxes ?? [{ code: label, label, registration: null, rate, base, amount }];
}
