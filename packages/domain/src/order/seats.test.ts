import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupBySeat } from './seats.ts';

const dish = (name: string, seat?: number | null) => ({ name, seat });
const shape = (...lines: ReturnType<typeof dish>[]) =>
  groupBySeat(lines).map(({ name, lines: group }) => `${name}: ${group.map((each) => each.name).join(', ')}`);

test('a runner reads the dishes seat by seat, and what the table shares at the end', () => {
  const lines = [dish('Rice'), dish('Korma', 10), dish('Dal', 2), dish('Naan', 0), dish('Lassi', 2)];
  expect(shape(...lines)).toEqual(['Seat 2: Dal, Lassi', 'Seat 10: Korma', 'Table: Rice, Naan']);
});

test('an order without seats is one group without a name', () => {
  expect(shape(dish('Rice'), dish('Korma', null))).toEqual([': Rice, Korma']);
  expect(shape()).toEqual([]);
});

test('every dish is in one group, those of a group in their order, and seats rise', () => {
  const lines = fc.array(fc.option(fc.integer({ min: 0, max: 20 }), { nil: undefined }));
  fc.assert(
    fc.property(lines, (seats) => {
      const groups = groupBySeat(seats.map((seat, line) => ({ line, seat })));
      const shown = groups.flatMap((group) => group.lines);
      expect(shown.toSorted((a, b) => a.line - b.line)).toEqual(seats.map((seat, line) => ({ line, seat })));
      const rank = shown.map(({ line, seat }) => [seat || 99, line] as const);
      expect(rank).toEqual(rank.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]));
    }),
  );
});
