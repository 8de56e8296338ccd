import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LOCATION_CODE, locationCode, proposedCode } from './codes.ts';

test('a location without a code uses LOC [C-RES-03]', () => {
  expect([locationCode({ code: 'TRU' }), locationCode({ code: null })]).toEqual(['TRU', 'LOC']);
});

test.each([
  ['Water Street', [], 'WAT'],
  ['Water Street', ['WAT'], 'WAE'],
  ['Montréal', [], 'MON'],
  ['Île-à-la-Crosse', [], 'ILE'],
  ['Q', [], 'QAA'],
  ['東京', [], 'LOC'],
])('the code proposed for %s, with %j taken, is %s', (name, taken, code) => {
  expect(proposedCode(name, new Set(taken))).toBe(code);
});

test('forty locations with the same name have forty codes', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 20 }), (name) => {
      const taken = new Set<string>();
      for (let n = 0; n < 40; n++) taken.add(proposedCode(name, taken));
      for (const code of taken) expect(code).toMatch(LOCATION_CODE);
      expect(taken.size).toBe(/[a-z]/i.test(name.normalize('NFD').toUpperCase()) ? 40 : 1);
    }),
  );
});
