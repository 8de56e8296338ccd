import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addCents, cents, valueOrThrow, ZERO, type Cents } from '../../core/index.ts';
import { deliveryCharges } from '../../delivery/index.ts';
import { refundShare } from '../../payment/index.ts';
import {
  applyDiscounts,
  calculatePrice,
  discountLines,
  lineNet,
  NO_TIP,
  subtotalOf,
  taxationOf,
  taxesOfProvince,
} from '../../pricing/index.ts';
import { promotionProblemText } from './promotion-texts.ts';
import {
  chooseOffer,
  promotionDiscounts,
  promotionFromWire,
  promotionProblem,
  promotionToWire,
  welcomeOfferOf,
  welcomePromotion,
  type OfferedLine,
  type OfferMoment,
  type Promotion,
  type PromotionCondition,
  type PromotionEffect,
} from './promotions.ts';

const moment: OfferMoment = {
  now: new Date('2026-12-01T22:00:00Z'),
  // A Tuesday, 6 p.m. in Halifax.
  orderedFor: new Date('2026-12-01T22:00:00Z'),
  zone: 'America/Halifax',
  locationId: 'truro',
  service: 'pickup',
};
const promotion = (
  effect: PromotionEffect,
  conditions: readonly PromotionCondition[] = [],
  more: Partial<Promotion> = {},
): Promotion => ({
  id: 'p',
  name: 'Lunch',
  code: null,
  from: null,
  until: null,
  isLimited: false,
  ...more,
  conditions,
  effect,
});
const percent = (of: PromotionEffect['of'], value: number, every?: number): PromotionEffect => ({
  kind: 'percent',
  of,
  percent: value,
  ...(every !== undefined && { every }),
});
const line = (id: string, price: number, quantity = 1, category = 'mains'): OfferedLine => ({
  id,
  category,
  unitPrice: cents(price),
  quantity,
});
const dinner = [
  line('butter', 1695),
  line('tikka', 1695),
  line('samosa', 450, 1, 'starters'),
  line('lassi', 399, 1, 'drinks'),
];
const NS = taxationOf({ postalCode: null, taxes: taxesOfProvince('NS', '2026-12-01'), tipBase: null }, '2026-12-01');

const offs = (lines: readonly OfferedLine[], each: Promotion) => {
  const taken = applyDiscounts(lines, promotionDiscounts(each, lines, []));
  return taken.lines.map(({ off }) => off);
};

test('10% of 42.39 is 4.24, spread over the dishes to the cent', () => {
  const ten = promotion(percent('order', 10));
  expect(offs(dinner, ten)).toEqual([170, 169, 45, 40]);
  const { lines } = applyDiscounts(dinner, promotionDiscounts(ten, dinner, []));
  expect(calculatePrice(lines, NS, NO_TIP)).toMatchObject({ discount: 424, tax: 534, total: 4349 });
});

test.each([
  [
    'a percentage off named categories',
    percent('dishes', 10),
    [{ kind: 'categories', ids: ['mains'] }],
    [170, 169, 0, 0],
  ],
  [
    'an amount off named dishes',
    { kind: 'amount', of: 'dishes', amount: cents(100) },
    [{ kind: 'dishes', ids: ['samosa'] }],
    [0, 0, 100, 0],
  ],
  [
    'an amount is capped by what it applies to',
    { kind: 'amount', of: 'dishes', amount: cents(9999) },
    [{ kind: 'dishes', ids: ['lassi'] }],
    [0, 0, 0, 399],
  ],
  ['half off the cheapest dish', percent('cheapest', 50), [], [0, 0, 0, 200]],
  [
    'the cheapest of a category is free',
    percent('cheapest', 100),
    [{ kind: 'categories', ids: ['mains'] }],
    [1695, 0, 0, 0],
  ],
  ['every second dish is free, the cheapest first', percent('cheapest', 100, 2), [], [0, 0, 450, 399]],
] as const)('%s', (_name, effect, conditions, expected) => {
  expect(offs(dinner, promotion(effect, conditions))).toEqual(expected);
});

test.each<[string, PromotionCondition, Partial<OfferMoment>, string | null]>([
  ['below the minimum', { kind: 'minimum', amount: cents(4649) }, {}, '4.10 more'],
  ['at the minimum', { kind: 'minimum', amount: cents(4239) }, {}, null],
  ['on a Tuesday', { kind: 'weekday', days: ['tuesday'] }, {}, null],
  ['on another day', { kind: 'weekday', days: ['monday'] }, {}, 'for Mon'],
  [
    'the day of a scheduled order counts',
    { kind: 'weekday', days: ['friday'] },
    { orderedFor: new Date('2026-12-04T22:00:00Z') },
    null,
  ],
  ['within its hours', { kind: 'daypart', from: '17:00', until: '19:00' }, {}, null],
  ['outside its hours', { kind: 'daypart', from: '11:30', until: '14:00' }, {}, '11:30 a.m. to 2:00 p.m.'],
  ['hours over midnight', { kind: 'daypart', from: '17:30', until: '02:00' }, {}, null],
  ['another service', { kind: 'service', services: ['delivery'] }, {}, 'Delivery'],
  ['another location', { kind: 'location', ids: ['halifax'] }, {}, 'not for this location'],
  [
    'too few of a dish',
    { kind: 'dishes', ids: ['lassi'], count: 3, label: 'Mango Lassi' },
    {},
    'is for Mango Lassi. Add 2 more',
  ],
])('a code %s says so, and what is missing', (_name, condition, at, expected) => {
  const problem = promotionProblem(promotion(percent('order', 10), [condition]), dinner, { ...moment, ...at });
  const text = problem && promotionProblemText('CURRY', problem);
  expect(text ?? 'holds').toContain(expected ?? 'holds');
});

test('a code before its first day and after its last day says when', () => {
  const on = (from: string | null, until: string | null) => {
    const problem = promotionProblem(promotion(percent('order', 10), [], { from, until }), dinner, moment);
    return problem && promotionProblemText('DIWALI10', problem);
  };
  expect(on('2026-12-02', null)).toBe('DIWALI10 begins on December 2, 2026. Nothing was taken off.');
  expect(on(null, '2026-11-30')).toBe('DIWALI10 ended on November 30, 2026. Nothing was taken off.');
  expect(on('2026-12-01', '2026-12-01')).toBeNull();
});

test('the offer with which the guest pays least counts, also against the offer of the welcome mail', () => {
  const five = promotion({ kind: 'amount', of: 'order', amount: cents(500) }, [], { id: 'five' });
  const ten = promotion(percent('order', 10), [], { id: 'ten' });
  const welcome = welcomePromotion({ code: 'WELCOME-A', percentOff: 10 });
  const chosen = (lines: readonly OfferedLine[], ...all: readonly Promotion[]) =>
    chooseOffer(lines, all, moment).promotion?.id;
  expect(chosen(dinner, ten, five)).toBe('five');
  expect(chosen(dinner, welcome, five)).toBe('five');
  // Both take 0.40 off, and the offer of the mail is the one that counts.
  expect(chosen(dinner.slice(3), ten, welcome)).toBe('WELCOME-A');
  expect(chosen(dinner.slice(3), promotion(percent('order', 10), [], { id: '0' }), welcome)).toBe('WELCOME-A');
});

test('the offer of the welcome mail lowers the price of each dish and adds no row', () => {
  const offer = { code: 'WELCOME-A', percentOff: 10 };
  const welcome = welcomePromotion(offer);
  const { discounts } = chooseOffer(dinner, [welcome], moment);
  const { lines, adjustments } = applyDiscounts(dinner, discounts);
  expect(lines.map(({ unitPrice, off }) => [unitPrice, off])).toEqual([
    [1526, 0],
    [1526, 0],
    [405, 0],
    [359, 0],
  ]);
  expect(discountLines(adjustments)).toEqual([]);
  expect(welcomeOfferOf(welcome)).toEqual(offer);
  expect(welcomeOfferOf(promotion(percent('dishes', 10), [], { code: 'CURRY' }))).toBeNull();
});

test('an offer that costs free delivery, or takes a delivery below its minimum, is left out', () => {
  const zone = { fees: [{ from: ZERO, fee: cents(500) }], freeOver: cents(4200) };
  const ten = promotion({ kind: 'amount', of: 'order', amount: cents(100) });
  const chargesFor = (food: Cents) => deliveryCharges(zone as never, food);
  expect(chooseOffer(dinner, [ten], moment, { chargesFor }).promotion).toBeNull();
  const missingFor = (food: Cents) => cents(Math.max(0, 4200 - food));
  expect(chooseOffer(dinner, [ten], moment, { missingFor }).promotion).toBeNull();
  const free = promotion(percent('delivery', 100), [{ kind: 'minimum', amount: cents(1000) }]);
  const [samosa] = dinner.slice(2);
  const offer = chooseOffer([samosa, samosa, samosa] as OfferedLine[], [free], moment, { chargesFor });
  expect(offer.discounts).toMatchObject([{ on: { charge: 0 }, off: { amount: 500 } }]);
});

test('the API shows amounts in dollars', () => {
  const own = promotion({ kind: 'amount', of: 'order', amount: cents(500) }, [
    { kind: 'minimum', amount: cents(2050) },
  ]);
  expect(promotionToWire(own)).toMatchObject({ effect: { amount: 5 }, conditions: [{ amount: 20.5 }] });
  expect(promotionFromWire(promotionToWire(own))).toEqual(own);
});

const anyLines = fc.array(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    category: fc.constantFrom('mains', 'drinks'),
    unitPrice: fc.integer({ min: 1, max: 3000 }).map(cents),
    quantity: fc.integer({ min: 1, max: 6 }),
    taxClass: fc.constantFrom<'meal' | 'liquor'>('meal', 'liquor'),
  }),
  { minLength: 1, maxLength: 6 },
);
const anyEffect: fc.Arbitrary<PromotionEffect> = fc
  .record({
    of: fc.constantFrom<PromotionEffect['of']>('order', 'dishes', 'cheapest', 'delivery'),
    percent: fc.integer({ min: 1, max: 100 }),
    amount: fc.integer({ min: 1, max: 9000 }).map(cents),
    isPercent: fc.boolean(),
    every: fc.option(fc.integer({ min: 2, max: 5 })),
  })
  .map(({ of, percent: value, amount, isPercent, every }) => {
    const nth = of === 'cheapest' && every !== null ? { every } : {};
    return isPercent
      ? { kind: 'percent' as const, of, percent: value, ...nth }
      : { kind: 'amount' as const, of, amount, ...nth };
  });
const anyPromotions = fc.uniqueArray(
  fc
    .record({
      id: fc.nat(999).map(String),
      effect: anyEffect,
      conditions: fc.subarray<PromotionCondition>([
        { kind: 'minimum', amount: cents(2500) },
        { kind: 'categories', ids: ['mains'] },
      ]),
    })
    .map(({ id, effect, conditions }) => promotion(effect, conditions, { id })),
  { selector: ({ id }) => id, maxLength: 4 },
);

test('promotions give the same price in any sequence of promotions and lines, and never go below zero', () => {
  fc.assert(
    fc.property(anyLines, anyPromotions, (lines, promotions) => {
      const chargesFor = (food: Cents) =>
        deliveryCharges({ fees: [{ from: ZERO, fee: cents(399) }], freeOver: cents(4500) } as never, food);
      const priceOf = (listed: readonly OfferedLine[], all: readonly Promotion[]) => {
        const chosen = chooseOffer(listed, all, moment, { chargesFor });
        const bill = applyDiscounts(listed, chosen.discounts, chosen.charges);
        return { bill, price: calculatePrice(bill.lines, NS, NO_TIP, bill.charges), charges: chosen.charges };
      };
      const { bill, price } = priceOf(lines, promotions);
      expect(priceOf(lines, promotions.toReversed()).price).toEqual(price);
      expect(priceOf(lines.toReversed(), promotions).price).toEqual(price);
      for (const each of bill.lines) expect(lineNet(each)).toBeGreaterThanOrEqual(0);
      const without = addCents(subtotalOf(lines), ...chargesFor(subtotalOf(lines)).map(({ amount }) => amount));
      expect(price.subtotal - price.discount + price.charges).toBeLessThanOrEqual(without);
    }),
    { numRuns: 500 },
  );
});

test('refunding an order with a promotion dish by dish returns exactly what was paid', () => {
  fc.assert(
    fc.property(anyLines, anyPromotions, (listed, promotions) => {
      const chosen = chooseOffer(listed, promotions, moment);
      const { lines } = applyDiscounts(listed, chosen.discounts);
      const price = calculatePrice(lines, NS, NO_TIP);
      let back = 0;
      lines.forEach(({ quantity }, at) => {
        const before = lines.slice(0, at).map((each, i) => ({ line: i, quantity: each.quantity }));
        back += valueOrThrow(refundShare({ lines, ...price }, [{ line: at, quantity }], before)).total;
      });
      expect(back).toBe(price.total);
    }),
    { numRuns: 1000 },
  );
});
