import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addCents, cents, rate, type Cents } from '../core/index.ts';
import type { TaxClass } from '../core/tax-classes.ts';
import { refundShare } from '../payment/index.ts';
import { addedTaxSum, calculatePrice, lineNet, NO_TIP, type PricedLine } from '../pricing/index.ts';
import { amountsOfBill, includedTaxShares, splitReversals, type SoldBill } from './reversed-sales.ts';

const everything = (value: number) => ({ meal: rate(value), liquor: rate(value), charge: rate(value) });
const TAXATIONS = [
  { codes: [{ code: 'HST', label: 'HST', registration: null, rates: everything(14_000), small: null }] },
  {
    codes: [
      { code: 'GST', label: 'GST', registration: null, rates: everything(5000), small: null },
      { code: 'PST', label: 'PST', registration: null, rates: { liquor: rate(10_000) }, small: null },
    ],
  },
  {
    codes: [
      {
        code: 'IVA',
        label: 'IVA',
        registration: null,
        rates: { meal: rate(13_000), liquor: rate(23_000), charge: rate(23_000) },
        small: null,
      },
    ],
    included: true,
  },
] as const;

const line = fc.record({
  unitPrice: fc.integer({ min: 0, max: 3000 }).map(cents),
  quantity: fc.integer({ min: 1, max: 4 }),
  taxClass: fc.constantFrom<TaxClass>('meal', 'liquor', 'untaxed'),
  off: fc.integer({ min: 0, max: 100 }),
});

const soldBill: fc.Arbitrary<SoldBill> = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 5 }),
    fee: fc.option(fc.integer({ min: 1, max: 800 }).map(cents), { nil: null }),
    taxation: fc.constantFrom(...TAXATIONS),
    tip: fc.integer({ min: 0, max: 900 }).map(cents),
  })
  .map(({ lines, fee, taxation, tip }) => {
    const dishes: PricedLine[] = lines.map(({ off, ...each }) => ({
      ...each,
      off: cents(Math.floor((each.unitPrice * each.quantity * off) / 100)),
    }));
    const charged = fee === null ? [] : [{ kind: 'delivery' as const, amount: fee, taxClass: 'charge' as const }];
    const { taxes } = calculatePrice(dishes, { tipBase: 'before-tax', ...taxation }, NO_TIP, charged);
    const charges = charged.map(({ amount, taxClass }) => ({ unitPrice: amount, quantity: 1, taxClass }));
    return { dishes, charges, taxes, tip };
  });

/** Taxes within prices are shared in proportion, so there the parts can differ by cents. */
const billWithAddedTaxes = soldBill.filter(({ taxes }) => taxes.every(({ included = false }) => !included));

const reversals = fc.array(
  fc.record({
    amount: fc.integer({ min: 1, max: 4000 }).map(cents),
    ofLine: fc.option(fc.integer({ min: 0, max: 4 }), { nil: null }),
  }),
  { maxLength: 6 },
);

/** Includes every tax, also those within the prices, because dishes and charges are before tax. */
const sumOfAmounts = ({ dishes, charges, taxes, tip }: ReturnType<typeof amountsOfBill>): Cents =>
  addCents(...dishes, ...charges, ...taxes, tip);

const totalOfBill = ({ dishes, charges, taxes, tip }: SoldBill) =>
  addCents(...[...dishes, ...charges].map(lineNet), addedTaxSum(taxes), tip);

test('the amounts of a bill add up to its total', () => {
  fc.assert(
    fc.property(soldBill, (bill) => {
      expect(sumOfAmounts(amountsOfBill(bill))).toBe(totalOfBill(bill));
    }),
  );
});

test('each refund takes back exactly its amount, no part more than was sold, and the cancellation the rest', () => {
  fc.assert(
    fc.property(soldBill, reversals, (bill, requested) => {
      let left = totalOfBill(bill) as number;
      const refunds = requested.flatMap(({ amount, ofLine }, at) => {
        const taken = cents(Math.min(amount, left));
        left -= taken;
        if (taken === 0) return [];
        const lines = ofLine === null || ofLine >= bill.dishes.length ? [] : [{ line: ofLine, quantity: 1 }];
        return [{ amount: taken, group: String(at), lines }];
      });
      const parts = splitReversals(bill, [...refunds, { amount: null, group: '', lines: [] }]);
      const sold = amountsOfBill(bill);
      for (const [at, refund] of refunds.entries()) {
        const amounts = parts[at];
        expect(amounts && sumOfAmounts(amounts)).toBe(refund.amount);
        expect(amounts?.dishes.every((dish) => dish >= 0)).toBe(true);
      }
      const all = (valuesOf: (amounts: (typeof parts)[number]) => readonly Cents[]) =>
        valuesOf(parts[0]!).map((_, at) => parts.reduce((sum, each) => sum + (valuesOf(each)[at] ?? 0), 0));
      expect(all(({ dishes }) => dishes)).toEqual(sold.dishes);
      expect(all(({ taxes }) => taxes)).toEqual(sold.taxes);
      expect(all(({ charges, tip }) => [...charges, tip])).toEqual([...sold.charges, sold.tip]);
      // Nothing is left of the base of any tax. A tax of no cents has no base to take back.
      expect(all(({ bases }) => bases)).toEqual(
        bill.taxes.map(({ classes, base, amount }) => (classes !== null && amount === 0 ? 0 : base)),
      );
    }),
  );
});

test('a refund of a dish takes back the share that the guest was told', () => {
  fc.assert(
    fc.property(billWithAddedTaxes, fc.nat(4), (bill, at) => {
      const chosen = [{ line: at % bill.dishes.length, quantity: 1 }];
      const paid = { lines: [...bill.dishes, ...bill.charges], taxes: bill.taxes, tip: bill.tip };
      const share = refundShare(paid, chosen);
      if (!share.ok || share.value.total === 0) return;
      const [parts] = splitReversals(bill, [{ amount: share.value.total, group: 'a', lines: chosen }]);
      expect(parts?.tip).toBe(share.value.tip);
      expect(parts?.charges.every((amount) => amount === 0)).toBe(true);
    }),
  );
});

test('a refund that is split over two payments takes back the same as one', () => {
  fc.assert(
    fc.property(billWithAddedTaxes, fc.nat(4), fc.integer({ min: 1, max: 99 }), (bill, at, percent) => {
      const lines = [{ line: at % bill.dishes.length, quantity: 1 }];
      const share = refundShare({ lines: [...bill.dishes, ...bill.charges], taxes: bill.taxes, tip: bill.tip }, lines);
      const first = share.ok ? Math.floor((share.value.total * percent) / 100) : 0;
      if (!share.ok || first === 0 || first === share.value.total) return;
      const whole = splitReversals(bill, [{ amount: share.value.total, group: 'a', lines }]);
      const halves = splitReversals(bill, [
        { amount: cents(first), group: 'a', lines },
        { amount: cents(share.value.total - first), group: 'a', lines },
      ]);
      expect(halves.reduce((sum, each) => sum + addCents(...each.dishes), 0)).toBe(addCents(...whole[0]!.dishes));
      expect(halves.reduce((sum, each) => sum + each.tip, 0)).toBe(whole[0]!.tip);
    }),
  );
});

test('lines share an included tax to the cent', () => {
  expect(includedTaxShares(cents(100), [cents(333), cents(333), cents(334)])).toEqual([33, 33, 34]);
  expect(includedTaxShares(cents(0), [cents(0)])).toEqual([0]);
});
