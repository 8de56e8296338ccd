import { parseCsv } from '@tiffin/domain/core';
import { figureNames, partsOf, REMEMBERED_DAYS } from '@tiffin/domain/stats';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { snapshotTransaction } from '../../../platform/db/transaction.ts';
import { testServer, type Caller } from '../../../testing/server.ts';
import { rollUpOrders } from '../../sales-figures/roll-up-orders.ts';
import { insertHistory, newRandom, type HistoryOrder, type Random } from '../report/testing/report-history.ts';
import { readFigureRows } from '../read-figure-rows.ts';
import { forgetOldViewings } from './forget-old-viewings.ts';
import { readDatedRows } from './read-dated-rows.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db } = server.context;
const admin = await server.signIn('admin@demo.test');
const manager = await server.signIn('manager.truro@demo.test');

const HOUR = 3_600_000;
const START = '2026-11-01';
const PERIOD = { locationId: 'all', from: '2026-11-01', to: '2026-11-12' };
type Page = 'report' | 'dashboard';

afterEach(async () => {
  await sql`truncate figure_viewings, order_items, refunds, payments, bill_taxes, order_charges, orders, bills cascade`.execute(
    db,
  );
  await sql`update locations set day_end_hour = null`.execute(db);
});

async function look(page: Page = 'report', period = PERIOD, as: Caller = admin, viewingId: number | null = null) {
  return server.call('recordFigureViewing', { body: { ...period, page, viewingId } }, as);
}
const changesOf = (viewingId: number, figure: string, key = '', as: Caller = admin) =>
  server.call('getFigureChanges', { query: { viewingId, figure: figure as 'net', key } }, as);
const inCents = (amount: number) => Math.round(amount * 100);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const later = (hours: number) => server.clock.forward(hours * HOUR);

async function history(seed: number, count: number) {
  const random = newRandom(seed);
  return { random, orders: await insertHistory(db, random, START, count) };
}

/** Something that changes figures: of an order, or of the location. */
async function change(random: Random, orders: readonly HistoryOrder[], number: number): Promise<void> {
  const { id, location, payments, refunds, total } = random.pick(orders);
  const at = server.clock.now();
  const kinds = ['cancel', 'edit', 'discount', 'tip', 'refund', 'payment', 'place', 'day-end'] as const;
  switch (random.pick(kinds)) {
    case 'cancel':
      await sql`update orders set status = 'cancelled', cancelled_time = ${at} where id = ${id}`.execute(db);
      return;
    case 'edit':
      await sql`update order_items set quantity = quantity + 1 where order_id = ${id} and line = 1`.execute(db);
      await sql`update orders set subtotal_cents = subtotal_cents + 5, total_cents = total_cents + 5 where id = ${id}`.execute(
        db,
      );
      return;
    case 'discount':
      await sql`update order_items set net_cents = coalesce(net_cents, quantity * unit_price_cents) / 2 where order_id = ${id}`.execute(
        db,
      );
      return;
    case 'tip':
      await sql`update orders set tip_cents = tip_cents + 100, total_cents = total_cents + 100 where id = ${id}`.execute(
        db,
      );
      return;
    case 'refund':
      // The database refuses refunds of more than was paid.
      if (payments.length > 0 && refunds.length === 0) await insertRefund(id, location, `new-${number}`, 1);
      return;
    case 'payment':
      if (payments.length > 0 || total < 6) return;
      await sql`insert into payments (id, order_id, bill_id, location_id, provider, method, tender, status, amount_cents, tip_cents, cash_rounding_cents, created_at, captured_at, processed_by)
        values (${`pay-${number}`}, ${id}, ${id}, ${location}, 'till', 'cash', 'cash', 'succeeded', 1, 50, -2, ${at}, ${at}, 'Mia')`.execute(
        db,
      );
      return;
    case 'place':
      await insertHistory(db, random, START, 2, 500 + 2 * number);
      return;
    default:
      await sql`update locations set day_end_hour = ${random.int(0, 8)} where id = ${location}`.execute(db);
  }
}

async function insertRefund(orderId: string, locationId: string, id: string, amount: number, by: string | null = null) {
  const at = server.clock.now();
  await sql`insert into refunds (id, payment_id, order_id, bill_id, location_id, status, method, amount_cents, reason, idempotency_key, requested_by, requested_at, settled_at)
    values (${id}, ${`${orderId}-p0`}, ${orderId}, ${orderId}, ${locationId}, 'succeeded', 'cash', ${amount}, 'cold', ${id}, ${by}, ${at}, ${at})`.execute(
    db,
  );
}

/** Figure(now) − figure(then) is the sum of the listed rows, for every figure of the page. */
async function expectChangesExplained(page: Page): Promise<number> {
  const { body } = await look(page);
  const { since, changed } = body;
  if (!since) throw new Error('nothing to compare with');
  const changedNames = new Set(changed.map(({ figure, key }) => `${figure} ${key}`));
  const locationIds = (await db.selectFrom('locations').select('id').execute()).map(({ id }) => id);
  const scope = { locationIds, from: PERIOD.from, to: PERIOD.to };
  const rows = await snapshotTransaction(db, (tx) => readDatedRows(tx, page, scope));
  for (const { figure, key } of figureNames(page, rows)) {
    const { body: explained } = await changesOf(since.id, figure, key);
    const difference = inCents(explained.now) - inCents(explained.before);
    expect([figure, key, inCents(explained.difference)]).toEqual([figure, key, difference]);
    expect([figure, key, sum(explained.rows.map((row) => inCents(row.difference)))]).toEqual([figure, key, difference]);
    expect([figure, key, changedNames.has(`${figure} ${key}`)]).toEqual([figure, key, difference !== 0]);
    const now = await readFigureRows(db, scope, { figure, key }, { limit: 0 });
    const unit = partsOf(figure).length > 0 && Number.isInteger(explained.now) && explained.now === now.sum ? 1 : 100;
    expect([figure, key, Math.round(explained.now * unit)]).toEqual([figure, key, now.sum]);
  }
  return changed.length;
}

test.each(Array.from({ length: 20 }, (_, index) => index + 1))(
  'the rows that changed since somebody looked add up to the difference of every figure (history %i)',
  async (seed) => {
    const { random, orders } = await history(seed, 30);
    const page = seed % 4 === 0 ? 'dashboard' : 'report';
    expect((await look(page)).body).toMatchObject({ since: null, changed: [], isRemembered: true });
    later(2);
    for (let number = 0; number < 6; number++) await change(random, orders, number);
    expect(await expectChangesExplained(page)).toBeGreaterThan(0);
  },
  60_000,
);

test('an owner reads the figure of Tuesday, and the refund by a manager that changed it', async () => {
  const { orders } = await history(7, 10);
  const order = orders.find(
    ({ payments, refunds, cancelledAt }) => payments.length > 0 && refunds.length === 0 && !cancelledAt,
  );
  if (!order) throw new Error('no paid order');
  server.clock.set('2026-11-10T15:00:00Z');
  await look();
  server.clock.set('2026-11-11T15:00:00Z');
  const mia = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'manager.truro@demo.test')
    .executeTakeFirstOrThrow();
  await insertRefund(order.id, order.location, 'r-12', 1, mia.id);
  const { since, changed } = (await look()).body;
  expect(since).toMatchObject({ kind: 'page', at: '2026-11-10T15:00:00.000Z' });
  const received = changed.find(({ figure }) => figure === 'received');
  expect(inCents(received?.now ?? 0)).toBe(inCents(received?.before ?? 0) - 1);
  const { body } = await changesOf(since?.id ?? 0, 'received');
  expect(body).toMatchObject({ count: 1, difference: -0.01 });
  expect(body.rows).toMatchObject([
    { kind: 'refund', orderId: order.id, by: 'Meera Nair', at: '2026-11-11T15:00:00.000Z', before: 0, now: -0.01 },
  ]);
});

test('a change that began before the look and was committed after it is listed the next time', async () => {
  const { orders } = await history(3, 10);
  const [order] = orders;
  if (!order) throw new Error('no order');
  const pool = server.context.database.pool;
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('update orders set tip_cents = tip_cents + 111, total_cents = total_cents + 111 where id = $1', [
      order.id,
    ]);
    await look();
    await client.query('commit');
  } finally {
    client.release();
  }
  later(2);
  await expectChangesExplained('report');
});

test('a visit compares with the visit before, however often the page is reloaded', async () => {
  await history(5, 10);
  const first = server.clock.now().toISOString();
  await look();
  later(24);
  for (let minutes = 0; minutes < 30; minutes += 10) {
    expect((await look()).body.since?.at).toBe(first);
    server.clock.forward(10 * 60_000);
  }
  const { rows } = await sql<{ count: number }>`select count(*) as count from figure_viewings`.execute(db);
  expect(rows[0]?.count).toBe(2);
  later(24);
  expect((await look()).body.since?.at).not.toBe(first);
});

test('the files of a report name their position, and a person can compare with them', async () => {
  await history(6, 10);
  const search = new URLSearchParams(PERIOD).toString();
  const csv = await server.fetch(`/api/getReportCsv?${search}`, {}, admin);
  const rows = parseCsv(await csv.text()) ?? [];
  const position = rows.find(([section]) => section === 'position')?.[1];
  expect(position).toMatch(/^\d+:\d+:/);
  later(2);
  expect((await server.fetch(`/api/getReportPdf?${search}`, {}, admin)).status).toBe(200);
  later(2);
  const { viewings, since } = (await look()).body;
  expect(viewings.map(({ kind }) => kind)).toEqual(['pdf', 'csv']);
  expect(since?.kind).toBe('pdf');
  const [, csvViewing] = viewings;
  expect(csvViewing?.position).toBe(position);
  const chosen = await look('report', PERIOD, admin, csvViewing?.id ?? 0);
  expect(chosen.body.since).toEqual(csvViewing);
});

test('nobody sees the viewings of others, of locations they lost, or of figures that do not exist', async () => {
  await history(8, 10);
  const own = { ...PERIOD, locationId: 'truro' };
  await look('report', own, manager);
  later(2);
  const id = (await look('report', own, manager)).body.since?.id ?? 0;
  expect((await changesOf(id, 'net', '', manager)).status).toBe(200);
  expect((await changesOf(id, 'net')).status).toBe(404);
  expect((await look('report', own, admin, id)).status).toBe(404);
  expect((await changesOf(id, 'profit', '', manager)).status).toBe(400);
  expect((await look('report', { ...PERIOD, locationId: 'new-glasgow' }, manager)).status).toBe(403);
  expect((await look('report', { ...PERIOD, from: '2026-12-01' })).status).toBe(400);
  await sql`update figure_viewings set location_ids = '{truro,new-glasgow}'`.execute(db);
  expect((await changesOf(id, 'net', '', manager)).status).toBe(404);
  expect((await look('report', own, manager)).body.since).toBeNull();
});

test('a closed location is compared like any other', async () => {
  await history(9, 10);
  await look('report', { ...PERIOD, locationId: 'truro' });
  await sql`update locations set is_active = false where id = 'truro'`.execute(db);
  later(2);
  expect((await look('report', { ...PERIOD, locationId: 'truro' })).body).toMatchObject({
    changed: [],
    isRemembered: true,
  });
  await sql`update locations set is_active = true where id = 'truro'`.execute(db);
});

test('each person keeps the periods they looked at last, and nothing for longer than it is compared', async () => {
  for (let day = 1; day <= 42; day++) {
    const from = new Date(Date.UTC(2026, 8, day)).toISOString().slice(0, 10);
    await look('report', { ...PERIOD, from, to: from });
    server.clock.forward(1000);
  }
  const count = async () => (await db.selectFrom('figure_viewings').select('id').execute()).length;
  expect(await count()).toBe(40);
  later(24 * (REMEMBERED_DAYS + 1));
  await forgetOldViewings(server.context);
  expect(await count()).toBe(0);
});

test('every figure of the dashboard is the sum of its rows, page by page and in the file', async () => {
  server.clock.set('2026-11-05T20:00:00Z');
  await history(11, 120);
  await db.transaction().execute((tx) => rollUpOrders(tx, sql`true`));
  const query = { period: 'month', locationId: 'all' } as const;
  const { stats } = (await server.call('getDashboardStats', { query }, admin)).body;
  const month = { locationId: 'all', from: '2026-11-01', to: '2026-11-30' };
  const { money } = stats;
  const figures = {
    placedOrders: stats.orders,
    revenue: stats.revenue,
    customers: stats.customers,
    ordered: money.ordered,
    unpaid: money.owed,
    allTips: money.tips,
    roundingIn: money.cashRounding,
    taken: money.taken,
    refunded: money.refunded,
    staffDiscounts: money.discounts,
    comps: money.comps,
  } as const;
  for (const [figure, amount] of Object.entries(figures)) {
    let cursor: string | undefined;
    let total = 0;
    for (let pages = 0; pages < 5; pages++) {
      const page = { ...month, figure: figure as 'revenue', ...(cursor === undefined ? {} : { cursor }) };
      const { body } = await server.call('getReportRows', { query: page }, admin);
      expect([figure, body.sum]).toEqual([figure, amount]);
      total += sum(body.rows.map((row) => inCents(row.amount)));
      cursor = body.nextCursor ?? undefined;
      if (cursor === undefined) break;
    }
    expect([figure, total]).toEqual([figure, inCents(amount ?? 0)]);
  }
  const csv = await server.fetch(
    `/api/getReportRowsCsv?${new URLSearchParams({ ...month, figure: 'revenue' })}`,
    {},
    admin,
  );
  const rows = parseCsv(await csv.text()) ?? [];
  expect(Number(rows.at(-1)?.[5])).toBe(stats.revenue);
  expect(sum(rows.slice(1, -1).map((row) => inCents(Number(row[5]))))).toBe(inCents(stats.revenue));
  for (const [status, count] of Object.entries(stats.statusBreakdown)) {
    const { body } = await server.call('getReportRows', { query: { ...month, figure: 'status', key: status } }, admin);
    expect([status, body.sum]).toEqual([status, count]);
  }
});

test('every figure of a breakdown is the sum of its rows', async () => {
  await history(12, 60);
  const { body: report } = await server.call('getReport', { query: PERIOD }, admin);
  for (const by of ['category', 'dish', 'service', 'daypart', 'hour', 'channel', 'day'] as const) {
    for (const row of report.breakdowns[by]) {
      for (const figure of ['units', 'gross', 'discounts', 'refunds', 'net'] as const) {
        const query = { ...PERIOD, figure, by, byKey: row.key };
        const { body } = await server.call('getReportRows', { query }, admin);
        expect([by, row.key, figure, body.sum]).toEqual([by, row.key, figure, row[figure]]);
      }
    }
  }
  const wrong = await server.call(
    'getReportRows',
    { query: { ...PERIOD, figure: 'tips', by: 'dish', byKey: 'x' } },
    admin,
  );
  expect(wrong.status).toBe(400);
});
