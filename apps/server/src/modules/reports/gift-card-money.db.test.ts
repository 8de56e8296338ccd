import { parseCsv } from '@tiffin/domain/core';
import { expect, test } from 'vitest';
import { newestMessage } from '../../testing/newest-message.ts';
import { tillOf } from '../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db } = server.context;
const page = tillOf(server);
const staff = await server.signIn('staff.truro@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const admin = await server.signIn('admin@demo.test');
const keyed = (as: Caller) => ({ ...as, 'idempotency-key': crypto.randomUUID() });

const DAY = '2026-11-20';
const TRURO = { locationId: 'truro', from: DAY, to: DAY };
server.clock.set('2026-11-20T22:00:00.000Z');

const report = async () => (await server.call('getReport', { query: TRURO }, admin)).body;
const rowsOf = async (figure: 'giftCardsSold' | 'giftCardsUsed' | 'otherDays' | 'received') =>
  (await server.call('getReportRows', { query: { ...TRURO, figure } }, admin)).body;

async function sellCard(amount: number) {
  const body = { locationId: 'truro', amount, tender: 'cash' } as const;
  const { giftCard } = (await server.call('buyGiftCard', { body }, keyed(manager))).body;
  if (!giftCard) throw new Error('no card was sold');
  return giftCard;
}

async function tab(price: number) {
  const { billId } = (await server.call('openTab', { body: { locationId: 'truro', label: 'Bar' } }, staff)).body;
  const items = [{ id: 'open', name: 'Dish', price, quantity: 1, open: {} }];
  const { body } = await server.call('addRound', { body: { billId, items } }, keyed(staff));
  return { billId, orderId: body.order.orderId, total: body.order.pricing.total };
}

async function payWith(billId: string, amount: number, tender: 'cash' | 'gift-card', giftCardCode = '') {
  const body = { billId, tender, amount, ...(giftCardCode && { giftCardCode }) };
  expect((await server.call('addPayment', { body }, keyed(staff))).status).toBe(200);
}

/** The money received as each page and file names it. */
async function receivedEverywhere() {
  await server.settle();
  const query = { period: 'today', locationId: 'truro' } as const;
  const { stats } = (await server.call('getDashboardStats', { query }, admin)).body;
  const closing = (await server.call('getClosing', { query: { locationId: 'truro', date: DAY } }, admin)).body;
  const journal = (await server.call('getJournal', { query: TRURO }, admin)).body;
  const answer = await server.fetch(`/api/getReportCsv?${new URLSearchParams(TRURO)}`, {}, admin);
  const csv = parseCsv(await answer.text()) ?? [];
  const inCsv = (key: string) => Number(csv.find(([section, each]) => section === 'sales' && each === key)?.[4]);
  const cents = (amounts: readonly number[]) =>
    amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;
  const tenders = (lines: readonly { item: string }[]) => lines.filter(({ item }) => item.startsWith('tender:'));
  const { received, giftCardsSold = 0, giftCardsUsed = 0 } = await report();
  return {
    report: [received, giftCardsSold, giftCardsUsed],
    dashboard: [stats.money.received, stats.money.giftCardsSold, stats.money.giftCardsUsed],
    csv: [inCsv('received'), inCsv('gift-cards-sold'), 0 - inCsv('gift-cards-used')],
    closing: cents((tenders(closing.lines) as typeof closing.lines).map(({ amount }) => amount)),
    journal: cents((tenders(journal.totals) as typeof journal.totals).map(({ debit, credit }) => debit - credit)),
    owedToGuests: 0 - (closing.lines.find(({ item }) => item === 'gift-cards')?.amount ?? 0),
    rows: (await rowsOf('received')).sum,
  };
}

const expectOneSum = async (received: number, sold: number, used: number) =>
  expect(await receivedEverywhere()).toEqual({
    report: [received, sold, used],
    dashboard: [received, sold, used],
    csv: [received, sold, used],
    closing: received,
    journal: received,
    owedToGuests: (Math.round(sold * 100) - Math.round(used * 100)) / 100,
    rows: received,
  });

test('a card that is sold for cash and pays a bill is received once, in dashboard, report, closing, journal and file', async () => {
  const card = await sellCard(500);
  const { billId, total } = await tab(17.49);
  await payWith(billId, total, 'gift-card', card.code);
  const other = await tab(10);
  await payWith(other.billId, other.total, 'cash');
  await expectOneSum(511.4, 500, 19.94);
  expect(await report()).toMatchObject({ otherDays: 0, owed: 0, billed: 31.34 });
  expect((await report()).tenders).toMatchObject([
    { tender: 'cash', amount: 511.4 },
    { tender: 'gift-card', amount: 19.94 },
  ]);
});

test('the rows of gift cards name the sale, who sold the card and when', async () => {
  const { rows } = await rowsOf('giftCardsSold');
  const seller = (await server.call('getMe', {}, manager)).body.me?.displayName;
  expect(rows).toEqual([
    { at: '2026-11-20T22:00:00.000Z', day: DAY, kind: 'gift-card', orderId: null, by: seller, amount: 500 },
  ]);
  expect((await rowsOf('giftCardsUsed')).rows).toMatchObject([{ kind: 'payment', amount: 19.94 }]);
  expect((await rowsOf('otherDays')).rows).toEqual([]);
  expect((await rowsOf('received')).rows.map(({ kind, amount }) => [kind, amount])).toEqual(
    expect.arrayContaining([['gift-card', 500]]),
  );
});

test('a refund to a gift card, and a card that is given back, keep one sum', async () => {
  server.clock.set('2026-11-20T22:30:00.000Z');
  const card = await sellCard(20);
  const { billId, orderId, total } = await tab(10);
  await payWith(billId, total, 'gift-card', card.code);
  await expectOneSum(531.4, 520, 31.34);
  const refund = { orderId, amount: 4, reason: 'Cold' };
  expect((await server.call('refundAmount', { body: refund }, keyed(admin))).status).toBe(200);
  await expectOneSum(531.4, 520, 27.34);
  const body = { locationId: 'truro', amount: 40, email: 'mo@example.test' };
  const { sessionId, paymentUrl } = (await server.call('buyGiftCard', { body }, keyed(SITE_KEY))).body;
  await page.pay(paymentUrl ?? '');
  await page.deliver();
  expect(await newestMessage(db, 'mo@example.test', 'gift_card')).toContain('token=');
  await expectOneSum(571.4, 560, 27.34);
  const back = { sessionId: sessionId ?? '' };
  expect((await server.call('refundLostPayment', { body: back }, keyed(admin))).status).toBe(200);
  await expectOneSum(531.4, 520, 27.34);
  expect((await rowsOf('giftCardsSold')).rows.map(({ kind, amount }) => [kind, amount])).toContainEqual([
    'refund',
    -40,
  ]);
});

test('a payment whose order was lost has its own time among the rows of other days', async () => {
  const lost = { id: 'lost', location_id: 'truro', provider: 'sandbox', method: 'card', status: 'succeeded' } as const;
  const at = new Date('2026-11-20T22:45:00.000Z');
  await db
    .insertInto('payments')
    .values({ ...lost, amount_cents: 1200, created_at: at, captured_at: at })
    .execute();
  expect((await rowsOf('otherDays')).rows).toMatchObject([
    { at: '2026-11-20T22:45:00.000Z', day: DAY, kind: 'balance', orderId: null, amount: 12 },
  ]);
});
