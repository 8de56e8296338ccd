import fc from 'fast-check';
import { expect, test } from 'vitest';
import { percentOfWelcomeCode, WELCOME_PERCENT_LIMITS, welcomeCodeOf } from './offer.ts';

test('a welcome code keeps its percentage, and the usual one is not written', () => {
  const { least: min, most: max } = WELCOME_PERCENT_LIMITS;
  fc.assert(
    fc.property(fc.integer({ min, max }), fc.stringMatching(/^[A-Z2-9]{5}$/), (percent, random) => {
      expect(percentOfWelcomeCode(welcomeCodeOf(percent, random))).toBe(percent);
    }),
  );
  expect(welcomeCodeOf(10, '7KQ4M')).toBe('WELCOME-7KQ4M');
  expect(percentOfWelcomeCode('WELCOME-15KQM')).toBe(10);
});
