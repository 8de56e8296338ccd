import { expect, test, vi } from 'vitest';
import { Batcher } from './batcher.ts';

/** A database that answers when told to. */
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

test('whoever asks at the same moment shares one question, each key once', async () => {
  const { batcher, questions } = slowDatabase();
  const answers = Promise.all(['a', 'b', 'a'].map((key) => batcher.answer(key)));
  await moment();
  expect(questions.map((question) => question.keys)).toEqual([['a', 'b']]);
  questions[0]?.answer();
  expect(await answers).toEqual(['A', 'B', 'A']);
});

test('whoever asks while a question is on its way never gets its answer, but the next one’s', async () => {
  const { batcher, questions } = slowDatabase();
  const first = batcher.answer('a');
  await moment();
  const later = Promise.all([batcher.answer('a'), batcher.answer('c')]);
  await moment();
  expect(questions).toHaveLength(1);
  questions[0]?.answer();
  await first;
  await moment();
  expect(questions[1]?.keys).toEqual(['a', 'c']);
  questions[1]?.answer();
  expect(await later).toEqual(['A', 'C']);
});

test('a question that fails is told to those who asked it, and to nobody after them', async () => {
  const { batcher, questions } = slowDatabase();
  const failed = batcher.answer('a');
  await moment();
  questions[0]?.fail();
  await expect(failed).rejects.toThrow('away');
  const next = batcher.answer('b');
  await moment();
  questions[1]?.answer();
  expect(await next).toBe('B');
});

test('a question that hangs holds back the next one for a tenth of a second only', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { batcher, questions } = slowDatabase();
  void batcher.answer('a');
  await moment();
  const next = batcher.answer('b');
  await moment();
  expect(questions).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(100);
  questions[1]?.answer();
  expect(await next).toBe('B');
  vi.useRealTimers();
});

test('more than the most are several questions, asked at once', async () => {
  const { batcher, questions } = slowDatabase(2);
  const first = batcher.answer('a');
  await moment();
  const later = Promise.all(['b', 'c', 'd', 'e', 'f'].map((key) => batcher.answer(key)));
  await moment();
  expect(questions).toHaveLength(1);
  questions[0]?.answer();
  await first;
  await moment();
  expect(questions.slice(1).map((question) => question.keys)).toEqual([['b', 'c'], ['d', 'e'], ['f']]);
  for (const question of questions.slice(1)) question.answer();
  expect(await later).toEqual(['B', 'C', 'D', 'E', 'F']);
});
