import fc from 'fast-check';
import { expect, test } from 'vitest';
import { httpStatusOf } from '../core/errors.ts';
import { type Cents, addCents, cents } from '../core/money.ts';
import { rate } from '../core/rates.ts';
import { allocate } from './allocate.ts';
import { PRICE_TOLERANCE, checkPrice, priceDifferences, isSumCorrect } from './check-price.ts';
import { applyDiscounts } from './discounts.ts';
import { priceAfterOffer } from './offer.ts';
import { type PricedLine, lineTotal, subtotalOf } from './priced-line.ts';
import { type Price, calculatePrice, toWirePricing } from './price.ts';
import { type MenuDish, quoteFromMenu } from './quote.ts';
import { singleTaxCode, type Taxation } from './tax-codes.ts';
import { NO_TIP, type TipChoice } from './tip.ts';

const oneTax = (value: number, label: string): Taxation => ({
  codes: [singleTaxCode(rate(value), label)],
  tipBase: 'with-tax',
});
const HST = oneTax(14_000, 'HST');
const QUEBEC = oneTax(14_975, 'GST + QST');
const taxOn = (amount: Cents, value: number) => calculatePrice([priced(amount)], oneTax(value, ''), NO_TIP).tax;
const priced = (unitPrice: number, quantity = 1): PricedLine => ({ unitPrice: cents(unitPrice), quantity });

const anyLines = fc.array(
  fc.record({ unitPrice: fc.integer({ min: 1, max: 100_000 }).map(cents), quantity: fc.integer({ min: 1, max: 50 }) }),
  { minLength: 1, maxLength: 20 },
);
const anyTax = fc.integer({ min: 0, max: 20_000 }).map((value) => oneTax(value, 'Tax'));
const anyTip: fc.Arbitrary<TipChoice> = fc.oneof(
  fc.constant(NO_TIP),
  fc.constantFrom(5, 10, 15, 18, 20).map((percent) => ({ kind: 'percent', percent }) as const),
  fc.nat(10_000).map((amount) => ({ kind: 'amount', amount: cents(amount) }) as const),
);

test.each([
  [[priced(5925)], HST, 5925, 830, 6755],
  [[priced(1114)], HST, 1114, 156, 1270],
  [[priced(1695, 4)], HST, 6780, 949, 7729],
  [[priced(10_000)], QUEBEC, 10_000, 1498, 11_498],
  [[priced(1299, 2), priced(350, 3)], HST, 3648, 511, 4159],
  [[], HST, 0, 0, 0],
])('%j at %j: subtotal %d, tax %d, total %d [C-PRICE-11]', (lines, tax, subtotal, taxed, total) => {
  const { rates, label } = tax.codes[0] ?? HST.codes[0]!;
  const { taxes: _byCode, tipOn: _tipOn, ...figures } = calculatePrice(lines, tax, NO_TIP);
  expect(figures).toEqual({
    subtotal,
    discount: 0,
    charges: 0,
    tax: taxed,
    tip: 0,
    total,
    taxRate: rates.meal,
    taxLabel: label,
  });
});

test('tax is on the subtotal only, and the tip is added after it [C-PRICE-01]', () => {
  const price = calculatePrice([priced(10_000)], HST, { kind: 'amount', amount: cents(2000) });
  expect(price).toMatchObject({ subtotal: 10_000, tax: 1400, tip: 2000, total: 13_400 });
});

test.each([
  [5, 570],
  [10, 1140],
  [15, 1710],
])('a tip of %d %% is calculated on subtotal plus tax [C-PRICE-15]', (percent, tip) => {
  expect(calculatePrice([priced(10_000)], HST, { kind: 'percent', percent }).tip).toBe(tip);
});

test('a line is price times quantity, and the subtotal is the sum of the lines', () => {
  expect(lineTotal(priced(1695, 4))).toBe(6780);
  expect(subtotalOf([priced(1695, 4), priced(5)])).toBe(6785);
});

test('the API carries dollars and rates with four decimals', () => {
  const price = calculatePrice([priced(5925)], QUEBEC, { kind: 'amount', amount: cents(250) });
  expect(toWirePricing(price)).toEqual({ subtotal: 59.25, tax: 8.87, tip: 2.5, total: 70.62, taxRate: 0.1498 });
});

test('the parts always sum to the total', () => {
  fc.assert(
    fc.property(anyLines, anyTax, anyTip, (lines, tax, tip) => {
      const price = calculatePrice(lines, tax, tip);
      expect(addCents(price.subtotal, price.tax, price.tip)).toBe(price.total);
      expect(price.subtotal).toBe(lines.reduce((sum, each) => sum + each.unitPrice * each.quantity, 0));
    }),
  );
});

test('a price does not depend on the sequence of lines or on how a line is split', () => {
  fc.assert(
    fc.property(anyLines, anyTax, anyTip, (lines, tax, tip) => {
      const price = calculatePrice(lines, tax, tip);
      expect(calculatePrice(lines.toReversed(), tax, tip)).toEqual(price);
      const singles = lines.flatMap(({ unitPrice, quantity }) =>
        Array.from({ length: quantity }, () => ({ unitPrice, quantity: 1 })),
      );
      expect(calculatePrice(singles, tax, tip)).toEqual(price);
    }),
  );
});

test('more food or a higher rate never means less tax', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.nat(1000), fc.nat(20_000), fc.nat(500), (amount, more, value, higher) => {
      const tax = taxOn(cents(amount), value);
      expect(taxOn(cents(amount + more), value)).toBeGreaterThanOrEqual(tax);
      expect(taxOn(cents(amount), value + higher)).toBeGreaterThanOrEqual(tax);
    }),
  );
});

test.each([
  [1695, 10, 1526],
  [695, 10, 626],
  [5, 10, 5],
  [4, 10, 4],
  [1000, 100, 0],
  [1699, 0, 1699],
])('%i cents less %i %% are %i', (price, percent, rest) => {
  expect(priceAfterOffer(cents(price), percent)).toBe(rest);
});

test('a discounted price is never higher, never negative and within half a cent of the exact share', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: 0, max: 100 }), (price, percent) => {
      const rest = priceAfterOffer(cents(price), percent);
      expect(rest).toBeGreaterThanOrEqual(0);
      expect(rest).toBeLessThanOrEqual(price);
      expect(Math.abs(rest * 100 - price * (100 - percent))).toBeLessThanOrEqual(50);
    }),
  );
});

test('what an offer takes off each dish plus the rest is the menu’s subtotal, to the cent', () => {
  const line = fc.record({ price: fc.integer({ min: 1, max: 10_000 }), quantity: fc.integer({ min: 1, max: 20 }) });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), fc.integer({ min: 0, max: 100 }), (dishes, percent) => {
      const menu = dishes.map(({ price, quantity }) => ({ unitPrice: cents(price), quantity }));
      const offer = { on: 'dishes', off: { percent }, kind: 'promo', source: 'HELLO', label: 'HELLO' } as const;
      const { lines, adjustments } = applyDiscounts(menu, [offer]);
      const saved = adjustments.reduce((sum, { amount }) => sum - amount, 0);
      expect(saved + subtotalOf(lines)).toBe(subtotalOf(menu));
    }),
  );
});

const dish = (id: string, more: Partial<MenuDish> = {}): [string, MenuDish] => [
  id,
  { id, locationId: 'truro', name: id.toUpperCase(), price: cents(1000), isAvailable: true, ...more },
];
const menu = new Map([
  dish('naan', { name: 'Garlic Naan', price: cents(350) }),
  dish('butter-chicken', { name: 'Butter Chicken', price: cents(1695) }),
  dish('lassi', { name: 'Mango Lassi', isAvailable: false }),
  dish('korma', { name: 'Korma', locationId: 'new-glasgow' }),
  dish('samosa', { name: 'Samosa', soldOutUntil: new Date('2026-11-20T20:00:01Z') }),
  dish('pakora', { name: 'Pakora', soldOutUntil: new Date('2026-11-20T20:00:00Z') }),
]);

const here = { locationId: 'truro', orderedFor: new Date('2026-11-20T20:00:00Z') };

test('the server takes names and prices from the menu and leaves the rest of a line unchanged', () => {
  const requested = [{ id: 'naan', name: 'Free Naan', quantity: 2, price: 0.01, note: 'crisp' }];
  expect(quoteFromMenu(requested, menu, here)).toEqual({
    ok: true,
    value: [{ id: 'naan', name: 'Garlic Naan', unitPrice: 350, quantity: 2, price: 0.01, note: 'crisp' }],
  });
});

test.each([
  [{ id: 'lassi', quantity: 1 }, 'Mango Lassi', 'unavailable'],
  [{ id: 'korma', quantity: 1 }, 'Korma', 'elsewhere'],
  [{ id: 'pizza', name: 'Pizza', quantity: 1 }, 'Pizza', 'unknown'],
  [{ id: 'pizza', quantity: 1 }, 'pizza', 'unknown'],
])('%j answers 409 and names it', (line, name, reason) => {
  expect(quoteFromMenu([{ id: 'naan', quantity: 1 }, line], menu, here)).toEqual({
    ok: false,
    error: {
      code: 'item-unavailable',
      message: `${name} is no longer available.`,
      details: { items: [{ id: line.id, name, reason }] },
    },
  });
  expect(httpStatusOf('item-unavailable')).toBe(409);
});

test('a sold-out dish is refused with a clear message until it is back', () => {
  expect(quoteFromMenu([{ id: 'samosa', quantity: 1 }], menu, here)).toEqual({
    ok: false,
    error: {
      code: 'item-unavailable',
      message: 'Samosa is sold out.',
      details: { items: [{ id: 'samosa', name: 'Samosa', reason: 'sold-out' }] },
    },
  });
  expect(quoteFromMenu([{ id: 'pakora', quantity: 1 }], menu, here).ok).toBe(true);
});

test('the error lists all missing dishes at once', () => {
  const answer = quoteFromMenu(
    [
      { id: 'lassi', quantity: 1 },
      { id: 'korma', quantity: 1 },
    ],
    menu,
    here,
  );
  expect(answer.ok ? [] : answer.error.details?.['items']).toHaveLength(2);
});

test('a price sent by the client never changes the quote', () => {
  fc.assert(
    fc.property(fc.double(), fc.integer({ min: 1, max: 50 }), (price, quantity) => {
      const answer = quoteFromMenu([{ id: 'butter-chicken', quantity, price }], menu, here);
      expect(answer.ok && answer.value[0]?.unitPrice).toBe(1695);
    }),
  );
});

const price: Price = {
  subtotal: cents(5925),
  tax: cents(830),
  discount: cents(0),
  charges: cents(0),
  tip: cents(500),
  total: cents(7255),
  taxRate: rate(14_000),
  taxLabel: 'HST',
  taxes: [],
  tipOn: cents(6755),
};

test.each([
  [{}, []],
  [{ subtotal: cents(5925), tax: cents(830), tip: cents(500), total: cents(7255) }, []],
  [{ total: cents(7257) }, []],
  [{ total: cents(7253) }, []],
  [{ total: cents(7258) }, ['total']],
  [{ total: cents(7252) }, ['total']],
  [{ subtotal: cents(100), total: cents(1000) }, ['subtotal', 'total']],
  [{ tax: cents(0), tip: cents(0) }, ['tax', 'tip']],
])('the figures %j differ in %j', (client, figures) => {
  expect(priceDifferences(price, client).map((difference) => difference.figure)).toEqual(figures);
});

test('a price the guest has seen is accepted', () => {
  expect(checkPrice(price, { total: cents(7256) })).toEqual({ ok: true, value: price });
});

test('a price the guest has not seen answers 400 with the word pricing, the correct figures and every difference [C-ERR-34]', () => {
  const answer = checkPrice(price, { subtotal: cents(4925), total: cents(6255) });
  expect(answer).toEqual({
    ok: false,
    error: {
      code: 'pricing-mismatch',
      message:
        'Pricing validation failed: pricing has changed (subtotal is 59.25, not 49.25; total is 72.55, not 62.55)',
      details: {
        pricing: { subtotal: 59.25, tax: 8.3, tip: 5, total: 72.55, taxRate: 0.14 },
        differences: [
          { field: 'subtotal', client: 49.25, correct: 59.25 },
          { field: 'total', client: 62.55, correct: 72.55 },
        ],
      },
    },
  });
  expect(httpStatusOf('pricing-mismatch')).toBe(400);
});

test('for options with a changed price, guests read which and the till gets the figures', () => {
  const mint = { line: 2, groupId: 'chutneys', optionId: 'mint', name: 'Mint', was: cents(50), now: cents(75) };
  const answer = checkPrice(price, { total: cents(7205) }, [mint, { ...mint, line: 3 }]);
  const moved = { groupId: 'chutneys', optionId: 'mint', name: 'Mint', client: 0.5, correct: 0.75 };
  expect(answer).toMatchObject({
    error: {
      message: '"Mint" now costs $0.75, it was $0.50. Please look at your order again.',
      details: {
        options: [
          { line: 2, ...moved },
          { line: 3, ...moved },
        ],
        differences: [{ field: 'total', client: 72.05, correct: 72.55 }],
      },
    },
  });
  // An option price changed, but the total is the same, so there is nothing to report.
  expect(checkPrice(price, { total: cents(7255) }, [mint]).ok).toBe(true);
});

test('a figure is reported only if it is more than two cents off', () => {
  expect(PRICE_TOLERANCE).toBe(2);
  fc.assert(
    fc.property(fc.integer({ min: -10, max: 10 }), (off) => {
      const total = cents(price.total + off);
      expect(checkPrice(price, { total }).ok).toBe(Math.abs(off) <= 2);
    }),
  );
});

const figures = (
  subtotal: number,
  tax: number,
  tip: number,
  total: number,
): Record<'subtotal' | 'tax' | 'tip' | 'total', Cents> => ({
  subtotal: cents(subtotal),
  tax: cents(tax),
  tip: cents(tip),
  total: cents(total),
});

test.each([
  [figures(5925, 830, 500, 7255), true],
  [figures(5925, 830, 500, 7257), true],
  [figures(5925, 830, 500, 7253), true],
  [figures(5925, 830, 500, 7258), false],
  [figures(5925, 830, 500, 7252), false],
])('%j sums up: %s [C-ORDER-29]', (bill, expected) => {
  expect(isSumCorrect(bill)).toBe(expected);
});

test('discounts and charges are part of the sum', () => {
  const bill = figures(5925, 830, 500, 7054);
  expect(isSumCorrect({ ...bill, off: cents(600), charges: cents(399) })).toBe(true);
  expect(isSumCorrect({ ...bill, off: cents(600) })).toBe(false);
  expect(isSumCorrect({ ...bill, charges: cents(399) })).toBe(false);
});

test.each([
  [100, [1, 1, 1], [34, 33, 33]],
  [5, [1, 1], [3, 2]],
  [830, [2000, 3925], [280, 550]],
  [10, [0, 1, 0], [0, 10, 0]],
  [3, [0, 0], [2, 1]],
  [-100, [1, 1, 1], [-34, -33, -33]],
  [0, [5, 7], [0, 0]],
  [1, [1, 2, 3], [0, 0, 1]],
  [2, [1, 1, 2], [1, 0, 1]],
  [0, [], []],
])('%d split by %j is %j', (amount, weights, parts) => {
  expect(allocate(cents(amount), weights)).toEqual(parts);
});

test.each([[[1, -1]], [[0.5]], [[Number.NaN]]])('rejects the weights %j', (weights) => {
  expect(() => allocate(cents(1), weights)).toThrow('weights are whole numbers from zero up');
});

test('an amount cannot be split over no weights', () => {
  expect(() => allocate(cents(1), [])).toThrow('nobody to give the amount to');
});

test('the parts always sum to the whole, and each is less than a cent away from its exact share', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -10_000_000, max: 10_000_000 }).map(cents),
      fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 40 }),
      (amount, weights) => {
        const parts = allocate(amount, weights);
        expect(addCents(...parts)).toBe(amount);
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        if (total === 0) return;
        for (const [i, weight] of weights.entries()) {
          expect(Math.abs((parts[i] ?? Number.NaN) - (amount * weight) / total)).toBeLessThan(1);
        }
      },
    ),
  );
});
