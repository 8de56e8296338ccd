import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COLOUR_PATTERN, colourProblem, contrastRatio } from './index.ts';

test.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#ffffff', '#ffffff', 1],
])('the contrast of %s and %s is %d', (a, b, ratio) => {
  expect(contrastRatio(a, b)).toBeCloseTo(ratio, 2);
  expect(contrastRatio(b, a)).toBe(contrastRatio(a, b));
});

test.each([
  ['brand', '#5d2b50', /^$/],
  ['brand', '#0b3d2e', /^$/],
  ['brand', '#f3a52b', /^Too light: light text .*contrast 1\.\d, at least 4\.5/],
  ['accent', '#f3a52b', /^$/],
  ['accent', '#5d2b50', /^Too dark: dark text/],
  ['brand', 'red', 'A colour like #5d2b50'],
  ['brand', '#5D2B50', 'A colour like #5d2b50'],
] as const)('as %s the colour %s gives the problem %s', (which, colour, problem) => {
  expect(colourProblem(which, colour) ?? '').toMatch(problem);
});

test('no colour is valid both as brand and as accent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xff_ff_ff }), (number) => {
      const colour = `#${number.toString(16).padStart(6, '0')}`;
      expect(colour).toMatch(COLOUR_PATTERN);
      expect(colourProblem('brand', colour) !== null || colourProblem('accent', colour) !== null).toBe(true);
    }),
  );
});
