import type { InputOf } from '@tiffin/contract';
import { expect, test } from 'vitest';
import { auditData } from '../../../operations/data-audit/audit-data.ts';
import { columnsContaining } from '../../../testing/find-in-database.ts';
import { newestMessage } from '../../../testing/newest-message.ts';
import { tillOf } from '../../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../../testing/server.ts';
import { correctGiftCards } from './correct-gift-cards.ts';
import { releaseExpiredOffers } from '../sessions/end-session.ts';
import { sweepPayments } from '../sessions/sweep-sessions.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const { db } = context;
const page = tillOf(server);
const staff = await server.signIn('staff.truro@demo.test');
const admin = await server.signIn('admin@demo.test');
const asha = await server.signIn('customer@demo.test');
const locationId = 'truro';

const keyed = (as: Caller = staff, key = crypto.randomUUID()) => ({ ...as, 'idempotency-key': key });
type Buy = InputOf<'buyGiftCard'>['body'];
const buy = (more: Partial<Buy> = {}, as: Caller = keyed()) =>
  server.call('buyGiftCard', { body: { locationId, amount: 30, ...more } }, as);
const sold = async (amount: number) => {
  const { body } = await buy({ amount, tender: 'cash' }, keyed(admin));
  if (!body.giftCard) throw new Error(JSON.stringify(body));
  return body.giftCard.code;
};
const balanceOf = (code: string, as: Caller = {}) => server.call('getGiftCardBalance', { query: { code } }, as);
const left = async (code: string) => (await balanceOf(code)).body.balance;
const place = async (
  more: Partial<Awaited<ReturnType<typeof page.payload>>> & { giftCardCode?: string; points?: number } = {},
  as = keyed(SITE_KEY),
) =>
  server.call(
    'createCustomerOrderCash',
    { body: { ...(await page.payload({ paymentMethod: 'cash' })), agreesToWait: true, ...more } },
    as,
  );
const pay = (billId: string, giftCardCode: string, amount: number, as: Caller = keyed()) =>
  server.call('addPayment', { body: { billId, tender: 'gift-card', amount, giftCardCode } }, as);
const billOf = async (billId: string) => (await server.call('getBill', { query: { billId } }, staff)).body.bill;
const inCents = (dollars: number) => Math.round(dollars * 100);
const audited = async () => {
  await server.settle();
  expect((await auditData(context)).broken).toEqual([]);
};

test('a card bought online is mailed once it is paid, and its code is stored nowhere', async () => {
  const key = keyed({});
  const fields = { email: 'rina@example.test', name: 'Rina', from: 'Asha', message: 'Save me some naan.' };
  const [first, again] = [await buy(fields, key), await buy(fields, key)];
  expect(again.body).toEqual(first.body);
  expect(first.body).toMatchObject({ giftCard: null, paymentUrl: expect.any(String) });
  await page.pay(first.body.paymentUrl ?? '');
  await page.deliver();
  await page.deliver();
  const mail = await newestMessage(db, 'rina@example.test', 'gift_card');
  expect(mail).toMatch(/\$30\.00[^]*Save me some naan\./);
  const code = /token=(\w+)/.exec(mail)?.[1] ?? '';
  expect((await balanceOf(code)).body).toMatchObject({
    balance: 30,
    last4: code.slice(-4),
    paidOutUpTo: 0,
  });
  await db.deleteFrom('messages').where('template', '=', 'gift_card').execute();
  expect(await columnsContaining(context.database.pool, [code])).toEqual([]);
  await audited();
});

test('a card sold at the till is answered once with its code, also when the request is repeated', async () => {
  const key = keyed();
  const [first, again] = [await buy({ tender: 'debit' }, key), await buy({ tender: 'debit' }, key)];
  expect(again.body).toEqual(first.body);
  const { code = '' } = first.body.giftCard ?? {};
  expect(await left(code.toLowerCase().replaceAll(/(.{4})/g, '$1 '))).toBe(30);
  expect(await columnsContaining(context.database.pool, [code])).toEqual([]);
  await audited();
});

test.each([
  ['half dollars', { amount: 10.5, tender: 'cash' }, 400, 'invalid-argument'],
  ['a huge amount', { amount: 1e9, tender: 'cash' }, 400, 'invalid-argument'],
  ['a negative amount', { amount: -30, tender: 'cash' }, 400, 'invalid-argument'],
  ['no address to mail it to', {}, 400, 'invalid-email'],
  ['an unknown location', { locationId: 'atlantis', tender: 'cash' }, 404, 'location-not-found'],
] as const)('a card with %s is refused with words', async (_name, fields, status, code) => {
  const answer = await buy(fields);
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(answer.body.error).not.toBe('');
});

test('staff sell cards up to 200.00 in a day, also at two tills at once; a manager sells or approves more', async () => {
  server.clock.forward(25 * 60 * 60_000);
  const sell = (amount: number, as: Caller = keyed()) => buy({ amount, tender: 'terminal', reference: '0815' }, as);
  const large = await sell(500);
  expect([large.status, large.body.code, large.body.error]).toEqual([
    403,
    'manager-needed',
    'Staff sell gift cards of up to $200.00 in a day. A manager approves more.',
  ]);
  const both = await Promise.all([sell(150), sell(150)]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
  expect((await sell(50)).status).toBe(200);
  expect((await sell(5)).status).toBe(403);
  const managerId = (await server.call('getMe', {}, await server.signIn('manager.truro@demo.test'))).body.me?.uid ?? '';
  const asManager = await server.signIn('manager.truro@demo.test');
  const { pin } = (await server.call('createPin', { body: { userId: managerId } }, asManager)).body;
  expect((await sell(500, { ...keyed(), 'x-manager-pin': `${managerId}:${pin}` })).status).toBe(200);
  expect((await sell(500, keyed(asManager))).status).toBe(200);
  const approved = await db.selectFrom('audit_log').selectAll().where('action', '=', 'allow-gift-card').execute();
  expect(approved).toMatchObject([{ actor_id: managerId, location_id: locationId, after: { amount: 500 } }]);
  const payments = await db
    .selectFrom('payments')
    .select(['reference', 'amount_cents'])
    .where('reference', '=', '0815')
    .execute();
  expect(payments.map((row) => row.amount_cents).toSorted((a, b) => a - b)).toEqual([5_000, 15_000, 50_000, 50_000]);
  // The next day begins anew, and what a manager approved does not count.
  server.clock.forward(25 * 60 * 60_000);
  expect((await sell(200, keyed(await server.signIn('staff.truro@demo.test')))).status).toBe(200);
  await audited();
});

test('guests cannot sell themselves a card at the till', async () => {
  for (const as of [keyed(SITE_KEY), keyed(asha)]) expect((await buy({ tender: 'cash' }, as)).status).toBe(403);
});

test('two tills take 20.00 of a card of 30.00 at once: one gets it, the other reads that 10.00 is left', async () => {
  const code = await sold(30);
  const bills = await Promise.all([place(), place()]);
  const answers = await Promise.all(bills.map(({ body }) => pay(body.orderId, code, 20)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409)?.body;
  expect(refused).toMatchObject({ code: 'gift-card-short', balance: 10, error: expect.stringContaining('10.00') });
  expect(await left(code)).toBe(10);
  await audited();
});

test('a payment with a card that a till sends five times is taken once', async () => {
  const code = await sold(30);
  const { orderId } = (await place()).body;
  const key = keyed();
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => pay(orderId, code, 20, key)));
  expect(new Set(answers.map(({ body }) => body.paymentId)).size).toBe(1);
  expect(await left(code)).toBe(10);
  const kinds = await db
    .selectFrom('gift_entries')
    .select('kind')
    .where('payment_id', '=', answers[0]?.body.paymentId ?? '')
    .execute();
  expect(kinds).toEqual([{ kind: 'used' }]);
  await audited();
});

test.each([
  ['a card that is not known', 'AAAA AAAA AAAA AAAA', 409, 'gift-card-unknown'],
  ['an empty code', '', 409, 'gift-card-unknown'],
  ['a code of a thousand characters', 'A'.repeat(1000), 400, 'invalid-argument'],
] as const)('%s is refused with words by the balance page', async (_name, code, status, failure) => {
  const { status: answered, body } = await balanceOf(code);
  expect([answered, body.code]).toEqual([status, failure]);
  expect(body.error).not.toBe('');
});

test('ten checkouts with one card never take more than is on it, and a repeated one takes it once', async () => {
  const code = await sold(30);
  const key = keyed(SITE_KEY);
  const body = await page.payload({ paymentMethod: 'cash' });
  const total = inCents(body.pricing.total);
  expect(total).toBeGreaterThan(1500);
  const repeated = await Promise.all(
    [1, 2, 3, 4, 5].map(() => server.call('createCustomerOrderCash', { body: { ...body, giftCardCode: code } }, key)),
  );
  expect(new Set(repeated.map((each) => each.body.orderId)).size).toBe(1);
  expect(inCents(await left(code))).toBe(Math.max(0, 3000 - total));
  const others = await Promise.all(Array.from({ length: 10 }, () => place({ giftCardCode: code })));
  expect(others.every(({ status, body: answer }) => status === 200 || answer.code === 'gift-card-short')).toBe(true);
  expect(await left(code)).toBe(0);
  await audited();
});

test('a quote says what the card pays, and the order is placed as paid or with the rest due', async () => {
  const items = (await page.payload()).items.map(({ id, quantity }) => ({ id, quantity }));
  const [small, large] = [await sold(5), await sold(500)];
  const quoted = (giftCardCode: string) =>
    server.call('quoteOrder', { body: { locationId, items, giftCardCode } }, SITE_KEY);
  const { pricing, giftCard } = (await quoted(small)).body;
  expect(giftCard).toMatchObject({ pays: 5 });
  expect(inCents(giftCard?.rest ?? 0)).toBe(inCents(pricing.total) - 500);
  expect((await quoted(large)).body.giftCard).toMatchObject({ pays: pricing.total, rest: 0 });
  const part = (await place({ giftCardCode: small })).body.order;
  expect(part).toMatchObject({
    paymentStatus: 'pending',
    paymentMethod: 'cash',
    due: (inCents(part.pricing.total) - 500) / 100,
  });
  const full = (await place({ giftCardCode: large })).body.order;
  expect(full).toMatchObject({ paymentStatus: 'paid', paymentMethod: 'gift-card', due: 0 });
  expect(part.pricing.tax).toBe(full.pricing.tax);
  for (const order of [part, full]) {
    const stored = (await server.call('getOrderDetails', { query: { orderId: order.orderId } }, admin)).body.order;
    expect([stored.paymentStatus, stored.due, stored.paidWith]).toEqual([
      order.paymentStatus,
      order.due,
      order.paidWith,
    ]);
  }
  expect((await place({ giftCardCode: small })).body).toMatchObject({ code: 'gift-card-short', balance: 0 });
  await audited();
});

test('a payment page holds what the card pays, gives it back when it ends, and a late payment takes it again', async () => {
  const code = await sold(5);
  const start = async () => page.start(SITE_KEY, { giftCardCode: code });
  const paid = await start();
  expect(await left(code)).toBe(0);
  await page.pay(paid.paymentUrl);
  await page.deliver();
  const order = (await server.call('getOrderBySessionId', { body: { sessionId: paid.sessionId } }, SITE_KEY)).body
    .order;
  expect(order).toMatchObject({ paymentStatus: 'paid', due: 0, paidWith: ['gift-card', 'online'] });
  const other = await sold(5);
  await page.start(SITE_KEY, { giftCardCode: other });
  server.clock.forward(3 * 60 * 60_000);
  await sweepPayments(context);
  expect(await left(other)).toBe(5);
  await audited();
});

test('a page that is paid after its card was spent elsewhere becomes an order with the rest due', async () => {
  const code = await sold(5);
  const { sessionId, paymentUrl } = await page.start(SITE_KEY, { giftCardCode: code, agreesToWait: true });
  await page.pay(paymentUrl);
  const ended = { status: 'expired', closed_at: context.clock.now() } as const;
  await db.updateTable('payment_sessions').set(ended).where('id', '=', sessionId).execute();
  await releaseExpiredOffers(context);
  expect(await left(code)).toBe(5);
  expect((await place({ giftCardCode: code })).status).toBe(200);
  await page.deliver();
  const { order } = (await server.call('getOrderBySessionId', { body: { sessionId } }, SITE_KEY)).body;
  expect(order).toMatchObject({ paymentStatus: 'pending', due: 5 });
  const { sessions } = (await server.call('getPaymentIssues', {}, admin)).body;
  expect(sessions.find((each) => each.sessionId === sessionId)?.reason).toContain('The rest is still due.');
  await audited();
});

test('refunds of a mixed bill go to each tender by its share, and all of them give the card exactly what it paid', async () => {
  const code = await sold(25);
  const { orderId, order } = (await place({ giftCardCode: code })).body;
  expect(await left(code)).toBe(0);
  await server.call('processOrderPayment', { body: { orderId } }, staff);
  const half = Math.floor(inCents(order.pricing.total) / 2) / 100;
  const refund = (amount: number) =>
    server.call('refundAmount', { body: { orderId, amount, reason: 'Cold' } }, keyed(admin));
  expect((await refund(half)).status).toBe(200);
  await server.settle();
  const share = Math.round((2500 * inCents(half)) / inCents(order.pricing.total));
  expect(Math.abs(inCents(await left(code)) - share)).toBeLessThanOrEqual(1);
  expect((await refund((inCents(order.pricing.total) - inCents(half)) / 100)).status).toBe(200);
  await server.settle();
  expect(await left(code)).toBe(25);
  await audited();
});

test('a cancelled order gives the card back, and says so', async () => {
  const code = await sold(500);
  const { orderId } = (await place({ giftCardCode: code }, keyed(asha))).body;
  expect(await left(code)).toBeLessThan(500);
  const { status, body } = await server.call('cancelOrder', { body: { orderId, reason: 'Closed' } }, admin);
  expect([status, body.message]).toEqual([200, expect.stringContaining('went back to the gift card')]);
  expect(await left(code)).toBe(500);
  await audited();
});

test('a refund by a version without gift cards goes back to the card once, by the command for it', async () => {
  const code = await sold(500);
  const { orderId } = (await place({ giftCardCode: code }, keyed(asha))).body;
  const before = await left(code);
  const entries = await db.selectFrom('gift_entries').selectAll().execute();
  await server.call('cancelOrder', { body: { orderId, reason: 'Closed' } }, admin);
  // What that version leaves: the refund, and nothing on the card.
  await db
    .deleteFrom('gift_entries')
    .where(
      'id',
      'not in',
      entries.map(({ id }) => id),
    )
    .execute();
  await db
    .updateTable('gift_cards')
    .set({ balance_cents: inCents(before) })
    .where('last4', '=', code.slice(-4))
    .execute();
  expect(await left(code)).toBe(before);
  const both = await Promise.all([correctGiftCards(context), correctGiftCards(context)]);
  expect(both.flat()).toEqual([`${orderId}: its refund is back on the gift card •••• ${code.slice(-4)}.`]);
  expect(await left(code)).toBe(500);
  await audited();
});

test('a payment by mistake is undone, and the card has it back', async () => {
  const code = await sold(20);
  const { orderId: billId } = (await place()).body;
  const { paymentId } = (await pay(billId, code, 12)).body;
  expect((await billOf(billId)).payments).toMatchObject([{ tender: 'gift-card', reference: `•••• ${code.slice(-4)}` }]);
  const undone = await server.call('undoPayment', { body: { billId, paymentId, reason: 'Wrong guest' } }, keyed(admin));
  expect(undone.body).toMatchObject({ undone: 12 });
  expect(await left(code)).toBe(20);
  await audited();
});

test('of a card that was bought online only what is left is refunded, once, and the card is empty after it', async () => {
  const fields = { email: 'mo@example.test', amount: 40 };
  const { sessionId, paymentUrl } = (await buy(fields, keyed(SITE_KEY))).body;
  await page.pay(paymentUrl ?? '');
  await page.deliver();
  const code = /token=(\w+)/.exec(await newestMessage(db, 'mo@example.test', 'gift_card'))?.[1] ?? '';
  await pay((await place()).body.orderId, code, 15);
  const back = () => server.call('refundLostPayment', { body: { sessionId: sessionId ?? '' } }, keyed(admin));
  const answers = await Promise.all([back(), back()]);
  expect(answers.map(({ body }) => body.refund?.amount ?? body.code)).toEqual(
    expect.arrayContaining([25, 'failed-precondition']),
  );
  await server.settle();
  expect(await left(code)).toBe(0);
  expect((await pay((await place()).body.orderId, code, 1)).body.code).toBe('gift-card-short');
  await audited();
});

test('a sold card is a liability in the journal and no sale, and what it pays is taken off that', async () => {
  server.clock.forward(48 * 60 * 60_000);
  const code = await sold(100);
  const { orderId, order } = (await place({ giftCardCode: code })).body;
  await server.settle();
  const { business_date: today } = await db
    .selectFrom('orders')
    .select('business_date')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const query = { locationId, from: today, to: today };
  const { body } = await server.call('getJournal', { query }, admin);
  const item = (name: string) => body.totals.find((line) => line.item === name);
  expect(item('gift-cards')).toMatchObject({ debit: 0, credit: (10_000 - inCents(order.pricing.total)) / 100 });
  expect(item('tender:cash')).toMatchObject({ debit: 100 });
  expect([item('tender:gift-card'), item('unpaid')]).toEqual([undefined, undefined]);
  expect(body.debit).toBe(body.credit);
});

test('cash for a card goes into the open drawer', async () => {
  const { body } = await server.call('saveDrawers', { body: { locationId, drawers: [{ name: 'Till 1' }] } }, admin);
  const drawerId = body.drawers.at(-1)?.drawerId ?? '';
  expect((await server.call('openDrawer', { body: { drawerId, counted: 0 } }, staff)).status).toBe(200);
  await sold(30);
  const entries = await db.selectFrom('drawer_entries').select(['kind', 'amount_cents']).execute();
  expect(entries).toEqual([{ kind: 'sale', amount_cents: 3000 }]);
  await audited();
});
