import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addCents, cents, ZERO } from '../core/money.ts';
import { rate } from '../core/rates.ts';
import { tipBaseOfPayment } from '../payment/payment-card.ts';
import { refundShare } from '../payment/refund-share.ts';
import { applyDiscounts } from './discounts.ts';
import type { PricedLine } from './priced-line.ts';
import { locationTaxesProblem, taxationOf } from './location-taxes.ts';
import { calculatePrice } from './price.ts';
import { taxNameText } from './tax.ts';
import type { Taxation } from './tax-codes.ts';
import { NO_TIP } from './tip.ts';

const iva = (meal: number, liquor: number): Taxation =>
  taxationOf(
    {
      postalCode: '1100-048',
      tipBase: null,
      taxes: {
        follows: null,
        included: true,
        codes: [{ code: 'IVA', label: 'IVA', registration: null, rates: { meal: rate(meal), liquor: rate(liquor) } }],
      },
    },
    '2026-11-22',
  );
const LISBON = iva(13_000, 23_000);
const dish = (unitPrice: number, quantity = 1): PricedLine => ({ unitPrice: cents(unitPrice), quantity });
const wine = (unitPrice: number): PricedLine => ({ ...dish(unitPrice), taxClass: 'liquor' });

test('prices that include tax are the total, and each tax line shows its share', () => {
  // 28.90 at 22 % and 1.25 at 10 %: taxes 5.21 and 0.11, nets 23.69 and 1.14
  const price = calculatePrice([dish(2890), wine(125)], iva(22_000, 10_000), NO_TIP);
  expect(price).toMatchObject({ subtotal: 3015, tax: 0, total: 3015 });
  expect(price.taxes.map(({ rate: at, base, amount }) => [at, base, amount])).toEqual([
    [22_000, 2369, 521],
    [10_000, 114, 11],
  ]);
  expect(taxNameText({ label: 'IVA', rate: 0.13, included: true })).toBe('IVA (13%) included');
});

test('a percentage tip is calculated on the price with tax, and charges include tax too', () => {
  const delivery = { kind: 'delivery', amount: cents(300), taxClass: 'meal' } as const;
  const price = calculatePrice([dish(1000)], LISBON, { kind: 'percent', percent: 10 }, [delivery]);
  expect(price).toMatchObject({ tax: 0, tip: 100, total: 1400, tipOn: 1000 });
  expect(price.taxes).toMatchObject([{ base: 1150, amount: 150 }]);
});

test('a before-tax tip is calculated on the price without its included tax, also at a card reader', () => {
  const before = { ...LISBON, tipBase: 'before-tax' } as const;
  const delivery = { kind: 'delivery', amount: cents(300), taxClass: 'meal' } as const;
  const price = calculatePrice([dish(1130)], before, { kind: 'percent', percent: 10 }, [delivery]);
  expect(price).toMatchObject({ tipOn: 1000, tip: 100, total: 1530 });
  const bill = { subtotal: cents(1130), discount: ZERO, tax: ZERO, taxIn: cents(130), total: cents(1130) };
  expect(tipBaseOfPayment(cents(1130), bill, 'before-tax')).toBe(1000);
  expect(tipBaseOfPayment(cents(1130), bill, 'with-tax')).toBe(1130);
});

test('the total never changes, and refunds in any steps return exactly what was paid', () => {
  const lines = fc.array(
    fc.record({
      price: fc.integer({ min: 1, max: 9_999 }),
      quantity: fc.integer({ min: 1, max: 4 }),
      wine: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(lines, fc.integer({ min: 0, max: 100 }), (requested, percent) => {
      const listed = requested.map(({ price, quantity, wine: isWine }) => ({
        ...dish(price, quantity),
        ...(isWine && { taxClass: 'liquor' as const }),
      }));
      const off = { on: 'order', off: { percent }, kind: 'discount', source: 's', label: 'Off' } as const;
      const { lines: sold } = applyDiscounts(listed, [off]);
      const price = calculatePrice(sold, LISBON, NO_TIP);
      expect(price.total).toBe(price.subtotal - price.discount);
      expect(addCents(...price.taxes.flatMap(({ base, amount }) => [base, amount]))).toBe(price.total);
      const bill = { lines: sold, taxes: price.taxes, tip: ZERO };
      let [back, taxBack] = [0, 0];
      const before: { line: number; quantity: number }[] = [];
      for (const [line, { quantity }] of sold.entries()) {
        for (let n = 0; n < quantity; n++) {
          const share = refundShare(bill, [{ line, quantity: 1 }], before);
          if (!share.ok) throw new Error(share.error.message);
          back += share.value.total;
          taxBack += addCents(...share.value.taxes.map(({ amount }) => amount));
          before.push({ line, quantity: 1 });
        }
      }
      expect(back).toBe(price.total);
      expect(taxBack).toBe(addCents(...price.taxes.map(({ amount }) => amount)));
    }),
  );
});

test('a tax rate override is added to the price even if the location’s prices include tax', () => {
  const override = { rate: rate(10_000), label: 'Tax' };
  const taxes = { follows: null, included: true, codes: [] };
  const taxation = taxationOf({ postalCode: null, tipBase: null, taxes, override }, '2026-11-22');
  expect(calculatePrice([dish(1000)], taxation, NO_TIP)).toMatchObject({ tax: 100, total: 1100 });
});

test('with included tax, each class has at most one tax and no province may be followed', () => {
  const code = (rates: object) => ({ code: 'A', label: 'A', registration: null, rates });
  const problem = (settings: object) => locationTaxesProblem({ follows: null, codes: [], included: true, ...settings });
  expect(problem({ codes: [code({ meal: 0.13 }), code({ liquor: 0.23 })] })).toBeNull();
  expect(problem({ codes: [code({ meal: 0.13 }), code({ meal: 0.01 })] })).toMatch(/only one tax on the same item/);
  expect(problem({ follows: 'NS' })).toMatch(/added to the price/);
  expect(problem({ included: false, follows: 'NS' })).toBeNull();
});
