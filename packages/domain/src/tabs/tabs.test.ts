import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addCents, cents, type Cents } from '../core/money.ts';
import { rate } from '../core/rates.ts';
import type { TaxClass } from '../core/tax-classes.ts';
import { cashDue } from '../pricing/cash.ts';
import type { PricedLine } from '../pricing/priced-line.ts';
import { calculatePrice } from '../pricing/price.ts';
import { singleTaxCode, type TaxCode, type Taxation } from '../pricing/tax-codes.ts';
import { NO_TIP } from '../pricing/tip.ts';
import { coursesOfRound } from './courses.ts';
import { priceRound, priceRounds } from './round-price.ts';
import { duesOfParts, parseBillId, partId, splitByItems, splitBySeats, splitEqually, type SplitLine } from './split.ts';
import { isPrintOutdated, roundTargetOf, takesRounds, type TabFacts } from './tab-state.ts';

const HST: Taxation = { codes: [singleTaxCode(rate(14_000), 'HST')], tipBase: 'with-tax' };
const ONTARIO: Taxation = {
  codes: [{ ...singleTaxCode(rate(13_000), 'HST'), small: { upTo: cents(400), rate: rate(5_000) } }],
  tipBase: 'with-tax',
};
const code = (name: string, rates: TaxCode['rates']): TaxCode => ({ ...singleTaxCode(rate(0), name), rates });
const BRITISH_COLUMBIA: Taxation = {
  codes: [
    code('GST', { meal: rate(5_000), liquor: rate(5_000), charge: rate(5_000) }),
    code('PST', { liquor: rate(10_000) }),
  ],
  tipBase: 'with-tax',
};
const VAT: Taxation = {
  codes: [code('VAT', { meal: rate(10_000), liquor: rate(22_000) })],
  tipBase: 'with-tax',
  included: true,
};

const dish = (price: number, seat?: number, taxClass: TaxClass = 'meal', quantity = 1): SplitLine => ({
  orderId: 'A',
  line: price,
  name: `Dish for ${price}`,
  unitPrice: cents(price),
  quantity,
  taxClass,
  seat,
});
const sum = (values: readonly Cents[]) => addCents(...values);

const anyLine = fc.record({
  unitPrice: fc.integer({ min: 0, max: 9_999 }).map(cents),
  quantity: fc.integer({ min: 1, max: 4 }),
  taxClass: fc.constantFrom<TaxClass>('meal', 'liquor', 'untaxed'),
});
const anyRounds = fc.array(fc.array(anyLine, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 });
const anyTaxation = fc.constantFrom(HST, ONTARIO, BRITISH_COLUMBIA, VAT);

test('the tax of a bill is rounded once, however many rounds it has', () => {
  // 10.55 three times: alone each pays 1.48, together 4.43
  const rounds = [[dish(1055)], [dish(1055)], [dish(1055)]];
  expect(priceRounds(rounds, HST).map(({ tax }) => tax)).toEqual([148, 147, 148]);
  fc.assert(
    fc.property(anyRounds, anyTaxation, (lines, taxation) => {
      const prices = priceRounds(lines, taxation);
      const whole = calculatePrice(lines.flat(), taxation, NO_TIP);
      expect(sum(prices.map(({ total }) => total))).toBe(whole.total);
      expect(sum(prices.map(({ tax }) => tax))).toBe(whole.tax);
      for (const { taxes, total, subtotal, tax } of prices) {
        expect(total).toBe(subtotal + tax);
        expect(taxes.every(({ base, amount }) => base >= 0 && amount >= 0)).toBe(true);
      }
      for (const { code: name } of taxation.codes) {
        const amounts = (list: readonly { code: string; amount: Cents }[]) =>
          sum(list.filter((each) => each.code === name).map(({ amount }) => amount));
        expect(amounts(prices.flatMap(({ taxes }) => taxes))).toBe(amounts(whole.taxes));
      }
    }),
  );
});

test('a round is priced alone after the taxes of the location changed', () => {
  const earlier = [{ lines: [dish(1055)], taxes: [{ code: 'HST', amount: cents(158) }] }];
  expect(priceRound(earlier, [dish(1055)], HST).tax).toBe(148);
});

test.each([
  ['what a round takes of small meals counts at the full rate', [[dish(300)], [dish(1000)]], ONTARIO, [15, 154]],
  [
    'liquor pays its own tax in the round that ordered it',
    [[dish(1000)], [dish(800, 1, 'liquor')]],
    BRITISH_COLUMBIA,
    [50, 120],
  ],
])('%s', (_, rounds: readonly (readonly PricedLine[])[], taxation, taxes) => {
  expect(priceRounds(rounds, taxation).map(({ tax }) => tax)).toEqual(taxes);
});

const FOUR = [dish(1895, 1), dish(1650, 2), dish(1425, 3), { ...dish(700, 1), line: 4 }, { ...dish(700, 2), line: 5 }];
const amounts = (parts: ReturnType<typeof splitBySeats>) =>
  parts.ok ? parts.value.map(({ amount }) => amount) : parts.error.code;

test('72.62 by seats is 29.58, 26.79 and 16.25, and in three parts 24.21, 24.21 and 24.20', () => {
  const { taxes, total } = calculatePrice(FOUR, HST, NO_TIP);
  expect(total).toBe(7262);
  expect(amounts(splitBySeats(FOUR, taxes))).toEqual([2958, 2679, 1625]);
  const thirds = splitEqually(total, 3);
  expect(amounts(thirds)).toEqual([2421, 2421, 2420]);
  expect([2421, 2421].map((part) => cashDue(cents(part)))).toEqual([
    { due: 2420, rounding: -1 },
    { due: 2420, rounding: -1 },
  ]);
});

test('three of 10.55 cost apart what they cost together', () => {
  const lines = [dish(1055, 1), { ...dish(1055, 2), line: 2 }, { ...dish(1055, 3), line: 3 }];
  const { taxes } = calculatePrice(lines, HST, NO_TIP);
  expect(amounts(splitBySeats(lines, taxes))).toEqual([1203, 1203, 1202]);
});

test('what the table shares is spread over the seats, and a tax falls on the seat that pays it', () => {
  const lines = [dish(1000, 1), dish(800, 2, 'liquor'), { ...dish(901), line: 3 }];
  const { taxes, total } = calculatePrice(lines, BRITISH_COLUMBIA, NO_TIP);
  const parts = splitBySeats(lines, taxes);
  expect(amounts(parts)).toEqual([1524, 1392]);
  const shared = parts.ok && parts.value.map((part) => part.lines.map(({ isShared = false }) => isShared));
  expect(shared).toEqual([
    [false, true],
    [false, true],
  ]);
  expect(1524 + 1392).toBe(total);
});

test('each seat pays its share of a service charge', () => {
  const parts = splitBySeats([dish(1000, 1), dish(3000, 2)], [], cents(601));
  expect(amounts(parts)).toEqual([1150, 3451]);
});

test('a round is taxed with its charges, once over the bill', () => {
  const charges = [1502, 500].map((amount) => [
    { kind: 'service', amount: cents(amount), taxClass: 'charge' } as const,
  ]);
  const rounds = priceRounds([[dish(10_010)], [dish(3333)]], HST, charges);
  // 14 % of 153.45 is 21.483.
  expect(rounds.map((round) => [round.charges, round.tax, round.total])).toEqual([
    [1502, 1612, 13_124],
    [500, 536, 4369],
  ]);
});

test.each([
  ['by seats', () => splitBySeats([dish(1000)], []), 'invalid-argument'],
  ['in no parts', () => splitEqually(cents(1000), 0), 'invalid-argument'],
  ['in 51 parts', () => splitEqually(cents(1000), 51), 'invalid-argument'],
  ['in more parts than cents', () => splitEqually(cents(2), 3), 'more-than-due'],
  [
    'by a dish that is not on it',
    () => splitByItems([dish(1000)], [], [{ label: '', items: [{ orderId: 'A', line: 2, quantity: 1 }] }]),
    'invalid-argument',
  ],
  [
    'by more of a dish than it has',
    () => splitByItems([dish(1000)], [], [{ label: '', items: [{ orderId: 'A', line: 1000, quantity: 2 }] }]),
    'invalid-argument',
  ],
])('refuses to split a bill %s', (_, split, expected) => {
  expect(amounts(split())).toBe(expected);
});

test('a bill split by dishes costs what it cost, and what was not chosen is a part', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(anyLine, fc.nat(3), fc.nat(3)), { minLength: 1, maxLength: 8 }),
      anyTaxation,
      fc.nat(3000).map(cents),
      (chosen, taxation, charges) => {
        const lines = chosen.map(([line], index) => ({ ...dish(index), ...line, line: index }));
        const service = { kind: 'service', amount: charges, taxClass: 'charge' } as const;
        const { taxes, total } = calculatePrice(lines, taxation, NO_TIP, [service]);
        const groups = [0, 1].map((group) => ({
          label: '',
          items: chosen.flatMap(([line, ...counts], index) => {
            const taken = Math.min(counts[0], line.quantity);
            const quantity = group === 0 ? taken : Math.min(counts[1], line.quantity - taken);
            return quantity > 0 ? [{ orderId: 'A', line: index, quantity }] : [];
          }),
        }));
        const parts = splitByItems(lines, taxes, groups, charges);
        if (!parts.ok) throw new Error(parts.error.message);
        expect(sum(parts.value.map(({ amount }) => amount))).toBe(total);
        const quantities = parts.value.flatMap((part) => part.lines).reduce((all, { quantity }) => all + quantity, 0);
        expect(quantities).toBe(lines.reduce((all, { quantity }) => all + quantity, 0));
      },
    ),
  );
});

test('the parts of a bill owe together what the bill owes, whatever was paid for which', () => {
  const part = fc.record({
    amount: fc.nat(5_000).map(cents),
    paid: fc.nat(6_000).map(cents),
    held: fc.constant(cents(0)),
  });
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), fc.nat(20_000), (parts, due) => {
      const dues = duesOfParts(parts, cents(due));
      expect(sum(dues)).toBe(due);
      expect(dues.every((each) => each >= 0)).toBe(true);
    }),
  );
  // 10.00 were paid for no part: the last part owes less
  const parts = [1000, 1000, 1500].map((amount) => ({ amount: cents(amount), paid: cents(0), held: cents(0) }));
  expect(duesOfParts(parts, cents(2500))).toEqual([1000, 1000, 500]);
});

test.each([
  ['TRU-20261127-AB2CD', { billId: 'TRU-20261127-AB2CD', part: null }],
  [partId('TRU-20261127-AB2CD', 12), { billId: 'TRU-20261127-AB2CD', part: 12 }],
  ['TRU-20261127-AB2CD.0', { billId: 'TRU-20261127-AB2CD.0', part: null }],
])('reads the bill and the part of %s', (id, expected) => {
  expect(parseBillId(id)).toEqual(expected);
});

const OPEN: TabFacts = {
  mergedInto: null,
  continuedBy: null,
  isClosed: false,
  isSplit: false,
  hasPayments: false,
};

test.each([
  ['an open tab takes it', {}, { kind: 'here' }],
  ['a split bill gets a new one', { isSplit: true }, { kind: 'new' }],
  ['a paid bill gets a new one', { hasPayments: true }, { kind: 'new' }],
  ['a closed tab gets a new one', { isClosed: true }, { kind: 'new' }],
  ['a merged tab leads on', { mergedInto: 'B', isClosed: true }, { kind: 'bill', billId: 'B' }],
  ['a bill that is continued leads on', { continuedBy: 'C', hasPayments: true }, { kind: 'bill', billId: 'C' }],
])('where a round lands: %s', (_, facts, expected) => {
  const tab = { ...OPEN, ...facts };
  expect(roundTargetOf(tab)).toEqual(expected);
  expect(takesRounds(tab)).toBe(expected.kind === 'here');
});

const [early, late] = [new Date(1_000), new Date(2_000)];
test.each([
  ['was never printed', null, [early, late], false],
  ['was printed after its last round', late, [early, late], false],
  ['got a round after it was printed', early, [early, late], true],
  ['has no rounds', early, [], false],
])('a bill that %s', (_, printedAt, changes, expected) => {
  expect(isPrintOutdated(printedAt, changes)).toBe(expected);
});

test('later courses are held until they were fired, each as an order of its own', () => {
  const [soup, naan, curry, kulfi] = [{ course: 1 }, {}, { course: 2 }, { course: 3 }];
  const courses = (items: readonly { course?: number }[], fired: readonly number[] = []) =>
    coursesOfRound(items, fired).map(({ course, isHeld, items: own }) => [course, isHeld, own.length]);
  expect(courses([kulfi, soup, curry, naan, curry])).toEqual([
    [null, false, 2],
    [2, true, 2],
    [3, true, 1],
  ]);
  expect(courses([curry, kulfi], [2])).toEqual([
    [2, false, 1],
    [3, true, 1],
  ]);
  expect(courses([soup, soup])).toEqual([[1, false, 2]]);
  expect(courses([kulfi])).toEqual([[3, true, 1]]);
});
