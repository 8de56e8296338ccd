import { cachedFormat, moneyFormat } from '../core/formats.ts';
import { currentLanguage, say } from '../core/language.ts';
import { type Cents, HOME_CURRENCY } from '../core/money.ts';
import { divideHalfUp } from '../core/rates.ts';

export const FIGURE_DECIMALS = {
  revenue: 0,
  averageOrderValue: 2,
  activityTotal: 2,
  growth: 1,
} as const;

/** '$1,235' or '$1,234.50', rounded half up; '1 235 $' in French. */
export function moneyText(
  amount: Cents,
  kind: 'revenue' | 'averageOrderValue' | 'activityTotal',
  currency: string = HOME_CURRENCY,
): string {
  const decimals = FIGURE_DECIMALS[kind];
  const shown = decimals === 0 ? Math.sign(amount) * Math.round(Math.abs(amount) / 100) : amount / 100;
  return moneyFormat(currency, decimals).format(shown);
}

/** Growth over the previous period in percent with one decimal. Growth from zero counts as 100. */
export function growthPercent(current: number, previous: number): number {
  if (previous === 0) return current > 0 ? 100 : 0;
  return divideToTenths((current - previous) * 100, previous);
}

/** '+12.5%', '-3.0%', '0.0%'; '+12,5 %' in French. */
export function growthText(percent: number): string {
  const digits = FIGURE_DECIMALS.growth;
  if (currentLanguage() !== 'en') {
    const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits } as const;
    const options = { style: 'percent', signDisplay: 'exceptZero', ...decimals } as const;
    return cachedFormat('growth', (locale) => new Intl.NumberFormat(locale, options)).format(percent / 100);
  }
  return `${percent > 0 ? '+' : ''}${percent.toFixed(digits)}%`;
}

/** The quotient of two integers with one decimal, rounded half up without floating-point error. */
export function divideToTenths(numerator: number, denominator: number): number {
  return denominator === 0 ? 0 : Number(divideHalfUp(BigInt(numerator) * 10n, BigInt(denominator))) / 10;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** '5 minutes ago' */
export function timeAgo(at: Date, now: Date): string {
  const passed = now.getTime() - at.getTime();
  if (passed < MINUTE) return say`Just now`;
  const minutes = Math.floor(passed / MINUTE);
  const hours = Math.floor(passed / HOUR);
  const days = Math.floor(passed / DAY);
  if (passed < HOUR) return minutes === 1 ? say`1 minute ago` : say`${minutes} minutes ago`;
  if (passed < DAY) return hours === 1 ? say`1 hour ago` : say`${hours} hours ago`;
  return days === 1 ? say`1 day ago` : say`${days} days ago`;
}
