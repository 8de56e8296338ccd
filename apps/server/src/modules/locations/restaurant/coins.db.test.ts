import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { auditData } from '../../../operations/data-audit/audit-data.ts';
import { writeExport } from '../../../operations/export/write-export.ts';
import { testServer, type Caller } from '../../../testing/server.ts';
import { changeCoin, coinAt } from './coins.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const { db } = context;
const manager = await server.signIn('manager.truro@demo.test');
const admin = await server.signIn('admin@demo.test');
const folder = mkdtempSync(path.join(tmpdir(), 'coins-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

server.clock.set('2026-11-20T22:00:00.000Z');
const keyed = (as: Caller = manager) => ({ ...as, 'idempotency-key': crypto.randomUUID() });
const set = (settings: object) => server.call('updateSettings', { body: { settings } }, admin);
const siteCoin = async () => {
  const { coin, nextCoin } = (await server.call('getSite', {}, {})).body.site;
  return [coin, nextCoin];
};
/** A tab of about 11 dollars whose total ends in three cents. */
async function tab() {
  const { billId } = (await server.call('openTab', { body: { locationId: 'truro', label: 'Bar' } }, manager)).body;
  const items = [{ id: 'open', name: 'Dish', price: 8.8, quantity: 1, open: {} }];
  await server.call('addRound', { body: { billId, items } }, keyed());
  return billId;
}
async function payInCash(billId: string, doneAt?: string) {
  const body = { billId, tender: 'cash' as const, amount: 10.03 };
  const as = doneAt ? { ...keyed(), 'x-done-at': doneAt } : keyed();
  const { paymentId } = (await server.call('addPayment', { body }, as)).body;
  const payment = db.selectFrom('payments').select(['id', 'cash_rounding_cents']).where('id', '=', paymentId);
  return payment.executeTakeFirstOrThrow();
}
test('an owner in the United States plans a smallest coin of five cents from a coming day, and not from today', async () => {
  await sql`update settings set value = value || '{"currency": "USD", "coin": 1}' where key = 'site'`.execute(db);
  const billId = await tab();
  expect((await payInCash(billId)).cash_rounding_cents).toBe(0);
  expect((await set({ coin: 5 })).body).toMatchObject({
    code: 'failed-precondition',
    error: expect.stringMatching(/the smallest coin only from a coming day on/),
  });
  for (const [nextCoin, pattern] of [
    [{ coin: 5, from: '2026-11-20' }, /^Choose a day from tomorrow on/],
    [{ coin: 1, from: '2026-11-21' }, /^That is the smallest coin already/],
  ] as const)
    expect((await set({ nextCoin })).body.error).toMatch(pattern);
  const nextCoin = { coin: 5, from: '2026-11-21' };
  expect((await set({ nextCoin })).body.settings.nextCoin).toEqual(nextCoin);
  // Saving something else keeps the plan.
  expect((await set({ tagline: 'Pennies end', nextCoin })).body.settings.nextCoin).toEqual(nextCoin);
  expect(await siteCoin()).toEqual([1, nextCoin]);
});

test('cash is rounded to the new coin from the business day on, once, however many copies of the server run', async () => {
  const before = await tab();
  server.clock.set('2026-11-21T07:59:00.000Z');
  await changeCoin(context);
  expect(await siteCoin()).toEqual([1, expect.anything()]);
  expect((await payInCash(before)).cash_rounding_cents).toBe(0);
  server.clock.set('2026-11-21T08:00:30.000Z');
  await Promise.all([changeCoin(context), changeCoin(context)]);
  expect(await siteCoin()).toEqual([5, undefined]);
  const past = await sql`select jsonb_array_length(value) as count from settings where key = 'past-coins'`.execute(db);
  expect(past.rows).toEqual([{ count: 1 }]);
  expect((await payInCash(await tab())).cash_rounding_cents).toBe(2);
  expect(await coinAt(db, new Date('2026-11-21T07:00:00Z'))).toBe(1);
  const { entries } = (await server.call('getAuditLog', { query: {} }, admin)).body;
  expect(entries.find(({ after }) => after?.['coin'] === 5)).toMatchObject({
    action: 'update-settings',
    before: { coin: 1 },
  });
});

test('cash that a device took before the change, and sends after it, stays as it was taken', async () => {
  expect((await payInCash(await tab(), '2026-11-21T02:00:00.000Z')).cash_rounding_cents).toBe(0);
});

test('a drawer that still has pennies can be counted, and every sum of both days holds', async () => {
  const drawers = { locationId: 'truro', drawers: [{ name: 'Till 1' }] };
  const saved = await server.call('saveDrawers', { body: drawers }, admin);
  const drawerId = saved.body.drawers.at(-1)?.drawerId ?? '';
  const { denominations } = (await server.call('getDrawers', { query: { locationId: 'truro' } }, manager)).body;
  expect(denominations.at(-1)).toEqual({ value: 0.01, isCoin: true });
  const counted = { 20: 2, 0.01: 3 };
  expect((await server.call('openDrawer', { body: { drawerId, counted } }, manager)).status).toBe(200);
  await server.settle();
  expect((await auditData(context)).broken).toEqual([]);
  await writeExport(context.database.pool, folder, server.clock.now());
  const checked = spawnSync('python3', ['tools/check-export.py', folder, '--sums-only'], { encoding: 'utf8' });
  expect(checked.stderr).toBe('');
  expect(checked.stdout).not.toMatch(/^no: (payments|refunds|bills|drawer|closings)/m);
  // The check is not blind: a payment of today that no coins can make is found.
  await sql`update payments set cash_rounding_cents = 1 where cash_rounding_cents = 2`.execute(db);
  server.clock.set('2026-12-05T15:00:00.000Z');
  const late = await payInCash(await tab());
  await sql`update payments set cash_rounding_cents = 1 where id = ${late.id}`.execute(db);
  expect((await auditData(context)).broken.map(({ holds }) => holds).join()).toMatch(/coins/);
});
