import { expect, test } from 'vitest';
import { CARDS } from '../../../testing/cards.ts';
import { tillOf } from '../../../testing/payments.ts';
import { SITE_KEY, testServer } from '../../../testing/server.ts';

const server = await testServer();
const till = tillOf(server);
const staff = await server.signIn('staff.truro@demo.test');
const manager = await server.signIn('manager.truro@demo.test');

async function paidByCard(card: string = CARDS.pays): Promise<string> {
  const { sessionId, paymentUrl } = await till.start(SITE_KEY);
  await till.pay(paymentUrl, card);
  const { body } = await server.call('getOrderBySessionId', { body: { sessionId } }, SITE_KEY);
  await till.deliver();
  return body.orderId;
}

/** Takes a paid order at the till for a guest with a name and a number. */
async function paidInCash(): Promise<string> {
  const customerInfo = { name: 'Amara Singh', email: '', phone: '902-555-0142', firebaseId: null };
  const data = await till.payload({ paymentMethod: 'cash', customerInfo });
  const body = { ...data, cashConfirmed: true as const, finalTotal: data.pricing.total };
  const { orderId } = (await server.call('createAdminOrderCash', { body }, staff)).body;
  return orderId;
}

const refund = (orderId: string, line: number) =>
  server.call('refundOrderItems', { body: { orderId, items: [{ line, quantity: 1 }], reason: 'Cold' } }, manager);

const cancel = (orderId: string) =>
  server.call('cancelOrder', { body: { orderId, cancelReason: 'Kitchen emergency' } }, manager);

/** Processes the events twice and returns the refund messages to the guest. */
async function messagesOf(orderId: string) {
  await server.settle();
  await server.settle();
  return server.context.db
    .selectFrom('messages')
    .select(['channel', 'recipient', 'subject', 'body_text'])
    .where('order_id', '=', orderId)
    .where('template', '=', 'order_refunded')
    .orderBy('created_at')
    .execute();
}

const money = (amount: number) => `$${amount.toFixed(2)}`;

test('a guest gets one message for each successful refund, with its amount', async () => {
  const orderId = await paidByCard();
  const part = (await refund(orderId, 1)).body.refund.amount;
  const first = await messagesOf(orderId);
  expect(first).toMatchObject([
    { channel: 'mail', recipient: 'amara@example.com', subject: `Your refund for ${orderId}` },
  ]);
  expect(first[0]?.body_text).toContain(`We refunded ${money(part)} of your order.`);
  expect(first[0]?.body_text).toContain('5-10 business days');
  const rest = (await cancel(orderId)).body.refund?.amount ?? 0;
  const both = await messagesOf(orderId);
  expect(both.map(({ body_text: text }) => [part, rest].find((each) => text.includes(money(each))))).toEqual([
    part,
    rest,
  ]);
});

test('a refund that the bank rejected sends no message', async () => {
  const orderId = await paidByCard(CARDS.refundFails);
  expect((await cancel(orderId)).body.refund?.status).toBe('requested');
  expect(await messagesOf(orderId)).toEqual([]);
  server.clock.forward(6_000);
  await till.deliver();
  expect(await messagesOf(orderId)).toEqual([]);
});

test('a cash refund is announced once it was handed over, by text to a guest with only a number', async () => {
  const orderId = await paidInCash();
  const refundAmount = (await cancel(orderId)).body.refund?.amount ?? 0;
  expect(await messagesOf(orderId)).toEqual([]);
  await server.call('updateOrderPaymentStatus', { body: { orderId, paymentStatus: 'refunded' } }, manager);
  const messages = await messagesOf(orderId);
  expect(messages).toMatchObject([{ channel: 'sms', recipient: '+19025550142' }]);
  expect(messages[0]?.body_text).toContain(`we refunded ${money(refundAmount)} of your order ${orderId}.`);
  expect(messages[0]?.body_text).not.toContain('business days');
});
