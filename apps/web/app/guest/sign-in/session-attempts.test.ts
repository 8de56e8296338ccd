import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { countAttempt, countSessionAttempt, type Attempts } from './session-attempts.ts';

const MINUTE = 60_000;
let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('allows three attempts in a quarter of an hour, stored in the session, for each action separately [C-AUTH-16]', () => {
  for (const at of [0, MINUTE, 2 * MINUTE]) expect(countSessionAttempt('reset', at).allowed).toBe(true);
  expect(countSessionAttempt('reset', 3 * MINUTE)).toMatchObject({ allowed: false, retryAfterMs: 12 * MINUTE });
  expect(countSessionAttempt('other', 3 * MINUTE).allowed).toBe(true);
  expect(countSessionAttempt('reset', 15 * MINUTE).allowed).toBe(true);
  stored.clear(); // another session
  expect(countSessionAttempt('reset', 15 * MINUTE)).toMatchObject({ allowed: true, left: 2 });
});

test.each(['nonsense', '{"a":1}', '[null,"x"]'])('ignores the invalid stored value %s', (text) => {
  stored.set('attempts:reset', text);
  expect(countSessionAttempt('reset', 0)).toMatchObject({ allowed: true, left: 2 });
});

test('without storage nothing is counted and nothing fails', () => {
  const blocked = () => {
    throw new DOMException('no', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', { getItem: blocked, setItem: blocked });
  for (let tries = 0; tries < 5; tries++) expect(countSessionAttempt('reset', 0).allowed).toBe(true);
});

test('never allows more attempts in any window than the rule, and an attempt after the announced wait is allowed', () => {
  const rule = { attempts: 4, windowMs: 1000 };
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 600 }), { maxLength: 30 }), (waits) => {
      let now = 0;
      let tries: Attempts = [];
      const counted: number[] = [];
      for (const wait of waits) {
        now += wait;
        const verdict = countAttempt(tries, now, rule);
        tries = verdict.attempts;
        const after = verdict.allowed ? 0 : verdict.retryAfterMs;
        expect(verdict.allowed || countAttempt(tries, now + after, rule).allowed).toBe(true);
        if (verdict.allowed) counted.push(now);
      }
      for (const at of counted) {
        expect(counted.filter((other) => other > at - rule.windowMs && other <= at).length).toBeLessThanOrEqual(4);
      }
    }),
  );
});
