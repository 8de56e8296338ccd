import { REPORT_FIGURES } from '@tiffin/domain/stats';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testServer } from '../../../testing/server.ts';
import { readFigureRows } from '../read-figure-rows.ts';
import { figureAmounts } from './testing/figure-amounts.ts';
import { readReport, type ReportFigures } from './read-report.ts';
import type { ReportScope } from './report-rows.ts';
import { insertHistory, type HistoryOrder } from './testing/report-history.ts';
import { newRandom, type Random } from '../../../testing/random.ts';

const server = await testServer();
const { db } = server.context;
await sql`update locations set day_end_hour = 0 where id = 'new-glasgow'`.execute(db);

const ZONE = 'America/Halifax';
const DAY_ENDS: Readonly<Record<string, number>> = { truro: 4, 'new-glasgow': 0 };
/** Both clock changes are in the histories. */
const STARTS = ['2026-10-29', '2027-03-11'];

interface Expected {
  readonly gross: number;
  readonly discounts: number;
  readonly orders: number;
  readonly soldTotal: number;
  readonly takenBack: number;
  readonly payments: number;
  readonly onTop: number;
  readonly rounding: number;
  readonly refunds: number;
  readonly owed: number;
  readonly otherDays: number;
  readonly giftCardsUsed: number;
  readonly goods: number;
  readonly taxes: number;
  readonly tips: number;
  readonly voids: number;
  /** Each amount without dishes is split by proportion and may differ by cents. */
  readonly cents: number;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function dayOf(at: Date, location: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(ZONE).toPlainDateTime();
  return local
    .subtract({ hours: DAY_ENDS[location] ?? 4 })
    .toPlainDate()
    .toString();
}

/** The tip of a sold order that was not paid at the end of a day. */
function unpaidTip(order: HistoryOrder, day: string): number {
  const until = (at: Date) => dayOf(at, order.location) <= day;
  const { at, cancelledAt, tip, total } = order;
  if (!until(at) || (cancelledAt !== null && (until(cancelledAt) || !counts(order)))) return 0;
  const paid = sum(order.payments.filter((payment) => until(payment.at)).map(({ amount }) => amount));
  return tip === 0 ? 0 : tip - Math.floor((tip * paid) / total);
}

const counts = (order: HistoryOrder) =>
  order.cancelledAt === null || dayOf(order.cancelledAt, order.location) > dayOf(order.at, order.location);

/** Adds up the same period from the generated orders, without SQL. */
function expectedOf(
  history: readonly HistoryOrder[],
  locations: readonly string[],
  from: string,
  to: string,
): Expected {
  const within = (at: Date | null, order: HistoryOrder) => {
    if (at === null) return false;
    const day = dayOf(at, order.location);
    return from <= day && day <= to;
  };
  const own = history.filter(({ location }) => locations.includes(location));
  const total = { gross: 0, discounts: 0, orders: 0, soldTotal: 0, takenBack: 0, payments: 0, onTop: 0, rounding: 0 };
  const more = { refunds: 0, owed: 0, otherDays: 0, giftCardsUsed: 0, goods: 0, taxes: 0, tips: 0, voids: 0, cents: 0 };
  for (const order of own) {
    const isSold = counts(order) && within(order.at, order);
    if (isSold) {
      total.gross += sum(order.lines.map((line) => line.list * line.quantity));
      total.discounts += sum(order.lines.map((line) => line.list * line.quantity - line.net));
      total.orders += 1;
      total.soldTotal += order.total;
      more.goods += sum(order.lines.map((line) => line.net)) + order.fee;
      more.taxes += sum(order.taxes.map((tax) => tax.amount));
      more.tips += order.tip;
    }
    let left = order.total;
    let back = 0;
    for (const refund of order.refunds) {
      const takesBack = counts(order) && (order.cancelledAt === null || refund.at < order.cancelledAt);
      if (!takesBack) continue;
      const isWhole = left === order.total && refund.amount === order.total;
      if (within(refund.at, order)) {
        back += refund.amount;
        const share = (value: number) => (value * refund.amount) / order.total;
        more.goods -= share(order.total - order.tip - sum(order.taxes.map((tax) => tax.amount)));
        more.taxes -= share(sum(order.taxes.map((tax) => tax.amount)));
        more.tips -= share(order.tip);
        if (!isWhole) more.cents += order.lines.length + 4;
      }
      left -= refund.amount;
    }
    if (counts(order) && within(order.cancelledAt, order)) {
      back += left;
      const share = order.total === 0 ? 0 : left / order.total;
      const taxes = sum(order.taxes.map((tax) => tax.amount));
      more.goods -= (order.total - order.tip - taxes) * share;
      more.taxes -= taxes * share;
      more.tips -= order.tip * share;
      if (left !== order.total) more.cents += order.lines.length + 4;
    }
    const paid = order.payments.filter((payment) => within(payment.at, order));
    const returned = order.refunds.filter((refund) => within(refund.at, order));
    const moved = sum(paid.map((each) => each.amount)) - sum(returned.map((each) => each.amount));
    if (isSold) more.owed += order.total - back - moved;
    else more.otherDays += moved + back;
    const byCard = ({ tender }: (typeof paid)[number]) => tender === 'gift-card';
    const moneyIn = (moves: typeof paid) => sum(moves.map(({ amount, tip, rounding }) => amount + tip + rounding));
    more.giftCardsUsed += moneyIn(paid.filter(byCard)) - moneyIn(returned.filter(byCard));
    total.takenBack += back;
    total.payments += sum(paid.map((each) => each.amount));
    total.onTop += sum(paid.map((each) => each.tip)) - sum(returned.map((each) => each.tip));
    total.rounding += sum(paid.map((each) => each.rounding)) - sum(returned.map((each) => each.rounding));
    more.refunds += sum(returned.map((each) => each.amount));
    if (within(order.cancelledAt, order)) more.voids += order.total;
  }
  return { ...total, ...more, tips: more.tips + total.onTop };
}

interface CardSale {
  readonly location: string;
  readonly at: Date;
  readonly amount: number;
  readonly backAt: Date | null;
}

/** Gift cards that were sold, some of them given back later. */
async function sellCards(random: Random, start: string): Promise<CardSale[]> {
  const sales = Array.from({ length: 12 }, (): CardSale => {
    const at = new Date(new Date(`${start}T06:00:00Z`).getTime() + random.int(0, 180) * 3_600_000);
    const backAt = random.chance(30) ? new Date(at.getTime() + random.int(1, 40) * 3_600_000) : null;
    return { location: random.pick(['truro', 'new-glasgow']), at, amount: random.int(5, 500) * 100, backAt };
  });
  for (const [index, { location, at, amount, backAt }] of sales.entries()) {
    await sql`
      insert into payments (id, location_id, provider, method, tender, status, amount_cents, gift_card_id, created_at, captured_at)
      values (${`card-${index}`}, ${location}, 'till', 'cash', 'cash', 'succeeded', ${amount}, 'card', ${at}, ${at})`.execute(
      db,
    );
    if (backAt === null) continue;
    await sql`
      insert into refunds (id, payment_id, location_id, status, method, amount_cents, reason, idempotency_key, requested_at, settled_at)
      values (${`back-${index}`}, ${`card-${index}`}, ${location}, 'succeeded', 'cash', ${amount}, 'test', ${`back-${index}`}, ${backAt}, ${backAt})`.execute(
      db,
    );
  }
  return sales;
}

async function expectPeriod(
  { history, sales: cards }: { history: readonly HistoryOrder[]; sales: readonly CardSale[] },
  locationIds: string[],
  from: string,
  to: string,
) {
  const { figures, lines, takenBack, options } = await readReport(db, { locationIds, from, to });
  const expected = expectedOf(history, locationIds, from, to);
  const { sales, taxes, tenders } = figures;
  const isIn = (at: Date | null, location: string) =>
    at !== null && from <= dayOf(at, location) && dayOf(at, location) <= to;
  const cardsSold = sum(
    cards
      .filter(({ location }) => locationIds.includes(location))
      .map(
        ({ amount, at, backAt, location }) => amount * (Number(isIn(at, location)) - Number(isIn(backAt, location))),
      ),
  );
  const taxSum = sum(taxes.map(({ amount }) => amount));
  expect({
    gross: sales.gross,
    discounts: sales.discounts,
    orders: figures.orders,
    rounding: figures.cashRounding,
    owed: figures.owed,
    otherDays: figures.otherDays,
    giftCardsSold: figures.giftCardsSold,
    giftCardsUsed: figures.giftCardsUsed,
    voids: figures.voids.amount,
  }).toEqual({
    gross: expected.gross,
    discounts: expected.discounts,
    orders: expected.orders,
    rounding: expected.rounding,
    owed: expected.owed,
    otherDays: expected.otherDays,
    giftCardsSold: cardsSold,
    giftCardsUsed: expected.giftCardsUsed,
    voids: expected.voids,
  });
  expect(sales.net).toBe(sales.gross - sales.discounts - figures.refunds);
  expect(figures.billed).toBe(expected.soldTotal - expected.takenBack + expected.onTop + expected.rounding);
  const { giftCardsUsed: used } = expected;
  expect(figures.received).toBe(figures.billed - figures.owed + figures.otherDays + cardsSold - used);
  expect(figures.received).toBe(
    expected.payments - expected.refunds + expected.onTop + expected.rounding + cardsSold - used,
  );
  expect(sum(tenders.filter(({ tender }) => tender !== 'gift-card').map(({ amount }) => amount))).toBe(
    figures.received,
  );
  const paidTips = sum(figures.tipsByPerson.map(({ tips }) => tips));
  expect(paidTips).toBe(sum(tenders.map(({ tips }) => tips)));
  const dayBefore = Temporal.PlainDate.from(from).subtract({ days: 1 }).toString();
  const own = history.filter(({ location }) => locationIds.includes(location));
  expect(figures.tips - paidTips).toBe(sum(own.map((order) => unpaidTip(order, to) - unpaidTip(order, dayBefore))));
  expect(Math.abs(sales.net + figures.charges - expected.goods)).toBeLessThanOrEqual(expected.cents + 1e-6);
  expect(Math.abs(taxSum - expected.taxes)).toBeLessThanOrEqual(expected.cents + 1e-6);
  expect(Math.abs(figures.tips - expected.tips)).toBeLessThanOrEqual(expected.cents + 1e-6);
  const back = sum(takenBack.map(({ parts }) => sum(parts.dishes)));
  for (const breakdown of ['category', 'dish', 'service', 'daypart', 'hour', 'channel', 'day']) {
    const rows = lines.filter((row) => row.breakdown === breakdown);
    expect(sum(rows.map(({ gross, discounts }) => gross - discounts)) - back).toBe(sales.net);
  }
  expect(options).toEqual([]);
  await expectRows({ locationIds, from, to }, figures);
}

/** Every figure is the sum of its rows, on every page of them. */
async function expectRows(scope: ReportScope, figures: ReportFigures): Promise<void> {
  const amounts = figureAmounts(figures);
  for (const { figure, key, amount } of amounts) {
    const { rows, count, sum: total } = await readFigureRows(db, scope, { figure, key }, { limit: 10_000 });
    expect([figure, key, sum(rows.map((row) => row.amount)), rows.length]).toEqual([figure, key, total, count]);
    expect([figure, key, total]).toEqual([figure, key, amount]);
  }
  const inBreakdowns = new Set(['units', 'options', 'withoutOptions']);
  const names = Object.keys(REPORT_FIGURES).filter((name) => !inBreakdowns.has(name));
  if (figures.tenders.length > 0 && figures.payouts.length > 0 && figures.taxes.length > 0) {
    expect(new Set(amounts.map(({ figure }) => figure))).toEqual(new Set(names));
  }
}

const daysFrom = (start: string) =>
  Array.from({ length: 10 }, (_, at) => Temporal.PlainDate.from(start).add({ days: at }).toString());

function randomPeriod(random: Random, start: string): [string, string] {
  const days = daysFrom(start);
  const [a, b] = [random.pick(days), random.pick(days)];
  return a < b ? [a, b] : [b, a];
}

test.each(process.env['QUICK_TESTS'] ? [1] : [1, 2, 3, 4])(
  'the figures of every period are the sums of its orders, payments and refunds (history %i)',
  async (seed) => {
    const random = newRandom(seed);
    const start = random.pick(STARTS);
    await sql`truncate order_items, refunds, payments, bill_taxes, order_charges, orders, bills cascade`.execute(db);
    const history = { history: await insertHistory(db, random, start, 90), sales: await sellCards(random, start) };
    for (const day of daysFrom(start)) await expectPeriod(history, ['truro', 'new-glasgow'], day, day);
    for (let run = 0; run < 8; run++) {
      const [from, to] = randomPeriod(random, start);
      await expectPeriod(history, random.pick([['truro'], ['new-glasgow'], ['truro', 'new-glasgow']]), from, to);
    }
  },
  60_000,
);
