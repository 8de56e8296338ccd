import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents, type Cents } from '../core/money.ts';
import { refundShare } from '../payment/refund-share.ts';
import { applyDiscounts } from './discounts.ts';
import {
  checkStaffDiscount,
  toDiscount,
  STAFF_DISCOUNT_KINDS,
  DEFAULT_DISCOUNT_LIMIT,
  DISCOUNT_REASON_LABELS,
  DISCOUNT_REASONS,
  discountLines,
  staffDiscountSum,
  discountRows,
  isWithinLimit,
  reductionsOfBill,
  toWireDiscount,
  type StaffDiscount,
} from './staff-discounts.ts';
import { lineNet, type PricedLine } from './priced-line.ts';
import { taxesOfProvince, taxationOf } from './location-taxes.ts';
import { calculatePrice } from './price.ts';
import { TAX_CLASSES } from '../core/tax-classes.ts';
import type { Province } from '../locations/provinces.ts';
import { NO_TIP } from './tip.ts';

const TODAY = '2026-11-21';
const lawOf = (province: Province) =>
  taxationOf({ postalCode: null, taxes: taxesOfProvince(province, TODAY), tipBase: null }, TODAY);
const dish = (unitPrice: number, quantity = 1): PricedLine => ({ unitPrice: cents(unitPrice), quantity });
const beer: PricedLine = { ...dish(1850), taxClass: 'liquor' };
const provided = (facts: Partial<StaffDiscount>): StaffDiscount => ({
  id: 'a',
  kind: 'discount',
  line: null,
  percent: null,
  amount: null,
  price: null,
  reason: 'wait',
  note: '',
  ...facts,
});
const computed = (lines: readonly PricedLine[], actions: readonly StaffDiscount[], province: Province = 'NS') => {
  const { lines: left, adjustments } = applyDiscounts(
    lines,
    actions.map((each) => toDiscount(each, each.line === null ? undefined : `dish ${each.line}`)),
  );
  return { lines: left, adjustments, price: calculatePrice(left, lawOf(province), NO_TIP) };
};

const table4 = [dish(1895), dish(1650), dish(1425), dish(700), dish(700)];

test.each<[string, readonly PricedLine[], StaffDiscount[], Province, object]>([
  [
    '10 % off a bill of 42.39 in Nova Scotia',
    [dish(1695), dish(1695), dish(450), dish(399)],
    [provided({ percent: 10 })],
    'NS',
    { subtotal: 4239, discount: 424, tax: 534, total: 4349 },
  ],
  [
    'a dish of 7.00 on the house at a table of 63.70',
    table4,
    [provided({ kind: 'comp', line: 3 })],
    'NS',
    { subtotal: 6370, discount: 700, tax: 794, total: 6464 },
  ],
  [
    'all of it on the house',
    table4,
    [provided({ kind: 'comp' })],
    'NS',
    { subtotal: 6370, discount: 6370, tax: 0, total: 0 },
  ],
  [
    'two dishes of 16.95 for 15.00 each',
    [dish(1695, 2), dish(399)],
    [provided({ kind: 'price-match', line: 0, price: cents(1500) })],
    'NS',
    { subtotal: 3789, discount: 390, tax: 476, total: 3875 },
  ],
  [
    'the beer on the house in British Columbia: no PST is left',
    [dish(3200), beer],
    [provided({ kind: 'comp', line: 1 })],
    'BC',
    { subtotal: 5050, discount: 1850, tax: 160, total: 3360 },
  ],
  [
    '5.00 off both in British Columbia, spread over the classes of tax',
    [dish(3200), beer],
    [provided({ amount: cents(500) })],
    'BC',
    { subtotal: 5050, discount: 500, tax: 395, total: 4945 },
  ],
  [
    'two taxes in Québec, each rounded of what is left',
    [dish(1110)],
    [provided({ amount: cents(100) })],
    'QC',
    { subtotal: 1110, discount: 100, tax: 152, total: 1162 },
  ],
  [
    'a meal that comes to 4.00 in Ontario pays what small meals pay',
    [dish(500)],
    [provided({ line: 0, percent: 20 })],
    'ON',
    { subtotal: 500, discount: 100, tax: 20, total: 420 },
  ],
  [
    'a line first, then the bill of what is left',
    [dish(2000), dish(1000)],
    [provided({ id: 'b', percent: 10 }), provided({ line: 0, percent: 50 })],
    'NS',
    { subtotal: 3000, discount: 1200, tax: 252, total: 2052 },
  ],
])('%s', (_what, lines, actions, province, expected) => {
  expect(computed(lines, actions, province).price).toMatchObject(expected);
});

test('a price match above the menu price takes nothing off', () => {
  const { adjustments } = computed([dish(1000)], [provided({ kind: 'price-match', line: 0, price: cents(1200) })]);
  expect(adjustments).toEqual([]);
});

test('a line discount applies to the price after the offer, as shown on the bill', () => {
  const offer = { on: 'dishes', off: { percent: 10 }, kind: 'promo', source: 'W', label: 'W' } as const;
  const { lines, adjustments } = applyDiscounts(
    [dish(1695, 2)],
    [offer, toDiscount(provided({ line: 0, percent: 10 }))],
  );
  expect(lines).toMatchObject([{ unitList: 1695, unitPrice: 1526, off: 305 }]);
  expect(staffDiscountSum(adjustments)).toBe(305);
});

test('each discount is one row beneath the dishes, and a line discount names its dish', () => {
  const { adjustments } = computed(table4, [
    provided({ percent: 10 }),
    provided({ id: 'b', kind: 'comp', line: 1 }),
    provided({ id: 'c', amount: cents(100) }),
  ]);
  expect(Object.fromEntries(discountLines(adjustments))).toEqual({
    'Discount 10%': -472,
    Discount: -100,
    'On the house: dish 1': -1650,
  });
});

test('a discount on the bill stays a bill discount even if one dish bears all of it', () => {
  const actions = [provided({ kind: 'comp', line: 0 }), provided({ id: 'b', percent: 10 })];
  const { adjustments } = computed([dish(1000), dish(2000)], actions);
  expect(Object.fromEntries(discountLines(adjustments))).toEqual({
    'On the house: dish 0': -1000,
    'Discount 10%': -200,
  });
});

test.each<[number, number, boolean]>([
  [100_00, 10_00, true],
  [100_00, 10_01, false],
  [50_00, 5_00, true],
  [50_00, 5_01, false],
  [300_00, 30_00, false],
  [0, 0, true],
])('on %d cents, may staff give %d without approval: %s', (subtotal, sum, may) => {
  expect(isWithinLimit(DEFAULT_DISCOUNT_LIMIT, cents(subtotal), cents(sum))).toBe(may);
});

test.each<[string, Partial<StaffDiscount>, string | null]>([
  ['per cent', { percent: 10 }, null],
  ['an amount', { amount: cents(500) }, null],
  ['nothing', {}, 'value'],
  ['one per cent', { percent: 1 }, null],
  ['all of it', { percent: 100 }, null],
  ['more than all', { percent: 101 }, 'value'],
  ['no per cent', { percent: 0 }, 'value'],
  ['one and a half per cent', { percent: 1.5 }, 'value'],
  ['a cent', { amount: cents(1) }, null],
  ['no amount', { amount: cents(0) }, 'value'],
  ['both', { percent: 10, amount: cents(500) }, 'value'],
  ['a comp of a bill', { kind: 'comp' }, null],
  ['a comp with per cent', { kind: 'comp', percent: 50 }, 'value'],
  ['a comp with an amount', { kind: 'comp', amount: cents(500) }, 'value'],
  ['another price', { kind: 'price-match', line: 0, price: cents(900) }, null],
  ['another price of a bill', { kind: 'price-match', price: cents(900) }, 'value'],
  ['another price without an amount', { kind: 'price-match', line: 0 }, 'value'],
  ['a discount with a price', { percent: 10, price: cents(900) }, 'value'],
  ['another reason without words', { percent: 10, reason: 'other' }, 'note'],
  ['another reason in words', { percent: 10, reason: 'other', note: 'Spilled on the coat' }, null],
])('validates a staff discount: %s', (_what, facts, field) => {
  const checked = checkStaffDiscount(provided(facts));
  const refused = { code: 'invalid-argument', message: expect.stringMatching(/./), details: { field } };
  expect(checked).toEqual(field === null ? { ok: true, value: true } : { ok: false, error: refused });
});

test('a staff discount needs a reason, and every reason has a label', () => {
  expect(DISCOUNT_REASONS.map((reason) => DISCOUNT_REASON_LABELS[reason])).toEqual([
    'Long wait',
    'Something was wrong',
    'Regular guest',
    'Price was promised',
    'Staff meal',
    'Other',
  ]);
});

test.each<[Partial<StaffDiscount>, object]>([
  [
    { kind: 'comp', line: 3 },
    { kind: 'comp', line: 3 },
  ],
  [{ percent: 10 }, { kind: 'percent', value: 10, line: null }],
  [
    { amount: cents(550), line: 1 },
    { kind: 'amount', value: 5.5, line: 1 },
  ],
  [
    { kind: 'price-match', price: cents(1500), line: 1 },
    { kind: 'price', value: 15, line: 1 },
  ],
])('%j is sent as %j, with its reason and note', (facts, request) => {
  const why = { reason: 'promised', note: 'by phone' } as const;
  expect(toWireDiscount(provided({ ...facts, ...why }))).toEqual({ ...request, ...why });
});

test.each<[Partial<StaffDiscount>, string | undefined, object]>([
  [{ kind: 'comp', line: 2 }, 'Dal', { on: { line: 2 }, off: { percent: 100 }, label: 'On the house: Dal' }],
  [{ kind: 'comp' }, undefined, { on: 'order', off: { percent: 100 }, label: 'On the house' }],
  [{ percent: 15 }, undefined, { on: 'order', off: { percent: 15 }, label: 'Discount 15%' }],
  [{ amount: cents(500) }, undefined, { on: 'order', off: { amount: 500 }, label: 'Discount' }],
  [
    { kind: 'price-match', line: 0, price: cents(900) },
    'Dal',
    { on: { line: 0 }, off: { price: 900 }, label: 'Price changed: Dal' },
  ],
])('%j on %s is converted to the discount %j', (facts, name, expected) => {
  const action = provided({ id: 'deed', ...facts });
  expect(toDiscount(action, name)).toEqual({ ...expected, kind: action.kind, source: 'deed' });
});

test('a stored label keeps its text whatever its dish is called', () => {
  const labels = ['Discount 10%', 'Discount 10%: Fish: the large one', 'Price changed: Dal', 'Discount 5% and more'];
  const adjustments = labels.map((label) => ({ kind: 'discount', label, amount: -1.5 }) as const);
  expect(discountRows({ adjustments: adjustments })).toEqual(labels.map((label) => [label, -150]));
  expect(discountRows({})).toEqual([]);
});

test('the rows beneath the dishes leave out the offer of a welcome mail and merge the adjustments of one discount', () => {
  const row = (kind: 'promo' | 'points' | 'discount', source: string | undefined, amount: number) => ({
    kind,
    label: 'Discount',
    amount: cents(amount),
    ...(source !== undefined && { source }),
  });
  const rows = [
    row('discount', 'a', -100),
    row('promo', 'Discount', -900),
    row('points', 'p', -500),
    row('discount', 'b', -20),
    row('discount', 'a', -3),
  ];
  expect(discountLines(rows)).toEqual([
    ['Discount', -103],
    ['Discount', -500],
    ['Discount', -20],
  ]);
  // Older orders have no source in their adjustments, so rows are merged by label.
  expect(discountLines([row('discount', undefined, -1), row('discount', undefined, -2)])).toEqual([['Discount', -3]]);
  expect(staffDiscountSum(rows)).toBe(123);
});

const anyLines = fc.array(
  fc.record({
    unitPrice: fc.integer({ min: 1, max: 5000 }).map(cents),
    quantity: fc.integer({ min: 1, max: 5 }),
    taxClass: fc.constantFrom(...TAX_CLASSES),
  }),
  { minLength: 2, maxLength: 7 },
);
const anyDiscounts = fc.uniqueArray(
  fc
    .record({
      id: fc.nat(99).map((n) => `d${n}`),
      kind: fc.constantFrom(...STAFF_DISCOUNT_KINDS),
      line: fc.constantFrom(null, 0, 1),
      percent: fc.integer({ min: 1, max: 100 }),
      amount: fc.option(fc.integer({ min: 1, max: 9000 }).map(cents)),
      price: fc.nat(5000).map(cents),
    })
    .map(({ id, kind, line, percent, amount, price }) => {
      const off = amount === null ? { percent } : { amount };
      if (kind === 'price-match') return provided({ id, kind, line: line ?? 0, price });
      return provided({ id, kind, line, ...(kind === 'discount' && off) });
    }),
  { selector: ({ id }) => id, maxLength: 5 },
);

test('staff discounts give the same bill in any sequence, never go below zero, and account for everything that is off', () => {
  fc.assert(
    fc.property(
      anyLines,
      anyDiscounts,
      fc.constantFrom<Province>('NS', 'QC', 'BC', 'ON'),
      (lines, actions, province) => {
        expect(actions.every((each) => checkStaffDiscount(each).ok)).toBe(true);
        const { lines: left, adjustments, price } = computed(lines, actions, province);
        const turned = computed(lines, actions.toReversed(), province);
        expect(turned.price).toEqual(price);
        // Each discount takes the same amounts off the same dishes, so odd cents do not depend on the sequence.
        expect(turned.adjustments).toEqual(adjustments);
        for (const [at, line] of left.entries()) {
          expect(lineNet(line)).toBeGreaterThanOrEqual(0);
          const taken = adjustments.filter((each) => each.line === at).reduce((sum, { amount }) => sum + amount, 0);
          expect(line.unitList * line.quantity + taken).toBe(lineNet(line));
        }
        expect(price.total).toBeGreaterThanOrEqual(0);
        expect(staffDiscountSum(adjustments)).toBe(price.discount);
        const beneath = discountLines(adjustments).reduce((sum, [, amount]) => sum + amount, 0);
        expect(price.subtotal + beneath + price.tax).toBe(price.total);
      },
    ),
  );
});

test('an additional discount never raises the bill', () => {
  fc.assert(
    fc.property(anyLines, anyDiscounts, (lines, actions) => {
      const all = computed(lines, actions).price;
      const without = computed(lines, actions.slice(1)).price;
      expect(all.discount).toBeGreaterThanOrEqual(without.discount);
    }),
  );
});

test('a discount above the limit is above it in any number of steps, in whatever form they are given', () => {
  const sums = fc.record({
    discounts: fc.integer({ min: 0, max: 30_00 }),
    refundedDiscounts: fc.integer({ min: 0, max: 30_00 }),
    onAccount: fc.integer({ min: 0, max: 30_00 }),
  });
  fc.assert(
    fc.property(sums, fc.integer({ min: 1, max: 500_00 }), ({ discounts, refundedDiscounts, onAccount }, subtotal) => {
      const steps = {
        discounts: cents(discounts),
        refundedDiscounts: cents(refundedDiscounts),
        onAccount: cents(onAccount),
      };
      const whole = cents(discounts + refundedDiscounts + onAccount);
      const isWithin = (sum: Cents) => isWithinLimit(DEFAULT_DISCOUNT_LIMIT, cents(subtotal), sum);
      expect(isWithin(reductionsOfBill(steps))).toBe(isWithin(whole));
    }),
  );
});

test('refunding every line one by one returns exactly what was paid', () => {
  fc.assert(
    fc.property(anyLines, anyDiscounts, (listed, actions) => {
      const { lines, price } = computed(listed, actions, 'BC');
      let back = 0;
      lines.forEach(({ quantity }, line) => {
        const before = lines.slice(0, line).map((each, i) => ({ line: i, quantity: each.quantity }));
        const share = refundShare({ lines, ...price }, [{ line, quantity }], before);
        if (!share.ok) throw new Error(share.error.message);
        back += share.value.total;
      });
      expect(back).toBe(price.total);
    }),
  );
});
