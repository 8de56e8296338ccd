import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LeaseCache, LEASE_EXPIRED_MS } from './lease-cache.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A restaurant whose state a test changes, and which counts the queries. */
function restaurant() {
  const state = new Map([['menu', 1]]);
  let request = 0;
  const leased = new LeaseCache((keys: readonly string[]) => {
    request++;
    return Promise.resolve(new Map(keys.flatMap((key) => (state.has(key) ? [[key, state.get(key) ?? 0]] : []))));
  });
  return { state, leased, requestCount: () => request };
}

test('reads once within the lease and again after it', async () => {
  const { leased, requestCount } = restaurant();
  for (let i = 0; i < 5; i++) expect(await leased.recent('menu')).toBe(1);
  expect(requestCount()).toBe(1);
  vi.advanceTimersByTime(20);
  expect(await leased.recent('menu')).toBe(1);
  expect(requestCount()).toBe(2);
});

test('renews a lease before it ends, so that frequent readers do not wait', async () => {
  const { state, leased, requestCount } = restaurant();
  await leased.recent('menu');
  state.set('menu', 2);
  vi.advanceTimersByTime(15);
  expect([leased.current('menu'), leased.current('menu')]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(0);
  expect(leased.current('menu')).toBe(2);
  expect(requestCount()).toBe(2);
  vi.advanceTimersByTime(14);
  expect(leased.current('menu')).toBe(2);
  expect(requestCount()).toBe(2);
});

test('a failed renewal is thrown to the readers after the lease ends', async () => {
  let isAway = false;
  const leased = new LeaseCache((keys: readonly string[]) =>
    isAway ? Promise.reject(new Error('away')) : Promise.resolve(new Map(keys.map((key) => [key, 1]))),
  );
  await leased.recent('menu');
  isAway = true;
  vi.advanceTimersByTime(15);
  expect(leased.current('menu')).toBe(1);
  vi.advanceTimersByTime(5);
  await expect(leased.recent('menu')).rejects.toThrow('away');
  isAway = false;
  expect(await leased.recent('menu')).toBe(1);
});

test('a renewal that takes longer than the lease does not return the old value', async () => {
  const { promise: slow, resolve: answerNow } = Promise.withResolvers<void>();
  let request = 0;
  const leased = new LeaseCache(async (keys: readonly string[]) => {
    const answer = ++request;
    if (answer === 2) await slow;
    return new Map(keys.map((key) => [key, answer]));
  });
  await leased.recent('menu');
  vi.advanceTimersByTime(15);
  expect(leased.current('menu')).toBe(1);
  await vi.advanceTimersByTimeAsync(LEASE_EXPIRED_MS);
  const late = leased.recent('menu');
  answerNow();
  expect(await late).toBe(3);
});

test('after the maximum lease no reader gets the old value', async () => {
  const { state, leased } = restaurant();
  await leased.recent('menu');
  state.set('menu', 2);
  expect(await leased.recent('menu')).toBe(1);
  vi.advanceTimersByTime(LEASE_EXPIRED_MS);
  expect(await leased.recent('menu')).toBe(2);
});

test('an exact read queries the database and starts a new lease', async () => {
  const { state, leased, requestCount } = restaurant();
  await leased.recent('menu');
  state.set('menu', 2);
  expect(await leased.exact('menu')).toBe(2);
  expect(await leased.recent('menu')).toBe(2);
  expect(requestCount()).toBe(2);
});

test('does not cache missing values', async () => {
  const { state, leased, requestCount } = restaurant();
  expect(await leased.recent('unicorn')).toBeUndefined();
  state.set('unicorn', 7);
  expect(await leased.recent('unicorn')).toBe(7);
  expect(requestCount()).toBe(2);
});
