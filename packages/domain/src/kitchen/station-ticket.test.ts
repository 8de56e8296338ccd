import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countAllDay } from './all-day.ts';
import { checkRecall, lastTickets, RECALLABLE_TICKETS } from './recall.ts';
import { isTicketOpen, stationTicket, type StationLine } from './station-ticket.ts';
import type { Station } from './stations.ts';

const NOW = 600_000;
const station = (id: string, categories: string[], fields: Partial<Station> = {}): Station => ({
  id,
  name: id,
  kind: 'cook',
  isDefault: false,
  fallbackId: null,
  categories,
  itemIds: [],
  options: [],
  seenAt: NOW,
  ...fields,
});
const line = (number: number, category: string, fields: Partial<StationLine> = {}): StationLine => ({
  line: number,
  id: `${category}-${number}`,
  category,
  quantity: 1,
  doneAt: null,
  ...fields,
});
const grill = station('grill', ['breads']);
const fryer = station('fryer', ['appetizers'], { fallbackId: 'grill' });
const both = [grill, fryer];
const items = [line(1, 'breads'), line(2, 'appetizers'), line(3, 'drinks')];
const numbers = (lines: readonly StationLine[]) => lines.map((each) => each.line);

test('a station has its own lines, and is told what the rest of the order waits for', () => {
  const { lines, others, coveredFor } = stationTicket(items, grill, both, NOW);
  expect(numbers(lines)).toEqual([1]);
  expect(coveredFor).toEqual([]);
  expect(others).toEqual([
    { station: fryer, open: 1, done: 0 },
    { station: null, open: 1, done: 0 },
  ]);
});

test('the pass has every line, as a view of all dishes and as a station', () => {
  expect(numbers(stationTicket(items, null, both, NOW).lines)).toEqual([1, 2, 3]);
  const pass = station('pass-1', [], { kind: 'pass' });
  const { lines, others } = stationTicket(items, pass, [...both, pass], NOW);
  expect(numbers(lines)).toEqual([1, 2, 3]);
  expect(others.map(({ station: of }) => of?.id)).toEqual(['grill', 'fryer']);
});

test('the fallback shows the lines of a station whose screen is offline, with the reason', () => {
  const stations = [grill, { ...fryer, seenAt: 0 }];
  const ticket = stationTicket(items, grill, stations, NOW);
  expect(numbers(ticket.lines)).toEqual([1, 2]);
  expect(ticket.coveredFor.map(({ id }) => id)).toEqual(['fryer']);
  expect(ticket.others).toEqual([{ station: null, open: 1, done: 0 }]);
  // An order without its dishes needs no reason.
  expect(stationTicket([line(1, 'breads')], grill, stations, NOW).coveredFor).toEqual([]);
});

test.each<[string, Partial<StationLine>, boolean]>([
  ['a line', {}, true],
  ['a line that is done', { doneAt: '2026-11-20T22:00:00.000Z' }, false],
  ['a refunded line', { quantity: 2, refundedQuantity: 2 }, false],
  ['a partly refunded line', { quantity: 2, refundedQuantity: 1 }, true],
  ['a line that the kitchen does not make', { isCooked: false }, false],
])('a ticket with %s is open: %s', (_case, fields, expected) => {
  expect(isTicketOpen(stationTicket([line(1, 'breads', fields)], grill, both, NOW))).toBe(expected);
});

test('every open line is on the screen of exactly one online station, or only at the pass', () => {
  const stations = fc.tuple(
    ...['a', 'b', 'c'].map((id, index) =>
      fc
        .record({ fallbackId: fc.constantFrom(null, 'a', 'b', 'c'), seenAt: fc.constantFrom(0, NOW) })
        .map((fields) => station(id, [`category-${index}`], fields)),
    ),
  );
  fc.assert(
    fc.property(stations, fc.array(fc.nat({ max: 3 }), { maxLength: 5 }), (all, categories) => {
      const lines = categories.map((category, index) => line(index + 1, `category-${category}`));
      const screens = all.filter(({ seenAt }) => seenAt === NOW).map((each) => stationTicket(lines, each, all, NOW));
      for (const each of lines) {
        const shown = screens.filter((ticket) => ticket.lines.includes(each)).length;
        expect(shown).toBeLessThanOrEqual(1);
        const own = all.find(({ categories: of }) => of.includes(each.category));
        expect(own?.seenAt !== NOW || shown === 1).toBe(true);
      }
      expect(stationTicket(lines, null, all, NOW).lines).toEqual(lines);
    }),
  );
});

const naan = (number: number, quantity: number, name?: string, fields: Partial<StationLine> = {}) => ({
  ...line(number, 'breads', { id: 'naan', quantity, ...fields }),
  name: 'Naan',
  options: name === undefined ? [] : [{ group: 'kind', id: name, name, units: 1, unitPrice: 0 }],
});

test('all day counts what is left to make of each dish, and how many with each option', () => {
  const done = { doneAt: '2026-11-20T22:00:00.000Z' };
  const dal = { ...line(9, 'curries', { id: 'dal', quantity: 9 }), name: 'Dal', options: [] };
  expect(
    countAllDay([
      naan(1, 2),
      naan(2, 3, 'Garlic'),
      naan(3, 4, 'Garlic', done),
      naan(4, 2, 'Garlic', { refundedQuantity: 1 }),
      dal,
    ]),
  ).toEqual([
    { id: 'dal', name: 'Dal', count: 9, options: [] },
    { id: 'naan', name: 'Naan', count: 6, options: [{ name: '+ Garlic', count: 4 }] },
  ]);
  expect(countAllDay([])).toEqual([]);
});

test.each([
  ['preparing', null],
  ['ready', null],
  ['completed', 'This order was handed over, so the kitchen cannot recall it.'],
  ['cancelled', 'This order was cancelled, so the kitchen cannot recall it.'],
  ['pending', 'The kitchen has not started this order, so there is nothing to recall.'],
] as const)('an order that is %s can be recalled, or says why not: %s', (status, expected) => {
  const allowed = checkRecall(status);
  expect(allowed.ok ? null : allowed.error.message).toBe(expected);
  expect(allowed.ok || allowed.error.code === 'invalid-transition').toBe(true);
});

const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 22, minute)).toISOString();
const left = (
  id: string,
  status: 'pending' | 'preparing' | 'ready' | 'completed' | 'cancelled',
  doneAt: string | null,
  readyTime: string | null = null,
) => ({
  id,
  status,
  readyTime,
  items: [line(1, 'breads', { doneAt }), line(2, 'appetizers')],
});

test('a station recalls what left it, the latest first; the pass recalls what is ready', () => {
  const orders = [
    left('open', 'preparing', null),
    left('first', 'preparing', at(1)),
    left('third', 'ready', at(3), at(9)),
    left('second', 'completed', at(2), at(5)),
    left('gone', 'cancelled', at(4)),
    left('new', 'pending', null),
  ];
  expect(lastTickets(orders, grill, both).map(({ id }) => id)).toEqual(['third', 'second', 'first']);
  expect(lastTickets(orders, null, both).map(({ id }) => id)).toEqual(['third', 'second']);
  // Its dishes were never marked: it left when the order became ready.
  expect(lastTickets(orders, fryer, both).map(({ id }) => id)).toEqual(['third', 'second']);
  // The fryer's dishes, shown at the grill while its screen is offline, do not count there.
  const offline = { ...fryer, seenAt: Number.NEGATIVE_INFINITY };
  expect(lastTickets(orders, grill, [grill, offline]).map(({ id }) => id)).toEqual(['third', 'second', 'first']);
  const many = Array.from({ length: 30 }, (_, minute) => left(`o${minute}`, 'preparing', at(minute)));
  const last = lastTickets(many, grill, both);
  expect(last).toHaveLength(RECALLABLE_TICKETS);
  expect(last[0]?.id).toBe('o29');
});
