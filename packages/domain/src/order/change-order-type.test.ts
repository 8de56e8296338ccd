import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkOrderTypeChange, promiseAfterTypeChange } from './change-order-type.ts';
import type { OrderType } from './order-types.ts';

const FEATURES = ['Delivery', 'Dine-in'];

test.each<[OrderType, OrderType, boolean, readonly string[], string]>([
  ['pickup', 'delivery', false, FEATURES, 'ok'],
  ['delivery', 'pickup', false, FEATURES, 'ok'],
  ['pickup', 'delivery', false, ['Dine-in'], 'invalid-argument'],
  ['delivery', 'pickup', true, FEATURES, 'failed-precondition'],
  ['dine-in', 'pickup', false, FEATURES, 'invalid-argument'],
  ['dine-in', 'delivery', false, FEATURES, 'invalid-argument'],
  ['pickup', 'dine-in', false, FEATURES, 'invalid-argument'],
])('a change from %s to %s, driver %s, at a location with %j: %s', (orderType, to, hasDriver, features, outcome) => {
  const checked = checkOrderTypeChange({ orderType, hasDriver }, to, features);
  expect(checked.ok ? 'ok' : checked.error.code).toBe(outcome);
});

const at = (time: string) => new Date(`2026-11-20T${time}:00Z`);
const window = (from: string, to: string) => ({ from: at(from), to: at(to) });

test.each([
  ['22:00', 20, window('22:10', '22:20'), window('22:30', '22:40')],
  ['22:00', -20, window('22:30', '22:40'), window('22:10', '22:20')],
  ['22:30', -20, window('22:30', '22:40'), window('22:20', '22:30')],
  ['22:50', 20, window('22:30', '22:40'), window('23:00', '23:10')],
])('at %s, %i minutes move the promise', (now, minutes, before, after) => {
  expect(promiseAfterTypeChange(before, minutes, at(now))).toEqual(after);
});

test('a moved promise keeps its length and is never in the past', () => {
  const minutes = fc.integer({ min: -120, max: 120 });
  fc.assert(
    fc.property(minutes, minutes, fc.integer({ min: 0, max: 60 }), (moved, due, length) => {
      const now = at('22:00');
      const to = new Date(now.getTime() + due * 60_000);
      const before = { from: new Date(to.getTime() - length * 60_000), to };
      const after = promiseAfterTypeChange(before, moved, now);
      expect(after.to.getTime() - after.from.getTime()).toBe(length * 60_000);
      expect(after.to.getTime()).toBeGreaterThanOrEqual(now.getTime());
    }),
  );
});
