import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseCsv } from '@tiffin/domain/core';
import { chainedText, FIRST_HASH } from '@tiffin/domain/day';
import { expect, test } from 'vitest';
import { auditData } from '../../../operations/data-audit/audit-data.ts';
import { writeExport } from '../../../operations/export/write-export.ts';
import { readPdf } from '../../../testing/read-pdf.ts';
import { testServer, type Caller } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db } = server.context;
// 9:50 p.m. in Halifax
server.clock.set('2026-11-21T01:50:00.000Z');
const staff = await server.signIn('staff.truro@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const admin = await server.signIn('admin@demo.test');

const newKey = () => ({ 'idempotency-key': crypto.randomUUID() });
const at = (time: string) => server.clock.set(`2026-11-21T${time}:00.000Z`);
const DAY = '2026-11-20';
const closingOf = async (date = DAY) =>
  (await server.call('getClosing', { query: { locationId: 'truro', date } }, manager)).body;
const closeDay = (date = DAY, more: { reason?: string } = {}, as: Caller = manager) =>
  server.call('closeDay', { body: { locationId: 'truro', date, ...more } }, { ...as, ...newKey() });
async function tab(price: number): Promise<string> {
  const items = [{ id: 'open', name: 'Dish', price, quantity: 1, open: {} }];
  const { billId } = (await server.call('openTab', { body: { locationId: 'truro', label: 'Bar' } }, staff)).body;
  await server.call('addRound', { body: { billId, items } }, { ...staff, ...newKey() });
  return billId;
}
const pay = (billId: string, amount: number, tender: 'cash' | 'debit' = 'cash', as: Caller = {}) =>
  server.call('addPayment', { body: { billId, tender, amount } }, { ...staff, ...newKey(), ...as });
const amountOf = (lines: readonly { item: string; amount: number }[], item: string) =>
  lines.find((line) => line.item === item)?.amount ?? 0;
const sum = (lines: readonly { amount: number }[]) =>
  lines.reduce((total, { amount }) => total + Math.round(amount * 100), 0);
const rows = () => db.selectFrom('closings').selectAll().orderBy('number').execute();

const drawers = [{ name: 'Till 1' }];
const { body: saved } = await server.call('saveDrawers', { body: { locationId: 'truro', drawers } }, manager);
const drawerId = saved.drawers[0]?.drawerId ?? '';
const count = (twenties: number, coins = 0, reason = 'Counted twice') =>
  server.call('closeDrawer', { body: { drawerId, counted: { 20: twenties, 0.05: coins }, reason } }, manager);
const openDrawer = (counted: number) => server.call('openDrawer', { body: { drawerId, counted } }, staff);

test('a day with something open needs a reason, and its closing adds up to zero', async () => {
  await openDrawer(100);
  at('01:51');
  await pay(await tab(50), 20);
  await pay(await tab(10), 11.4, 'debit');
  const before = await closingOf();
  expect(before.closed).toBeNull();
  expect(before.open.map(({ kind, label, amount }) => ({ kind, label, amount }))).toEqual([
    { kind: 'drawer', label: 'Till 1', amount: null },
    { kind: 'tab', label: 'Bar', amount: 37 },
  ]);
  const refused = await closeDay();
  expect([refused.status, refused.body]).toMatchObject([400, { field: 'reason', open: 2 }]);
  at('02:05');
  expect((await count(6)).body).toMatchObject({ expected: 120, difference: 0 });
  const { status, body } = await closeDay(DAY, { reason: 'Guests are still here' });
  expect([status, body.number]).toEqual([200, 1]);
  const closing = await closingOf();
  expect(closing.closed).toMatchObject({ number: 1, hash: body.hash, reason: 'Guests are still here' });
  expect(closing.open).toMatchObject([{ kind: 'tab', amount: 37 }]);
  expect(closing.shifts).toMatchObject([{ drawer: 'Till 1', expected: 120, counted: 120, entries: { sale: 20 } }]);
  expect(amountOf(closing.lines, 'tender:cash')).toBe(20);
  expect(amountOf(closing.lines, 'tender:debit')).toBe(11.4);
  expect(sum(closing.lines)).toBe(0);
});

test('an order that is paid but not finished and a table with guests are listed, and need no reason', async () => {
  const { body: floor } = await server.call('getFloor', { query: { locationId: 'truro' } }, manager);
  const table = { name: '7', area: 'Room', seats: 2, x: 0, y: 0, width: 120, height: 120, shape: 'circle' as const };
  const plan = { locationId: 'truro', version: floor.version, areas: [{ name: 'Room' }], tables: [table] };
  await server.call('saveFloor', { body: plan }, manager);
  const tableId = (await server.call('getFloor', { query: { locationId: 'truro' } }, manager)).body.tables[0]?.tableId;
  const { body: seated } = await server.call(
    'seatParty',
    { body: { tableId: tableId ?? '', partySize: 2 } },
    { ...staff, ...newKey() },
  );
  const { open, unfinished = [] } = await closingOf('2026-11-21');
  const [paid] = unfinished;
  expect(unfinished).toMatchObject([{ kind: 'order' }, { kind: 'table', id: seated.sittingId, label: 'Table 7' }]);
  expect(open.map(({ kind }) => kind)).toEqual(['tab']);
  // An order that a till took without the server has the number that the guest has.
  await db
    .updateTable('orders')
    .set({ offline_number: 'A-4' })
    .where('id', '=', paid?.id ?? '')
    .execute();
  expect((await closingOf('2026-11-21')).unfinished?.[0]?.label).toMatch(/^A-4\b/);
  await db
    .updateTable('orders')
    .set({ offline_number: null })
    .where('id', '=', paid?.id ?? '')
    .execute();
  await server.call('updateOrderStatus', { body: { orderId: paid?.id ?? '', status: 'preparing' } }, staff);
  for (const status of ['ready', 'completed'] as const)
    await server.call('updateOrderStatus', { body: { orderId: paid?.id ?? '', status } }, staff);
  await server.call('endSitting', { body: { sittingId: seated.sittingId } }, staff);
  expect((await closingOf('2026-11-21')).unfinished).toEqual([]);
});

test('a payment of 21:58 that arrives after the closing of 22:05 is in the next one, and the closed one keeps its bytes', async () => {
  const [closed] = await rows();
  at('02:10');
  const billId = (await closingOf()).open[0]?.id ?? '';
  await pay(billId, 37, 'cash', { 'x-done-at': '2026-11-21T01:58:00.000Z' });
  expect(await rows()).toEqual([closed]);
  const repeated = await closeDay();
  expect([repeated.status, repeated.body.error]).toEqual([
    409,
    expect.stringMatching(/ closed it at 10:05 p\.m\., No\. 1\./),
  ]);

  server.clock.set('2026-11-21T20:00:00.000Z');
  await openDrawer(120);
  server.clock.set('2026-11-22T02:00:00.000Z');
  await count(6, 0, 'Counted yesterday');
  expect((await closeDay('2026-11-21')).body.number).toBe(2);
  const { late, lines, shifts } = await closingOf('2026-11-21');
  expect(late.map(({ date }) => date)).toEqual([DAY]);
  expect(amountOf(late[0]?.lines ?? [], 'tender:cash')).toBe(37);
  expect(sum(late[0]?.lines ?? [])).toBe(0);
  expect(shifts).toMatchObject([{ late: 37, difference: -37 }]);
  expect(amountOf(lines, 'over-short')).toBe(37);
  const all = await db
    .selectFrom('payments')
    .select(['amount_cents'])
    .where('method', '=', 'cash')
    .where('captured_at', '>', new Date('2026-11-20T12:00:00Z'))
    .execute();
  expect(20 + 37).toBe(all.reduce((total, { amount_cents: amount }) => total + amount, 0) / 100);
});

test('of two people who close one day at once one does, and numbers and hashes follow each other', async () => {
  server.clock.set('2026-11-23T02:00:00.000Z');
  const both = await Promise.all([closeDay('2026-11-22'), closeDay('2026-11-22', {}, admin)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const closings = await rows();
  expect(closings.map(({ number }) => number)).toEqual([1, 2, 3]);
  let previous = FIRST_HASH;
  for (const each of closings) {
    expect([each.previous_hash, each.hash]).toEqual([previous, hash('sha256', chainedText(previous, each.content))]);
    previous = each.hash;
  }
  await server.settle();
  expect((await auditData(server.context)).broken).toEqual([]);
});

test('the audit finds a closing that was changed, one that is missing, and a drawer that does not add up', async () => {
  const holds = async (change: () => Promise<unknown>, back: () => Promise<unknown>) => {
    await change();
    const { broken } = await auditData(server.context);
    await back();
    return broken.map((rule) => rule.holds);
  };
  const [first, second] = await rows();
  const set = (number: number, row: { content?: string; number?: number }) =>
    db.updateTable('closings').set(row).where('location_id', '=', 'truro').where('number', '=', number).execute();
  const changed = (second?.content ?? '').replace('"late"', '"Late"');
  expect(
    await holds(
      () => set(2, { content: changed }),
      () => set(2, { content: second?.content ?? '' }),
    ),
  ).toEqual([expect.stringMatching(/numbered without gaps/)]);
  expect(
    await holds(
      () => set(1, { number: 9 }),
      () => set(9, { number: 1 }),
    ),
  ).toEqual([expect.stringMatching(/numbered without gaps/)]);
  expect((await rows())[0]).toEqual(first);
  const entry = await db.selectFrom('drawer_entries').selectAll().executeTakeFirstOrThrow();
  const amount = (cents: number) => () =>
    db.updateTable('drawer_entries').set({ amount_cents: cents }).where('id', '=', entry.id).execute();
  expect(await holds(amount(entry.amount_cents + 1), amount(entry.amount_cents))).toEqual([
    expect.stringMatching(/its float and its entries/),
    expect.stringMatching(/in coins/),
  ]);
  const remove = () => db.deleteFrom('drawer_entries').where('id', '=', entry.id).execute();
  expect(await holds(remove, () => db.insertInto('drawer_entries').values(entry).execute())).toContainEqual(
    expect.stringMatching(/is in a drawer/),
  );
});

test('the till learns that its day is closed, and on the next day that it is open', async () => {
  const drawersAt = async (time: string) => {
    server.clock.set(time);
    return (await server.call('getDrawers', { query: { locationId: 'truro' } }, staff)).body.closedDay;
  };
  const now = server.clock.now().toISOString();
  const [first] = await rows();
  expect(await drawersAt('2026-11-21T05:59:00.000Z')).toEqual({ number: first?.number });
  expect(await drawersAt('2026-11-24T20:00:00.000Z')).toBeNull();
  server.clock.set(now);
});

test('days are closed in their order, and not before they begin', async () => {
  expect((await closeDay('2026-11-01')).body.error).toMatch(/A later day was closed already, No\. 3\./);
  expect((await closeDay('2026-11-24')).body.error).toBe('This day has not begun yet.');
  expect((await closeDay('2026-11-22', {}, staff)).status).toBe(403);
  expect((await closeDay('1999-01-01')).body).toMatchObject({
    field: 'date',
    error: 'This day is more than a year ago. Check the date.',
  });
});

test('a closing is printed, and in the list of the accountant', async () => {
  const query = new URLSearchParams({ locationId: 'truro', date: DAY });
  const pdf = await server.fetch(`/api/getClosingPdf?${query}`, {}, manager);
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  const text = (await readPdf(new Uint8Array(await pdf.arrayBuffer()))).texts.join(' ');
  expect(text).toMatch(/Closing No\. 1, .*November 20, 2026/);
  expect(text).toContain((await closingOf()).closed?.checkCode);
  const next = new URLSearchParams({ locationId: 'truro', date: '2026-11-21' });
  const late = await server.fetch(`/api/getClosingPdf?${next}`, {}, manager);
  expect((await readPdf(new Uint8Array(await late.arrayBuffer()))).texts.join(' ')).toMatch(
    /Late, for Friday, November 20, 2026 .*Unpaid bills \$37\.00 Together \$37\.00 Cash \$37\.00 Together \$37\.00/,
  );
  const list = new URLSearchParams({ locationId: 'truro', from: DAY, to: '2026-11-22', list: 'closings' });
  const csv = parseCsv(await (await server.fetch(`/api/getListCsv?${list}`, {}, manager)).text()) ?? [];
  const cash = csv.filter(([, , , , , , item]) => item === 'tender:cash').map((row) => [row[1], row[7], row[8]]);
  expect(cash).toEqual([
    ['1', '', '20.00'],
    ['2', '2026-11-20', '37.00'],
  ]);
});

test('the checker of an export recalculates drawers and closings, and finds what was changed', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'closing-'));
  const check = () =>
    spawnSync('python3', ['tools/check-export.py', folder, '--sums-only'], { encoding: 'utf8' }).stdout;
  await writeExport(server.context.database.pool, folder, server.clock.now());
  const aboutCash = /^no: (closings|drawer)/m;
  expect(check()).not.toMatch(aboutCash);
  for (const [name, from, to] of [
    ['closings', 'over-short', 'over-shorT'],
    ['drawer-shifts', ',12000,', ',12100,'],
    ['drawer-entries', ',2000,', ',2100,'],
  ] as const) {
    const file = path.join(folder, `${name}.csv`);
    const before = readFileSync(file, 'utf8');
    expect(before).toContain(from);
    writeFileSync(file, before.replace(from, to));
    expect([name, check()]).toEqual([name, expect.stringMatching(aboutCash)]);
    writeFileSync(file, before);
  }
  rmSync(folder, { recursive: true });
});

test('cash that was taken while no drawer was open is named beside the sums', async () => {
  server.clock.set('2026-11-23T22:00:00.000Z');
  const outside = async () => (await closingOf('2026-11-23')).cashOutside;
  expect(await outside()).toBe(0);
  await pay(await tab(10), 11.4);
  await pay(await tab(10), 11.4, 'debit');
  expect(await outside()).toBe(11.4);
  await openDrawer(100);
  await pay(await tab(20), 22.8);
  expect(await outside()).toBe(11.4);
});

test('a day in service says until when it is open, what is going, and what guests still want today', async () => {
  // 6 p.m. in Halifax
  server.clock.set('2026-11-23T22:30:00.000Z');
  const before = (await closingOf('2026-11-23')).service;
  expect(before?.openUntil).toMatch(/^2026-11-24T0/);
  await tab(10);
  const later = await tab(10);
  await db
    .updateTable('orders')
    .set({ wanted_for: new Date('2026-11-24T00:30:00.000Z') })
    .where('bill_id', '=', later)
    .execute();
  expect((await closingOf('2026-11-23')).service).toEqual({
    ...before,
    going: (before?.going ?? 0) + 1,
    toCome: (before?.toCome ?? 0) + 1,
  });
  expect((await closingOf('2026-11-22')).service).toBeNull();
});

test('a day before the first one of a location is refused in words', async () => {
  await db
    .updateTable('locations')
    .set({ created_at: new Date('2026-11-22T15:00:00.000Z') })
    .where('id', '=', 'new-glasgow')
    .execute();
  await db.deleteFrom('orders').where('location_id', '=', 'new-glasgow').execute();
  const body = { locationId: 'new-glasgow', date: '2026-11-21' };
  const refused = await server.call('closeDay', { body }, { ...admin, ...newKey() });
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { field: 'date', error: 'This location began on Sunday, November 22, 2026. Check the date.' },
  ]);
  const first = { body: { ...body, date: '2026-11-22', reason: 'Nothing' } };
  expect((await server.call('closeDay', first, { ...admin, ...newKey() })).status).toBe(200);
});

test('a closing names another float than was left, and the third small shortage of a drawer and of a person', async () => {
  server.clock.set('2026-12-10T18:00:00.000Z');
  const { body } = await server.call(
    'saveDrawers',
    { body: { locationId: 'truro', drawers: [{ drawerId, name: 'Till 1' }, { name: 'Bar' }] } },
    manager,
  );
  const barId = body.drawers.find(({ name }) => name === 'Bar')?.drawerId ?? '';
  const countBar = async (float: number, counted: number) => {
    server.clock.forward(60_000);
    await server.call('openDrawer', { body: { drawerId: barId, counted: float } }, staff);
    server.clock.forward(60_000);
    return server.call('closeDrawer', { body: { drawerId: barId, counted: { 0.05: counted * 20 } } }, staff);
  };
  const remarksOf = async () => (await closingOf('2026-12-10')).shifts.at(-1)?.remarks;
  await countBar(100, 95);
  await countBar(95, 94);
  expect(await remarksOf()).toEqual([]);
  await countBar(94, 93.5);
  expect(await remarksOf()).toEqual([
    'Bar: 3 times a little short within 14 days, $6.50 together.',
    'Arjun Patel: 3 times a little short within 14 days, $6.50 together.',
  ]);
  await countBar(20, 20);
  expect(await remarksOf()).toEqual(['Arjun Patel opened it with $20.00. The last count left $93.50.']);
});

test('the printed closing has who it is of, each pay-out, who counted, every count, the reason and voids apart', async () => {
  server.clock.set('2026-12-20T18:00:00.000Z');
  const { value } = await db.selectFrom('settings').select('value').where('key', '=', 'site').executeTakeFirstOrThrow();
  const site = { ...value, legalName: 'Spice Holdings Ltd.', hstNumber: '81234 5678 RT0001' };
  await db
    .updateTable('settings')
    .set({ value: JSON.stringify(site) })
    .where('key', '=', 'site')
    .execute();
  await count(6, 56);
  expect((await openDrawer(100)).status).toBe(200);
  server.clock.forward(60_000);
  for (const [amount, reason] of [
    [4, 'Ice'],
    [6.5, 'Lemons'],
  ] as const) {
    const body = { drawerId, kind: 'pay-out' as const, amount, reason, id: crypto.randomUUID() };
    await server.call('addDrawerEntry', { body }, staff);
    server.clock.forward(60_000);
  }
  await server.call('closeDrawer', { body: { drawerId, counted: { 20: 1 } } }, staff);
  await count(4, 0, 'Gave too much change');
  const day = '2026-12-20';
  expect((await closeDay(day, { reason: 'Guests stay' })).status).toBe(200);
  const query = new URLSearchParams({ locationId: 'truro', date: day });
  const pdf = await server.fetch(`/api/getClosingPdf?${query}`, {}, manager);
  const text = (await readPdf(new Uint8Array(await pdf.arrayBuffer()))).texts.join(' ');
  const { address, city } = await db
    .selectFrom('locations')
    .selectAll()
    .where('id', '=', 'truro')
    .executeTakeFirstOrThrow();
  for (const words of ['Spice Holdings Ltd.', `${address}, ${city}`, 'Tax number 81234 5678 RT0001'])
    expect(text).toContain(words);
  expect(text).toMatch(/Paid out, Ice, Arjun Patel \$4\.00 Paid out, Lemons, Arjun Patel \$6\.50/);
  expect(text).toMatch(/Counted before by Arjun Patel, .* \$20\.00 Should be \$89\.50 Counted \$80\.00/);
  expect(text).toMatch(/Counted by Meera Nair, .* Reason: Gave too much change Approved by Meera Nair/);
  expect(text).toMatch(/Voids Amount Voids, 0 \$0\.00/);
  // What was frozen is what is printed, and the chain holds.
  const frozen = (await rows()).at(-1);
  expect(frozen?.hash).toBe(hash('sha256', chainedText(frozen?.previous_hash ?? '', frozen?.content ?? '')));
  expect(JSON.parse(frozen?.content ?? '').shifts.at(-1)).toMatchObject({
    payOuts: [
      { amount: 400, reason: 'Ice' },
      { amount: 650, reason: 'Lemons' },
    ],
    counts: [{ cents: 2000 }],
  });
  expect((await auditData(server.context)).broken.filter((each) => JSON.stringify(each).includes('losing'))).toEqual(
    [],
  );
});
