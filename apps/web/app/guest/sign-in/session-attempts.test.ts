import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { countSessionAttempt } from './session-attempts.ts';

const MINUTE = 60_000;
const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  });
  return () => void vi.unstubAllGlobals();
});

test('allows three attempts in a quarter of an hour, stored in the session, for each action separately [C-AUTH-16]', () => {
  for (const at of [0, MINUTE, 2 * MINUTE]) expect(countSessionAttempt('reset', at)).toBe(0);
  expect(countSessionAttempt('reset', 3 * MINUTE)).toBe(12 * MINUTE);
  expect(countSessionAttempt('other', 3 * MINUTE)).toBe(0);
  expect(countSessionAttempt('reset', 15 * MINUTE)).toBe(0);
  expect(countSessionAttempt('reset', 15 * MINUTE)).toBe(MINUTE);
  stored.clear(); // another session
  expect(countSessionAttempt('reset', 15 * MINUTE)).toBe(0);
});

test.each(['nonsense', '{"a":1}', '[null,"x"]'])('ignores the invalid stored value %s', (text) => {
  stored.set('attempts:reset', text);
  expect(countSessionAttempt('reset', 0)).toBe(0);
});

test('counts in the page when the storage is blocked', () => {
  const blocked = () => {
    throw new DOMException('no', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked });
  for (let tries = 0; tries < 3; tries++) expect(countSessionAttempt('blocked', 0)).toBe(0);
  expect(countSessionAttempt('blocked', 0)).toBe(15 * MINUTE);
});

test('never allows more attempts in any window than the rule, and an attempt after the announced wait is allowed', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 10 }), { maxLength: 30 }), (waits) => {
      stored.clear();
      let now = 0;
      const counted: number[] = [];
      for (const wait of waits) {
        now += wait * MINUTE;
        const waitMs = countSessionAttempt('reset', now);
        now += waitMs;
        expect(waitMs === 0 || countSessionAttempt('reset', now) === 0).toBe(true);
        counted.push(now);
      }
      for (const at of counted) {
        const inWindow = counted.filter((other) => other > at - 15 * MINUTE && other <= at);
        expect(inWindow.length).toBeLessThanOrEqual(3);
      }
    }),
  );
});
