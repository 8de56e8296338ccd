import { expect, test } from 'vitest';
import {
  directionOf,
  freePlace,
  joinsIn,
  nextTable,
  nextTableName,
  PLAN,
  planProblem,
  overlappingTables,
  placeTable,
  type Box,
} from './plan.ts';
import { chooseSeating, tableState, type TableState } from './table-state.ts';

const box = (x: number, y: number, width = 100, height = 100): Box => ({ x, y, width, height });

test.each([
  ['snaps to the grid', { x: 129, y: 131 }, box(120, 140)],
  ['stays on the plan at the top left', { x: -500, y: -1 }, box(0, 0)],
  ['stays on the plan at the bottom right', { x: 5000, y: 5000 }, box(1100, 800)],
  ['does not become too small', { width: 3, height: -40 }, box(200, 200, 60, 60)],
  ['does not become larger than the plan', { x: 0, width: 5000 }, box(0, 200, 1200, 100)],
  ['moves back when it grows over the edge', { x: 1100, width: 300 }, box(900, 200, 300, 100)],
])('a table %s', (_what, to, placed) => {
  expect(placeTable(box(200, 200), to)).toEqual(placed);
});

test('new tables have a gap between them until the plan is full', () => {
  const tables: Box[] = [];
  for (let count = 0; count < 40; count += 1) {
    const added = freePlace(tables, { width: 140, height: 120 });
    const covered = tables.filter(
      ({ x, y, width, height }) =>
        added.x < x + width + PLAN.grid &&
        x < added.x + 140 + PLAN.grid &&
        added.y < y + height + PLAN.grid &&
        y < added.y + 120 + PLAN.grid,
    );
    expect(covered).toEqual([]);
    expect([added.x + 140 <= PLAN.width, added.y + 120 <= PLAN.height]).toEqual([true, true]);
    tables.push(added);
  }
  expect(freePlace([box(160, 0, PLAN.width, PLAN.height)], { width: 140, height: 120 })).toEqual(box(20, 20, 140, 120));
  expect(freePlace([box(0, 0, PLAN.width, PLAN.height)], { width: 140, height: 120 })).toEqual(box(0, 0, 140, 120));
});

test('a new table gets the lowest number that is free', () => {
  expect(nextTableName([{ name: '1' }, { name: ' 2' }, { name: 'B1' }, { name: '4' }])).toBe('3');
});

test('the arrows lead to the nearest table in their direction, and nowhere at the edge', () => {
  const [left, right, farRight, below] = [box(0, 0), box(200, 20), box(600, 0), box(40, 300)];
  const tables = [farRight, below, right, left];
  const go = (from: Box, key: string) => nextTable(tables, from, directionOf(key) ?? [0, 0]);
  expect(go(left, 'ArrowRight')).toBe(right);
  expect(go(right, 'ArrowRight')).toBe(farRight);
  expect(go(left, 'ArrowDown')).toBe(below);
  expect(go(below, 'ArrowUp')).toBe(left);
  expect(go(left, 'ArrowLeft')).toBeNull();
  expect(directionOf('a')).toBeNull();
  expect(directionOf('toString')).toBeNull();
});

const table = (name: string, seats: number, state: TableState = 'free') => ({
  tableId: `t${name}`,
  name,
  seats,
  state,
  ...(state === 'seated' && { sitting: {} }),
});

const NOW = new Date('2026-11-20T22:42:00Z');
const awaitedAt = (tableNumber: string, minutes: number) => ({
  tableNumber,
  startsAt: new Date(NOW.getTime() + minutes * 60_000).toISOString(),
});
const chosenFor = (
  partySize: number,
  plan: Parameters<typeof chooseSeating>[0],
  awaited: ReturnType<typeof awaitedAt>[] = [],
) => chooseSeating(plan, { partySize, now: NOW, minutes: 90 }, awaited)?.name;

test('a party gets the smallest free table that is large enough', () => {
  const tables = [table('6', 6), table('1', 2, 'seated'), table('4', 4), table('2', 2)];
  expect([1, 2, 3, 7].map((partySize) => chosenFor(partySize, { tables }))).toEqual(['2', '2', '4', undefined]);
});

test.each([
  ['one that nobody else has booked', [awaitedAt('4', 30)], '6'],
  ['the smallest if the next party comes after the stay', [awaitedAt('4', 90)], '4'],
  ['the one that is booked later if all are booked during the stay', [awaitedAt('4', 18), awaitedAt('6+8', 78)], '6'],
  ['one whose next party comes soon before one whose party is late', [awaitedAt('4', -12), awaitedAt('6', 5)], '6'],
  ['the smallest if its party never came', [awaitedAt('4', -181)], '4'],
])('four guests get %s', (_what, awaited, name) => {
  expect(chosenFor(4, { tables: [table('4', 4), table('6', 6)] }, awaited)).toBe(name);
});

test('a bar is filled after the room, unless only large tables are free there', () => {
  const areas = [{ name: 'Room' }, { name: 'Bar' }];
  const bar = { ...table('B1', 2), area: 'Bar' };
  const room = (seats: number) => ({ ...table('9', seats), area: 'Room' });
  expect([4, 5].map((seats) => chosenFor(2, { areas, tables: [bar, room(seats)] }))).toEqual(['9', 'B1']);
});

test.each([
  ['joined tables if no single one is large enough', [], [], '10+11'],
  ['one large enough table before joined ones', [table('12', 10)], [], '12'],
  ['joined tables that are free before one that is booked', [table('12', 10)], [awaitedAt('12', 30)], '10+11'],
  [
    'one that is booked if one of the joined tables is taken',
    [table('12', 10), table('11', 5, 'seated')],
    [awaitedAt('12', 30)],
    '12',
  ],
  ['none if one of the joined tables is taken', [table('11', 5, 'seated')], [], undefined],
])('nine guests get %s', (_what, more, awaited, name) => {
  const own = [table('10', 5), table('11', 5)].filter((each) => more.every((other) => other.name !== each.name));
  expect(chosenFor(9, { tables: [...own, ...more], joins: [['10', '11']] }, awaited)).toBe(name);
  expect(chosenFor(9, { tables: [...own, ...more], joins: [['10', '11', '14']] }, awaited)).not.toBe('10+11');
});

test('tables that cover each other are named in pairs, those side by side or in another area are not', () => {
  const at = (name: string, x: number, area = 'Room') => ({ ...box(x, 0), name, area });
  const pairs = overlappingTables([at('1', 0), at('2', 80), at('3', 180), at('4', 0, 'Bar')]);
  expect(pairs.map((pair) => pair.map(({ name }) => name))).toEqual([['1', '2']]);
});

test('who sits at a table counts more than who is awaited', () => {
  expect(tableState({ sitting: {}, booking: {} })).toBe('seated');
  expect(tableState({ booking: {} })).toBe('reserved');
  expect(tableState({})).toBe('free');
});

test.each([
  ['', [], null],
  [
    ' 1 + 2 ,2+1+3, ',
    [
      ['1', '2'],
      ['2', '1', '3'],
    ],
    null,
  ],
  ['1', [['1']], 'Joined tables are two different ones or more, like 12+13.'],
  ['1+1', [['1', '1']], 'Joined tables are two different ones or more, like 12+13.'],
  ['1+14', [['1', '14']], 'There is no table 14 to join. Write names like 12+13.'],
])('joined tables typed as %j are %j, with the problem %j', (text, joins, problem) => {
  const tables = ['1', '2', '3'].map((name) => ({
    ...box(0, 0),
    name,
    area: 'Room',
    seats: 4,
    shape: 'circle' as const,
  }));
  expect(joinsIn(text)).toEqual(joins);
  expect(planProblem({ areas: [{ name: 'Room' }], tables, joins })?.message ?? null).toBe(problem);
});

test.each([
  ['6+11', [], false],
  ['6,11', [], false],
  ['6+11', [{ tableId: 't1', name: '6+11' }], true],
  ['6+12', [{ tableId: 't1', name: '6+11' }], false],
  ['6+11', [{ tableId: 't2', name: '6+11' }], false],
])('a table named %s is saved only if it had the name before: saved were %j', (name, saved, isSaved) => {
  const tables = [{ ...box(0, 0), tableId: 't1', name, area: 'Room', seats: 2, shape: 'circle' as const }];
  const problem = planProblem({ areas: [{ name: 'Room' }], tables }, saved);
  const words = `Table ${name} has a plus or a comma in its name. These are for joined tables, like 12+13. Rename it.`;
  expect(problem?.message ?? null).toBe(isSaved ? null : words);
});
