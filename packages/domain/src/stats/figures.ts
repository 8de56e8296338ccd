import { type Cents, divideHalfUp } from '../core/money.ts';

/** How many decimals each kind of figure is shown with. */
export const FIGURE_DECIMALS = {
  revenue: 0,
  averageOrderValue: 2,
  activityTotal: 2,
  growth: 1,
} as const;

const DOLLARS = new Map([0, 2].map((decimals) => [decimals, dollarFormat(decimals)]));

/** '$1,235' or '$1,234.50', half a dollar up. */
export function moneyText(amount: Cents, kind: 'revenue' | 'averageOrderValue' | 'activityTotal'): string {
  const decimals = FIGURE_DECIMALS[kind];
  const shown = decimals === 0 ? Math.sign(amount) * Math.round(Math.abs(amount) / 100) : amount / 100;
  return (DOLLARS.get(decimals) ?? dollarFormat(decimals)).format(shown);
}

function dollarFormat(decimals: number): Intl.NumberFormat {
  return new Intl.NumberFormat('en-CA', {
    style: 'currency',
    currency: 'CAD',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}

/** Percent against the period before, one decimal; out of nothing, something counts as 100. */
export function trend(current: number, previous: number): number {
  if (previous === 0) return current > 0 ? 100 : 0;
  return tenths((current - previous) * 100, previous);
}

/** '+12.5%', '-3.0%', '0.0%' */
export function growthText(percent: number): string {
  return `${percent > 0 ? '+' : ''}${percent.toFixed(FIGURE_DECIMALS.growth)}%`;
}

/** A quotient of whole numbers to one decimal, half up, exact. */
export function tenths(numerator: number, denominator: number): number {
  return denominator === 0 ? 0 : Number(divideHalfUp(BigInt(numerator) * 10n, BigInt(denominator))) / 10;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function timeAgo(at: Date, now: Date): string {
  const passed = now.getTime() - at.getTime();
  if (passed < MINUTE) return 'Just now';
  if (passed < HOUR) return counted(Math.floor(passed / MINUTE), 'minute');
  return passed < DAY ? counted(Math.floor(passed / HOUR), 'hour') : counted(Math.floor(passed / DAY), 'day');
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
