import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packTickets, pagesOf, type MeasuredTicket } from './packing.ts';

const ticket = (id: string, lines: number, height = 60): MeasuredTicket => ({
  id,
  head: 80,
  lines: Array.from({ length: lines }, () => height),
  foot: 70,
});
const size = { height: 600, gap: 10 };
const shape = (tickets: readonly MeasuredTicket[], at: Parameters<typeof packTickets>[1] = size) =>
  packTickets(tickets, at).map((column) =>
    column.map(({ id, from, to, part, parts }) => `${id} ${from}-${to}${parts > 1 ? ` ${part} of ${parts}` : ''}`),
  );

test.each<[string, MeasuredTicket[], string[][]]>([
  ['nothing', [], []],
  [
    'short tickets one below the other',
    [ticket('a', 1), ticket('b', 1), ticket('c', 1)],
    [['a 0-1', 'b 0-1'], ['c 0-1']],
  ],
  ['a ticket of three lines in one piece', [ticket('a', 3), ticket('b', 3)], [['a 0-3'], ['b 0-3']]],
  [
    'a longer one continued in the next column',
    [ticket('a', 1), ticket('b', 6)],
    [['a 0-1', 'b 0-5 1 of 2'], ['b 5-6 2 of 2']],
  ],
  ['no head with a single line below it', [ticket('a', 5), ticket('b', 5)], [['a 0-5'], ['b 0-5']]],
  [
    'one that is longer than a column in several parts',
    [ticket('a', 20)],
    [['a 0-8 1 of 3'], ['a 8-16 2 of 3'], ['a 16-20 3 of 3']],
  ],
  ['a line for the button, which is never alone', [ticket('a', 8)], [['a 0-7 1 of 2'], ['a 7-8 2 of 2']]],
  ['a line that is higher than the column', [ticket('a', 1, 900), ticket('b', 1)], [['a 0-1'], ['b 0-1']]],
  ['a ticket without lines', [{ ...ticket('a', 0) }, ticket('b', 1)], [['a 0-0', 'b 0-1']]],
])('packs %s', (_case, tickets, expected) => {
  expect(shape(tickets)).toEqual(expected);
});

test('a screen that scrolls has one column', () => {
  const tickets = [ticket('a', 20), ticket('b', 1)];
  expect(shape(tickets, { ...size, height: Number.POSITIVE_INFINITY })).toEqual([['a 0-20', 'b 0-1']]);
});

test('a ticket that does not fit leaves its room to a later one, also to one of a later page', () => {
  const tickets = [ticket('a', 3), ticket('b', 3), ticket('c', 1), ticket('d', 3), ticket('e', 1)];
  expect(shape(tickets)).toEqual([['a 0-3', 'c 0-1'], ['b 0-3', 'e 0-1'], ['d 0-3']]);
});

test('a part that continues in the next column has room for the name of its seat', () => {
  const [first, second] = packTickets([{ ...ticket('a', 14), seatHead: 60 }], size);
  expect(first).toMatchObject([{ from: 0, to: 8 }]);
  // 80 for the head, 60 for the seat, 70 for the button: six lines of 60 fit, or five and a line for the button.
  expect(second).toMatchObject([{ from: 8, to: 14 }]);
  const [, tight] = packTickets([{ ...ticket('a', 14), seatHead: 100 }], size);
  expect(tight).toMatchObject([{ from: 8, to: 13 }]);
});

const anyTickets = (lines: { minLength?: number; maxLength: number }) =>
  fc
    .array(
      fc.record({
        head: fc.integer({ min: 40, max: 160 }),
        lines: fc.array(fc.integer({ min: 30, max: 200 }), lines),
        foot: fc.integer({ min: 40, max: 120 }),
      }),
      { maxLength: 40 },
    )
    .map((measured) => measured.map((each, index) => ({ ...each, id: `t${index}` })));

test('no column has room for a ticket that waits in a later one, and at most one is half empty', () => {
  fc.assert(
    // Of three lines at most, so that none is split.
    fc.property(anyTickets({ minLength: 1, maxLength: 3 }), (all) => {
      const heights = new Map(all.map(({ id, head, lines, foot }) => [id, lines.reduce((a, b) => a + b, head + foot)]));
      const tickets = all.filter(({ id }) => (heights.get(id) ?? 0) <= size.height / 2);
      const used = packTickets(tickets, size).map((column) => ({
        ids: column.map(({ id }) => id),
        height: column.reduce((sum, { id }) => sum + size.gap + (heights.get(id) ?? 0), -size.gap),
      }));
      for (const [index, { height }] of used.entries())
        for (const { ids } of used.slice(index + 1))
          for (const id of ids) expect(height + size.gap + (heights.get(id) ?? 0)).toBeGreaterThan(size.height);
      expect(used.filter(({ height }) => height < (size.height - size.gap) / 2).length).toBeLessThanOrEqual(1);
    }),
  );
});

test('columns are put on pages, and there is always one', () => {
  const columns = packTickets([ticket('a', 3), ticket('b', 3), ticket('c', 3)], size);
  expect(pagesOf(columns, 2).map((page) => page.map((column) => column.map(({ id }) => id)))).toEqual([
    [['a'], ['b']],
    [['c']],
  ]);
  expect(pagesOf([], 2)).toEqual([[]]);
});

test('every line is shown once and in sequence, no head is alone, and nothing is cut off that fits', () => {
  fc.assert(
    fc.property(anyTickets({ minLength: 1, maxLength: 12 }), (tickets) => {
      const columns = packTickets(tickets, size);
      const parts = columns.flat();
      for (const { id, lines } of tickets) {
        const shown = parts.filter((part) => part.id === id);
        expect(shown.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at))).toEqual([
          ...lines.keys(),
        ]);
      }
      for (const { id, from, to, part, parts: all } of parts) {
        expect(to).toBeGreaterThan(from);
        expect(part <= all && part < all === to < (tickets.find((each) => each.id === id)?.lines.length ?? 0)).toBe(
          true,
        );
      }
      for (const column of columns) {
        for (const { from, to, parts: all } of column.slice(1))
          expect(all === 1 || to - from >= 2 || from > 0).toBe(true);
        const height = column.reduce((sum, { id, from, to, part, parts: all }, at) => {
          const of = tickets.find((each) => each.id === id);
          const lines = of?.lines.slice(from, to).reduce((one, two) => one + two, 0) ?? 0;
          return sum + (at > 0 ? size.gap : 0) + (of?.head ?? 0) + lines + (part === all ? (of?.foot ?? 0) : 0);
        }, 0);
        // Only a single line that is higher than the screen may be cut off.
        const [only] = column;
        const isOneLine = column.length === 1 && only !== undefined && only.to - only.from === 1;
        expect(isOneLine || height <= size.height).toBe(true);
      }
    }),
  );
});
