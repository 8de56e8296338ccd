import { rateFromDecimal, type Rate } from '../core/money.ts';
import type { DateText } from '../core/time.ts';
import { TAX_TABLE, UNKNOWN_TAX, type Tax, type TaxRule } from './tax-table.ts';

/** What is reckoned with when the location has no postal code. */
const CHECKOUT_POSTAL_CODE = 'B2H2T2';

/** What a location's settings may say against the table. */
export interface TaxOverride {
  readonly rate?: Rate | null | undefined;
  readonly label?: string | null | undefined;
}

/** The tax of a location on a day of its own calendar. */
export function taxFor(
  postalCode: string | null | undefined,
  on: DateText,
  override?: TaxOverride | null,
  table: readonly TaxRule[] = TAX_TABLE,
): Tax {
  const found = fromTable(postalCode?.trim() || CHECKOUT_POSTAL_CODE, on, table);
  return { rate: override?.rate ?? found.rate, label: override?.label?.trim() || found.label };
}

function fromTable(postalCode: string, on: DateText, table: readonly TaxRule[]): Tax {
  const prefix = postalCode.trim().slice(0, 2).toUpperCase();
  const rules = table.filter((rule) => covers(rule, prefix)).toSorted((a, b) => a.from.localeCompare(b.from, 'en'));
  const inForce = rules.findLast((rule) => rule.from <= on) ?? rules[0];
  return inForce ? { rate: inForce.rate, label: inForce.label } : UNKNOWN_TAX;
}

function covers(rule: TaxRule, prefix: string): boolean {
  const [letter = '', digit = ''] = prefix;
  return /^[A-Z][0-9]$/.test(prefix) && rule.letters.includes(letter) && Number(digit) <= rule.lastDigit;
}

/** One tax is said exactly, as the law writes it: '9.975%'; several in one word as the wire's `taxRate` is. */
export function taxRateText({ label, rate }: { readonly label: string; readonly rate: Rate }): string {
  return label.includes('+') ? taxPercentText(rate) : `${rate / 1000}%`;
}

/** A tax of the wire, by its name and rate: 'HST (14%)'. */
export function taxNameText({ label, rate }: { readonly label: string; readonly rate: number }): string {
  return `${label} (${taxRateText({ label, rate: rateFromDecimal(rate) })})`;
}

/** '14%', '14.98%': the four decimals of the wire's `taxRate`, as a person reads them. */
export function taxPercentText(value: Rate): string {
  return `${Math.floor((value + 5) / 10) / 100}%`;
}
