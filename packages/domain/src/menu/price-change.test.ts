import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '../core/money.ts';
import { applyPriceChange, PRICE_ENDINGS, type PriceEnding } from './price-change.ts';

const percent = (share: number, ending: PriceEnding = '') => ({ percent: share, ending });
const by = (amount: number, ending: PriceEnding = '') => ({ by: cents(amount), ending });

test.each([
  [1249, percent(3), 1286],
  [1249, percent(-10), 1124],
  [1249, by(50), 1299],
  [1249, percent(3, '.05'), 1285],
  [1249, percent(3, '.10'), 1290],
  [1249, percent(3, '.50'), 1300],
  [1249, percent(3, '.95'), 1295],
  [1249, percent(3, '.99'), 1299],
  [1230, by(15, '.10'), 1250],
  [1145, by(0, '.95'), 1195],
  [120, by(-500), 1],
  [120, by(-500, '.95'), 95],
])('%i cents changed by %j are %i', (price, change, expected) => {
  expect(applyPriceChange(cents(price), change)).toBe(expected);
});

const anyPrice = fc.integer({ min: 1, max: 1_000_000 }).map(cents);
const anyChange = fc.record({
  by: fc.integer({ min: -5_000, max: 5_000 }).map(cents),
  ending: fc.constantFrom(...PRICE_ENDINGS),
});

test('a changed price has the requested ending and is within half a step of the exact result', () => {
  fc.assert(
    fc.property(anyPrice, anyChange, (price, change) => {
      const changed = applyPriceChange(price, change);
      expect(changed).toBeGreaterThan(0);
      const last = changed % 100;
      const steps: Record<PriceEnding, [isRight: boolean, step: number]> = {
        '': [true, 1],
        '.05': [last % 5 === 0, 5],
        '.10': [last % 10 === 0, 10],
        '.50': [last % 50 === 0, 50],
        '.95': [last === 95, 100],
        '.99': [last === 99, 100],
      };
      const [isRight, step] = steps[change.ending];
      expect(isRight).toBe(true);
      const isOff = Math.abs(changed - (price + change.by)) > step / 2;
      expect(isOff && price + change.by >= 100).toBe(false);
    }),
  );
});

test('a price change keeps the sequence of prices', () => {
  fc.assert(
    fc.property(anyPrice, anyPrice, anyChange, (one, other, change) => {
      const [less, more] = one < other ? [one, other] : [other, one];
      expect(applyPriceChange(less, change)).toBeLessThanOrEqual(applyPriceChange(more, change));
    }),
  );
});
