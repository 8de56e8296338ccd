import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  afterFailure,
  afterSuccess,
  CLOSED_BREAKER,
  countsAgainstServer,
  enterBreaker,
  type Breaker,
  quotaWarning,
  readQuota,
  slowWarning,
} from './client-policy.ts';
import {
  nextLookup,
  nextOrderPoll,
  nextSessionPoll,
  ORDER_POLL_MS,
  orderFingerprint,
  ordersChanged,
} from './polling.ts';
import { isWorthRetrying, nextTryIn, parseRetryAfter, REQUEST_TIMEOUT_MS, retryDelay } from './retry.ts';

const low = (): number => 0;
const high = (): number => 0.999_999;

test('a request times out after 30 seconds', () => {
  expect(REQUEST_TIMEOUT_MS).toBe(30_000);
});

test('retries a failed request three times', () => {
  const delays = [1, 2, 3, 4, 5].map((tries) => nextTryIn({ tries, status: 503, retryAfterMs: null }, low));
  expect(delays).toEqual([1000, 2000, 4000, null, null]);
});

test.each([
  [1, 1000, 1999],
  [2, 2000, 2999],
  [3, 4000, 4999],
])('retry %d waits between %d and %d ms', (retry, least, most) => {
  expect(retryDelay(retry, low)).toBe(least);
  expect(retryDelay(retry, high)).toBe(most);
});

test.each([
  [null, true],
  [500, true],
  [503, true],
  [599, true],
  [429, true],
  [400, false],
  [401, false],
  [404, false],
  [409, false],
  [422, false],
  [499, false],
])('a response with status %s is worth a retry: %s [C-CLIENT-03]', (status, expected) => {
  expect(isWorthRetrying(status)).toBe(expected);
  expect(nextTryIn({ tries: 1, status, retryAfterMs: null }, low)).toBe(expected ? 1000 : null);
});

const now = new Date('2026-11-20T09:00:00Z');

test.each([
  ['7', 7000],
  [' 0 ', 0],
  ['1.5', 1500],
  ['Fri, 20 Nov 2026 09:00:10 GMT', 10_000],
  ['Fri, 20 Nov 2026 08:59:00 GMT', 0],
  ['-5', null],
  ['soon', null],
  ['Nov, nonsense', null],
  ['2026', 2_026_000],
  ['', null],
  [null, null],
  [undefined, null],
])('retry-after: %s waits %s ms [C-CLIENT-04]', (header, ms) => {
  expect(parseRetryAfter(header, now)).toBe(ms);
});

test.each([
  [7000, 7000],
  [500, 1000],
  [30_000, 30_000],
  [30_001, null],
])('when the server asks for a wait of %d ms, the result is %s [C-CLIENT-04]', (retryAfterMs, delay) => {
  expect(nextTryIn({ tries: 1, status: 429, retryAfterMs }, low)).toBe(delay);
});

test.each([
  [4999, null],
  [5000, null],
  [5001, 'Slow response: /api/ping took 5001 ms'],
  [7100.4, 'Slow response: /api/ping took 7100 ms'],
])('a response after %d ms gives the warning %s', (took, warning) => {
  expect(slowWarning('/api/ping', took)).toBe(warning);
});

test.each([
  [null, null],
  [{ remaining: 20, limit: 100 }, null],
  [{ remaining: 19, limit: 100 }, 'Rate limit nearly used up: 19 of 100 requests left'],
  [{ remaining: 0, limit: 5 }, 'Rate limit nearly used up: 0 of 5 requests left'],
  [{ remaining: 0, limit: 0 }, null],
])('the quota %j gives the warning %s', (quota, warning) => {
  expect(quotaWarning(quota)).toBe(warning);
});

test.each([
  ['"orders";r=5;t=30', '"orders";q=100;w=60', { remaining: 5, limit: 100 }],
  ['"a"; r=0', '"a"; q=7', { remaining: 0, limit: 7 }],
  [null, '"a";q=7', null],
  ['"a";r=7', null, null],
  ['"a";t=7', '"a";q=7', null],
])('reads the headers %s and %s as %j', (rateLimit, policy, quota) => {
  expect(readQuota(rateLimit, policy)).toEqual(quota);
});

function failTimes(times: number, breaker: Breaker = CLOSED_BREAKER, at = 0): Breaker {
  return Array.from({ length: times }).reduce<Breaker>((gate) => afterFailure(gate, at), breaker);
}

test('the breaker allows requests until the fifth failure [C-CLIENT-07]', () => {
  expect(failTimes(4)).toEqual({ state: 'closed', failures: 4 });
  expect(enterBreaker(failTimes(4), 0).allowed).toBe(true);
  expect(failTimes(5, CLOSED_BREAKER, 77)).toEqual({ state: 'open', since: 77 });
});

test('after 30 seconds one request may probe while the others wait [C-CLIENT-08]', () => {
  const open = failTimes(5);
  expect(enterBreaker(open, 29_999)).toEqual({ allowed: false, breaker: open });
  const probing = enterBreaker(open, 30_000);
  expect(probing).toEqual({ allowed: true, breaker: { state: 'half-open', since: 30_000 } });
  expect(enterBreaker(probing.breaker, 30_001).allowed).toBe(false);
  expect(enterBreaker(probing.breaker, 60_000).allowed).toBe(true);
});

test('a success resets the breaker and its failures [C-CLIENT-09]', () => {
  expect(afterSuccess()).toEqual({ state: 'closed', failures: 0 });
});

test('a failed probe blocks requests for another 30 seconds; a late failure does not prolong that', () => {
  expect(afterFailure({ state: 'half-open', since: 30_000 }, 31_000)).toEqual({ state: 'open', since: 31_000 });
  expect(afterFailure({ state: 'open', since: 5 }, 900)).toEqual({ state: 'open', since: 5 });
});

test.each([
  [null, true],
  [500, true],
  [499, false],
  [429, false],
  [200, false],
])('a response with status %s counts as a failure of the server: %s', (status, expected) => {
  expect(countsAgainstServer(status)).toBe(expected);
});

test('after any sequence of requests, the breaker allows one again within 30 s', () => {
  const event = fc.record({ fails: fc.boolean(), after: fc.nat(20_000) });
  fc.assert(
    fc.property(fc.array(event), (events) => {
      let gate: Breaker = CLOSED_BREAKER;
      let clock = 0;
      for (const { fails, after } of events) {
        clock += after;
        const entry = enterBreaker(gate, clock);
        gate = entry.breaker;
        if (entry.allowed) gate = fails ? afterFailure(gate, clock) : afterSuccess();
        expect(entry.allowed || gate.state !== 'closed').toBe(true);
      }
      expect(enterBreaker(gate, clock + 30_000).allowed).toBe(true);
    }),
  );
});

const a = { id: 'a', status: 'pending', updatedAt: '2026-11-20T09:00:00Z' };
const b = { id: 'b', status: 'ready', updatedAt: '2026-11-20T09:01:00Z' };

test.each([
  [[a, b], [b, a], false],
  [[a], [{ ...a }], false],
  [[], [], false],
  [[a], [], true],
  [[a], [b], true],
  [[a], [a, b], true],
  [[a], [{ ...a, status: 'preparing' }], true],
  [[a], [{ ...a, updatedAt: '2026-11-20T09:00:01Z' }], true],
  [[a], [{ ...a, id: 'c' }], true],
])('from %j to %j counts as a change: %s [C-CLIENT-11]', (before, after, changed) => {
  expect(ordersChanged(before, after)).toBe(changed);
});

test('compares only id, status and time of change [C-CLIENT-11]', () => {
  expect(orderFingerprint([{ ...a, total: 5 } as typeof a])).toBe(orderFingerprint([a]));
});

test('polls the list every 30 s, and every 60 s while it is unchanged [C-CLIENT-12]', () => {
  expect(ORDER_POLL_MS).toBe(30_000);
  expect(nextOrderPoll(30_000, false)).toBe(60_000);
  expect(nextOrderPoll(60_000, false)).toBe(60_000);
  expect(nextOrderPoll(60_000, true)).toBe(30_000);
});

test('the confirmation page polls after 2 s, then every 3 s, 20 times in all', () => {
  const waits = Array.from({ length: 21 }, (_, triesMade) => nextSessionPoll(triesMade));
  expect(waits).toEqual([2000, ...Array.from({ length: 19 }, () => 3000), null]);
});

test('other lookups poll 15 times, waiting a second longer each time, at most 5', () => {
  const waits = Array.from({ length: 16 }, (_, triesMade) => nextLookup(triesMade));
  expect(waits).toEqual([1000, 2000, 3000, 4000, ...Array.from({ length: 11 }, () => 5000), null]);
});

test('with only a payment session, the page first polls for its order after 2 s', () => {
  expect(nextSessionPoll(0)).toBe(2000);
});
