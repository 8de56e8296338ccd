import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLog } from '../../create-context.ts';
import { startLoop } from './worker.ts';

interface Line {
  readonly level: number;
  readonly loop: string;
  readonly err: { readonly message: string };
}

const WARN = 40;
const ERROR = 50;
let lines: Line[] = [];
const log = createLog({ LOG_LEVEL: 'warn' }, { write: (line) => void lines.push(JSON.parse(line) as Line) });

beforeEach(() => {
  lines = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

/** Work that lasts until the test ends it, and records its starts. */
function blockedWork() {
  const began: number[] = [];
  let letGo = (): void => undefined;
  return {
    began,
    round: async () => {
      began.push(performance.now());
      await new Promise<void>((resolve) => (letGo = resolve));
      return Infinity;
    },
    letGo: async () => {
      letGo();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

/** Work that ends at once and records its starts. `next` is the time until its next round. */
function quickWork(next: number, fails: (round: number) => Error | null = () => null) {
  const began: number[] = [];
  const from = performance.now();
  const round = async () => {
    const error = fails(began.push(performance.now() - from));
    if (error) throw error;
    return next;
  };
  return { began, round };
}

test('a loop starts at once and runs again at the time its round returned, or after a minute', async () => {
  const often = quickWork(400);
  const seldom = quickWork(Infinity);
  const loops = [startLoop(log, 'often', often.round), startLoop(log, 'seldom', seldom.round)];
  await vi.advanceTimersByTimeAsync(1_000);
  expect(often.began).toEqual([0, 400, 800]);
  await vi.advanceTimersByTimeAsync(119_500);
  expect(seldom.began).toEqual([0, 60_000, 120_000]);
  await Promise.all(loops.map((each) => each.stop()));
});

test('a loop woken during a round runs one more round, never two at a time', async () => {
  const work = blockedWork();
  const it = startLoop(log, 'work', work.round);
  it.wake();
  it.wake();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(work.began).toHaveLength(1);
  await work.letGo();
  expect(work.began).toHaveLength(2);
  await work.letGo();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(work.began).toHaveLength(2);
  await it.stop();
});

test('a waiting loop starts at once when woken, and a resting one after its rest', async () => {
  const waiting = quickWork(1_000);
  const resting = quickWork(1_000);
  const waits = startLoop(log, 'waits', waiting.round);
  const rests = startLoop(log, 'rests', resting.round, () => 20);
  await vi.advanceTimersByTimeAsync(5);
  waits.wake();
  rests.wake();
  await vi.advanceTimersByTimeAsync(100);
  expect(waiting.began).toEqual([0, 5]);
  expect(resting.began).toEqual([0, 20]);
  await Promise.all([waits.stop(), rests.stop()]);
});

test('the rest is proportional to the time of the round', async () => {
  const work = blockedWork();
  const worked: number[] = [];
  const it = startLoop(log, 'work', work.round, (ms) => {
    worked.push(ms);
    return 9 * ms;
  });
  await vi.advanceTimersByTimeAsync(30);
  await work.letGo();
  it.wake();
  await vi.advanceTimersByTimeAsync(269);
  expect(work.began).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(work.began).toHaveLength(2);
  expect(worked).toEqual([30]);
  await Promise.all([work.letGo(), it.stop()]);
});

test('stopping waits for the running round and starts no other', async () => {
  const work = blockedWork();
  const it = startLoop(log, 'work', work.round);
  it.wake();
  let isStopped = false;
  const stopping = it.stop().then(() => (isStopped = true));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(isStopped).toBe(false);
  await work.letGo();
  await stopping;
  it.wake();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(work.began).toHaveLength(1);
});

test('a failed round is retried every second, and logged once until it succeeds', async () => {
  const failing = new Set([1, 2, 3, 5]);
  const work = quickWork(400, (round) => (failing.has(round) ? new Error('no luck') : null));
  const it = startLoop(log, 'work', work.round);
  await vi.advanceTimersByTimeAsync(10);
  it.wake();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(work.began.slice(0, 6)).toEqual([0, 1_000, 2_000, 3_000, 3_400, 4_400]);
  expect(lines.map(({ level, loop: name, err }) => [level, name, err.message])).toEqual([
    [ERROR, 'work', 'no luck'],
    [ERROR, 'work', 'no luck'],
  ]);
  await it.stop();
});

test('a different failure is logged too; a lost database is one warning, also as a cause', async () => {
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const failures = [away, new Error('reactions failed', { cause: away }), new Error('a bug'), null];
  const work = quickWork(Infinity, (round) => failures[round - 1] ?? null);
  const it = startLoop(log, 'work', work.round);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(lines.map(({ level, err }) => [level, err.message])).toEqual([
    [WARN, 'connect ECONNREFUSED'],
    [ERROR, 'a bug'],
  ]);
  await it.stop();
});
