import { cachedFormat, moneyFormat } from './formats.ts';
import { currentLanguage } from './language.ts';

/** Money is a whole number of cents. Dollars exist only in the API and on screens. */
export type Cents = number & { readonly __unit: 'cents' };

/** Converts a number to cents. Throws if it is not a safe integer, because that is a bug. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of cents: ${value}`);
  return (value === 0 ? 0 : value) as Cents;
}

export const ZERO = cents(0);

/** Larger amounts in cents are no safe integers. */
const MAX_DOLLARS = 90_000_000_000;

/**
 * Converts dollars from the API to cents, rounded half away from zero. It uses the decimal digits, so that 1.005 is
 * 1.01 and 59.25 is exactly 5925. Returns null for invalid amounts.
 */
export function fromDollars(dollars: number): Cents | null {
  if (!Number.isFinite(dollars) || Math.abs(dollars) > MAX_DOLLARS) return null;
  const text = Math.abs(dollars).toString();
  if (text.includes('e')) return ZERO; // below 1e-6, so it rounds to zero cents
  const [whole = '0', fraction = ''] = text.split('.');
  const digits = fraction.padEnd(3, '0');
  const value = Number(whole) * 100 + Number(digits.slice(0, 2)) + (digits.charAt(2) >= '5' ? 1 : 0);
  return cents(dollars < 0 ? -value : value);
}

/** Converts an amount of a response of the API to cents. An invalid amount counts as nothing. */
export function centsOf(dollars: number): Cents {
  return fromDollars(dollars) ?? ZERO;
}

export function toDollars(value: Cents): number {
  return value / 100;
}

/** The default currency of a restaurant. */
export const HOME_CURRENCY = 'CAD';

/** '12.50', with a true minus sign and no currency; '12,50' in French. */
export function amountText(amount: Cents): string {
  if (currentLanguage() !== 'en') {
    const format = cachedFormat('amount', (locale) => new Intl.NumberFormat(locale, HUNDREDTHS));
    return `${amount < 0 ? '−' : ''}${format.format(Math.abs(amount) / 100)}`;
  }
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '−' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A server and a page have one restaurant, so its currency is set once. */
let restaurantCurrency: string = HOME_CURRENCY;
export function setCurrency(currency: string): void {
  restaurantCurrency = currency;
}

/** '$12.50' in the restaurant's currency, for sentences. */
export function amountWithCurrency(amount: Cents): string {
  return moneyFormat(restaurantCurrency).format(amount / 100);
}

const HUNDREDTHS = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false } as const;

export function addCents(...values: readonly Cents[]): Cents {
  let sum = 0;
  for (const value of values) sum += value;
  return cents(sum);
}

export function subtractCents(from: Cents, value: Cents): Cents {
  return cents(from - value);
}

export function multiplyCents(value: Cents, count: number): Cents {
  return cents(value * count);
}
