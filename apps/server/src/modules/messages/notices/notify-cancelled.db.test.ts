import { expect, test } from 'vitest';
import { ASHA, payloadMaker } from '../../../testing/order-payload.ts';
import { testServer } from '../../../testing/server.ts';

const server = await testServer();
const { context } = server;
const truro = await payloadMaker(server);
const guest = await server.signIn('customer@demo.test');
const staff = await server.signIn('staff.truro@demo.test');

async function place() {
  return (await server.call('createCustomerOrderCash', { body: { ...truro() } }, guest)).body.orderId;
}

function cancellationsOf(orderId: string) {
  return context.db
    .selectFrom('messages')
    .select(['channel', 'recipient', 'subject', 'body_text'])
    .where('order_id', '=', orderId)
    .where('template', '=', 'order_cancelled')
    .orderBy('channel')
    .execute();
}

test('a guest whose order the restaurant cancels gets one mail with the reason and one text', async () => {
  const orderId = await place();
  const cancelled = await server.call('cancelOrder', { body: { orderId, cancelReason: 'Item sold out' } }, staff);
  expect(cancelled.status).toBe(200);
  await server.settle();
  await server.settle();
  const [mail, sms, ...more] = await cancellationsOf(orderId);
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ channel: 'mail', recipient: ASHA.email, subject: `Cancelled: your order ${orderId}` });
  expect(mail?.body_text).toContain('Item sold out');
  expect(sms).toMatchObject({ channel: 'sms', recipient: '+19025550177' });
  expect(sms?.body_text).toBe(
    `Sizzle & Spice: Hi Asha, your order ${orderId} had to be cancelled. Questions? (902) 555-0123`,
  );
});

test('a cancellation without a reason shows no reason to the guest', async () => {
  const orderId = await place();
  expect((await server.call('cancelOrder', { body: { orderId } }, staff)).body.order.cancelReason).toBe(
    'Cancelled by admin',
  );
  await server.settle();
  const [mail] = await cancellationsOf(orderId);
  expect(mail?.body_text).not.toMatch(/Reason|admin/);
});

test('a guest who cancels their own order gets no message', async () => {
  const orderId = await place();
  expect((await server.call('cancelCustomerOrder', { body: { orderId } }, guest)).status).toBe(200);
  await server.settle();
  expect(await cancellationsOf(orderId)).toEqual([]);
});
