import { parseCsv } from '@tiffin/domain/core';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { testServer } from '../../testing/server.ts';
import { rollUpOrders } from '../figures/roll-up-orders.ts';
import { insertHistory } from './report/testing/report-history.ts';
import { newRandom } from '../../testing/random.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db } = server.context;
const admin = await server.signIn('admin@demo.test');

const START = '2026-11-01';
const PERIOD = { locationId: 'all', from: '2026-11-01', to: '2026-11-12' };

afterEach(async () => {
  await sql`truncate order_items, refunds, payments, bill_taxes, order_charges, orders, bills cascade`.execute(db);
});

const history = (seed: number, count: number) => insertHistory(db, newRandom(seed), START, count);
const inCents = (amount: number) => Math.round(amount * 100);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

test('the rows of what was received name the manager who refunded', async () => {
  const order = (await history(7, 10)).find(
    ({ payments, refunds, cancelledAt }) => payments.length > 0 && refunds.length === 0 && !cancelledAt,
  );
  if (!order) throw new Error('no paid order');
  await sql`
    insert into refunds (id, payment_id, order_id, bill_id, location_id, status, method, amount_cents, reason,
                         idempotency_key, requested_by, requested_at, settled_at)
    select 'r-12', ${`${order.id}-p0`}, ${order.id}, ${order.id}, ${order.location}, 'succeeded', 'cash', 1, 'cold',
           'r-12', id, '2026-11-11T15:00:00Z', '2026-11-11T15:00:00Z'
    from users where email = 'manager.truro@demo.test'`.execute(db);
  const { body } = await server.call('getReportRows', { query: { ...PERIOD, figure: 'received' } }, admin);
  expect(body.rows.filter(({ kind, orderId }) => kind === 'refund' && orderId === order.id)).toEqual([
    {
      at: '2026-11-11T15:00:00.000Z',
      day: '2026-11-11',
      kind: 'refund',
      orderId: order.id,
      by: 'Meera Nair',
      amount: -0.01,
    },
  ]);
});

test.each([
  ['month', '2026-11-05T20:00:00Z', '2026-11-01', '2026-11-30'],
  // 00:40 on Thursday is still Wednesday.
  ['today', '2026-11-05T04:40:00Z', '2026-11-04', '2026-11-04'],
] as const)(
  'every figure of the dashboard, %s at %s, is the sum of its rows, page by page and in the file',
  async (period, now, from, to) => {
    server.clock.set(now);
    await history(11, 120);
    await db.transaction().execute((tx) => rollUpOrders(tx, sql`true`));
    const query = { period, locationId: 'all' } as const;
    const { stats } = (await server.call('getDashboardStats', { query }, admin)).body;
    const days = { locationId: 'all', from, to };
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
        const page = { ...days, figure: figure as 'revenue', ...(cursor === undefined ? {} : { cursor }) };
        const { body } = await server.call('getReportRows', { query: page }, admin);
        expect([figure, body.sum]).toEqual([figure, amount]);
        total += sum(body.rows.map((row) => inCents(row.amount)));
        cursor = body.nextCursor ?? undefined;
        if (cursor === undefined) break;
      }
      expect([figure, total]).toEqual([figure, inCents(amount ?? 0)]);
    }
    const csv = await server.fetch(
      `/api/getReportRowsCsv?${new URLSearchParams({ ...days, figure: 'revenue' })}`,
      {},
      admin,
    );
    const rows = parseCsv(await csv.text()) ?? [];
    expect(Number(rows.at(-1)?.[5])).toBe(stats.revenue);
    expect(sum(rows.slice(1, -1).map((row) => inCents(Number(row[5]))))).toBe(inCents(stats.revenue));
    for (const [status, count] of Object.entries(stats.statusBreakdown)) {
      const { body } = await server.call('getReportRows', { query: { ...days, figure: 'status', key: status } }, admin);
      expect([status, body.sum]).toEqual([status, count]);
    }
  },
);

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
