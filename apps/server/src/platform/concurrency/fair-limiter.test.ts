import { expect, test, vi } from 'vitest';
import { FairLimiter, QueueTimeout } from './fair-limiter.ts';
import { runForClient } from './current-client.ts';

test('runs a limited number of tasks at once and the rest in order, and a failed task frees its slot', async () => {
  const started: number[] = [];
  const ends: Array<{ go: () => void; fail: (why: Error) => void }> = [];
  const line = new FairLimiter(2, 5_000);
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
  const line = new FairLimiter(1, 5_000);
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
  vi.useRealTimers();
});

test('a client with a hundred tasks does not delay other clients', async () => {
  const line = new FairLimiter(1, 5_000);
  const started: string[] = [];
  const one = (who: string) => runForClient(who, () => line.run(async () => void started.push(who)));
  const all = [...Array.from({ length: 100 }, () => one('a stranger')), one('a guest'), one('another')];
  await Promise.all(all);
  expect([started.indexOf('a guest'), started.indexOf('another'), started.length]).toEqual([1, 2, 102]);
});

test('ten sequential tasks of one client do not each wait for sixty busy clients', async () => {
  const line = new FairLimiter(1, 5_000);
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
  const line = new FairLimiter(1, 5_000);
  const leave = await line.enter();
  leave();
  leave();
  const last = await line.enter();
  const turn = line.enter().then(() => 'there');
  expect(await Promise.race([turn, Promise.resolve('waits')])).toBe('waits');
  last();
  expect(await turn).toBe('there');
});
