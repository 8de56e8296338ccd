import { cents, type Cents } from '../core/money.ts';

/**
 * Splits an amount by weights so that the parts always sum to the whole. Each part gets its exact share rounded down;
 * the remaining cents go to the largest remainders, earlier parts first. If all weights are zero, they count as equal.
 */
export function allocate(amount: Cents, weights: readonly number[]): Cents[] {
  if (weights.some((weight) => !Number.isSafeInteger(weight) || weight < 0)) {
    throw new RangeError('weights are whole numbers from zero up');
  }
  if (weights.length === 0) {
    if (amount !== 0) throw new RangeError('nobody to give the amount to');
    return [];
  }
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (total === 0n)
    return allocate(
      amount,
      weights.map(() => 1),
    );

  const whole = BigInt(Math.abs(amount));
  const shares = weights.map((weight, index) => {
    const exact = whole * BigInt(weight);
    return { index, floor: exact / total, remainder: exact % total };
  });
  let left = Number(whole - shares.reduce((sum, share) => sum + share.floor, 0n));
  const parts = shares.map((share) => Number(share.floor));
  for (const { index } of shares.toSorted((a, b) => Number(b.remainder - a.remainder))) {
    if (left === 0) break;
    parts[index] = (parts[index] ?? 0) + 1;
    left--;
  }
  return parts.map((part) => cents(amount < 0 ? -part : part));
}
