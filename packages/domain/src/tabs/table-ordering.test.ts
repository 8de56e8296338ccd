import { expect, test } from 'vitest';
import { cents } from '../core/index.ts';
import {
  longSittingCode,
  normaliseSittingCode,
  PHONE_NAMES,
  phoneName,
  sittingCode,
  TABLE_LIMITS,
  whyRoundWaits,
} from './table-ordering.ts';

test('the code of a party follows from its key, and has no characters that look alike', () => {
  const keys = Array.from(
    { length: 2_000 },
    (_, n) => `${((n * 2_654_435_761) % 2 ** 32).toString(36).padStart(7, '0')}${'x'.repeat(25)}`,
  );
  const codes = keys.map(sittingCode);
  for (const code of codes) expect(code).toMatch(/^[A-HJKMNP-Z2-9]{4}$/);
  expect(new Set(codes).size).toBeGreaterThan(1_000);
  expect(sittingCode(keys[7] ?? '')).toBe(codes[7]);
  expect(longSittingCode('abcdefghijklmnopqrstuvwxyz')).toMatch(/^[A-HJKMNP-Z2-9]{8}$/);
  expect(normaliseSittingCode(' k7-m q')).toBe('K7MQ');
});

test('a phone without a name gets one that no other phone of its party has', () => {
  expect(phoneName([])).toBe('Turmeric');
  expect(phoneName(['Turmeric', 'Ben'])).toBe('Mint');
  expect(phoneName(PHONE_NAMES)).toBe('Turmeric 2');
  expect(phoneName(['Mint'], 'Asha')).toBe('Asha');
  expect(phoneName(['asha', 'Asha 2'], 'Asha')).toBe('Asha 3');
  // A zero-width space alone.
  expect(phoneName([], '\u200B')).toBe('Turmeric');
});

test.each([
  [true, false, 0, 'first-round'],
  [true, true, 0, null],
  [false, false, 0, null],
  [false, true, TABLE_LIMITS.openAmount - 1, null],
  [false, true, TABLE_LIMITS.openAmount, 'open-amount'],
])(
  'with firstRoundWaits %s, an earlier order %s and %i open, a round waits because of %s',
  (firstRoundWaits, hasOrdered, due, why) => {
    expect(whyRoundWaits({ isOn: true, firstRoundWaits }, { hasOrdered, due: cents(due) })).toBe(why);
  },
);
