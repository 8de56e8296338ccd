import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CALL_OUT_ALPHABET, randomCode } from './ids.ts';

test('the characters people call out have no look-alikes', () => {
  expect(CALL_OUT_ALPHABET).toMatch(/^[A-Z2-9]+$/);
  expect(CALL_OUT_ALPHABET).not.toMatch(/[01OIL]/);
  expect(new Set(CALL_OUT_ALPHABET).size).toBe(CALL_OUT_ALPHABET.length);
});

test.each([
  [0, 'AAA'],
  [0.999_999, '999'],
])('randomness of %d gives %s', (random, code) => {
  expect(randomCode(3, () => random)).toBe(code);
});

test('a code takes one number for each character, from the alphabet given', () => {
  const numbers = [0, 0.5, 0.99];
  expect(randomCode(3, () => numbers.shift() ?? 0, 'XY')).toBe('XYY');
});

test('a code is as long as asked and of the alphabet, whatever the randomness', () => {
  fc.assert(
    fc.property(fc.nat(20), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (length, random) => {
      const code = randomCode(length, () => random);
      expect(code).toHaveLength(length);
      expect([...code].every((character) => CALL_OUT_ALPHABET.includes(character))).toBe(true);
    }),
  );
});
