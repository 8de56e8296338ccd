import { expect, test } from 'vitest';
import { nextProbe } from './online.ts';

test.each([
  [0, 1000],
  [1, 1000],
  [3, 4000],
  [5, 15_000],
  [99, 15_000],
])('after %d failed probes the next one follows in %d ms', (misses, ms) => {
  expect(nextProbe(misses)).toBe(ms);
});
