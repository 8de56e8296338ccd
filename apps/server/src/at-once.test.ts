import { expect, test, vi } from 'vitest';
import { AtOnce, NoPlace } from './at-once.ts';

test('so much is done at once, the rest in the order it came, and what fails makes room too', async () => {
  const begun: number[] = [];
  const ends: Array<{ go: () => void; fail: (why: Error) => void }> = [];
  const line = new AtOnce(2, 5_000);
  const done = [1, 2, 3, 4].map((number) =>
    line.run(() => {
      begun.push(number);
      return new Promise<number>((go, fail) => ends.push({ go: () => go(number), fail }));
    }),
  );
  expect(begun).toEqual([1, 2]);
  ends[1]?.fail(new Error('lost'));
  await expect(done[1]).rejects.toThrow('lost');
  expect(begun).toEqual([1, 2, 3]);
  ends[0]?.go();
  expect(await done[0]).toBe(1);
  expect(begun).toEqual([1, 2, 3, 4]);
  ends[2]?.go();
  ends[3]?.go();
  expect(await Promise.all([done[2], done[3]])).toEqual([3, 4]);
});

test('whoever waits too long is told so, and takes nobody’s place', async () => {
  vi.useFakeTimers();
  const line = new AtOnce(1, 5_000);
  let end: () => void = () => undefined;
  const long = line.run(() => new Promise<void>((go) => (end = go)));
  const late = line.run(() => Promise.resolve('done')).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await late).toBeInstanceOf(NoPlace);
  const next = line.run(() => Promise.resolve('done'));
  end();
  await long;
  expect(await next).toBe('done');
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
