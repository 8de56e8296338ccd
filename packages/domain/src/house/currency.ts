import { language, locale, say } from '../core/language.ts';
import { cents, HOME_CURRENCY, type Cents } from '../core/money.ts';

/** The smallest coin, in hundredths, that a house gives change in: Canada has no penny, Portugal has the cent. */
export const COINS = [1, 5] as const;
export type Coin = (typeof COINS)[number];

/** Where there are no cents any more. */
const WITHOUT_CENTS: ReadonlySet<string> = new Set(['AUD', 'CAD', 'CHF', 'MYR', 'SGD']);
/** What is smallest there is larger than we round to: the sum stays as it is, and who takes it rounds it. */
const COARSER: ReadonlySet<string> = new Set(['CZK', 'DKK', 'HKD', 'INR', 'NOK', 'NZD', 'SEK', 'ZAR']);

export function usualCoin(currency: string): Coin {
  return WITHOUT_CENTS.has(currency) ? 5 : 1;
}

/** Those a house may choose: where there are cents, many leave them. */
export function coinsOf(currency: string): readonly Coin[] {
  if (WITHOUT_CENTS.has(currency)) return [5];
  return COARSER.has(currency) ? [1] : COINS;
}

/** Whole yen and thousandths of a dinar are not reckoned with. */
export function currencyProblem(code: string): string | null {
  if (!/^[A-Z]{3}$/.test(code) || !Intl.supportedValuesOf('currency').includes(code)) return say`A currency like EUR`;
  const { maximumFractionDigits: digits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
  }).resolvedOptions();
  return digits === 2 ? null : say`${code} has no hundredths: amounts here are reckoned in hundredths`;
}

/** Those a house may reckon in, by name: 'Canadian Dollar' for CAD. */
export function currencies(): readonly (readonly [code: string, name: string])[] {
  const names = new Intl.DisplayNames(locale(), { type: 'currency' });
  return Intl.supportedValuesOf('currency')
    .filter((code) => currencyProblem(code) === null)
    .map((code) => [code, names.of(code) ?? code] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b, language()));
}

/** About what a hundred dollars are, where they are far more of another money. */
const HUNDREDS: Readonly<Record<string, number>> = {
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

/** What is much for one order, in a house's own money: 100.00 in dollars, euro and pounds. */
export function muchIn(currency: string): Cents {
  return cents((HUNDREDS[currency] ?? 100) * 100);
}

const EURO = 'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC ME MT NL PT SI SK SM VA'.split(' ');
const OTHERS: Readonly<Record<string, string>> = {
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

/** What one pays with in a country, where we know it. */
export function proposedCurrency(country: string): string | null {
  return EURO.includes(country) ? 'EUR' : (OTHERS[country] ?? null);
}
