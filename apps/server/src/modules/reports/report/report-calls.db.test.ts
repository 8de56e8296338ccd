import { parseCsv } from '@tiffin/domain/core';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { readPdf } from '../../../testing/read-pdf.ts';
import { SITE_KEY, testServer, type Caller } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db } = server.context;
const admin = await server.signIn('admin@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const staff = await server.signIn('staff.truro@demo.test');
const makePayload = await payloadMaker(server);
/** The days before are without orders. */
const TODAY = '2026-11-20';

const placed = await server.call('createCustomerOrderCash', { body: makePayload({ tipCents: 300 }) }, SITE_KEY);
const { orderId, order } = placed.body;
const ALL = { locationId: 'all', from: TODAY, to: TODAY };

function report(query: Partial<typeof ALL> = {}, as: Caller = admin) {
  return server.call('getReport', { query: { ...ALL, ...query } }, as);
}
const once = (caller: Caller): Caller => ({ ...caller, 'idempotency-key': crypto.randomUUID() });

test('a paid order appears in sales, taxes, tips and its tender, and everything adds up', async () => {
  const { subtotal, tax, tip, total } = order.pricing;
  expect((await report()).body).toMatchObject({
    orders: 1,
    sales: { net: subtotal },
    owed: total,
    received: 0,
    tips: 3,
  });
  const payment = { billId: order.billId, tender: 'cash', amount: total, tip: 0, given: null, reference: '' } as const;
  expect((await server.call('addPayment', { body: payment }, once(manager))).status).toBe(200);
  const { body } = await report();
  expect(body).toMatchObject({
    currency: 'CAD',
    dayEndHours: [4],
    sales: { gross: subtotal, discounts: 0, net: subtotal },
    refunds: 0,
    owed: 0,
    tips: tip,
    tenders: [{ tender: 'cash', label: 'Cash', count: 1, tips: tip, refunded: 0 }],
    taxes: [{ code: 'HST', rate: 0.14, base: subtotal, amount: tax }],
    voids: { count: 0, amount: 0 },
    previous: { from: '2026-11-19', to: '2026-11-19', orders: 0 },
  });
  expect(body.received).toBe(body.tenders[0]?.amount);
  expect(body.billed).toBe(body.received);
  for (const rows of Object.values(body.breakdowns)) {
    const net = rows.reduce((sum, row) => sum + Math.round(row.net * 100), 0) / 100;
    expect(net).toBe(body.sales.net);
  }
});

test('the dashboard’s tips include those on bills', async () => {
  await server.settle();
  const query = { period: 'today', locationId: 'truro' } as const;
  const { stats } = (await server.call('getDashboardStats', { query }, manager)).body;
  expect(stats.money.tips).toBe(order.pricing.tip);
  expect(stats.money.taken).toBe((await report()).body.received);
});

test('a figure opens its rows, which add up to it', async () => {
  const rows = (figure: 'net' | 'tender' | 'tax', key: string, as = manager) =>
    server.call('getReportRows', { query: { ...ALL, locationId: 'truro', figure, key } }, as);
  expect((await rows('net', '')).body).toMatchObject({
    rows: [{ kind: 'sale', orderId, day: TODAY, amount: order.pricing.subtotal }],
    count: 1,
    sum: order.pricing.subtotal,
  });
  expect((await rows('tax', 'HST 0.14')).body.sum).toBe(order.pricing.tax);
  expect((await rows('tax', 'HST 0.15')).body).toMatchObject({ rows: [], count: 0, sum: 0 });
  expect((await rows('tender', 'cash')).body.rows).toMatchObject([{ kind: 'payment', orderId }]);
  expect((await rows('net', '', staff)).status).toBe(403);
});

test('a refund counts on the day it was made, and the day of the sale stays as it was', async () => {
  const before = (await report()).body;
  server.clock.forward(2 * 24 * 60 * 60_000);
  const [line] = order.items;
  const items = [{ line: 1, quantity: 1 }];
  const refund = await server.call('refundOrderItems', { body: { orderId, items, reason: 'cold' } }, once(manager));
  expect(refund.status).toBe(200);
  // Only the running day was compared with a part of the day before.
  const { until: _until, ...previous } = before.previous;
  expect((await report()).body).toMatchObject({ ...before, previous });
  const later = (await report({ from: '2026-11-22', to: '2026-11-22' })).body;
  expect(later).toMatchObject({
    orders: 0,
    sales: { gross: 0, net: -(line?.price ?? 0) },
    refunds: line?.price,
    owed: 0,
  });
  expect(later.taxes).toMatchObject([{ code: 'HST', refundedBase: line?.price }]);
  expect(later.received).toBe(later.billed);
  expect(later.breakdowns.dish).toMatchObject([{ label: line?.name, net: -(line?.price ?? 0) }]);
  // Both days together show the same as their sum.
  const both = (await report({ to: '2026-11-22' })).body;
  expect(both.sales.net).toBe(before.sales.net + later.sales.net);
});

test('November is still there in December, in the page, the table and the PDF', async () => {
  server.clock.set('2026-12-01T15:00:00Z');
  const november = { locationId: 'truro', from: '2026-11-01', to: '2026-11-30' };
  const { body } = await report(november, manager);
  expect(body.orders).toBe(1);
  expect(body.previous).toMatchObject({ from: '2026-10-01', to: '2026-10-31' });
  const search = new URLSearchParams(november).toString();
  const csv = await server.fetch(`/api/getReportCsv?${search}`, {}, manager);
  expect(csv.headers.get('content-disposition')).toContain('report-2026-11-01-2026-11-30.csv');
  const rows = parseCsv(await csv.text()) ?? [];
  expect(rows.find(([section, key]) => section === 'sales' && key === 'net')?.[4]).toBe(body.sales.net.toFixed(2));
  // A spreadsheet sums negative amounts only if they are not escaped.
  expect(body.refunds).toBeGreaterThan(0);
  expect(rows.find(([section, key]) => section === 'sales' && key === 'refunds')?.[4]).toBe(
    (0 - body.refunds).toFixed(2),
  );
  expect(rows.some(([section]) => section === 'category')).toBe(true);
  const pdf = await server.fetch(`/api/getReportPdf?${search}`, {}, manager);
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  // By the clock of the location, which is four hours behind UTC.
  server.clock.set('2026-12-01T16:42:00Z');
  const later = await server.fetch(`/api/getReportPdf?${search}`, {}, manager);
  const { texts } = await readPdf(new Uint8Array(await later.arrayBuffer()));
  expect(texts.at(-1)?.replaceAll('\u202f', ' ')).toBe('Figures as of Dec 1, 2026, 12:42 p.m.');
});

test('a running day is compared with the day before until the same hour, in the page, its rows, the files and the dashboard', async () => {
  server.clock.set('2026-12-02T20:00:00Z');
  const early = await server.call('createCustomerOrderCash', { body: makePayload({ tipCents: 300 }) }, SITE_KEY);
  server.clock.set('2026-12-02T22:00:00Z');
  await server.call('createCustomerOrderCash', { body: makePayload() }, SITE_KEY);
  server.clock.set('2026-12-03T21:00:00Z');
  await server.call('createCustomerOrderCash', { body: makePayload() }, SITE_KEY);
  await server.settle();
  const today = { locationId: 'truro', from: '2026-12-03', to: '2026-12-03' };
  const { previous, breakdowns } = (await report(today, manager)).body;
  const { subtotal } = early.body.order.pricing;
  const until = '2026-12-02T21:00:00.000Z';
  expect(previous).toMatchObject({ from: '2026-12-02', to: '2026-12-02', until, orders: 1, sales: { net: subtotal } });
  expect(breakdowns.channel).toMatchObject([{ key: 'online', previousNet: subtotal }]);
  const before = { locationId: 'truro', from: '2026-12-02', to: '2026-12-02', figure: 'net' } as const;
  const rows = async (query: object) =>
    (await server.call('getReportRows', { query: { ...before, ...query } }, manager)).body.rows;
  expect(await rows({ until })).toMatchObject([{ orderId: early.body.orderId, amount: subtotal }]);
  expect(await rows({})).toHaveLength(2);
  const csv = await server.fetch(`/api/getReportCsv?${new URLSearchParams(today)}`, {}, manager);
  const table = parseCsv(await csv.text()) ?? [];
  expect(table[1]?.[5]).toBe(`2026-12-02/${until}`);
  expect(Number(table.find(([section, key]) => section === 'sales' && key === 'net')?.[5])).toBe(subtotal);
  const dashboard = { period: 'today', locationId: 'truro' } as const;
  const { soFar } = (await server.call('getDashboardStats', { query: dashboard }, manager)).body.stats;
  expect(soFar).toMatchObject({ orders: previous.orders, until });
  // The day is over: the whole day before is compared.
  server.clock.set('2026-12-04T21:00:00Z');
  expect((await report(today, manager)).body.previous).toMatchObject({ until: null, orders: 2 });
});

test.each([
  ['a start after the end', { from: '2026-11-30', to: '2026-11-01' }, 400, /start is after the end/],
  ['forty years', { from: '1986-11-01', to: '2026-11-01' }, 400, /at most one year/],
  ['no date', { from: 'yesterday' }, 400, /date/],
  ['an unknown location', { locationId: 'nowhere' }, 404, /Location not found/],
])('%s is refused with words', async (_what, query, status, pattern) => {
  const answer = await report(query);
  expect([answer.status, answer.body.error]).toEqual([status, expect.stringMatching(pattern)]);
});

test('managers see only their locations, also together; staff see none', async () => {
  expect((await report({ locationId: 'new-glasgow' }, manager)).status).toBe(403);
  expect((await report({}, manager)).body.locationIds).toEqual(['truro']);
  expect((await report({ locationId: 'truro' }, staff)).status).toBe(403);
  expect((await report({}, admin)).body.locationIds).toEqual(expect.arrayContaining(['truro', 'new-glasgow']));
});

test('an order after midnight belongs to the business day before, until the hour the location sets', async () => {
  // 01:30 on 21 November in Halifax
  server.clock.set('2026-11-21T05:30:00Z');
  const own = makePayload();
  expect((await server.call('createCustomerOrderCash', { body: own }, SITE_KEY)).body.code ?? 'location-closed').toBe(
    'location-closed',
  );
  await sql`update orders set order_time = '2026-11-21T05:30:00Z' where id = ${orderId}`.execute(db);
  expect((await report()).body.orders).toBe(1);
  const updates = { dayEndHour: 1 };
  expect((await server.call('updateLocation', { body: { locationId: 'truro', updates } }, admin)).status).toBe(200);
  expect((await report()).body.orders).toBe(0);
  expect((await report({ from: '2026-11-21', to: '2026-11-21' })).body.orders).toBe(1);
  const wrong = await server.call(
    'updateLocation',
    { body: { locationId: 'truro', updates: { dayEndHour: 9 } } },
    admin,
  );
  expect(wrong.status).toBe(400);
});

test('a deleted location keeps its report', async () => {
  await sql`update locations set deleted_at = now(), is_active = false where id = 'truro'`.execute(db);
  expect((await report({ locationId: 'truro', from: '2026-11-21', to: '2026-11-21' })).body.orders).toBe(1);
});
