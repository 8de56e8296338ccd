export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  const lower = sorted[middle - 1];
  if (upper === undefined) throw new RangeError('the median of nothing');
  return sorted.length % 2 === 1 || lower === undefined ? upper : (lower + upper) / 2;
}

/** The value that this percentage of values does not exceed. */
export function percentile(values: readonly number[], of: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * of) / 100) - 1)];
  if (value === undefined) throw new RangeError('a percentile of nothing');
  return value;
}

/** Runs a measurement repeatedly, one after the other. */
export async function times<T>(count: number, measure: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let i = 0; i < count; i++) results.push(await measure());
  return results;
}

export interface Comparison {
  readonly ours: number;
  readonly yardstick: number;
  /** The median of the ratios of each round, so that a slow phase of the machine affects both sides. */
  readonly ratio: number;
}

/**
 * Measures two sides alternately: A B B A. Over an even number of rounds, a machine that becomes slower or faster
 * favours neither.
 */
export async function compare(
  rounds: number,
  ours: () => Promise<number>,
  yardstick: () => Promise<number>,
): Promise<Comparison> {
  let round = 0;
  const pairs = await times(rounds, async () => {
    if (round++ % 2 === 0) return { ours: await ours(), yardstick: await yardstick() };
    const owned = await yardstick();
    return { ours: await ours(), yardstick: owned };
  });
  return {
    ours: median(pairs.map((pair) => pair.ours)),
    yardstick: median(pairs.map((pair) => pair.yardstick)),
    ratio: median(pairs.map((pair) => pair.ours / pair.yardstick)),
  };
}
