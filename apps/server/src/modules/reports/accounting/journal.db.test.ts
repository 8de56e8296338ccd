import { parseCsv } from '@tiffin/domain/core';
import type { KeyScope } from '@tiffin/domain/people';
import { DOWNLOADED_LISTS, sumJournalLines, type JournalLine } from '@tiffin/domain/stats';
import { expect, test } from 'vitest';
import { orderData } from '../../../testing/payments.ts';
import { testServer } from '../../../testing/server.ts';
import { insertHistory } from '../report/testing/report-history.ts';
import { newRandom } from '../../../testing/random.ts';
import { calculateJournalLines } from './read-journal.ts';

const SEED = 20_261_126;
const server = await testServer({ at: '2026-12-02T15:00:00.000Z', env: { RATE_LIMITS: '0' } });
const { db } = server.context;
const admin = await server.signIn('admin@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
await insertHistory(db, newRandom(SEED), '2026-11-02', 120);

const PERIOD = { locationId: 'truro', from: '2026-11-01', to: '2026-11-30' };
const DECEMBER = { ...PERIOD, from: '2026-12-01', to: '2026-12-01' };
const journal = async (query: typeof PERIOD = PERIOD) => (await server.call('getJournal', { query }, manager)).body;
const close = (body: typeof PERIOD = PERIOD, as = manager) => server.call('closeJournalDays', { body }, as);
const fileOf = async (format: string, query: typeof PERIOD = PERIOD) => {
  const answer = await server.fetch(`/api/getJournalCsv?${new URLSearchParams({ ...query, format })}`, {}, manager);
  return { status: answer.status, text: await answer.text() };
};
const sum = (values: readonly number[]) => values.reduce((total, value) => total + Math.round(value * 100), 0);

async function mapAccounts(): Promise<void> {
  const { accounts, totals } = await journal();
  const items = [...new Set([...accounts, ...totals].map(({ item }) => item)), 'tender:debit', 'sales:meal', 'tips'];
  const body = { accounts: items.map((item, at) => ({ item, name: `Accounts: É, "${item}"`, code: `${1000 + at}` })) };
  expect((await server.call('saveJournalAccounts', { body }, admin)).status).toBe(200);
}

test('nothing is exported or closed before every item has an account', async () => {
  const { missing, days } = await journal();
  expect(missing).toContain('Sales, food');
  expect(days).toHaveLength(30);
  const refused = await close();
  expect([refused.status, refused.body.error]).toEqual([
    409,
    expect.stringMatching('These need an account first: .*Tips'),
  ]);
  expect((await fileOf('xero')).status).toBe(409);
  await mapAccounts();
  expect((await journal()).missing).toEqual([]);
});

test('rounding that adds up to zero over the period needs an account too', async () => {
  await db.deleteFrom('journal_accounts').where('item', '=', 'cash-rounding').execute();
  const rounded = (await journal()).days.map(({ day, lines }) => ({
    day,
    cents: sum(lines.filter(({ item }) => item === 'cash-rounding').flatMap(({ debit, credit }) => [debit, -credit])),
  }));
  const periods = rounded.flatMap(({ day: from, cents }, first) =>
    cents === 0 ? [] : rounded.slice(first + 1).map(({ day: to }) => ({ ...PERIOD, from, to })),
  );
  const sumsToZero = ({ from, to }: typeof PERIOD) =>
    rounded.reduce((total, { day, cents }) => (day >= from && day <= to ? total + cents : total), 0) === 0;
  const period = periods.find(sumsToZero);
  if (!period) throw new Error('no period has rounding that adds up to zero');
  const { missing, totals } = await journal(period);
  expect(totals.map(({ item }) => item)).not.toContain('cash-rounding');
  expect(missing).toEqual(['Cash rounding']);
  for (const format of ['quickbooks', 'xero']) expect((await fileOf(format, period)).status).toBe(409);
  expect((await close(period)).status).toBe(409);
  await mapAccounts();
});

test('the journal of a month balances every day and adds up to the report', async () => {
  const { days, debit, credit, totals } = await journal();
  expect([debit, debit > 0]).toEqual([credit, true]);
  for (const { lines } of days)
    expect(sum(lines.map((line) => line.debit))).toBe(sum(lines.map((line) => line.credit)));
  const { body: report } = await server.call('getReport', { query: PERIOD }, manager);
  const net = (start: string) =>
    totals
      .filter(({ item }) => item.startsWith(start))
      .reduce((total, line) => total + Math.round((line.credit - line.debit) * 100), 0);
  expect(net('sales:')).toBe(sum([report.sales.gross]));
  expect(-net('tender:')).toBe(sum([report.received]));
  expect(net('tips')).toBe(sum([report.tips]));
  expect(net('tax:')).toBe(sum(report.taxes.map(({ amount }) => amount)));
});

test('today and periods that make no sense are refused', async () => {
  const refused = await close({ ...PERIOD, from: '2026-12-01', to: '2026-12-02' });
  expect([refused.status, refused.body.error]).toEqual([409, expect.stringMatching('Today is not over yet')]);
  expect((await close({ ...PERIOD, from: '2026-11-30', to: '2026-11-01' })).status).toBe(400);
  expect((await close({ ...PERIOD, from: '1986-11-01' })).status).toBe(400);
  expect((await close({ ...PERIOD, locationId: 'new-glasgow' })).status).toBe(403);
  expect((await fileOf('xero', { ...PERIOD, from: '2026-11-29', to: '2026-11-28' })).status).toBe(400);
});

test('exported days never change: a later discount and refund are dated on the day they are made', async () => {
  const { body: closed } = await close();
  expect(closed.days.every(({ closedAt, closedBy }) => closedAt !== null && closedBy !== null)).toBe(true);
  const files = [await fileOf('quickbooks'), await fileOf('xero')];
  expect(files.map(({ status }) => status)).toEqual([200, 200]);
  const stored = await db.selectFrom('journal_days').selectAll().orderBy('business_day').execute();

  // Money of November's bills that moves in December by a change of the past: the worst case.
  const before = (await journal(DECEMBER)).totals;
  const random = newRandom(SEED);
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'total_cents'])
    .where('location_id', '=', 'truro')
    .where('status', '=', 'completed')
    .where('total_cents', '>', 500)
    .where('refunded_cents', '=', 0)
    .where('id', 'in', (eb) =>
      eb.selectFrom('payments').select('order_id').where('amount_cents', '>', 200).$castTo<string>(),
    )
    .orderBy('id')
    .limit(6)
    .execute();
  for (const { id } of orders) {
    const change = random.int(1, 99);
    await db
      .updateTable('order_items')
      .set((eb) => ({
        net_cents: eb(eb.fn.coalesce('net_cents', eb('unit_price_cents', '*', eb.ref('quantity'))), '-', change),
      }))
      .where('order_id', '=', id)
      .where('line', '=', 1)
      .execute();
    await db
      .updateTable('orders')
      .set((eb) => ({ total_cents: eb('total_cents', '-', change), discount_cents: eb('discount_cents', '+', change) }))
      .where('id', '=', id)
      .execute();
    await db
      .insertInto('events')
      .values({
        type: 'order.updated',
        location_id: 'truro',
        at: server.clock.now(),
        data: JSON.stringify({ order: { id } }),
      })
      .execute();
  }
  await refundToday(orders[0]?.id ?? '');
  await server.settle();

  expect(await db.selectFrom('journal_days').selectAll().orderBy('business_day').execute()).toEqual(stored);
  expect([await fileOf('quickbooks'), await fileOf('xero')]).toEqual(files);
  const today = (await journal({ ...PERIOD, from: '2026-12-02', to: '2026-12-02' })).days[0];
  expect(today?.corrects.length).toBeGreaterThan(0);
  expect(today?.lines.find(({ item }) => item === 'refunds')?.debit).toBeGreaterThan(0);
  expect(sum((today?.lines ?? []).map((line) => line.debit))).toBe(
    sum((today?.lines ?? []).map((line) => line.credit)),
  );
  expect((await journal(DECEMBER)).totals).toEqual(before);

  // Closed days and corrections together are exactly what the days would be now.
  const corrections = await db.selectFrom('journal_corrections').select('lines').execute();
  const booked = sumJournalLines([...stored, ...corrections].flatMap(({ lines }) => lines));
  const now: JournalLine[] = [];
  for (const { business_day: day } of stored) now.push(...(await calculateJournalLines(db, 'truro', day)));
  const byItem = (a: JournalLine, b: JournalLine) => a.item.localeCompare(b.item, 'en');
  expect(booked.toSorted(byItem)).toEqual(sumJournalLines(now).toSorted(byItem));
});

/** A refund of November's sale that is paid out today. */
async function refundToday(orderId: string): Promise<void> {
  const payment = await db
    .selectFrom('payments')
    .select(['id', 'bill_id'])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  const now = server.clock.now();
  await db
    .insertInto('refunds')
    .values({
      id: 'R-12',
      payment_id: payment.id,
      bill_id: payment.bill_id,
      order_id: orderId,
      location_id: 'truro',
      status: 'succeeded',
      method: 'manual',
      amount_cents: 119,
      reason: 'cold',
      idempotency_key: 'R-12',
      requested_at: now,
      settled_at: now,
    })
    .execute();
}

test('closing again changes nothing and writes nothing', async () => {
  const before = await db.selectFrom('audit_log').select('id').where('action', '=', 'close-days').execute();
  expect((await close()).status).toBe(200);
  const after = await db.selectFrom('audit_log').select('id').where('action', '=', 'close-days').execute();
  expect(after).toEqual(before);
});

test('every list can be downloaded for a period, in dollars and local time, and the taxes add up to the report', async () => {
  await orderData(server);
  const list = async (name: string) => {
    const query = new URLSearchParams({ ...PERIOD, list: name });
    const answer = await server.fetch(`/api/getListCsv?${query}`, {}, manager);
    expect([name, answer.status]).toEqual([name, 200]);
    return parseCsv(await answer.text()) ?? [];
  };
  const [head = [], ...taxes] = await list('bill-taxes');
  expect(head).toEqual([
    'bill',
    'location',
    'time',
    'business day',
    'code',
    'label',
    'registration',
    'percent',
    'base',
    'amount',
  ]);
  const { body: report } = await server.call('getReport', { query: PERIOD }, manager);
  expect(sum(taxes.map((row) => Number(row[9])))).toBe(
    sum(report.taxes.map(({ amount, refundedAmount }) => amount + refundedAmount)),
  );
  const orders = await list('orders');
  expect(orders[1]?.[2]).toMatch(/^2026-11-\d\d \d\d:\d\d$/);
  const [columns = [], ...payments] = await list('payments');
  expect(payments.length).toBeGreaterThan(10);
  const amountIn = (row: readonly string[], column: string) => Math.round(Number(row[columns.indexOf(column)]) * 100);
  for (const row of payments) {
    const parts = ['amount', 'tip', 'cash rounding'].map((column) => amountIn(row, column));
    expect(parts.reduce((total, part) => total + part, 0)).toBe(amountIn(row, 'received'));
  }
  // The payments of a bill that is paid contain its whole tip.
  const tipsByBill = new Map<string, number>();
  for (const row of payments) {
    const bill = row[columns.indexOf('order')] ?? '';
    tipsByBill.set(bill, (tipsByBill.get(bill) ?? 0) + amountIn(row, 'tip'));
  }
  const paid = await db
    .selectFrom('bills')
    .innerJoin('orders', 'orders.id', 'bills.id')
    .innerJoin('payments', 'payments.bill_id', 'bills.id')
    .select(({ fn, ref }) => [
      'bills.id',
      'bills.tip_cents as tip',
      fn.sum<string>(ref('payments.tip_cents')).as('more'),
    ])
    .where('bills.id', 'in', [...tipsByBill.keys()])
    .where('bills.tip_cents', '>', 0)
    .where('orders.status', '<>', 'cancelled')
    .where('payments.status', '=', 'succeeded')
    .groupBy('bills.id')
    .having(({ eb, fn, ref }) => eb(fn.sum(ref('payments.amount_cents')), '=', ref('bills.total_cents')))
    .execute();
  expect(paid.length).toBeGreaterThan(5);
  expect(paid.map(({ id }) => tipsByBill.get(id))).toEqual(paid.map(({ tip, more }) => tip + Number(more)));
  const [refundColumns = [], ...refunds] = await list('refunds');
  expect(refunds.length).toBeGreaterThan(1);
  const refundIn = (row: readonly string[], column: string) =>
    Math.round(Number(row[refundColumns.indexOf(column)]) * 100);
  for (const row of refunds) {
    const parts = ['amount', 'tip', 'cash rounding'].map((column) => refundIn(row, column));
    expect(parts.reduce((total, part) => total + part, 0)).toBe(refundIn(row, 'returned'));
  }
  // What was refunded in full took back the whole tip.
  const refunded = await db
    .selectFrom('bills')
    .innerJoin('orders', 'orders.id', 'bills.id')
    .innerJoin('refunds', 'refunds.bill_id', 'bills.id')
    .select(['bills.id', 'bills.tip_cents as tip'])
    .where('bills.id', 'in', [...new Set(refunds.map((row) => row[refundColumns.indexOf('order')] ?? ''))])
    .where('bills.tip_cents', '>', 0)
    .where('orders.status', '<>', 'cancelled')
    .where('refunds.status', '=', 'succeeded')
    .groupBy('bills.id')
    .having(({ eb, fn, ref }) => eb(fn.sum(ref('refunds.amount_cents')), '=', ref('bills.total_cents')))
    .having(({ eb, fn, ref }) => eb(fn.sum(ref('refunds.tip_cents')), '=', '0'))
    .execute();
  expect(refunded.length).toBeGreaterThan(0);
  const refundedTip = (id: string) =>
    refunds
      .filter((row) => row[refundColumns.indexOf('order')] === id)
      .reduce((total, row) => total + refundIn(row, 'tip'), 0);
  expect(refunded.map(({ id }) => refundedTip(id))).toEqual(refunded.map(({ tip }) => tip));
  expect((await list('reservations'))[0]).toContain('party');
});

test('a key that reads reports downloads no list whose rows need another scope', async () => {
  const statuses = async (scopes: KeyScope[]) => {
    const { body: made } = await server.call('createApiKey', { body: { name: scopes.join(), scopes } }, admin);
    const key = { 'x-api-key': made.key ?? '' };
    const found = new Map<string, number>();
    for (const list of DOWNLOADED_LISTS) {
      const query = new URLSearchParams({ ...PERIOD, list });
      found.set(list, (await server.fetch(`/api/getListCsv?${query}`, {}, key)).status);
    }
    return Object.fromEntries(found);
  };
  const refused = {
    orders: 403,
    payments: 403,
    refunds: 403,
    'bill-taxes': 200,
    closings: 403,
    reservations: 403,
    messages: 403,
  };
  expect(await statuses(['reports:read'])).toEqual(refused);
  expect(await statuses(['reports:read', 'payments:read'])).toEqual({
    ...refused,
    payments: 200,
    refunds: 200,
    closings: 200,
  });
  expect(await statuses(['reports:read', 'orders:read', 'reservations:read'])).toEqual({
    ...refused,
    orders: 200,
    reservations: 200,
  });
});

test('admins download messages for a period, managers do not', async () => {
  const list = async (name: string, as = admin, query: object = PERIOD) => {
    const answer = await server.fetch(`/api/getListCsv?${new URLSearchParams({ ...query, list: name })}`, {}, as);
    return { status: answer.status, rows: answer.ok ? (parseCsv(await answer.text()) ?? []) : [] };
  };
  await db
    .insertInto('messages')
    .values({
      id: 'of-november',
      channel: 'mail',
      recipient: 'asha@example.test',
      template: 'custom',
      subject: 'Late on the last day',
      body_text: 'Secret text',
      status: 'sent',
      // 1:30 a.m. on 1 December in Halifax still belongs to the business day before.
      created_at: new Date('2026-12-01T05:30:00Z'),
    })
    .execute();
  expect((await list('messages', manager)).status).toBe(403);
  const all = { ...PERIOD, locationId: 'all' };
  const [head = [], ...messages] = (await list('messages', admin, all)).rows;
  expect(head.slice(0, 4)).toEqual(['message', 'location', 'written', 'sent']);
  expect(messages.find(([id]) => id === 'of-november')?.slice(1, 3)).toEqual(['', '2026-12-01 01:30']);
  expect(JSON.stringify(messages)).not.toContain('Secret text');
  // It belongs to no location, so it is only in the list of all of them.
  expect((await list('messages')).rows.map(([id]) => id)).not.toContain('of-november');
  const downloads = await db
    .selectFrom('audit_log')
    .select(['actor_name', 'subject_id', 'after'])
    .where('action', '=', 'export-list')
    .where('subject_id', 'like', 'messages%')
    .orderBy('id')
    .execute();
  expect(downloads).toMatchObject([
    { subject_id: 'messages-2026-11-01-2026-11-30.csv', after: { list: 'messages', locationId: 'all' } },
    { after: { locationId: 'truro', rows: expect.any(Number) } },
  ]);
});

test('an accountant reads and exports the money of their location, and changes nothing', async () => {
  const email = 'customer2@demo.test';
  const { id } = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  await db.updateTable('users').set({ role: 'accountant' }).where('id', '=', id).execute();
  await db.insertInto('user_locations').values({ user_id: id, location_id: 'truro' }).execute();
  const accountant = await server.signIn(email);
  expect((await server.call('getJournal', { query: PERIOD }, accountant)).body.debit).toBeGreaterThan(0);
  expect((await server.call('getReport', { query: PERIOD }, accountant)).body.orders).toBeGreaterThan(0);
  const elsewhere = { ...PERIOD, locationId: 'new-glasgow' };
  expect((await server.call('getReport', { query: elsewhere }, accountant)).status).toBe(403);
  expect(
    (await server.call('getReport', { query: { ...PERIOD, locationId: 'all' } }, accountant)).body.locationIds,
  ).toEqual(['truro']);
  const { payments } = (await server.call('getPayments', { query: { limit: 100 } }, accountant)).body;
  const all = (await server.call('getPayments', { query: { limit: 100 } }, admin)).body.payments;
  expect(payments.length).toBeGreaterThan(0);
  expect(new Set(payments.map(({ locationId }) => locationId))).toEqual(new Set(['truro']));
  expect(new Set(all.map(({ locationId }) => locationId)).size).toBe(2);
  const statuses = new Map<string, number>();
  for (const list of DOWNLOADED_LISTS) {
    const query = new URLSearchParams({ ...PERIOD, list });
    statuses.set(list, (await server.fetch(`/api/getListCsv?${query}`, {}, accountant)).status);
  }
  expect(Object.fromEntries(statuses)).toEqual({
    orders: 200,
    payments: 200,
    refunds: 200,
    'bill-taxes': 200,
    closings: 200,
    reservations: 403,
    messages: 403,
  });
  expect((await close(PERIOD, accountant)).status).toBe(403);
});
