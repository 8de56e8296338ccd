import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { auditData } from '../../../operations/data-audit/audit-data.ts';
import { writeExport } from '../../../operations/export/write-export.ts';
import { CARDS } from '../../../testing/cards.ts';
import { newestMessage } from '../../../testing/newest-message.ts';
import { tillOf } from '../../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const { db } = context;
const page = tillOf(server);
const staff = await server.signIn('staff.truro@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const admin = await server.signIn('admin@demo.test');
const elsewhere = await server.signIn('staff.glasgow@demo.test');
const folder = mkdtempSync(path.join(tmpdir(), 'gift-cards-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const DAY = '2026-11-20';
const TRURO = { locationId: 'truro', from: DAY, to: DAY };
server.clock.set('2026-11-20T22:00:00.000Z');

const keyed = (as: Caller = staff) => ({ ...as, 'idempotency-key': crypto.randomUUID() });
async function sell(amount = 30, more: { tender?: 'cash' | 'terminal'; email?: string; buyerEmail?: string } = {}) {
  const body = { locationId: 'truro', amount, tender: 'cash' as const, ...more };
  const { giftCard } = (await server.call('buyGiftCard', { body }, keyed(manager))).body;
  if (!giftCard) throw new Error('no card was sold');
  return giftCard;
}
/** Sells a card on a payment page. */
async function sellOnline(amount: number, email: string, card: string = CARDS.pays) {
  const body = { locationId: 'truro', amount, email };
  const { paymentUrl } = (await server.call('buyGiftCard', { body }, keyed(SITE_KEY))).body;
  await page.pay(paymentUrl ?? '', card);
  await page.deliver();
  const [sold] = await cards(email);
  if (!sold) throw new Error('no card was bought');
  return sold;
}
const cards = async (search: string, as: Caller = manager) =>
  (await server.call('getGiftCards', { query: { locationId: 'truro', search } }, as)).body.giftCards;
const cardOf = async ({ giftCardId, last4 }: { giftCardId: string; last4: string }) =>
  (await cards(last4)).find((card) => card.giftCardId === giftCardId);
const undo = (giftCardId: string, as: Caller = keyed(manager)) =>
  server.call('undoGiftCardSale', { body: { giftCardId, reason: 'Typed wrong' } }, as);
const block = (giftCardId: string, isBlocked = true) =>
  server.call('blockGiftCard', { body: { giftCardId, isBlocked, reason: isBlocked ? 'Lost' : '' } }, manager);
async function tab(price = 20) {
  const { billId } = (await server.call('openTab', { body: { locationId: 'truro', label: 'Bar' } }, staff)).body;
  const items = [{ id: 'open', name: 'Dish', price, quantity: 1, open: {} }];
  await server.call('addRound', { body: { billId, items } }, keyed());
  return billId;
}
const pay = (billId: string, giftCardCode: string, amount = 10) =>
  server.call('addPayment', { body: { billId, tender: 'gift-card', amount, giftCardCode } }, keyed());
const place = async (giftCardCode: string) =>
  server.call(
    'createCustomerOrderCash',
    { body: { ...(await page.payload({ paymentMethod: 'cash' })), agreesToWait: true, giftCardCode } },
    keyed(SITE_KEY),
  );
/** Runs `work` while a payment, which has found its card already, waits for the lock on its bill. */
async function whilePaymentWaits(billId: string, code: string, work: () => Promise<unknown>) {
  const { payment } = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('orders').select('id').where('bill_id', '=', billId).forUpdate().execute();
    const waiting = { payment: pay(billId, code) };
    await vi.waitFor(async () => {
      const { rows } = await sql`select 1 from pg_locks l join pg_stat_activity a using (pid)
        where not l.granted and a.datname = current_database()`.execute(db);
      expect(rows).not.toEqual([]);
    });
    await work();
    return waiting;
  });
  return payment;
}
const audited = async () => {
  await server.settle();
  expect((await auditData(context)).broken).toEqual([]);
};
const statuses = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
const seller = (await server.call('getMe', {}, manager)).body.me?.displayName;

test('a manager finds cards by their last characters and by mail, at own locations, and reads no code', async () => {
  const card = await sell(45, { email: 'rina@example.test', buyerEmail: 'om@example.test' });
  for (const search of [card.last4.toLowerCase(), 'rina@', 'om@example.test']) {
    expect(await cards(search)).toEqual([
      {
        giftCardId: card.giftCardId,
        last4: card.last4,
        locationId: 'truro',
        balance: 45,
        amount: 45,
        refunded: 0,
        tender: 'cash',
        soldBy: seller,
        soldAt: '2026-11-20T22:00:00.000Z',
        email: 'rina@example.test',
        isBlocked: false,
        blockedReason: null,
      },
    ]);
  }
  expect(await cards('nobody@example.test')).toEqual([]);
  const first = await server.call('getGiftCards', { query: { locationId: 'truro', limit: 1 } }, admin);
  expect(first.body.giftCards).toHaveLength(1);
  expect(JSON.stringify(first.body)).not.toContain(card.code);
  expect((await server.call('getGiftCards', { query: { locationId: 'truro' } }, elsewhere)).status).toBe(403);
  expect((await server.call('getGiftCards', { query: { locationId: 'new-glasgow' } }, manager)).status).toBe(403);
});

test('undoing a sale in cash takes it out of the open drawer, and every sum agrees afterwards', async () => {
  const saved = await server.call(
    'saveDrawers',
    { body: { locationId: 'truro', drawers: [{ name: 'Till 1' }] } },
    admin,
  );
  const drawerId = saved.body.drawers.at(-1)?.drawerId ?? '';
  expect((await server.call('openDrawer', { body: { drawerId, counted: 0 } }, staff)).status).toBe(200);
  const report = async () => (await server.call('getReport', { query: TRURO }, admin)).body;
  const before = await report();
  const [wrong, right] = [await sell(500), await sell(50)];
  const sold = await report();
  expect([sold.giftCardsOwed, before.giftCardsOwed].map((owed) => (owed ?? 0) * 100)).toEqual([
    ((before.giftCardsOwed ?? 0) + 550) * 100,
    (before.giftCardsOwed ?? 0) * 100,
  ]);
  const undone = await undo(wrong.giftCardId);
  expect(undone.body).toMatchObject({
    giftCard: { balance: 0, refunded: 500 },
    refund: { amount: 500, status: 'succeeded', method: 'cash', isUndo: true },
  });
  expect((await undo(wrong.giftCardId)).body).toMatchObject({
    code: 'failed-precondition',
    error: 'The money for this card went back already.',
  });
  const entries = await db.selectFrom('drawer_entries').select(['kind', 'amount_cents']).orderBy('at').execute();
  expect(entries.map(({ kind, amount_cents: amount }) => `${kind} ${amount}`).toSorted()).toEqual([
    'refund 50000',
    'sale 5000',
    'sale 50000',
  ]);
  await audited();
  const after = await report();
  const owed = (before.giftCardsOwed ?? 0) + 50;
  expect([after.giftCardsOwed, after.received - before.received]).toEqual([owed, 50]);
  const rows = (await server.call('getReportRows', { query: { ...TRURO, figure: 'giftCardsOwed' } }, admin)).body;
  expect([rows.sum, rows.rows.map(({ kind, amount }) => `${kind} ${amount}`)]).toEqual([
    owed,
    expect.arrayContaining(['refund -500']),
  ]);
  const journal = (await server.call('getJournal', { query: TRURO }, admin)).body;
  const item = (name: string) => journal.totals.find((line) => line.item === name);
  expect([item('gift-cards')?.credit, journal.debit]).toEqual([owed, journal.credit]);
  const closing = (await server.call('getClosing', { query: { locationId: 'truro', date: DAY } }, admin)).body;
  expect(closing.lines.find((line) => line.item === 'gift-cards')?.amount).toBe(-owed);
  await writeExport(context.database.pool, folder, server.clock.now());
  const checked = spawnSync('python3', ['tools/check-export.py', folder, '--sums-only'], { encoding: 'utf8' });
  expect(checked.stdout).not.toMatch(/^no: (gift|payments|refunds|drawer|closings)/m);
  expect((await pay(await tab(), wrong.code)).body).toMatchObject({ code: 'gift-card-short', balance: 0 });
  expect((await pay(await tab(), right.code)).status).toBe(200);
  expect((await undo(right.giftCardId)).body.error).toMatch(/^The card was used/);
});

test('what is owed contains the cards of earlier days, and none that was sold later', async () => {
  const owedOn = async (day: string) =>
    (await server.call('getReport', { query: { locationId: 'truro', from: day, to: day } }, admin)).body.giftCardsOwed;
  const card = await sell(35);
  expect(await owedOn('2026-11-19')).toBe(0);
  expect(await owedOn('2026-11-21')).toBe(await owedOn(DAY));
  expect(await owedOn('2026-11-21')).toBeGreaterThanOrEqual(card.balance);
});

test('a refund that is on its way to a gift card does not keep a day open', async () => {
  const { code } = await sell();
  const billId = await tab();
  const { paymentId } = (await pay(billId, code)).body;
  const refund = { payment_id: paymentId, bill_id: billId, order_id: billId, location_id: 'truro', amount_cents: 500 };
  const at = { requested_at: server.clock.now(), next_try_at: new Date('2027-01-01') };
  const stored = { ...refund, ...at, id: 'waiting', method: 'gift-card', status: 'requested' } as const;
  await db
    .insertInto('refunds')
    .values({ ...stored, reason: 'Cold', idempotency_key: 'waiting' })
    .execute();
  const { open } = (await server.call('getClosing', { query: { locationId: 'truro', date: DAY } }, admin)).body;
  expect(open.filter(({ kind }) => kind === 'refund')).toMatchObject([{ amount: 5, isMoving: true }]);
  await db.deleteFrom('refunds').where('id', '=', 'waiting').execute();
});

test('what a terminal took is only noted, and what was paid by card goes back to the card', async () => {
  const slip = await sell(40, { tender: 'terminal' });
  expect((await undo(slip.giftCardId)).body.refund).toMatchObject({ method: 'manual', status: 'succeeded' });
  const online = await sellOnline(40, 'mo@example.test');
  const undone = (await undo(online.giftCardId)).body;
  expect([undone.giftCard, undone.refund]).toMatchObject([
    { balance: 0 },
    { method: 'card', isUndo: false, amount: 40 },
  ]);
  await server.settle();
  await page.deliver();
  expect((await cardOf(online))?.balance).toBe(0);
  await audited();
});

test('a card has its money again when the provider fails to return it, and not after another try', async () => {
  const { giftCardId, last4 } = await sellOnline(60, 'li@example.test', CARDS.refundFails);
  const { refundId } = (await undo(giftCardId)).body.refund;
  expect((await cardOf({ giftCardId, last4 }))?.balance).toBe(0);
  server.clock.forward(60_000);
  await page.deliver();
  expect(await cardOf({ giftCardId, last4 })).toMatchObject({ balance: 60, refunded: 0 });
  const kinds = db.selectFrom('gift_entries').select('kind').where('card_id', '=', giftCardId).orderBy('id');
  expect((await kinds.execute()).map(({ kind }) => kind)).toEqual(['sold', 'cleared', 'returned']);
  expect((await server.call('retryRefund', { body: { refundId } }, keyed(manager))).status).toBe(200);
  expect((await cardOf({ giftCardId, last4 }))?.balance).toBe(0);
  await audited();
});

test('staff undo a sale with the PIN of a manager, and the mail about PINs names it', async () => {
  const { giftCardId } = await sell();
  expect((await undo(giftCardId, keyed())).body).toMatchObject({
    code: 'manager-needed',
    error: 'Undoing the sale of a gift card needs a manager’s approval.',
  });
  expect((await undo(giftCardId, keyed(elsewhere))).status).toBe(403);
  const managerId = (await server.call('getMe', {}, manager)).body.me?.uid ?? '';
  const { pin } = (await server.call('createPin', { body: { userId: managerId } }, manager)).body;
  expect((await undo(giftCardId, { ...keyed(), 'x-manager-pin': `${managerId}:${pin}` })).status).toBe(200);
  const approved = db.selectFrom('audit_log').selectAll().where('action', '=', 'allow-undo-gift-card');
  expect(await approved.execute()).toMatchObject([
    { actor_id: managerId, subject_kind: 'payment', after: { amount: 30 } },
  ]);
});

test('a blocked card pays nowhere until it is unblocked, and what is refunded stays on it', async () => {
  const card = await sell(30);
  const { giftCardId, code } = card;
  const paid = await tab();
  const { paymentId } = (await pay(paid, code, 12)).body;
  expect((await server.call('blockGiftCard', { body: { giftCardId, reason: ' ' } }, manager)).status).toBe(400);
  expect((await block(giftCardId)).body.giftCard).toMatchObject({
    isBlocked: true,
    blockedReason: 'Lost',
    balance: 18,
  });
  const items = (await page.payload()).items.map(({ id, quantity }) => ({ id, quantity }));
  const refusals = [
    await pay(await tab(), code),
    await place(code),
    await server.call(
      'createCustomerPayment',
      { body: { orderData: { ...(await page.payload()), giftCardCode: code } } },
      keyed(SITE_KEY),
    ),
    await server.call('quoteOrder', { body: { locationId: 'truro', items, giftCardCode: code } }, SITE_KEY),
    await server.call('getGiftCardBalance', { query: { code } }, {}),
    await server.call('showGiftCardCode', { body: { giftCardId } }, manager),
  ];
  expect(refusals.map(({ status, body }) => [status, body.code, body.error])).toEqual(
    refusals.map(() => [
      409,
      'gift-card-blocked',
      'This gift card is blocked. Please pay another way, and ask the restaurant about it.',
    ]),
  );
  const mistake = { billId: paid, paymentId, reason: 'Wrong guest' };
  expect((await server.call('undoPayment', { body: mistake }, keyed(manager))).status).toBe(200);
  expect((await cardOf(card))?.balance).toBe(30);
  expect((await block(giftCardId, false)).body.giftCard).toMatchObject({ isBlocked: false, blockedReason: null });
  expect((await pay(await tab(), code)).status).toBe(200);
  await audited();
});

test('a page that holds a part of a card that is blocked before it is paid becomes an order with the rest due', async () => {
  const { giftCardId, code, last4 } = await sell(5);
  const { sessionId, paymentUrl } = await page.start(SITE_KEY, { giftCardCode: code, agreesToWait: true });
  expect((await undo(giftCardId)).body.error).toMatch(/a payment page holds a part of it/);
  await block(giftCardId);
  await page.pay(paymentUrl);
  await page.deliver();
  const { order } = (await server.call('getOrderBySessionId', { body: { sessionId } }, SITE_KEY)).body;
  expect(order).toMatchObject({ paymentStatus: 'pending', due: 5 });
  expect((await cardOf({ giftCardId, last4 }))?.balance).toBe(5);
  await audited();
});

test('a card that is blocked, or whose sale is undone, while a payment waits is refused by that payment', async () => {
  const [lost, wrong] = [await sell(), await sell()];
  const blocked = await whilePaymentWaits(await tab(), lost.code, () => block(lost.giftCardId));
  expect([blocked.status, blocked.body.code]).toEqual([409, 'gift-card-blocked']);
  const undone = await whilePaymentWaits(await tab(), wrong.code, () => undo(wrong.giftCardId));
  expect([undone.status, undone.body.code]).toEqual([409, 'gift-card-short']);
  await audited();
});

test('of an undo and a payment in the same moment one wins, and a sale is undone once', async () => {
  for (let round = 0; round < 6; round += 1) {
    const card = await sell();
    const billId = await tab();
    expect(statuses(await Promise.all([undo(card.giftCardId), pay(billId, card.code)]))).toEqual([200, 409]);
    const again = await sell();
    expect(statuses(await Promise.all([undo(again.giftCardId), undo(again.giftCardId)]))).toEqual([200, 409]);
  }
  await audited();
});

test('whatever happens to cards at once, each has on it what its payments left', async () => {
  const sold = await Promise.all([sell(), sell(), sell(), sell()]);
  const paid: { billId: string; paymentId: string }[] = [];
  /** The same steps in each run. */
  let seed = 7;
  const next = (most: number) => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed % most;
  };
  const steps = [
    async (card: (typeof sold)[number]) => {
      const billId = await tab();
      const { paymentId } = (await pay(billId, card.code, 5)).body;
      if (paymentId) paid.push({ billId, paymentId });
    },
    (card: (typeof sold)[number]) => place(card.code),
    (card: (typeof sold)[number]) => block(card.giftCardId, next(2) === 0),
    async () => {
      const mistake = paid.pop();
      if (mistake) await server.call('undoPayment', { body: { ...mistake, reason: 'Wrong' } }, keyed(manager));
    },
    (card: (typeof sold)[number]) => undo(card.giftCardId),
  ];
  for (let round = 0; round < 8; round += 1) {
    const together = Array.from({ length: 5 }, () => [steps[next(steps.length)], sold[next(sold.length)]] as const);
    await Promise.all(together.map(async ([step, card]) => card && step?.(card)));
  }
  await audited();
  await writeExport(context.database.pool, folder, server.clock.now());
  const checked = spawnSync('python3', ['tools/check-export.py', folder, '--sums-only'], { encoding: 'utf8' });
  expect(checked.stdout).not.toMatch(/^no: (gift|payments|refunds|drawer)/m);
});

test('a card is mailed and shown again, and the log names it by its last characters', async () => {
  const { giftCardId, last4, code } = await sell(25, { tender: 'terminal' });
  const { body } = await server.call(
    'mailGiftCard',
    { body: { giftCardId, email: 'rex@example.test' } },
    keyed(manager),
  );
  expect(body.giftCard.email).toBe('rex@example.test');
  expect(await newestMessage(db, 'rex@example.test', 'gift_card')).toContain(`token=${code}`);
  expect((await cards('rex@')).map((card) => card.last4)).toEqual([last4]);
  expect((await server.call('showGiftCardCode', { body: { giftCardId } }, manager)).body.code).toBe(code);
  await block(giftCardId);
  const { entries } = (await server.call('getAuditLog', { query: {} }, admin)).body;
  const ofCard = entries.filter(({ after }) => after?.['giftCard'] === `•••• ${last4}`);
  expect(ofCard.map(({ action }) => action)).toEqual([
    'block-gift-card',
    'show-gift-card',
    'mail-gift-card',
    'sell-gift-card',
  ]);
  expect(JSON.stringify(entries)).not.toContain(code);
  const { payments } = (await server.call('getPayments', { query: { limit: 200 } }, admin)).body;
  expect(payments.find(({ soldGiftCard }) => soldGiftCard === last4)).toMatchObject({ amount: 25, orderId: null });
  await db.updateTable('gift_cards').set({ code_hash: 'of another secret' }).where('id', '=', giftCardId).execute();
  await block(giftCardId, false);
  expect((await server.call('showGiftCardCode', { body: { giftCardId } }, manager)).body.error).toMatch(
    /secret was replaced/,
  );
});
