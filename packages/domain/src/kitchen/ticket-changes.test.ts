import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineChanges } from '../order/change.ts';
import { ticketChanges } from './ticket-changes.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 22, 0, second)).toISOString();
const change = (second: number, by: number, spice = '', line = 1) => ({
  at: at(second),
  lines: [{ line, name: 'Dal', by, spice }],
});
const dal = (quantity: number) => [{ line: 1, quantity }];
const kinds = (...args: Parameters<typeof ticketChanges>) =>
  ticketChanges(...args).map(({ kind, was, quantity }) => `${kind} ${was ?? '-'} ${quantity}`);

test.each<[string, ReturnType<typeof change>[], { line: number; quantity: number }[], string[]]>([
  ['an added line', [change(2, 1)], dal(1), ['added - 1']],
  ['a removed line', [change(2, -2)], [], ['void - 2']],
  ['more of a line', [change(2, 1)], dal(3), ['changed 2 3']],
  ['other options', [change(2, 0, 'Mild')], dal(2), ['changed - 2']],
  ['two changes of a line as one', [change(2, 1), change(3, 2)], dal(4), ['changed 1 4']],
  ['a line added and then changed as added', [change(2, 1), change(3, 1)], dal(2), ['added - 2']],
  ['a line added and removed again not at all', [change(2, 1), change(3, -1)], [], []],
  ['no change from before', [change(0, 1)], dal(2), []],
])('shows %s', (_case, changes, items, expected) => {
  expect(kinds(changes, at(1), items)).toEqual(expected);
});

test('says how a changed dish is made now, and shows nothing before the kitchen started', () => {
  expect(ticketChanges([change(2, 0, 'Mild'), change(3, 0, 'Hot')], at(1), dal(1))).toMatchObject([
    { how: 'Hot', at: at(3) },
  ]);
  expect(ticketChanges([change(2, 1)], null, dal(1))).toEqual([]);
});

test('whatever the edits, each line has at most one change, and it leads from what was to what is', () => {
  const state = fc.dictionary(fc.constantFrom('1', '2', '3'), fc.integer({ min: 1, max: 5 }));
  const itemsOf = (of: Record<string, number>) =>
    Object.entries(of).map(([line, quantity]) => ({ line: Number(line), name: `dish ${line}`, quantity, spice: '' }));
  fc.assert(
    fc.property(fc.array(state, { minLength: 2, maxLength: 5 }), (states) => {
      const edits = states.slice(1).map((now, index) => ({
        at: at(index + 2),
        lines: lineChanges(itemsOf(states[index] ?? {}), itemsOf(now)),
      }));
      const [first = {}, last = {}] = [states[0], states.at(-1)];
      const shown = ticketChanges(edits, at(1), itemsOf(last));
      expect(new Set(shown.map(({ line }) => line)).size).toBe(shown.length);
      for (const { line, kind, quantity, was } of shown) {
        const [before, now] = [first[line], last[line]];
        const expected = {
          added: [undefined, quantity],
          void: [quantity, undefined],
          changed: [was ?? quantity, quantity],
        };
        expect([before, now]).toEqual(expected[kind]);
      }
      for (const line of ['1', '2', '3']) {
        const isShown = shown.some((each) => String(each.line) === line);
        expect(first[line] === last[line] || isShown).toBe(true);
      }
    }),
  );
});
