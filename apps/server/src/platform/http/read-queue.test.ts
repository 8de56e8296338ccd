import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReadQueue } from './read-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Tasks that the test ends. */
function works(turns: ReadQueue) {
  const started: string[] = [];
  const end = new Map<string, () => void>();
  const start = (address: string, name: string) =>
    turns.inTurn(address, () => {
      started.push(name);
      return new Promise<void>((resolve) => end.set(name, resolve));
    });
  const finish = async (name: string) => {
    end.get(name)?.();
    await vi.advanceTimersByTimeAsync(1_000);
  };
  return { begun: started, start, finish };
}

test('runs a limited number of tasks at once, and takes turns between addresses', async () => {
  const { begun: started, start, finish } = works(new ReadQueue(2, 10));
  const all = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => start('a', name));
  all.push(start('guest', 'g1'), start('other', 'o1'));
  expect(started).toEqual(['a1', 'a2']);
  await finish('a1');
  await finish('a2');
  expect(started).toEqual(['a1', 'a2', 'a3', 'g1']);
  await finish('g1');
  await finish('a3');
  expect(started).toEqual(['a1', 'a2', 'a3', 'g1', 'o1', 'a4']);
  for (const name of ['o1', 'a4', 'a5']) await finish(name);
  await Promise.all(all);
});

test('an address with too many waiting tasks is refused without affecting others', async () => {
  const { start, finish } = works(new ReadQueue(1, 1));
  const [running, waiting] = [start('a', 'a1'), start('a', 'a2')];
  await expect(start('a', 'a3')).rejects.toMatchObject({ failure: { code: 'rate-limited' } });
  const guest = start('guest', 'g1');
  for (const name of ['a1', 'a2', 'g1']) await finish(name);
  await Promise.all([running, waiting, guest]);
});

test('a priority task runs before waiting tasks and without a rest', async () => {
  const turns = new ReadQueue(1, 10);
  const order: string[] = [];
  let end: () => void = () => {};
  const running = turns.inTurn('a', () => new Promise<void>((resolve) => (end = resolve)));
  const waiting = turns.inTurn('b', async () => void order.push('b'));
  const forAll = turns.first(async () => void order.push('for all'));
  await vi.advanceTimersByTimeAsync(200);
  end();
  await forAll;
  expect(order).toEqual(['for all']);
  await vi.advanceTimersByTimeAsync(250);
  await Promise.all([running, waiting]);
  expect(order).toEqual(['for all', 'b']);
});

test('a failed task starts the next one', async () => {
  const turns = new ReadQueue(1, 1);
  await expect(turns.inTurn('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.inTurn('a', () => Promise.resolve(1))).toBe(1);
});

test('while others wait, the next task starts only after a rest as long as the last task', async () => {
  const started: string[] = [];
  const slow = new ReadQueue(1, 10);
  const first = slow.inTurn('a', () => new Promise<void>((resolve) => setTimeout(resolve, 100)));
  const second = slow.inTurn('b', async () => void started.push('second'));
  await vi.advanceTimersByTimeAsync(150);
  await first;
  expect(started).toEqual([]);
  await vi.advanceTimersByTimeAsync(60);
  await second;
  expect(started).toEqual(['second']);
});
