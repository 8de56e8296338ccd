import type { InputOf } from '@tiffin/contract';
import { expect, test } from 'vitest';
import { auditData } from '../../../operations/data-audit/audit-data.ts';
import { newestMessage } from '../../../testing/newest-message.ts';
import { tillOf } from '../../../testing/payments.ts';
import { testServer, type Caller } from '../../../testing/server.ts';
import { sweepPayments } from '../sessions/sweep-sessions.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const { db } = context;
const page = tillOf(server);
const staff = await server.signIn('staff.truro@demo.test');
const admin = await server.signIn('admin@demo.test');

const keyed = (as: Caller) => ({ ...as, 'idempotency-key': crypto.randomUUID() });
const buy = (more: Partial<InputOf<'buyGiftCard'>['body']>, as: Caller = keyed(staff)) =>
  server.call('buyGiftCard', { body: { locationId: 'truro', amount: 30, ...more } }, as);
const audited = async () => {
  await server.settle();
  expect((await auditData(context)).broken).toEqual([]);
};
const purchaseOf = (address: string) => {
  const { searchParams } = new URL(address);
  const query = { sessionId: searchParams.get('session_id') ?? '', token: searchParams.get('token') ?? '' };
  return server.call('getGiftCardPurchase', { query }, {});
};

test('a buyer who returns before the event waits, then gets one receipt, and nobody else is told of the payment', async () => {
  const fields = { email: 'gift@example.test', buyerEmail: 'payer@example.test' };
  const { sessionId, paymentUrl } = (await buy(fields, keyed({}))).body;
  const token = context.linkKeys('payment', sessionId ?? '');
  const address = `https://x.test/gift-cards?session_id=${sessionId}&token=${token}`;
  expect((await purchaseOf(address)).body).toMatchObject({ state: 'waiting', paymentUrl, receipt: null });
  expect((await purchaseOf(address.slice(0, -3))).status).toBe(404);
  const { headers } = await page.pay(paymentUrl ?? '');
  expect(headers.get('location')).toContain(`/gift-cards?session_id=${sessionId}&token=${token}`);
  server.clock.forward(3_000);
  // Two tabs and the event at once.
  const [first, second] = await Promise.all([purchaseOf(address), purchaseOf(address), page.deliver()]);
  const paid = (await purchaseOf(address)).body;
  expect(paid).toMatchObject({ state: 'paid', receipt: { amount: 30, seller: 'Sizzle & Spice Restaurants Inc.' } });
  for (const { body } of [first, second]) expect(['waiting', 'paid']).toContain(body.state);
  const sent = await db
    .selectFrom('messages')
    .select(['template', 'body_text'])
    .where('recipient', 'in', Object.values(fields))
    .orderBy('template')
    .execute();
  expect(sent.map(({ template }) => template)).toEqual(['gift_card', 'gift_card_receipt']);
  const receipt = sent[1]?.body_text ?? '';
  for (const part of ['$30.00', 'Tax: None.', paid.receipt?.paymentId ?? '-', 'Sizzle & Spice Restaurants Inc.'])
    expect(receipt).toContain(part);
  expect(receipt).not.toContain('token=');
  await server.call('refundLostPayment', { body: { sessionId: sessionId ?? '' } }, keyed(admin));
  expect((await purchaseOf(address)).body).toMatchObject({ state: 'returned', paymentUrl: null, receipt: null });
  await audited();
});

test('a buyer who leaves the payment page unpaid is told that nothing was charged', async () => {
  const { sessionId } = (await buy({ email: 'left@example.test' }, keyed({}))).body;
  server.clock.forward(3 * 60 * 60_000);
  await sweepPayments(context);
  const token = context.linkKeys('payment', sessionId ?? '');
  const { body } = await purchaseOf(`https://x.test/?session_id=${sessionId}&token=${token}`);
  expect(body).toMatchObject({ state: 'unpaid', paymentUrl: null, receipt: null });
});

test('a buyer at the till whose address is known gets a receipt with how the card was paid', async () => {
  await buy({ tender: 'debit', buyerEmail: 'counter@example.test' });
  const receipt = await newestMessage(db, 'counter@example.test', 'gift_card_receipt');
  expect(receipt).toMatch(/\$30\.00[^]*Tax: None\.[^]*Paid with: Debit/);
});
