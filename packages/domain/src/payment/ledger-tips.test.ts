import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addCents, cents, ZERO } from '../core/index.ts';
import { billTipIn } from './ledger.ts';

test('the payments of a bill contain its tip in proportion, and together the whole tip', () => {
  const amounts = fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(amounts, fc.double({ min: 0, max: 0.5, noNaN: true }), (payments, share) => {
      const total = payments.reduce((sum, amount) => sum + amount, 0);
      const bill = { tip: cents(Math.floor(total * share)), total: cents(total) };
      let paid = ZERO;
      let tips = ZERO;
      for (const amount of payments.map(cents)) {
        const tip = billTipIn(bill, paid, amount);
        expect(Math.abs(tip - (bill.tip * amount) / total)).toBeLessThan(1);
        [paid, tips] = [addCents(paid, amount), addCents(tips, tip)];
      }
      expect(tips).toBe(bill.tip);
    }),
  );
});

test('what is paid beyond a bill, and a bill of nothing, contain no tip', () => {
  expect(billTipIn({ tip: cents(200), total: cents(1000) }, cents(1000), cents(500))).toBe(0);
  expect(billTipIn({ tip: ZERO, total: ZERO }, ZERO, cents(500))).toBe(0);
});
