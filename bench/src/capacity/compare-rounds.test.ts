import { expect, test } from 'vitest';
import { compareCopies, comparePools } from './compare-rounds.ts';
import type { CopiesRound } from './measurements.ts';

const round = (copies: number, pool: number, perSecond: number, serverMs: number, databaseMs: number): CopiesRound => ({
  copies,
  pool,
  perSecond,
  serverMs,
  databaseMs,
  p99: 1,
  connections: 1,
  behindSeconds: 1,
});

const ROUNDS = [round(1, 4, 300, 2, 2), round(1, 10, 400, 1, 1), round(2, 10, 300, 2, 1), round(4, 4, 100, 9, 9)];

test('copies are compared with one copy that has the same pool', () => {
  expect(compareCopies(ROUNDS, 10)).toEqual([{ copies: 2, orders: 0.75, processorTimes: 1.5 }]);
  expect(compareCopies(ROUNDS, 40)).toEqual([]);
});

test('pools are compared with the usual pool of one copy', () => {
  expect(comparePools(ROUNDS, 10)).toEqual([{ pool: 4, orders: 0.75 }]);
});
