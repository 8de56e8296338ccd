import type { Random } from '@tiffin/domain/core';

/** Creates a random generator whose numbers depend only on the seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns a whole number from least to most, both inclusive. */
export function randomBetween(random: Random, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1));
}

export function pickRandom<T>(random: Random, list: readonly T[]): T {
  const picked = list[Math.floor(random() * list.length)];
  if (picked === undefined) throw new RangeError('nothing to pick from');
  return picked;
}

/** Draws values in proportion to their weight. The sums are computed once, so a draw is a binary search. */
export class WeightedRandom<T> {
  readonly #values: readonly T[];
  readonly #sums: readonly number[];

  constructor(entries: readonly (readonly [value: T, weight: number])[]) {
    let sum = 0;
    this.#values = entries.map(([value]) => value);
    this.#sums = entries.map(([, weight]) => (sum += weight));
    if (!(sum > 0)) throw new RangeError('a random choice needs a weight above zero');
  }

  /** `upTo` (0 to 1) leaves out the entries beyond that share of the total weight. */
  draw(random: Random, upTo = 1): T {
    const sums = this.#sums;
    const target = random() * upTo * (sums.at(-1) ?? 0);
    let low = 0;
    let high = sums.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) > target) high = middle;
      else low = middle + 1;
    }
    const value = this.#values[low];
    if (value === undefined) throw new RangeError('nothing to draw');
    return value;
  }
}
