import { expect, test, vi } from 'vitest';
import { Batcher } from './batcher.ts';

/** A fake database whose responses the test triggers. */
function slowDatabase(most?: number) {
  const questions: { keys: readonly string[]; answer: () => void; fail: () => void }[] = [];
  const batcher = new Batcher(
    (keys: readonly string[]) =>
      new Promise<ReadonlyMap<string, string>>((resolve, reject) => {
        questions.push({
          keys,
          answer: () => resolve(new Map(keys.map((key) => [key, key.toUpperCase()]))),
          fail: () => reject(new Error('away')),
        });
      }),
    most,
  );
  return { batcher, questions };
}
const moment = () => new Promise((resolve) => setImmediate(resolve));

test('simultaneous requests share one query, with each key once', async () => {
  const { batcher, questions } = slowDatabase();
  const answers = Promise.all(['a', 'b', 'a'].map((key) => batcher.add(key)));
  await moment();
  expect(questions.map((question) => question.keys)).toEqual([['a', 'b']]);
  questions[0]?.answer();
  expect(await answers).toEqual(['A', 'B', 'A']);
});

test('a request during a running query waits for the next query', async () => {
  const { batcher, questions } = slowDatabase();
  const first = batcher.add('a');
  await moment();
  const later = Promise.all([batcher.add('a'), batcher.add('c')]);
  await moment();
  expect(questions).toHaveLength(1);
  questions[0]?.answer();
  await first;
  await moment();
  expect(questions[1]?.keys).toEqual(['a', 'c']);
  questions[1]?.answer();
  expect(await later).toEqual(['A', 'C']);
});

test('a failed query fails its own requests and no later ones', async () => {
  const { batcher, questions } = slowDatabase();
  const failed = batcher.add('a');
  await moment();
  questions[0]?.fail();
  await expect(failed).rejects.toThrow('away');
  const next = batcher.add('b');
  await moment();
  questions[1]?.answer();
  expect(await next).toBe('B');
});

test('a slow query delays the next batch by at most a tenth of a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { batcher, questions } = slowDatabase();
  void batcher.add('a');
  await moment();
  const next = batcher.add('b');
  await moment();
  expect(questions).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(100);
  questions[1]?.answer();
  expect(await next).toBe('B');
  vi.useRealTimers();
});

test('more keys than the maximum become several simultaneous queries', async () => {
  const { batcher, questions } = slowDatabase(2);
  const first = batcher.add('a');
  await moment();
  const later = Promise.all(['b', 'c', 'd', 'e', 'f'].map((key) => batcher.add(key)));
  await moment();
  expect(questions).toHaveLength(1);
  questions[0]?.answer();
  await first;
  await moment();
  expect(questions.slice(1).map((question) => question.keys)).toEqual([['b', 'c'], ['d', 'e'], ['f']]);
  for (const question of questions.slice(1)) question.answer();
  expect(await later).toEqual(['B', 'C', 'D', 'E', 'F']);
});
