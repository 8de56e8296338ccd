import { expect, test } from 'vitest';
import { nextDeviceLetters } from './device-letters.ts';

test('devices get A to Z, then AA, and a letter that is taken is never given again', () => {
  const taken = new Set<string>();
  for (let device = 0; device < 26 + 26 * 26 + 2; device++) {
    const letters = nextDeviceLetters(taken);
    expect(taken).not.toContain(letters);
    taken.add(letters ?? '');
  }
  const given = [...taken];
  expect([given[0], given[25], given[26], given[27], given[701], given[702], given.at(-1)]).toEqual([
    'A',
    'Z',
    'AA',
    'AB',
    'ZZ',
    'AAA',
    'AAB',
  ]);
  expect(nextDeviceLetters(new Set(['A', 'C']))).toBe('B');
});
