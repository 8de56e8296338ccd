export interface Random {
  readonly int: (min: number, max: number) => number;
  readonly pick: <Value>(values: readonly Value[]) => Value;
  readonly chance: (percent: number) => boolean;
}

/** A small generator of repeatable numbers (mulberry32). */
export function newRandom(seed: number): Random {
  let state = seed * 0x9e3779b9;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    int,
    pick: (values) => values[int(0, values.length - 1)] as (typeof values)[number],
    chance: (percent) => next() * 100 < percent,
  };
}
