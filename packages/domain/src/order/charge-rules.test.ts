import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addCents, cents, ZERO, type Cents } from '../core/money.ts';
import { rate, rateToPercent } from '../core/rates.ts';
import { TAX_CLASSES } from '../core/tax-classes.ts';
import { refundShare } from '../payment/refund-share.ts';
import { amountsOfBill, splitReversals } from '../stats/reversed-sales.ts';
import { ORDER_TYPES } from './order-types.ts';
import { chargeRulesProblem, withoutChargesProblem } from './charge-problems.ts';
import {
  chargeRuleFromWire,
  chargesByRules,
  finalCharges,
  recalculateCharges,
  toWireChargeRule,
  type ChargeRule,
} from './charge-rules.ts';
import { applyDiscounts, type Discount } from '../pricing/discounts.ts';
import { foodSum } from '../pricing/points.ts';
import { chargeLabel } from '../pricing/staff-discounts.ts';
import { calculatePrice, chargeLines } from '../pricing/price.ts';
import { singleTaxCode } from '../pricing/tax-codes.ts';

const terms = { orderTypes: ORDER_TYPES, isVoluntary: false, staffMayRemove: false } as const;
const service: ChargeRule = { ...terms, kind: 'service', percent: rate(15_000), fromPartySize: 8, taxClass: 'charge' };
const bag: ChargeRule = {
  ...terms,
  kind: 'bag',
  orderTypes: ['pickup', 'delivery'],
  amount: cents(25),
  taxClass: 'untaxed',
};
const small: ChargeRule = { ...terms, kind: 'small-order', amount: cents(300), below: cents(2000), taxClass: 'charge' };
const rules = [service, bag, small];

test.each([
  ['a table of eight pays 15 %', 'dine-in', 10_010, 8, [], [['service', 1502]]],
  ['a table of seven pays no service', 'dine-in', 10_010, 7, [], []],
  ['a table without a party size pays no service', 'dine-in', 10_010, null, [], []],
  [
    'a pickup has no party, so everybody pays',
    'pickup',
    10_000,
    null,
    [],
    [
      ['service', 1500],
      ['bag', 25],
    ],
  ],
  [
    'an order below the limit is small',
    'pickup',
    1999,
    null,
    ['service'],
    [
      ['bag', 25],
      ['small-order', 300],
    ],
  ],
  ['an order at the limit is not small', 'pickup', 2000, null, ['service'], [['bag', 25]]],
  ['an order that costs nothing is not small', 'pickup', 0, null, [], [['bag', 25]]],
  ['a charge that was taken off is left out', 'delivery', 1000, null, ['bag', 'small-order'], [['service', 150]]],
] as const)('%s', (_, orderType, food, partySize, without, charges) => {
  const charged = chargesByRules(rules, { orderType, food: cents(food), partySize, without });
  expect(charged.map(({ kind, amount }) => [kind, amount])).toEqual(charges);
});

test('when the dishes of an order change, a percentage follows them and a fixed amount stays', () => {
  const charges = chargesByRules(rules, { orderType: 'pickup', food: cents(1000) });
  expect(recalculateCharges(charges, cents(4000)).map(({ amount }) => amount)).toEqual([600, 25, 300]);
});

test('a guest can leave out a voluntary charge, and staff also one that its rule lets them remove', () => {
  const voluntary = { ...service, isVoluntary: true };
  const removable = { ...service, staffMayRemove: true };
  const refuses = (rule: ChargeRule, isStaff: boolean) =>
    withoutChargesProblem([rule, bag], ['service'], isStaff) !== null;
  expect([service, voluntary, removable].map((rule) => [refuses(rule, false), refuses(rule, true)])).toEqual([
    [true, true],
    [false, false],
    [true, false],
  ]);
  expect(withoutChargesProblem([bag], ['service'], false)).toBeNull();
  expect(withoutChargesProblem(rules, ['bag'], false)).toMatchObject({ details: { charge: 'bag' } });
});

test.each([
  [[service, bag, small], null],
  [[service, service], 'Service: This charge is there twice.'],
  [[{ ...bag, orderTypes: [] }], 'Bag: Choose at least one kind of order.'],
  [[{ ...service, percent: rate(0) }], 'Service: Enter the percentage.'],
  [[{ ...bag, amount: undefined }], 'Bag: Enter the amount.'],
  [[{ ...small, below: ZERO }], 'Small order: Enter the amount below which an order is small.'],
  [[{ ...bag, percent: rate(1000) }], 'Bag: This charge has a setting that belongs to another kind of charge.'],
  [[{ ...bag, fromPartySize: 8 }], 'Bag: This charge has a setting that belongs to another kind of charge.'],
  [[{ ...service, below: cents(1) }], 'Service: This charge has a setting that belongs to another kind of charge.'],
])('the settings %# have the problem: %s', (settings, message) => {
  expect(chargeRulesProblem(settings)?.message ?? null).toBe(message);
});

test('the API has dollars and percents', () => {
  const wire = rules.map(toWireChargeRule);
  expect(wire).toMatchObject([{ percent: 15, fromPartySize: 8 }, { amount: 0.25 }, { amount: 3, below: 20 }]);
  expect(wire.map(chargeRuleFromWire)).toEqual(rules);
});

test('a bill names the percentage of a charge', () => {
  expect(chargeLabel('service', rateToPercent(rate(12_500)))).toBe('Service 12.5%');
  expect(chargeLabel('bag')).toBe('Bag');
});

const anyLines = fc.array(
  fc.record({
    unitPrice: fc.nat(5000).map(cents),
    quantity: fc.integer({ min: 1, max: 4 }),
    taxClass: fc.constantFrom(...TAX_CLASSES),
  }),
  { minLength: 1, maxLength: 5 },
);
const anyRules = fc.record({
  percent: fc.integer({ min: 1, max: 30_000 }).map(rate),
  fees: fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 1, max: 900 })).map((fees) => fees.map(cents)),
  taxClass: fc.constantFrom(...TAX_CLASSES),
  without: fc.subarray(['service', 'bag', 'small-order'] as const),
});
const anyDiscounts = fc.array(
  fc.record({
    on: fc.constant('order' as const),
    off: fc.oneof(
      fc.nat(100).map((percent) => ({ percent })),
      fc.nat(3000).map((amount) => ({ amount: cents(amount) })),
    ),
    kind: fc.constantFrom('discount' as const, 'points' as const),
    source: fc.uuid(),
    label: fc.constant('x'),
  }),
  { maxLength: 3 },
);
const taxation = (included: boolean) => ({
  codes: [
    { ...singleTaxCode(rate(5000), 'GST'), code: 'GST' },
    { ...singleTaxCode(rate(9975), 'QST'), code: 'QST', rates: { meal: rate(9975), charge: rate(9975) } },
  ],
  tipBase: 'before-tax' as const,
  included: included || undefined,
});

test('dishes, charges, tax and tip add up, and refunds in any steps give back exactly everything', () => {
  fc.assert(
    fc.property(
      anyLines,
      anyRules,
      anyDiscounts,
      fc.nat(1000).map(cents),
      fc.boolean(),
      fc.array(fc.nat(9000), { maxLength: 4 }),
      fc.nat(4),
      (listed, { percent, fees, taxClass, without }, discounts, tip, included, refunds, refundedLine) => {
        const own = [
          { ...service, percent, taxClass, fromPartySize: undefined },
          { ...bag, amount: fees[0], orderTypes: ORDER_TYPES },
          { ...small, amount: fees[1] },
        ];
        const chargesFor = (food: Cents) => chargesByRules(own, { orderType: 'dine-in', food, without });
        const { lines, charges: offered } = applyDiscounts(
          listed,
          discounts as Discount[],
          chargesFor(foodSum(listed)),
        );
        const charges = finalCharges(offered, chargesFor(foodSum(lines)));
        const price = calculatePrice(lines, taxation(included), { kind: 'amount', amount: tip }, charges);

        const food = foodSum(lines);
        expect(charges.some(({ kind }) => without.some((each) => each === kind))).toBe(false);
        expect(price.charges).toBe(addCents(...charges.map(({ amount }) => amount)));
        expect(price.total).toBe(addCents(food, price.charges, price.tax, price.tip));
        expect(recalculateCharges(charges, food)).toEqual(charges);

        // A part refund takes its share of the charges; the rest of the refunds gives back what is left.
        const dishLines = lines.map((line) => ({ ...line }));
        const charged = chargeLines(charges);
        const bill = { dishes: dishLines, charges: charged, taxes: price.taxes, tip: price.tip };
        const chosen = [{ line: refundedLine % lines.length, quantity: 1 }];
        const paid = { lines: [...dishLines, ...charged], taxes: price.taxes, tip: price.tip };
        const ofDishes = refundShare(paid, chosen);
        const each = lines.flatMap(({ quantity }, line) =>
          Array.from({ length: quantity }, () => ({ line, quantity: 1 })),
        );
        const allDishes = refundShare(paid, each);
        const oneByOne = each.map((one, at) => refundShare(paid, [one], each.slice(0, at)));
        const sumOf = (of: 'charges' | 'total') =>
          addCents(...oneByOne.map((back) => (back.ok ? back.value[of] : ZERO)));
        const percentages = charges.filter((charge) => charge.percent !== undefined);
        expect(allDishes).toMatchObject({ ok: true, value: { charges: sumOf('charges'), total: sumOf('total') } });
        expect(sumOf('charges')).toBe(addCents(...percentages.map(({ amount }) => amount)));
        const isAllByDishes = percentages.length === charges.length;
        expect(isAllByDishes ? sumOf('total') : price.total).toBe(price.total);
        const amounts = [
          ...(ofDishes.ok ? [{ amount: ofDishes.value.total, group: 'dishes', lines: chosen }] : []),
          ...refunds.map((amount, index) => ({ amount: cents(amount), group: `${index}`, lines: [] })),
        ];
        const parts = splitReversals(bill, [...amounts, { amount: null, group: 'rest', lines: [] }]);
        const sold = amountsOfBill(bill);
        const chargesBack = sold.charges.map((_, index) =>
          addCents(...parts.map((part) => part.charges[index] ?? ZERO)),
        );
        expect(chargesBack).toEqual(sold.charges);
        expect(addCents(...parts.map((part) => addCents(...part.dishes)))).toBe(addCents(...sold.dishes));
        const sumOfParts = parts.map((part) => addCents(...part.dishes, ...part.charges, ...part.taxes, part.tip));
        expect(addCents(...sumOfParts)).toBe(price.total);
      },
    ),
    { numRuns: 200 },
  );
});
