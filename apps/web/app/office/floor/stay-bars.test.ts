import { expect, test } from 'vitest';
import { tableForTwo } from '../../testing/samples.ts';
import type { FloorTable } from './floor-data.ts';
import { rowsOfBars, stayBars } from './stay-bars.ts';

const NOW = new Date('2026-11-20T22:42:00.000Z');
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000).toISOString();
const table = (name: string, seats: number, sitsSince?: number): FloorTable => ({
  tableId: `t${name}`,
  name,
  area: 'Room',
  seats,
  x: 0,
  y: 0,
  width: 100,
  height: 100,
  shape: 'rectangle',
  state: 'free',
  sitting:
    sitsSince === undefined
      ? undefined
      : { sittingId: name, partySize: 2, name: `At ${name}`, reservationId: null, seatedAt: at(-sitsSince) },
});
const party = (id: string, minutes: number, tableNumber: string, more: Partial<typeof tableForTwo> = {}) => ({
  ...tableForTwo,
  id,
  reservationId: id,
  startsAt: at(minutes),
  tableNumber,
  stayMinutes: 90,
  ...more,
});
const tables = [table('1', 2, 97), table('2', 2), table('3', 4), table('4', 6, 30)];
const bars = (...parties: ReturnType<typeof party>[]) =>
  stayBars(tables, parties, NOW).map(({ key, state, minutes, alternative }) => [key, state, minutes, alternative]);
const SEATED = [
  ['t1 now', 'over', 7, undefined],
  ['t4 now', 'seated', 0, undefined],
];

test('a party sits over its time, and the next one at its table is marked with a table that fits', () => {
  expect(bars(party('next', 25, '1'))).toEqual([...SEATED, ['t1 next', 'clash', 0, '2']]);
  expect(bars(party('next', 25, '1'), party('other', 60, '2'))).toEqual([
    ...SEATED,
    ['t1 next', 'clash', 0, '3'],
    ['t2 other', 'booked', 0, undefined],
  ]);
});

test('a booking is late after ten minutes, and one over joined tables stands at both', () => {
  expect(bars(party('late', -12, '2'), party('large', 90, '3+4'))).toEqual([
    ...SEATED,
    ['t2 late', 'late', 12, undefined],
    ['t3 large', 'booked', 0, undefined],
    ['t4 large', 'booked', 0, undefined],
  ]);
});

test('a party that left ends when it left, and who never came has no bar', () => {
  const left = party('left', -90, '2', { status: 'completed', seatedAt: at(-88), updatedAt: at(-17) });
  const found = stayBars(tables, [left, party('away', -60, '3', { status: 'no-show' })], NOW);
  expect(found.slice(2)).toMatchObject([{ state: 'left', from: Date.parse(at(-88)), to: Date.parse(at(-17)) }]);
});

test('bookings without a table, or at one that was removed, have bars of their own, in rows where none covers another', () => {
  const unplaced = (id: string, minutes: number, tableNumber: string | null = null) =>
    party(id, minutes, '', { tableNumber });
  const found = stayBars(tables, [unplaced('a', 30), unplaced('b', 60, '77'), unplaced('c', 120)], NOW).slice(2);
  expect(found.map(({ tableId, state }) => [tableId, state])).toEqual([
    ['', 'booked'],
    ['', 'booked'],
    ['', 'booked'],
  ]);
  const rows = rowsOfBars(found).map((row) => row.map(({ reservation }) => reservation?.id));
  expect(rows).toEqual([['a', 'c'], ['b']]);
});

test('a party that was called from the waitlist is not late', () => {
  expect(bars(party('called', -12, '2', { source: 'walk-in' })).at(-1)).toEqual(['t2 called', 'booked', 12, undefined]);
});
