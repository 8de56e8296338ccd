import { expect, test } from 'vitest';
import { FairShare } from './fair-share.ts';

/** Takes shares and records which were dropped. */
function shared(most: { all: number; each: number }) {
  const share = new FairShare(most);
  const lost: string[] = [];
  const hold = (holder: string, name: string, weight = 1) => share.hold(holder, weight, () => lost.push(name));
  return { hold, lost };
}

test('when the total runs out, the largest holder loses its oldest and a new one gets its share', () => {
  const { hold, lost } = shared({ all: 4, each: 4 });
  for (const name of ['guest 1', 'guest 2']) hold(name, name);
  for (const name of ['greedy 1', 'greedy 2', 'greedy 3', 'greedy 4']) hold('greedy', name);
  expect(lost).toEqual(['greedy 1', 'greedy 2']);
  hold('guest 3', 'guest 3');
  expect(lost).toEqual(['greedy 1', 'greedy 2', 'greedy 3']);
});

test('a holder never exceeds its own limit, however much is free', () => {
  const { hold, lost } = shared({ all: 100, each: 10 });
  hold('one', 'a', 6);
  hold('other', 'b', 6);
  hold('one', 'c', 6);
  expect(lost).toEqual(['a']);
});

test('a released share can be used by others, and releasing it twice has no effect', () => {
  const { hold, lost } = shared({ all: 2, each: 2 });
  const giveBack = hold('one', 'a');
  giveBack();
  giveBack();
  hold('other', 'b');
  hold('other', 'c');
  expect(lost).toEqual([]);
  hold('third', 'd');
  expect(lost).toEqual(['b']);
});
