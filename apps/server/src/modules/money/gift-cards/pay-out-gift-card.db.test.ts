import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { auditData } from '../../../operations/data-audit/audit-data.ts';
import { writeExport } from '../../../operations/export/write-export.ts';
import { testServer, type Caller } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const { db } = context;
const staff = await server.signIn('staff.truro@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const admin = await server.signIn('admin@demo.test');
const folder = mkdtempSync(path.join(tmpdir(), 'pay-outs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const DAY = '2026-11-20';
const TRURO = { locationId: 'truro', from: DAY, to: DAY };
server.clock.set('2026-11-20T22:00:00.000Z');

const keyed = (as: Caller) => ({ ...as, 'idempotency-key': crypto.randomUUID() });
/** A card of 25.00 that was paid on the terminal, with this much left. It was sold before the law of Québec applied. */
async function cardWith(left: number) {
  const sale = { locationId: 'truro', amount: 25, tender: 'terminal' as const };
  const { giftCard } = (await server.call('buyGiftCard', { body: sale }, keyed(manager))).body;
  if (!giftCard) throw new Error('no card was sold');
  const { billId } = (await server.call('openTab', { body: { locationId: 'truro', label: 'Bar' } }, staff)).body;
  const items = [{ id: 'open', name: 'Dish', price: 30, quantity: 1, open: {} }];
  await server.call('addRound', { body: { billId, items } }, keyed(staff));
  const amount = Math.round((25 - left) * 100) / 100;
  const body = { billId, tender: 'gift-card' as const, amount, giftCardCode: giftCard.code };
  expect((await server.call('addPayment', { body }, keyed(staff))).status).toBe(200);
  return giftCard;
}
const payOut = (giftCardId: string, as: Caller = keyed(manager)) =>
  server.call('payOutGiftCard', { body: { giftCardId } }, as);
const inRegion = (region: string) => db.updateTable('locations').set({ region }).where('id', '=', 'truro').execute();

test('in Québec a rest of up to five dollars leaves the drawer in coins, and every sum agrees afterwards', async () => {
  const drawers = { locationId: 'truro', drawers: [{ name: 'Till 1' }] };
  const saved = await server.call('saveDrawers', { body: drawers }, admin);
  const drawerId = saved.body.drawers.at(-1)?.drawerId ?? '';
  expect((await server.call('openDrawer', { body: { drawerId, counted: 100 } }, manager)).status).toBe(200);
  const { giftCardId, code } = await cardWith(3.47);
  await inRegion('QC');
  const report = async () => (await server.call('getReport', { query: TRURO }, admin)).body;
  const before = await report();
  const answers = await Promise.all([payOut(giftCardId), payOut(giftCardId)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({
    giftCard: { balance: 0, refunded: 3.47 },
    refund: { amount: 3.45, method: 'cash', status: 'succeeded' },
  });
  const entries = await db.selectFrom('drawer_entries').select(['kind', 'amount_cents']).execute();
  expect(entries).toEqual([{ kind: 'refund', amount_cents: 345 }]);
  const after = await report();
  const cash = (figures: typeof after) => figures.tenders.find(({ tender }) => tender === 'cash')?.amount ?? 0;
  const cents = (amount: number | undefined) => Math.round((amount ?? 0) * 100);
  expect([cents(cash(after) - cash(before)), cents(after.received - before.received)]).toEqual([-345, -345]);
  expect(cents((before.giftCardsOwed ?? 0) - (after.giftCardsOwed ?? 0))).toBe(347);
  const journal = (await server.call('getJournal', { query: TRURO }, admin)).body;
  expect(journal.debit).toBe(journal.credit);
  const owed = journal.totals.find(({ item }) => item === 'gift-cards');
  expect(cents((owed?.credit ?? 0) - (owed?.debit ?? 0))).toBe(cents(after.giftCardsOwed));
  const balance = await server.call('getGiftCardBalance', { query: { code } }, {});
  expect(balance.body).toMatchObject({ balance: 0 });
  const { entries: log } = (await server.call('getAuditLog', { query: {} }, admin)).body;
  expect(log.find(({ action }) => action === 'pay-out-gift-card')?.after).toMatchObject({ amountCents: 345 });
  await server.settle();
  expect((await auditData(context)).broken).toEqual([]);
  await writeExport(context.database.pool, folder, server.clock.now());
  const checked = spawnSync('python3', ['tools/check-export.py', folder, '--sums-only'], { encoding: 'utf8' });
  expect(checked.stdout).not.toMatch(/^no: (gift|payments|refunds|drawer|closings)/m);
});

test('nobody pays out more than the law lets guests have, in another province, a blocked card, or without a manager', async () => {
  await inRegion('NS');
  const [more, small] = [await cardWith(5.01), await cardWith(5)];
  await inRegion('QC');
  expect((await payOut(more.giftCardId)).body.error).toMatch(/^Only a rest of up to \$5\.00/);
  expect((await payOut(small.giftCardId, keyed(staff))).status).toBe(403);
  await inRegion('NS');
  expect((await payOut(small.giftCardId)).body.error).toMatch(/^No law is known here/);
  await inRegion('QC');
  const block = { giftCardId: small.giftCardId, reason: 'Lost' };
  await server.call('blockGiftCard', { body: block }, manager);
  expect((await payOut(small.giftCardId)).body.code).toBe('gift-card-blocked');
});
