import { expect, test } from 'vitest';
import type { QueuedChange } from './changes.ts';
import { serverVersionInWords } from './waiting-work.tsx';

const refusedWith = (serverState: Record<string, unknown>): QueuedChange => ({
  call: 'updateOrderStatus',
  body: { orderId: 'TRU-1', status: 'ready' },
  kind: 'order',
  subjects: ['order TRU-1'],
  failures: 0,
  notBefore: 0,
  isStuck: true,
  place: 1,
  id: 'key',
  about: 'Order TRU-1: ready',
  by: null,
  madeAt: 0,
  problem: { code: 'conflict', words: 'no', truth: serverState },
});

test.each([
  [{ order: { orderId: 'TRU-1', status: 'cancelled' } }, ['TRU-1', 'cancelled']],
  [{ item: { name: 'Dosa', price: 9.5, isAvailable: false }, field: 'version' }, ['Dosa', '$9.50', 'hidden']],
  [{ location: { name: 'Truro Heights', isActive: true } }, ['Truro Heights', 'active']],
  [{ from: 'cancelled', to: 'ready' }, null],
  [{ alternatives: [{ time: '19:00' }] }, null],
  [{}, null],
])('the server’s version of %j reads %j', (serverState, words) => {
  expect(serverVersionInWords(refusedWith(serverState))).toEqual(words);
});

test('a change that was not refused has no server version', () => {
  expect(serverVersionInWords({ ...refusedWith({}), problem: null })).toBeNull();
});
