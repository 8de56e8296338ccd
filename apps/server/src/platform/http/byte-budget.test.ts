import { expect, test } from 'vitest';
import { ByteBudget } from './byte-budget.ts';

/** Holds bytes and records which were lost. */
function budgetOf(max: { all: number; each: number }) {
  const budget = new ByteBudget(max);
  const lost: string[] = [];
  const hold = (client: string, name: string, bytes = 1) => budget.hold(client, bytes, () => lost.push(name));
  return { hold, lost };
}

test('when the memory runs out, the client with the most loses its oldest bytes and a new client gets some', () => {
  const { hold, lost } = budgetOf({ all: 4, each: 4 });
  for (const name of ['guest 1', 'guest 2']) hold(name, name);
  for (const name of ['greedy 1', 'greedy 2', 'greedy 3', 'greedy 4']) hold('greedy', name);
  expect(lost).toEqual(['greedy 1', 'greedy 2']);
  hold('guest 3', 'guest 3');
  expect(lost).toEqual(['greedy 1', 'greedy 2', 'greedy 3']);
});

test('a client never exceeds its own limit, however much is free', () => {
  const { hold, lost } = budgetOf({ all: 100, each: 10 });
  hold('one', 'a', 6);
  hold('other', 'b', 6);
  hold('one', 'c', 6);
  expect(lost).toEqual(['a']);
});

test('released bytes can be used by others, and releasing them twice has no effect', () => {
  const { hold, lost } = budgetOf({ all: 2, each: 2 });
  const release = hold('one', 'a');
  release();
  release();
  hold('other', 'b');
  hold('other', 'c');
  expect(lost).toEqual([]);
  hold('third', 'd');
  expect(lost).toEqual(['b']);
});
