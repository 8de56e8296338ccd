import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  changedRows,
  DASHBOARD_FIGURES,
  FIGURES,
  figureNames,
  figureOf,
  isCount,
  rememberedFigures,
  REPORT_FIGURES,
  type DatedRow,
  type FigurePart,
} from './figures-of-rows.ts';

/** An order of a generated history, as it stands after some changes. */
interface Order {
  readonly id: string;
  readonly at: number;
  readonly gross: number;
  readonly discount: number;
  readonly taxes: readonly { key: string; base: number; amount: number }[];
  readonly tip: number;
  readonly payments: readonly Money[];
  readonly refunds: readonly Money[];
  readonly voidedAt: number | null;
}

interface Money {
  readonly at: number;
  readonly tender: string;
  readonly amount: number;
  readonly tip: number;
  readonly rounding: number;
}

type Step = (order: Order, at: number) => Order;

const DAY = 86_400_000;
const START = Date.UTC(2026, 10, 1);
const day = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The rows of an order: one for the sale, and one for each payment, refund and cancellation. */
function rowsOf({ id, at, gross, discount, taxes, tip, payments, refunds, voidedAt }: Order): DatedRow[] {
  const row = (kind: DatedRow['kind'], when: number, amounts: readonly [FigurePart, string, number][]): DatedRow => ({
    at: when,
    day: day(when),
    kind,
    orderId: id,
    parts: amounts.map(([part, key, amount]) => ({ part, key, amount })),
  });
  const isSold = voidedAt === null || day(voidedAt) !== day(at);
  const sale: readonly [FigurePart, string, number][] = [
    ['orders', '', 1],
    ['gross', '', gross],
    ['discounts', '', discount],
    ['tips', '', tip],
    ...taxes.flatMap(({ key, base, amount }): [FigurePart, string, number][] => [
      ['taxBilled', key, amount],
      ['taxBaseBilled', key, base],
    ]),
  ];
  const money = (sign: 1 | -1, { tender, amount, tip: onTop, rounding }: Money): [FigurePart, string, number][] => [
    [sign > 0 ? 'moneyIn' : 'moneyOut', tender, amount + onTop + rounding],
    ['tips', '', sign * onTop],
    ['tenderRounding', tender, sign * rounding],
  ];
  return [
    ...(isSold ? [row('sale', at, sale)] : []),
    ...payments.map((payment) => row('payment', payment.at, money(1, payment))),
    ...refunds.map((refund) => row('refund', refund.at, [...money(-1, refund), ['refunds', '', refund.amount]])),
    ...(voidedAt === null
      ? []
      : [
          row('cancellation', voidedAt, [
            ['voids', '', gross - discount],
            ['voidedOrders', '', 1],
          ] as const),
        ]),
  ];
}

const cents = fc.integer({ min: 0, max: 9000 });
const moneyMoved = fc.record({
  tender: fc.constantFrom('cash', 'terminal', 'online'),
  amount: cents,
  tip: fc.integer({ min: 0, max: 700 }),
  rounding: fc.integer({ min: -2, max: 2 }),
});
const order = fc.record({
  gross: cents,
  discount: fc.integer({ min: 0, max: 500 }),
  taxes: fc.constantFrom(
    [{ key: 'HST 0.14', base: 1000, amount: 140 }],
    [
      { key: 'GST 0.05', base: 800, amount: 40 },
      { key: 'PST 0.1', base: 300, amount: 30 },
    ],
  ),
  tip: fc.integer({ min: 0, max: 900 }),
  location: fc.constantFrom('truro', 'new-glasgow'),
  on: fc.integer({ min: 0, max: 9 * 24 }),
});

/** What can happen to an order after it was placed. */
const step: fc.Arbitrary<Step> = fc.oneof(
  cents.map((gross): Step => (each) => ({ ...each, gross })),
  cents.map((discount): Step => (each) => ({ ...each, discount })),
  fc.integer({ min: 0, max: 900 }).map((tip): Step => (each) => ({ ...each, tip })),
  moneyMoved.map((moved): Step => (each, at) => ({ ...each, payments: [...each.payments, { ...moved, at }] })),
  moneyMoved.map((moved): Step => (each, at) => ({ ...each, refunds: [...each.refunds, { ...moved, at }] })),
  fc.constant<Step>((each, at) => ({ ...each, voidedAt: each.voidedAt ?? at })),
);

type Placed = Order & { readonly location: string };

const history = fc.record({
  orders: fc.array(order, { minLength: 1, maxLength: 12 }),
  steps: fc.array(fc.tuple(fc.nat(11), fc.integer({ min: 1, max: 60 }), step), { maxLength: 30 }),
  /** After how many steps somebody looks. An order can be placed after that. */
  lookAfter: fc.nat(30),
  ordersThen: fc.nat(12),
  /** The days and the locations of the period. */
  days: fc.tuple(fc.nat(9), fc.nat(9)),
  locations: fc.constantFrom<readonly string[]>(['truro'], ['new-glasgow'], ['truro', 'new-glasgow']),
});

type History = typeof history extends fc.Arbitrary<infer Generated> ? Generated : never;

function play({ orders, steps, lookAfter, ordersThen, days, locations }: History) {
  const placed = orders.map(({ on, location, ...each }, index): Placed => ({
    ...each,
    id: `TRU-${index}`,
    at: START + on * 3_600_000,
    location,
    payments: [],
    refunds: [],
    voidedAt: null,
  }));
  const after = (count: number, known: readonly Placed[]) =>
    known.map((each, index) => {
      const state = { ...each };
      for (const [number, [which, hours, apply]] of steps.slice(0, count).entries()) {
        if (which % orders.length !== index) continue;
        Object.assign(state, apply(state, state.at + hours * 3_600_000 + number));
      }
      return state;
    });
  const [from, to] = days.toSorted((a, b) => a - b) as [number, number];
  const isInPeriod = ({ at }: DatedRow) => at >= START + from * DAY && at < START + (to + 1) * DAY;
  const read = (state: readonly Placed[]) =>
    state
      .filter(({ location }) => locations.includes(location))
      .flatMap(rowsOf)
      .filter(isInPeriod);
  return { before: read(after(lookAfter, placed.slice(0, ordersThen))), now: read(after(steps.length, placed)) };
}

describe('a figure that changed', () => {
  test('differs by exactly the sum of the rows that changed, in 1,000 histories', () => {
    let changes = 0;
    fc.assert(
      fc.property(history, (generated) => {
        const { before, now } = play(generated);
        for (const name of figureNames('report', [...before, ...now])) {
          const rows = changedRows(before, now, name);
          const sum = rows.reduce((total, row) => total + row.now - row.before, 0);
          expect([name, sum]).toEqual([name, figureOf(now, name) - figureOf(before, name)]);
          expect(rows.every((row) => row.now !== row.before)).toBe(true);
          changes += rows.length;
        }
      }),
      { numRuns: 1000, seed: 46 },
    );
    expect(changes).toBeGreaterThan(10_000);
  });

  test('names no row if nothing happened', () => {
    fc.assert(
      fc.property(history, (generated) => {
        const { now } = play(generated);
        for (const name of figureNames('report', now)) expect(changedRows(now, now.toReversed(), name)).toEqual([]);
      }),
      { numRuns: 100, seed: 46 },
    );
  });

  test('shows a refund as a row of its own, and a changed sale with both amounts', () => {
    const placed: Order = {
      id: 'TRU-1',
      at: START,
      gross: 5000,
      discount: 0,
      taxes: [],
      tip: 0,
      payments: [],
      refunds: [],
      voidedAt: null,
    };
    const refund = { at: START + DAY, tender: 'cash', amount: 1190, tip: 0, rounding: 0 };
    const now = rowsOf({ ...placed, gross: 4500, refunds: [refund] });
    expect(changedRows(rowsOf(placed), now, { figure: 'net', key: '' })).toEqual([
      { at: START + DAY, day: '2026-11-02', kind: 'refund', orderId: 'TRU-1', before: 0, now: -1190 },
      { at: START, day: '2026-11-01', kind: 'sale', orderId: 'TRU-1', before: 5000, now: 4500 },
    ]);
  });
});

test('taxes and tenders are figures of their own, and add up to the figure of all', () => {
  fc.assert(
    fc.property(history, (generated) => {
      const { now } = play(generated);
      const names = figureNames('report', now);
      for (const figure of ['tax', 'tender'] as const) {
        const own = names.filter((name) => name.figure === figure && name.key !== '');
        const sum = own.reduce((total, name) => total + figureOf(now, name), 0);
        expect(sum).toBe(figureOf(now, { figure, key: '' }));
      }
      expect(figureOf(now, { figure: 'received', key: '' })).toBe(figureOf(now, { figure: 'tender', key: '' }));
    }),
    { numRuns: 200, seed: 46 },
  );
});

test('every figure of both pages is known, and counts are no money', () => {
  expect(new Set(FIGURES).size).toBe(Object.keys(REPORT_FIGURES).length + Object.keys(DASHBOARD_FIGURES).length);
  expect(rememberedFigures('report')).not.toContain('options');
  expect([isCount('orders'), isCount('customers'), isCount('net'), isCount('average')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
