import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addCents, cents } from '../core/money.ts';
import { rate } from '../core/rates.ts';
import { refundShare } from '../payment/refund-share.ts';
import { applyDiscounts, rebuildDiscounts, type Adjustment, type Discount } from './discounts.ts';
import { lineNet, type PricedLine } from './priced-line.ts';
import { taxesOfProvince, taxationOf } from './location-taxes.ts';
import { subtotalLines } from './offer.ts';
import { calculatePrice, type Charge } from './price.ts';
import { TAX_CLASSES } from '../core/tax-classes.ts';
import type { Taxation } from './tax-codes.ts';
import { PROVINCES, type Province } from '../locations/provinces.ts';
import { NO_TIP, type TipChoice } from './tip.ts';

const TODAY = '2026-11-21';

function lawOf(province: Province, on = TODAY): Taxation {
  return taxationOf({ postalCode: null, taxes: taxesOfProvince(province, on), tipBase: null }, on);
}
const dish = (unitPrice: number, quantity = 1): PricedLine => ({ unitPrice: cents(unitPrice), quantity });
const beer = (unitPrice: number): PricedLine => ({ ...dish(unitPrice), taxClass: 'liquor' });
const taxesOf = (lines: readonly PricedLine[], province: Province) =>
  calculatePrice(lines, lawOf(province), NO_TIP).taxes.map(({ label, amount }) => [label, amount]);

test.each<[string, Province, PricedLine[], [string, number][], number]>([
  [
    'GST and QST are each rounded',
    'QC',
    [dish(1010)],
    [
      ['GST', 51],
      ['QST', 101],
    ],
    1162,
  ],
  [
    'liquor pays PST, food does not',
    'BC',
    [dish(3200), beer(1850)],
    [
      ['GST', 253],
      ['PST', 185],
    ],
    5488,
  ],
  [
    'a beer alone',
    'BC',
    [beer(1850)],
    [
      ['GST', 93],
      ['PST', 185],
    ],
    2128,
  ],
  ['food alone', 'BC', [dish(3200)], [['GST', 160]], 3360],
  ['meals of 4.00 together', 'ON', [dish(225), dish(175)], [['HST', 20]], 420],
  ['one cent dearer', 'ON', [dish(225), dish(176)], [['HST', 52]], 453],
  [
    'a beer does not count towards the 4.00',
    'ON',
    [dish(400), beer(700)],
    [
      ['HST', 20],
      ['HST', 91],
    ],
    1211,
  ],
  ['one tax', 'NS', [dish(5925)], [['HST', 830]], 6755],
  [
    'GST and RST',
    'MB',
    [dish(1000), beer(500)],
    [
      ['GST', 75],
      ['RST', 105],
    ],
    1680,
  ],
  ['basic groceries pay nothing', 'NS', [{ ...dish(1299), taxClass: 'grocery' }], [], 1299],
])('%s (%s): %j pays %j, total %d', (_what, province, lines, taxes, total) => {
  expect(taxesOf(lines, province)).toEqual(taxes);
  expect(calculatePrice(lines, lawOf(province), NO_TIP).total).toBe(total);
});

test('in Québec a tip of 15 % is calculated before tax, elsewhere with tax', () => {
  const tip: TipChoice = { kind: 'percent', percent: 15 };
  expect(calculatePrice([dish(1010)], lawOf('QC'), tip).tip).toBe(152);
  expect(calculatePrice([dish(1010)], lawOf('NS'), tip).tip).toBe(173);
});

test('several taxes have one combined rate and name besides their own lines', () => {
  expect(calculatePrice([dish(1010)], lawOf('QC'), NO_TIP)).toMatchObject({ taxRate: 14_975, taxLabel: 'GST + QST' });
  expect(calculatePrice([], lawOf('BC'), NO_TIP)).toMatchObject({ taxRate: 5000, taxLabel: 'GST', tax: 0 });
});

const promo = (on: Discount['on'], off: Discount['off'], source = 'P1'): Discount => ({
  on,
  off,
  kind: 'promo',
  source,
  label: source,
});
const percent = (value: number) => ({ percent: value });
const amount = (value: number) => ({ amount: cents(value) });

const fourDishes = [dish(1695), dish(1695), dish(450), dish(399)];

test('10 % off an order of 42.39 is 4.24, spread to the cent and refunded dish by dish', () => {
  const { lines, adjustments } = applyDiscounts(fourDishes, [promo('order', percent(10))]);
  expect(adjustments.map((each) => each.amount)).toEqual([-170, -169, -45, -40]);
  const price = calculatePrice(lines, lawOf('NS'), NO_TIP);
  expect(price).toMatchObject({ subtotal: 4239, discount: 424, tax: 534, total: 4349 });
  const paid = { lines, taxes: price.taxes, tip: price.tip };
  const back = lines.map((_, line) => {
    const before = lines.slice(0, line).map((_each, i) => ({ line: i, quantity: 1 }));
    const share = refundShare(paid, [{ line, quantity: 1 }], before);
    return share.ok ? Number(share.value.total) : 0;
  });
  expect(back.reduce((sum, each) => sum + each, 0)).toBe(4349);
});

test('a percentage off dishes lowers each unit price and takes nothing else off', () => {
  const { lines, adjustments } = applyDiscounts(
    [dish(1695, 2), dish(399)],
    [promo('dishes', percent(10), 'WELCOME-1')],
  );
  expect(lines).toMatchObject([
    { unitList: 1695, unitPrice: 1526, off: 0 },
    { unitList: 399, unitPrice: 359, off: 0 },
  ]);
  expect(adjustments).toEqual([
    { line: 0, charge: null, amount: -338, kind: 'promo', source: 'WELCOME-1', label: 'WELCOME-1' },
    { line: 1, charge: null, amount: -40, kind: 'promo', source: 'WELCOME-1', label: 'WELCOME-1' },
  ]);
});

test.each<[string, Discount[], number]>([
  ['more off a line than it costs', [promo({ line: 0 }, amount(5000))], 2544],
  ['more off an order than it costs', [promo('order', amount(50_000))], 0],
  ['100 % off each dish, and more', [promo('dishes', percent(100)), promo('order', amount(100))], 0],
  ['two on one line that are more than it', [promo({ line: 0 }, amount(1600)), promo({ line: 0 }, amount(1600))], 2544],
])('%s: discounts take at most the whole amount', (_what, discounts, left) => {
  const { lines } = applyDiscounts(fourDishes, discounts);
  expect(addCents(...lines.map(lineNet))).toBe(left);
});

test('a charge is taxed by its class, and its discount lowers only that charge', () => {
  const delivery: Charge = { kind: 'delivery', amount: cents(399), taxClass: 'charge' };
  const { lines, charges } = applyDiscounts([dish(1000)], [promo({ charge: 0 }, percent(50))], [delivery]);
  expect(calculatePrice(lines, lawOf('BC'), NO_TIP, charges)).toMatchObject({
    subtotal: 1000,
    charges: 199,
    tax: 60,
    total: 1259,
  });
});

test('an amount off dishes is taken once per line, whatever the quantity', () => {
  const { lines } = applyDiscounts([dish(1695, 2), dish(150)], [promo('dishes', amount(200))]);
  expect(lines).toMatchObject([
    { unitPrice: 1695, off: 200 },
    { unitPrice: 150, off: 150 },
  ]);
});

test('a discount on one charge is recorded with it and lowers no other', () => {
  const delivery: Charge = { kind: 'delivery', amount: cents(400), taxClass: 'charge' };
  const bag: Charge = { kind: 'bag', amount: cents(50), taxClass: 'charge' };
  const off = [promo({ charge: 1 }, amount(30)), promo({ line: 0 }, amount(100)), promo('order', percent(10))];
  const { lines, charges, adjustments } = applyDiscounts([dish(1000)], off, [delivery, bag]);
  expect(charges).toEqual([
    { ...delivery, off: 0 },
    { ...bag, off: 30 },
  ]);
  expect(lines).toMatchObject([{ off: 190 }]);
  expect(adjustments.map(({ line, charge, amount: sum }) => [line, charge, sum])).toEqual([
    [0, null, -100],
    [0, null, -90],
    [null, 1, -30],
  ]);
});

test('a tax on part of the bill names its classes, a tax on all of it does not', () => {
  const bill = (lines: readonly PricedLine[]) => calculatePrice(lines, lawOf('BC'), NO_TIP).taxes;
  expect(bill([dish(3200), beer(1850)])).toMatchObject([
    { code: 'GST', classes: null, base: 5050 },
    { code: 'PST', classes: ['liquor'], base: 1850 },
  ]);
  expect(bill([beer(1850)])).toMatchObject([{ classes: null }, { classes: null }]);
});

test('when dishes change, percentages apply to all dishes and other discounts stay on their lines', () => {
  const off = (where: { line?: number; charge?: number }, source: string, sum: number): Adjustment => ({
    line: null,
    charge: null,
    ...where,
    amount: cents(-sum),
    kind: 'promo',
    source,
    label: source,
  });
  const written = [
    off({ line: 0 }, 'TEN', 170),
    off({ line: 1 }, 'TEN', 45),
    off({ line: 0 }, 'GIFT', 500),
    off({ line: 1 }, 'WAIT', 100),
    off({ charge: 0 }, 'FREE', 399),
    // A percentage off dishes, but this part was taken off a charge.
    off({ charge: 0 }, 'TEN', 20),
  ];
  // The first line is now the third, and the second was removed.
  const standing = rebuildDiscounts(written, (line) => (line === 0 ? 2 : undefined), { TEN: 10 });
  expect(standing).toEqual([
    promo('dishes', percent(10), 'TEN'),
    promo({ line: 2 }, amount(500), 'GIFT'),
    promo({ charge: 0 }, amount(399), 'FREE'),
    promo({ charge: 0 }, amount(20), 'TEN'),
  ]);
  // An adjustment without a line or charge is dropped.
  expect(rebuildDiscounts([off({}, 'LOST', 100)], () => 0, {})).toEqual([]);
});

test('a bill with a code shows the menu prices and the discount in rows that add up', () => {
  expect(subtotalLines(cents(3811), null)).toEqual([['Subtotal', 3811]]);
  const lines = subtotalLines(cents(3811), { code: 'WELCOME', amount: cents(424) });
  expect(lines).toEqual([
    ['At menu prices', 4235],
    ['Discount (WELCOME)', -424],
    ['Subtotal', 3811],
  ]);
});

const anyLines = fc.array(
  fc.record({
    unitPrice: fc.nat(5000).map(cents),
    quantity: fc.integer({ min: 1, max: 6 }),
    taxClass: fc.constantFrom(...TAX_CLASSES),
  }),
  { minLength: 1, maxLength: 8 },
);
const anyOff = fc.oneof(
  fc.integer({ min: 0, max: 100 }).map(percent),
  fc.nat(8000).map((value) => amount(value)),
);
const anyDiscounts = fc.array(
  fc.oneof(
    fc
      .tuple(fc.constantFrom<Discount['on']>('dishes', 'order', { line: 0 }, { charge: 0 }), anyOff, fc.nat(99))
      .map(([on, off, n]) => promo(on, off, `P${n}`)),
    fc.tuple(fc.nat(4000), fc.nat(99)).map(([price, n]) => promo({ line: 0 }, { price: cents(price) }, `P${n}`)),
  ),
  { maxLength: 5 },
);
const anyCharges = fc.array(
  fc.record({
    kind: fc.constantFrom<Charge['kind']>('delivery', 'service'),
    amount: fc.nat(2000).map(cents),
    taxClass: fc.constantFrom(...TAX_CLASSES),
  }),
  { maxLength: 2 },
);
const anyProvince = fc.constantFrom(...(Object.keys(PROVINCES) as Province[]));
const anyTip = fc.oneof(
  fc.constant(NO_TIP),
  fc.constantFrom(5, 15).map((value): TipChoice => ({ kind: 'percent', percent: value })),
);
const anyBill = fc.tuple(anyLines, anyDiscounts, anyCharges, anyProvince, anyTip);

test('lines, charges and adjustments sum to the net, and nothing is negative', () => {
  fc.assert(
    fc.property(anyBill, ([listed, discounts, charged, province, tip]) => {
      const { lines, charges, adjustments } = applyDiscounts(listed, discounts, charged);
      const price = calculatePrice(lines, lawOf(province), tip, charges);
      const list = listed.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0);
      const added = charged.reduce((sum, charge) => sum + charge.amount, 0);
      const off = adjustments.reduce((sum, each) => sum + Number(each.amount), 0);
      expect(list + added + off).toBe(price.subtotal - price.discount + price.charges);
      expect(price.total).toBe(price.subtotal - price.discount + price.charges + price.tax + price.tip);
      for (const line of lines) expect(lineNet(line)).toBeGreaterThanOrEqual(0);
      for (const { amount: sum, off: taken = 0 } of charges) expect(sum - taken).toBeGreaterThanOrEqual(0);
      expect(adjustments.every((each) => each.amount < 0)).toBe(true);
    }),
  );
});

test('each tax is its rate times its base, rounded once, and the taxes sum to the total tax', () => {
  fc.assert(
    fc.property(anyBill, ([listed, discounts, charged, province, tip]) => {
      const { lines, charges } = applyDiscounts(listed, discounts, charged);
      const { taxes, tax } = calculatePrice(lines, lawOf(province), tip, charges);
      for (const each of taxes) expect(each.amount).toBe(Math.floor((each.base * each.rate + 50_000) / 100_000));
      expect(taxes.reduce((sum, each) => sum + each.amount, 0)).toBe(tax);
    }),
  );
});

test('the price is the same in whatever sequence lines and discounts were entered', () => {
  fc.assert(
    fc.property(anyBill, ([listed, discounts, charged, province, tip]) => {
      const priced = (typed: readonly PricedLine[], provided: readonly Discount[]) => {
        const { lines, charges } = applyDiscounts(typed, provided, charged);
        return calculatePrice(lines, lawOf(province), tip, charges);
      };
      const last = listed.length - 1;
      const turned = discounts.map((each) =>
        typeof each.on === 'object' && 'line' in each.on ? { ...each, on: { line: last } } : each,
      );
      expect(priced(listed.toReversed(), turned.toReversed())).toEqual(priced(listed, discounts));
    }),
  );
});

test('refunding line by line returns exactly what was paid', () => {
  fc.assert(
    fc.property(anyBill, ([listed, discounts, , province, tip]) => {
      const { lines } = applyDiscounts(listed, discounts);
      const price = calculatePrice(lines, lawOf(province), tip);
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

test('without discounts and charges, and with one tax on everything, tax is rate times subtotal', () => {
  fc.assert(
    fc.property(anyLines, fc.nat(20_000), (typed, value) => {
      const listed = typed.map((line) => ({ ...line, taxClass: 'meal' as const }));
      const tax: Taxation = { ...lawOf('NS'), codes: [{ ...lawOf('NS').codes[0]!, rates: { meal: rate(value) } }] };
      const { lines } = applyDiscounts(listed, []);
      const price = calculatePrice(lines, tax, NO_TIP);
      const subtotal = addCents(...listed.map((line) => cents(line.unitPrice * line.quantity)));
      expect(price).toMatchObject({ subtotal, discount: 0, tax: Math.floor((subtotal * value + 50_000) / 100_000) });
    }),
  );
});
