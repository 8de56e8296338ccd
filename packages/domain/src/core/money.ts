/** Money is a whole number of cents. Dollars exist only on the wire and on the screen. */
export type Cents = number & { readonly __unit: 'cents' };

/** A rate is a whole number of 1/100 000, so 14.975 % is 14 975 and is exact. */
export type Rate = number & { readonly __unit: 'rate' };

const RATE_UNIT = 100_000;

/** Guards the border: anything that is not a whole, safe number of cents is a bug, not a price. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number of cents: ${value}`);
  return (value === 0 ? 0 : value) as Cents;
}

export const ZERO = cents(0);

export function rate(hundredThousandths: number): Rate {
  if (!Number.isSafeInteger(hundredThousandths) || hundredThousandths < 0) {
    throw new RangeError(`not a rate: ${hundredThousandths}`);
  }
  return hundredThousandths as Rate;
}

/** 0.14975 → the exact rate. Wire and settings carry decimals; rounding here only removes float dust. */
export function rateFromDecimal(decimal: number): Rate {
  return rate(Math.round(decimal * RATE_UNIT));
}

export function rateToDecimal(value: Rate): number {
  return value / RATE_UNIT;
}

/** The `taxRate` field of the wire: at most four decimals, half up. */
export function rateToWire(value: Rate): number {
  return Math.floor((value + 5) / 10) / 10_000;
}

/**
 * Dollars as they come over the wire → cents, half up (away from zero), read from the decimal
 * digits so that 1.005 is 1.01 and 59.25 is exactly 5925. Returns null for what is no amount.
 */
export function fromDollars(dollars: number): Cents | null {
  if (!Number.isFinite(dollars) || Math.abs(dollars) > 90_000_000_000) return null;
  const text = Math.abs(dollars).toString();
  if (text.includes('e')) return ZERO; // below 1e-6: nothing that rounds to a cent
  const [whole = '0', fraction = ''] = text.split('.');
  const digits = fraction.padEnd(3, '0');
  const value = Number(whole) * 100 + Number(digits.slice(0, 2)) + (digits.charCodeAt(2) >= 53 ? 1 : 0);
  return cents(dollars < 0 ? -value : value);
}

export function toDollars(value: Cents): number {
  return value / 100;
}

export function addCents(...values: readonly Cents[]): Cents {
  let sum = 0;
  for (const value of values) sum += value;
  return cents(sum);
}

export function subtractCents(from: Cents, value: Cents): Cents {
  return cents(from - value);
}

export function timesCents(value: Cents, count: number): Cents {
  return cents(value * count);
}

/** Half-up on exact integers: numerator/denominator rounded to the nearest whole, .5 away from zero. */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  const sign = numerator < 0n === denominator < 0n ? 1n : -1n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  return sign * ((2n * n + d) / (2n * d));
}

/** Half up to the cent; nothing over nothing is nothing. */
export function averageCents(sum: number, count: number): Cents {
  return cents(count === 0 ? 0 : Number(divideHalfUp(BigInt(sum), BigInt(count))));
}

export function applyRate(amount: Cents, value: Rate): Cents {
  return cents(Number(divideHalfUp(BigInt(amount) * BigInt(value), BigInt(RATE_UNIT))));
}

/** Percent as a person says it: 15 → 15 % of the amount, half up. */
export function percentOf(amount: Cents, percent: number): Cents {
  return applyRate(amount, rateFromDecimal(percent / 100));
}
