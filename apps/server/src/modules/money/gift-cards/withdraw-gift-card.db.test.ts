import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { giftCardCodeOf } from '@tiffin/domain/payment';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditData } from '../../../operations/data-audit/audit-data.ts';
import { writeExport } from '../../../operations/export/write-export.ts';
import { CARDS } from '../../../testing/cards.ts';
import { newestMessage } from '../../../testing/newest-message.ts';
import { tillOf } from '../../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../../testing/server.ts';
import { codeOfGiftCard } from './issue-gift-card.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const { db } = context;
const page = tillOf(server);
const manager = await server.signIn('manager.truro@demo.test');
const folder = mkdtempSync(path.join(tmpdir(), 'withdrawals-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
server.clock.set('2026-11-20T22:00:00.000Z');

const keyed = (as: Caller = {}) => ({ ...as, 'idempotency-key': crypto.randomUUID() });
const inCountry = (country: string) =>
  db.updateTable('locations').set({ country, till_declaration: 'None is needed' }).where('id', '=', 'truro').execute();
beforeAll(() => inCountry('NL'));

/** Buys a card on a payment page in the Netherlands. */
async function buy(email: string, amount = 40, card: string = CARDS.pays) {
  const body = { locationId: 'truro', amount, email: 'gift@example.test', buyerEmail: email, from: 'Asha Rao' };
  const bought = await server.call('buyGiftCard', { body }, keyed(SITE_KEY));
  const { sessionId, paymentUrl } = bought.body;
  await page.pay(paymentUrl ?? '', card);
  await page.deliver();
  const payments = db.selectFrom('payments').selectAll().where('session_id', '=', sessionId);
  const payment = await payments.executeTakeFirstOrThrow();
  const cardId = payment.gift_card_id ?? '';
  return { paymentId: payment.id, cardId, code: codeOfGiftCard(context, cardId) };
}
const balanceOf = async (cardId: string) =>
  (await db.selectFrom('gift_cards').select('balance_cents').where('id', '=', cardId).executeTakeFirstOrThrow())
    .balance_cents;
const withdraw = (contract: string, as: Caller = keyed(), email = 'asha@example.test') =>
  server.call('withdrawGiftCard', { body: { name: 'Asha Rao', contract, email } }, as);
const refundsOf = (paymentId: string) =>
  db.selectFrom('refunds').select(['amount_cents', 'method', 'status']).where('payment_id', '=', paymentId).execute();
async function pay(giftCardCode: string, amount: number) {
  const staff = await server.signIn('staff.truro@demo.test');
  const { billId } = (await server.call('openTab', { body: { locationId: 'truro', label: 'Bar' } }, staff)).body;
  const items = [{ id: 'open', name: 'Dish', price: 30, quantity: 1, open: {} }];
  await server.call('addRound', { body: { billId, items } }, keyed(staff));
  return server.call('addPayment', { body: { billId, tender: 'gift-card', amount, giftCardCode } }, keyed(staff));
}
async function audited() {
  await server.settle();
  await page.deliver();
  expect((await auditData(context)).broken).toEqual([]);
  await writeExport(context.database.pool, folder, server.clock.now());
  const checked = spawnSync('python3', ['tools/check-export.py', folder, '--sums-only'], { encoding: 'utf8' });
  expect(checked.stdout).not.toMatch(/^no: (gift|payments|refunds)/m);
}

test('a buyer withdraws with the number of the receipt: the card is worthless, and the mail names date and time', async () => {
  const { paymentId, cardId, code } = await buy('asha@example.test');
  expect(await newestMessage(db, 'asha@example.test', 'gift_card_receipt')).toContain(
    `/gift-withdrawal?number=${paymentId}`,
  );
  const { status, body } = await withdraw(` ${paymentId} `);
  expect([status, body]).toMatchObject([
    200,
    { withdrawnAt: '2026-11-20T22:00:00.000Z', amount: 40, last4: code.slice(-4) },
  ]);
  expect(await balanceOf(cardId)).toBe(0);
  expect((await pay(code, 5)).body.code).toBe('gift-card-short');
  const mail = await newestMessage(db, 'asha@example.test', 'gift_card_withdrawal');
  for (const part of ['$40.00', 'Nov 20, 2026, 6:00 p.m. AST', 'Asha Rao', `•••• ${code.slice(-4)}`, paymentId])
    expect(mail).toContain(part);
  expect(mail).not.toContain(code);
  await server.settle();
  await page.deliver();
  expect(await refundsOf(paymentId)).toEqual([{ amount_cents: 4000, method: 'card', status: 'succeeded' }]);
  await server.settle();
  expect(await newestMessage(db, 'asha@example.test', 'payment_returned')).toContain(
    'We returned $40.00 that was paid for a gift card.',
  );
  const admin = await server.signIn('admin@demo.test');
  const { entries } = (await server.call('getAuditLog', { query: {} }, admin)).body;
  expect(entries.find(({ action }) => action === 'withdraw-gift-card')?.after).toMatchObject({ amountCents: 4000 });
  await audited();
});

test('a withdrawal that is sent twice, in two tabs or again later, gives the money back once', async () => {
  const { paymentId, code } = await buy('twice@example.test');
  const once = keyed();
  const [first, second] = [await withdraw(code, once), await withdraw(code, once)];
  expect(second.body).toEqual(first.body);
  expect((await withdraw(code)).body.error).toMatch(/^Nothing is left on this card/);
  const other = await buy('tabs@example.test');
  const answers = await Promise.all([withdraw(other.code), withdraw(other.paymentId)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  for (const { paymentId: id } of [{ paymentId }, other]) expect(await refundsOf(id)).toHaveLength(1);
  await audited();
});

test('of a card that paid a part, only the unused rest goes back', async () => {
  const { paymentId, code, cardId } = await buy('part@example.test');
  expect((await pay(code, 15)).status).toBe(200);
  expect((await withdraw(code)).body).toMatchObject({ amount: 25 });
  expect(await balanceOf(cardId)).toBe(0);
  expect(await refundsOf(paymentId)).toMatchObject([{ amount_cents: 2500 }]);
  await audited();
});

test('of a withdrawal and a payment in the same moment, no cent goes to both', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { paymentId, code, cardId } = await buy(`race${round}@example.test`);
    const [paid, back] = await Promise.all([pay(code, 15), withdraw(code)]);
    const [refund] = await refundsOf(paymentId);
    expect(back.status).toBe(200);
    expect(refund?.amount_cents).toBe(paid.status === 200 ? 2500 : 4000);
    expect(await balanceOf(cardId)).toBe(0);
  }
  await audited();
});

test('a card that cannot be given back is refused with the reason: sold at the till, elsewhere, too late, unknown', async () => {
  const body = { locationId: 'truro', amount: 30, tender: 'cash' as const };
  const sold = (await server.call('buyGiftCard', { body }, keyed(manager))).body.giftCard;
  const { code, cardId } = await buy('late@example.test');
  expect((await withdraw(sold?.code ?? '')).body.error).toMatch(/^This card was not bought online/);
  await inCountry('CA');
  expect((await withdraw(code)).body.error).toMatch(/^In the country of this restaurant/);
  await inCountry('NL');
  expect((await withdraw(giftCardCodeOf(new Uint8Array(15).fill(3)))).body).toMatchObject({
    code: 'gift-card-unknown',
    error: expect.stringMatching(/^We know no gift card with this code or number/),
  });
  server.clock.set('2026-12-08T22:00:01.000Z');
  expect((await withdraw(code)).body.error).toMatch(/^The 14 days to withdraw are over/);
  expect(await balanceOf(cardId)).toBe(4000);
  server.clock.set('2026-12-04T22:00:00.000Z');
  expect((await withdraw(code)).status).toBe(200);
});
