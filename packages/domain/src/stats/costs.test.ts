import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents, type Cents } from '../core/money.ts';
import type { OptionLine } from '../options/lines.ts';
import { costsOn, portionCost, type DatedCost } from './costs.ts';

const dated = (itemId: string, validFrom: string, cost: number | null): DatedCost => ({
  itemId,
  validFrom,
  cost: cost === null ? null : cents(cost),
});
const option = (group: string, id: string, more: Partial<OptionLine<unknown>> = {}): OptionLine<unknown> => ({
  group,
  groupName: group,
  id,
  name: id,
  units: 1,
  unitPrice: 0,
  ...more,
});
const part = (itemId: string) => ({ part: { itemId, list: 0, extra: 0, taxClass: 'meal' as const } });
const costs = (all: Readonly<Record<string, number>>) => (id: string) => (id in all ? cents(all[id] ?? 0) : null);

test('a cost counts from its day on, whatever the sequence of the rows', () => {
  const rows = [dated('dal', '2026-11-15', 360), dated('dal', '2026-10-01', 320), dated('dal', '2026-12-01', null)];
  const on = (day: string) => costsOn(rows, day)('dal');
  expect(['2026-09-30', '2026-10-01', '2026-11-14', '2026-11-15', '2026-12-01'].map(on)).toEqual([
    null,
    320,
    320,
    360,
    null,
  ]);
});

test('a later cost never changes an earlier day', () => {
  const day = fc.integer({ min: 1, max: 28 }).map((at) => `2026-11-${String(at).padStart(2, '0')}`);
  const row = fc.record({ itemId: fc.constantFrom('dal', 'naan'), validFrom: day, cost: fc.option(fc.nat(900)) });
  fc.assert(
    fc.property(fc.array(row), row, day, (rows, added, soldOn) => {
      fc.pre(added.validFrom > soldOn);
      const before = rows.map((each) => dated(each.itemId, each.validFrom, each.cost));
      const after = [...before, dated(added.itemId, added.validFrom, added.cost)];
      expect(costsOn(after, soldOn)('dal')).toBe(costsOn(before, soldOn)('dal'));
    }),
  );
});

test.each<[string, OptionLine<unknown>[] | null, Cents | null]>([
  ['a dish alone', null, cents(300)],
  ['an option that is added twice', [option('extras', 'paneer', { units: 2 })], cents(500)],
  ['an option without a cost', [option('heat', 'mild')], cents(300)],
  ['the unit that comes with the dish', [option('extras', 'paneer', { isDefault: true })], cents(300)],
  ['a second unit of it', [option('extras', 'paneer', { isDefault: true, units: 2 })], cents(400)],
  [
    'a default that is left out',
    [option('extras', 'paneer', { isDefault: true, units: 0, isRemoval: true })],
    cents(300),
  ],
  ['a size with a cost', [option('sizes', 'large', { isSize: true })], cents(450)],
  ['a size without a cost', [option('sizes', 'small', { isSize: true })], cents(300)],
])('the cost of %s', (_what, options, expected) => {
  const costOf = costs({ dal: 300, 'extras/paneer': 100, 'sizes/large': 450 });
  expect(portionCost({ itemId: 'dal', options }, costOf)).toBe(expected);
});

test('a dish without a cost has none, whatever its options cost', () => {
  expect(portionCost({ itemId: 'dal', options: [option('extras', 'paneer')] }, costs({ 'extras/paneer': 100 }))).toBe(
    null,
  );
});

test('a combo costs its parts with their options, and its own cost if it has one', () => {
  const options = [
    option('mains', 'a', { units: 2, ...part('dal') }),
    option('breads', 'b', part('naan')),
    option('mains.a.extras', 'paneer', { of: 'Dal' }),
  ];
  const all = { dal: 300, naan: 80, 'extras/paneer': 100 };
  // Two dals with paneer each, and a naan.
  expect(portionCost({ itemId: 'combo', options }, costs(all))).toBe(880);
  expect(portionCost({ itemId: 'combo', options }, costs({ ...all, combo: 25 }))).toBe(905);
  expect(portionCost({ itemId: 'combo', options }, costs({ dal: 300, combo: 25 }))).toBe(null);
});
