import { percentText, rateFromDecimal, rateToPercent, say, type DateText, type Rate } from '../core/index.ts';
import { POSTAL_RATES, DEFAULT_TAX, type Tax, type TaxRule } from './postal-rates.ts';
import { taxName } from './tax-name.ts';

/** Used if the location has no postal code. */
const CHECKOUT_POSTAL_CODE = 'B2H2T2';

/** A location's own tax rate or label, which overrides the table. */
export interface TaxOverride {
  readonly rate?: Rate | null | undefined;
  readonly label?: string | null | undefined;
}

/** The tax of a location on a day in its time zone. */
export function taxFor(
  postalCode: string | null | undefined,
  date: DateText,
  override?: TaxOverride | null,
  table: readonly TaxRule[] = POSTAL_RATES,
): Tax {
  const found = fromTable(postalCode?.trim() || CHECKOUT_POSTAL_CODE, date, table);
  return { rate: override?.rate ?? found.rate, label: override?.label?.trim() || found.label };
}

function fromTable(postalCode: string, on: DateText, table: readonly TaxRule[]): Tax {
  const prefix = postalCode.slice(0, 2).toUpperCase();
  const rules = table.filter((rule) => covers(rule, prefix)).toSorted((a, b) => a.from.localeCompare(b.from, 'en'));
  const inForce = rules.findLast((rule) => rule.from <= on) ?? rules[0];
  return inForce ? { rate: inForce.rate, label: inForce.label } : DEFAULT_TAX;
}

function covers(rule: TaxRule, prefix: string): boolean {
  const [letter = '', digit = ''] = prefix;
  return /^[A-Z][0-9]$/.test(prefix) && rule.letters.includes(letter) && Number(digit) <= rule.lastDigit;
}

/** A single tax shows its exact rate, '9.975%'. A combined rate is rounded like `taxRate` in the API. */
export function taxRateText({ label, rate }: { readonly label: string; readonly rate: Rate }): string {
  return label.includes('+') ? taxPercentText(rate) : percentText(rateToPercent(rate));
}

/** A tax from the API with name and rate: 'GST (5%)', or 'IVA (13%) included' if the price includes it. */
export function taxNameText({ rate, ...tax }: NamedTax & { readonly rate: number }): string {
  return taxLineText({ ...tax, rate: rateFromDecimal(rate) });
}

/** The text of `taxNameText` for a calculated tax line. */
export function taxLineText({ label, rate, included }: NamedTax & { readonly rate: Rate }): string {
  return taxSumLabel({ label: `${taxName(label)} (${taxRateText({ label, rate })})`, included });
}

interface NamedTax {
  readonly label: string;
  readonly included?: boolean | undefined;
}

/** Names a tax within a list of sums. A tax included in the prices is marked, so that it does not look added. */
export function taxSumLabel({ label, included }: NamedTax): string {
  const name = taxName(label);
  return included ? say`${name} included` : name;
}

/** A rate as a percentage for people: '14%', '14.98%'. The API's `taxRate` has four decimals. */
export function taxPercentText(value: Rate): string {
  // Rates are thousandths of a per cent; this rounds them to hundredths.
  return percentText(Math.floor((value + 5) / 10) / 100);
}
