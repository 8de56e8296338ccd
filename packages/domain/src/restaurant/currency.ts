import { cents, currentLanguage, currentLocale, HOME_CURRENCY, say, type Cents, type DateText } from '../core/index.ts';

/** The smallest coin in cents, to which cash totals are rounded: Canada has no penny, Portugal has the cent. */
export const COINS = [1, 5] as const;
export type Coin = (typeof COINS)[number];

/** Currencies without one-cent coins. */
const WITHOUT_CENTS: ReadonlySet<string> = new Set(['AUD', 'CAD', 'CHF', 'MYR', 'SGD']);
/** Currencies whose smallest coin is larger than we round to. The total stays exact and staff round it by hand. */
const WITH_LARGER_COINS: ReadonlySet<string> = new Set(['CZK', 'DKK', 'HKD', 'INR', 'NOK', 'NZD', 'SEK', 'ZAR']);

/** The coin of a new restaurant. */
export function defaultCoin(currency: string): Coin {
  return WITHOUT_CENTS.has(currency) ? 5 : 1;
}

/** The coins a restaurant can choose. In countries with cents, many restaurants do not use them. */
export function coinChoices(currency: string): readonly Coin[] {
  if (WITHOUT_CENTS.has(currency)) return [5];
  return WITH_LARGER_COINS.has(currency) ? [1] : COINS;
}

/** The smallest coin that drawers may have, also where cash is no longer rounded to it. */
export function smallestPiece(currency: string): number {
  return Math.min(...coinChoices(currency));
}

/** The smallest coin from a coming business day on, for example because a country ends its penny. */
interface NextCoin {
  readonly coin: Coin;
  readonly from: DateText;
}

/** Why the smallest coin cannot change on a day, or null. `today` is the business day. */
export function nextCoinProblem(
  { coin, from }: NextCoin,
  is: { readonly currency: string; readonly coin: Coin },
  today: DateText,
): string | null {
  if (from <= today) return say`Choose a day from tomorrow on. The cash of today is already rounded.`;
  if (coin === is.coin) return say`That is the smallest coin already.`;
  return coinChoices(is.currency).includes(coin) ? null : say`Cash in ${is.currency} is not rounded to this coin.`;
}

/** Why a currency cannot be used, or null. Amounts are hundredths, so it must have two decimals. */
export function currencyProblem(code: string): string | null {
  if (!/^[A-Z]{3}$/.test(code) || !Intl.supportedValuesOf('currency').includes(code)) return say`A currency like EUR`;
  const { maximumFractionDigits: digits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
  }).resolvedOptions();
  return digits === 2 ? null : say`${code} has no cents. Only currencies with cents can be used.`;
}

/** Codes that `Intl` still knows and that nobody pays with: replaced ones and units of account. */
const NOT_PAID_WITH: ReadonlySet<string> = new Set(['ANG', 'BGN', 'CUC', 'HRK', 'SVC', 'XDR', 'XSU', 'ZWL']);

/** The supported currencies with their names: 'Canadian Dollar' for CAD. */
export function currencies(): readonly (readonly [code: string, name: string])[] {
  const names = new Intl.DisplayNames(currentLocale(), { type: 'currency' });
  return Intl.supportedValuesOf('currency')
    .filter((code) => !NOT_PAID_WITH.has(code) && currencyProblem(code) === null)
    .map((code) => [code, names.of(code) ?? code] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b, currentLanguage()));
}

/** Roughly the value of 100 dollars, for currencies with much larger numbers. */
const LARGE_TOTALS: Readonly<Record<string, number>> = {
  AED: 400,
  ARS: 100_000,
  BRL: 500,
  CZK: 2000,
  DKK: 700,
  HKD: 800,
  ILS: 400,
  INR: 5000,
  LKR: 20_000,
  MXN: 2000,
  MYR: 400,
  NOK: 1000,
  PHP: 5000,
  PLN: 400,
  RON: 400,
  SAR: 400,
  SEK: 1000,
  THB: 3000,
  TRY: 4000,
  TWD: 3000,
  UAH: 4000,
  ZAR: 2000,
};

/** The total from which an order counts as large: 100.00 in dollars, euros and pounds. */
export function largeOrderTotal(currency: string): Cents {
  return cents((LARGE_TOTALS[currency] ?? 100) * 100);
}

const EURO_COUNTRIES = 'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA'.split(' ');
const OTHER_CURRENCIES: Readonly<Record<string, string>> = {
  CA: HOME_CURRENCY,
  US: 'USD',
  GB: 'GBP',
  GI: 'GIP',
  AU: 'AUD',
  NZ: 'NZD',
  CH: 'CHF',
  LI: 'CHF',
  DK: 'DKK',
  FO: 'DKK',
  GL: 'DKK',
  NO: 'NOK',
  SE: 'SEK',
  CZ: 'CZK',
  PL: 'PLN',
  RO: 'RON',
  TR: 'TRY',
  UA: 'UAH',
  IL: 'ILS',
  AE: 'AED',
  SA: 'SAR',
  ZA: 'ZAR',
  IN: 'INR',
  LK: 'LKR',
  SG: 'SGD',
  MY: 'MYR',
  TH: 'THB',
  PH: 'PHP',
  HK: 'HKD',
  TW: 'TWD',
  MX: 'MXN',
  BR: 'BRL',
  AR: 'ARS',
};

/** The currency of a country; null if unknown. */
export function proposedCurrency(country: string): string | null {
  return EURO_COUNTRIES.includes(country) ? 'EUR' : (OTHER_CURRENCIES[country] ?? null);
}
