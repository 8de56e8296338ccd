import { afterEach, expect, test, vi } from 'vitest';
import { FairLimiter, QueueTimeout } from './fair-limiter.ts';
import { runForClient } from './current-client.ts';

afterEach(() => void vi.useRealTimers());

test('runs a limited number of tasks at once and the rest in order, and a failed task frees its slot', async () => {
  const started: number[] = [];
  const ends: Array<{ go: () => void; fail: (why: Error) => void }> = [];
  const line = new FairLimiter(2, {});
  const done = [1, 2, 3, 4].map((number) =>
    line.run(() => {
      started.push(number);
      return new Promise<number>((go, fail) => ends.push({ go: () => go(number), fail }));
    }),
  );
  expect(started).toEqual([1, 2]);
  ends[1]?.fail(new Error('lost'));
  await expect(done[1]).rejects.toThrow('lost');
  expect(started).toEqual([1, 2, 3]);
  ends[0]?.go();
  expect(await done[0]).toBe(1);
  expect(started).toEqual([1, 2, 3, 4]);
  ends[2]?.go();
  ends[3]?.go();
  expect(await Promise.all([done[2], done[3]])).toEqual([3, 4]);
});

test('a task that waits too long fails and uses no slot', async () => {
  vi.useFakeTimers();
  const line = new FairLimiter(1, { patienceMs: 5_000 });
  let end: () => void = () => undefined;
  const long = line.run(() => new Promise<void>((go) => (end = go)));
  const late = line.run(() => Promise.resolve('done')).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await late).toBeInstanceOf(QueueTimeout);
  const next = line.run(() => Promise.resolve('done'));
  end();
  await long;
  expect(await next).toBe('done');
  expect(vi.getTimerCount()).toBe(0);
});

test('a client with a hundred tasks does not delay other clients', async () => {
  const line = new FairLimiter(1, { patienceMs: 5_000 });
  const started: string[] = [];
  const one = (who: string) => runForClient(who, () => line.run(async () => void started.push(who)));
  const all = [...Array.from({ length: 100 }, () => one('a stranger')), one('a guest'), one('another')];
  await Promise.all(all);
  expect([started.indexOf('a guest'), started.indexOf('another'), started.length]).toEqual([1, 2, 102]);
});

test('ten sequential tasks of one client do not each wait for sixty busy clients', async () => {
  const line = new FairLimiter(1, { patienceMs: 5_000 });
  let attempts = 0;
  let waitedFor = 0;
  const askOn = async (times: number) => {
    for (let time = 0; time < times; time++) await line.run(async () => void attempts++);
  };
  const order = async () => {
    const before = attempts;
    for (let step = 0; step < 10; step++) await line.run(() => Promise.resolve());
    waitedFor = attempts - before;
  };
  const clients = Array.from({ length: 60 }, (_, at) =>
    runForClient(`stranger ${at}`, async () => {
      await askOn(50);
      if (at === 0) void runForClient('a guest', order);
      await askOn(50);
    }),
  );
  await Promise.all(clients);
  expect([attempts, waitedFor > 0, waitedFor < 60]).toEqual([6_000, true, true]);
});

test('releasing a slot twice frees it once', async () => {
  const line = new FairLimiter(1, { patienceMs: 5_000 });
  const leave = await line.enter();
  leave();
  leave();
  const last = await line.enter();
  const turn = line.enter().then(() => 'there');
  expect(await Promise.race([turn, Promise.resolve('waits')])).toBe('waits');
  last();
  expect(await turn).toBe('there');
});

/** Tasks that the test ends; the slots rest in between. */
function startTasks(limiter: FairLimiter) {
  vi.useFakeTimers();
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (client: string, name: string) =>
    limiter.run(() => {
      started.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    }, client);
  const finish = async (name: string) => {
    ends.get(name)?.();
    await vi.advanceTimersByTimeAsync(300);
  };
  return { started, start, finish };
}

test('the client with the least recent usage goes first, and equal clients take turns', async () => {
  const { started, start, finish } = startTasks(new FairLimiter(2, { maxWaiting: 10, restsBetween: true }));
  const all = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => start('a', name));
  all.push(start('guest', 'g1'), start('guest', 'g2'), start('other', 'o1'));
  expect(started).toEqual(['a1', 'a2']);
  await finish('a1');
  await finish('a2');
  expect(started).toEqual(['a1', 'a2', 'g1', 'o1']);
  await finish('g1');
  await finish('o1');
  expect(started.slice(4)).toEqual(['g2', 'a3']);
  for (const name of ['g2', 'a3', 'a4', 'a5']) await finish(name);
  await Promise.all(all);
});

test('a client with too many waiting tasks is refused without affecting others', async () => {
  const { start, finish } = startTasks(new FairLimiter(1, { maxWaiting: 1, restsBetween: true }));
  const [running, waiting] = [start('a', 'a1'), start('a', 'a2')];
  await expect(start('a', 'a3')).rejects.toMatchObject({ failure: { code: 'rate-limited' } });
  const guest = start('guest', 'g1');
  for (const name of ['a1', 'g1', 'a2']) await finish(name);
  await Promise.all([running, waiting, guest]);
});

test('shared work runs before waiting tasks and without a rest', async () => {
  const limiter = new FairLimiter(1, { maxWaiting: 10, restsBetween: true });
  const { started, start, finish } = startTasks(limiter);
  const running = start('a', 'a');
  const waiting = start('b', 'b');
  const shared = limiter.runFirst(async () => void started.push('shared'));
  await vi.advanceTimersByTimeAsync(200);
  const finished = finish('a');
  await shared;
  expect(started).toEqual(['a', 'shared']);
  await finished;
  await finish('b');
  await Promise.all([running, waiting]);
});

test('while others wait, the next task starts only after a rest as long as the last task', async () => {
  vi.useFakeTimers();
  const started: string[] = [];
  const slow = new FairLimiter(1, { maxWaiting: 10, restsBetween: true });
  const first = slow.run(() => new Promise<void>((resolve) => setTimeout(resolve, 100)), 'a');
  const second = slow.run(async () => void started.push('second'), 'b');
  await vi.advanceTimersByTimeAsync(150);
  await first;
  expect(started).toEqual([]);
  await vi.advanceTimersByTimeAsync(60);
  await second;
  expect(started).toEqual(['second']);
});
