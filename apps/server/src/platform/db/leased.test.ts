import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Leased, LEASE_IS_OVER_MS } from './leased.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A restaurant whose state a test changes, and that counts how often it was asked. */
function restaurant() {
  const state = new Map([['menu', 1]]);
  let request = 0;
  const leased = new Leased((keys: readonly string[]) => {
    request++;
    return Promise.resolve(new Map(keys.flatMap((key) => (state.has(key) ? [[key, state.get(key) ?? 0]] : []))));
  });
  return { state, leased, asked: () => request };
}

test('within the lease nobody asks again, after it once more', async () => {
  const { leased, asked: request } = restaurant();
  for (let i = 0; i < 5; i++) expect(await leased.recent('menu')).toBe(1);
  expect(request()).toBe(1);
  vi.advanceTimersByTime(20);
  expect(await leased.recent('menu')).toBe(1);
  expect(request()).toBe(2);
});

test('where many read, nobody waits: what is nearly over is renewed while it still holds', async () => {
  const { state, leased, asked: request } = restaurant();
  await leased.recent('menu');
  state.set('menu', 2);
  vi.advanceTimersByTime(15);
  expect([leased.held('menu'), leased.held('menu')]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(0);
  expect(leased.held('menu')).toBe(2);
  expect(request()).toBe(2);
  vi.advanceTimersByTime(14);
  expect(leased.held('menu')).toBe(2);
  expect(request()).toBe(2);
});

test('a renewal that fails is told to whoever reads when the lease is over', async () => {
  let isAway = false;
  const leased = new Leased((keys: readonly string[]) =>
    isAway ? Promise.reject(new Error('away')) : Promise.resolve(new Map(keys.map((key) => [key, 1]))),
  );
  await leased.recent('menu');
  isAway = true;
  vi.advanceTimersByTime(15);
  expect(leased.held('menu')).toBe(1);
  vi.advanceTimersByTime(5);
  await expect(leased.recent('menu')).rejects.toThrow('away');
  isAway = false;
  expect(await leased.recent('menu')).toBe(1);
});

test('a renewal that takes longer than the lease holds nobody to what was before', async () => {
  const { promise: slow, resolve: answerNow } = Promise.withResolvers<void>();
  let request = 0;
  const leased = new Leased(async (keys: readonly string[]) => {
    const answer = ++request;
    if (answer === 2) await slow;
    return new Map(keys.map((key) => [key, answer]));
  });
  await leased.recent('menu');
  vi.advanceTimersByTime(15);
  expect(leased.held('menu')).toBe(1);
  await vi.advanceTimersByTimeAsync(LEASE_IS_OVER_MS);
  const late = leased.recent('menu');
  answerNow();
  expect(await late).toBe(3);
});

test('whoever waits until leases are over is not answered with what was before', async () => {
  const { state, leased } = restaurant();
  await leased.recent('menu');
  state.set('menu', 2);
  expect(await leased.recent('menu')).toBe(1);
  vi.advanceTimersByTime(LEASE_IS_OVER_MS);
  expect(await leased.recent('menu')).toBe(2);
});

test('who wants it exact asks, and lends what was heard', async () => {
  const { state, leased, asked: request } = restaurant();
  await leased.recent('menu');
  state.set('menu', 2);
  expect(await leased.exact('menu')).toBe(2);
  expect(await leased.recent('menu')).toBe(2);
  expect(request()).toBe(2);
});

test('what is not there is not kept', async () => {
  const { state, leased, asked: request } = restaurant();
  expect(await leased.recent('unicorn')).toBeUndefined();
  state.set('unicorn', 7);
  expect(await leased.recent('unicorn')).toBe(7);
  expect(request()).toBe(2);
});
