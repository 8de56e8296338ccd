import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addCents, cents, rate, ZERO } from '../core/index.ts';
import { applyDiscounts } from './discounts.ts';
import { calculatePrice, type Charge } from './price.ts';
import { compareWithMenu, priceSoldOrder, type SoldOrder } from './sold-order.ts';
import { singleTaxCode } from './tax-codes.ts';

const taxed = (percent: number) => ({
  codes: [singleTaxCode(rate(percent * 1000), 'HST')],
  tipBase: 'with-tax' as const,
});
const NO_TERMS = { tip: ZERO, given: [] };
const naan = { name: 'Naan', unitPrice: cents(3_00), quantity: 2 };
const soldNaan: SoldOrder = {
  taxation: taxed(14),
  lines: [{ name: 'Naan', unitPrice: cents(3_00) }],
  total: cents(6_84),
};

test.each([
  ['the menu is the same', naan, {}, [], 6_84],
  ['the dish costs more now', { ...naan, unitPrice: cents(3_50) }, {}, ['Naan, 3.00 → Naan, 3.50'], 7_98],
  ['the dish has another name', { ...naan, name: 'Roti' }, {}, ['Naan, 3.00 → Roti, 3.00'], 6_84],
  ['the dish is gone', null, {}, ['Naan, 3.00 → –'], 6_84],
  ['the tax is another', naan, { taxation: taxed(15) }, ['HST 14% → HST 15%'], 6_90],
])('an order keeps the price at which it was sold when %s', (_case, menuLine, more, texts, menuTotal) => {
  const lines = [menuLine ?? { ...naan, unitPrice: ZERO }];
  const priced = priceSoldOrder(soldNaan, lines, NO_TERMS);
  if (!priced.ok) throw new Error(priced.error.message);
  expect(priced.value.price.total).toBe(6_84);
  expect(priced.value.lines).toMatchObject([{ name: 'Naan', unitPrice: 3_00, quantity: 2 }]);
  const menu = { lines: [menuLine], taxation: taxed(14), ...more };
  expect(compareWithMenu(soldNaan, priced.value, menu, NO_TERMS)).toEqual({ texts, menuTotal });
});

test.each([
  ['the total is a cent off', { total: cents(6_85) }],
  ['a promotion takes off more than the dishes cost', { adjustments: [adjustmentOf(-7_00)], total: ZERO }],
  ['the promotion is not in the total', { adjustments: [adjustmentOf(-1_00)] }],
  ['the bag is not in the total', { charges: [bagFor(25)] }],
])('an order whose parts do not add up is refused: %s', (_case, more) => {
  expect(priceSoldOrder({ ...soldNaan, ...more }, [naan], NO_TERMS)).toMatchObject({
    ok: false,
    error: { code: 'pricing-mismatch' },
  });
});

function adjustmentOf(amount: number, line: number | null = null) {
  return { label: 'Lunch', source: 'lunch', amount: cents(amount), line };
}

function bagFor(amount: number): Charge {
  return { kind: 'bag', amount: cents(amount), taxClass: 'charge' };
}

test('the price that a device computes from its menu, promotion and charges is the price of the order, to the cent', () => {
  const line = fc.record({
    name: fc.constantFrom('Naan', 'Curry', 'Beer'),
    unitPrice: fc.integer({ min: 0, max: 50_00 }).map(cents),
    quantity: fc.integer({ min: 1, max: 9 }),
    taxClass: fc.constantFrom('meal' as const, 'liquor' as const, 'untaxed' as const),
  });
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 0, max: 500 }),
      fc.integer({ min: 0, max: 300 }),
      (lines, percentTax, percentOff, tip, bag) => {
        const terms = { tip: cents(tip), given: [] };
        const off = {
          on: 'dishes',
          off: { percent: percentOff },
          kind: 'promo',
          source: 'lunch',
          label: 'Lunch',
        } as const;
        const device = applyDiscounts(lines, percentOff === 0 ? [] : [off]);
        const charges = bag === 0 ? [] : [bagFor(bag)];
        const price = calculatePrice(device.lines, taxed(percentTax), { kind: 'amount', amount: cents(tip) }, charges);
        const adjustments = device.adjustments.map((each) => adjustmentOf(each.amount, (each.line ?? 0) + 1));
        const sold = { taxation: taxed(percentTax), lines, adjustments, charges, total: price.total };
        // The menu of the server has other prices by now.
        const lineNow = lines.map((each) => ({ ...each, unitPrice: addCents(each.unitPrice, cents(1_00)) }));
        const priced = priceSoldOrder(sold, lineNow, terms);
        expect(priced).toMatchObject({ ok: true, value: { price: { total: price.total, taxes: price.taxes } } });
      },
    ),
  );
});
