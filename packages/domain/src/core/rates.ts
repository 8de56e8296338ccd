import { cachedFormat } from './formats.ts';
import { currentLanguage } from './language.ts';
import { cents, type Cents } from './money.ts';

/** A rate in units of 1/100 000, so 14.975 % is exactly 14 975. */
export type Rate = number & { readonly __unit: 'rate' };

const RATE_UNIT = 100_000;

export function rate(hundredThousandths: number): Rate {
  if (!Number.isSafeInteger(hundredThousandths) || hundredThousandths < 0) {
    throw new RangeError(`not a rate: ${hundredThousandths}`);
  }
  return hundredThousandths as Rate;
}

/** 0.14975 → the exact rate. Rounding only removes floating-point errors of the decimals in API and settings. */
export function rateFromDecimal(decimal: number): Rate {
  return rate(Math.round(decimal * RATE_UNIT));
}

export function rateToDecimal(value: Rate): number {
  return value / RATE_UNIT;
}

/** 15 for 15 %. */
export function rateToPercent(value: Rate): number {
  return value / 1000;
}

export function rateFromPercent(percent: number): Rate {
  return rateFromDecimal(percent / 100);
}

/** The `taxRate` field of the API: at most four decimals, rounded half up. */
export function rateToWire(value: Rate): number {
  return Math.floor((value + 5) / 10) / 10_000;
}

/** Divides exact integers and rounds to the nearest whole number, halves away from zero. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  const sign = numerator < 0n === denominator < 0n ? 1n : -1n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  return sign * ((2n * n + d) / (2n * d));
}

/** The average, rounded half up to the cent; zero if there is nothing to count. */
export function averageCents(sum: number, count: number): Cents {
  return cents(count === 0 ? 0 : Number(divideHalfUp(BigInt(sum), BigInt(count))));
}

/** The share of an amount, rounded half up to the cent. */
export function applyRate(amount: Cents, value: Rate): Cents {
  return cents(Number(divideHalfUp(BigInt(amount) * BigInt(value), BigInt(RATE_UNIT))));
}

/** The tax within a price that includes it: 28.90 at 22 % contains 5.21. */
export function includedTaxOf(gross: Cents, value: Rate): Cents {
  return cents(Number(divideHalfUp(BigInt(gross) * BigInt(value), BigInt(RATE_UNIT + value))));
}

/** '9.975%'; '9,975 %' in French. */
export function percentText(percent: number): string {
  if (currentLanguage() === 'en') return `${percent}%`;
  const options = { style: 'percent', maximumFractionDigits: 3 } as const;
  return cachedFormat('percent', (locale) => new Intl.NumberFormat(locale, options)).format(percent / 100);
}

/** A percentage of an amount, with 15 for 15 %, rounded half up. */
export function percentOf(amount: Cents, percent: number): Cents {
  return applyRate(amount, rateFromPercent(percent));
}
