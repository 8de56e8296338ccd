import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addCents, cents } from '../core/money.ts';
import { percentOf, rate } from '../core/rates.ts';
import type { TaxClass } from '../core/tax-classes.ts';
import { takenOff, type Adjustment, type Discount } from '../pricing/discounts.ts';
import { lineNet, type PricedLine } from '../pricing/priced-line.ts';
import { calculatePrice } from '../pricing/price.ts';
import { singleTaxCode, type Taxation } from '../pricing/tax-codes.ts';
import { NO_TIP } from '../pricing/tip.ts';
import { discountRounds } from './round-discounts.ts';
import { priceRounds } from './round-price.ts';
import { splitBySeats } from './split.ts';

const HST: Taxation = { codes: [singleTaxCode(rate(14_000), 'HST')], tipBase: 'with-tax' };

const anyLine = fc.record({
  unitPrice: fc.integer({ min: 0, max: 9_999 }).map(cents),
  quantity: fc.integer({ min: 1, max: 4 }),
  taxClass: fc.constantFrom<TaxClass>('meal', 'liquor', 'untaxed'),
});
const anyRounds = fc.array(fc.array(anyLine, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });
const anyOff = fc.oneof(
  fc.integer({ min: 1, max: 100 }).map((percent) => ({ percent })),
  fc.integer({ min: 1, max: 20_000 }).map((amount) => ({ amount: cents(amount) })),
);
const onBill = (off: Discount['off'], source: string): Discount => ({
  on: 'order',
  off,
  kind: 'discount',
  source,
  label: source,
});
const undiscounted = (rounds: readonly (readonly PricedLine[])[]) =>
  rounds.map((lines) => ({ lines, adjustments: [] as readonly Adjustment[] }));
const sumOff = (rounds: ReturnType<typeof discountRounds>, source: string) =>
  takenOff(
    rounds.flatMap(({ adjustments }) => adjustments),
    source,
  );

test('a percentage off a bill is rounded once over all its rounds', () => {
  // Alone each round of 10.55 would take off 1.06, together 3.18.
  const rounds = Array.from({ length: 3 }, () => [{ unitPrice: cents(1055), quantity: 1 }]);
  const discounted = discountRounds(undiscounted(rounds), onBill({ percent: 10 }, 'a'));
  expect(discounted.map(({ lines }) => lines[0]?.off)).toEqual([106, 106, 105]);
});

test('any discounts on any rounds add up with taxes and the parts of a split bill, and can be removed in any sequence', () => {
  fc.assert(
    fc.property(anyRounds, anyRounds, anyOff, anyOff, (rounds, later, firstOff, secondOff) => {
      const list = addCents(...rounds.flat().map(({ unitPrice, quantity }) => cents(unitPrice * quantity)));
      const first = discountRounds(undiscounted(rounds), onBill(firstOff, 'a'));
      const asked = 'percent' in firstOff ? percentOf(list, firstOff.percent) : firstOff.amount;
      expect(sumOff(first, 'a')).toBe(Math.min(list, asked));
      // Later rounds come without it, and a second discount counts on what is left of everything.
      const rows = [...first, ...undiscounted(later)].map(({ lines, adjustments }) => ({
        lines: lines.map(({ unitPrice, quantity, taxClass }) => ({ unitPrice, quantity, taxClass })),
        adjustments,
      }));
      const second = discountRounds(rows, onBill(secondOff, 'b'));
      expect(sumOff(second, 'a')).toBe(sumOff(first, 'a'));
      const lines = second.flatMap((round) => round.lines);
      const prices = priceRounds(
        second.map((round) => round.lines),
        HST,
      );
      const whole = calculatePrice(lines, HST, NO_TIP);
      expect(addCents(...prices.map(({ total }) => total))).toBe(whole.total);
      expect(whole.discount).toBe(sumOff(second, 'a') + sumOff(second, 'b'));
      expect(lines.every((line) => lineNet(line) >= 0)).toBe(true);
      const seats = lines.map((line, index) => ({
        ...line,
        orderId: 'A',
        line: index,
        name: 'Dish',
        seat: (index % 3) + 1,
      }));
      const parts = splitBySeats(seats, whole.taxes);
      expect(parts.ok && addCents(...parts.value.map(({ amount }) => amount))).toBe(whole.total);
      const without = (source: string) =>
        rows.map((row, index) => ({
          ...row,
          adjustments: (second[index]?.adjustments ?? []).filter((each) => each.source !== source),
        }));
      expect(sumOff(discountRounds(without('b'), null), 'a')).toBe(sumOff(first, 'a'));
      expect(sumOff(discountRounds(without('a'), null), 'b')).toBe(sumOff(second, 'b'));
    }),
  );
});
