import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTooDeep } from './read-body.ts';

test.each([
  ['[', 64, false],
  ['[', 65, true],
  ['{"a":', 65, true],
])('%s nested %i times', (open, times, tooDeep) => {
  expect(isTooDeep(open.repeat(times))).toBe(tooDeep);
});

test('brackets inside strings are none', () => {
  expect(isTooDeep(JSON.stringify({ note: '['.repeat(1_000), other: `\\"${'{'.repeat(1_000)}` }))).toBe(false);
});

test('what stands side by side is not deep', () => {
  expect(isTooDeep(JSON.stringify(Array.from({ length: 1_000 }, () => [{}])))).toBe(false);
});

test('whatever is shallow passes', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 20 }), (value) => {
      expect(isTooDeep(JSON.stringify(value))).toBe(false);
    }),
  );
});
