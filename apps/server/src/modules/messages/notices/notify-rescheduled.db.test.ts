import { expect, test } from 'vitest';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { testServer } from '../../../testing/server.ts';

// Mails are sent here, and texts are not.
const server = await testServer({ mailer: { send: () => Promise.resolve() } as never });
const truro = await payloadMaker(server);
const guest = await server.signIn('customer@demo.test');
const staff = await server.signIn('staff.truro@demo.test');

async function messagesAfterMove(phone: string, email: string) {
  const customer = { name: 'Asha Menon', phone, email };
  const { order } = (await server.call('createCustomerOrderCash', { body: truro({ customer }) }, guest)).body;
  await server.settle();
  const wantedFor = new Date(Date.parse(order.estimatedReady ?? '') + 20 * 60_000).toISOString();
  const { orderId, version } = order;
  const moved = await server.call(
    'changeOrder',
    { body: { orderId, version, wantedFor, why: 'A large order' } },
    staff,
  );
  expect(moved.status).toBe(200);
  expect(moved.body.order.estimatedReady).toBe(wantedFor);
  await server.settle();
  return server.context.db
    .selectFrom('messages')
    .select(['channel', 'recipient', 'subject'])
    .where('order_id', '=', orderId)
    .where('template', '=', 'order_news')
    .execute();
}

test('where no texts are sent, a new time set by staff reaches a guest with a phone number and an address by mail', async () => {
  expect(await messagesAfterMove('(902) 555-0177', 'asha@example.test')).toEqual([
    {
      channel: 'mail',
      recipient: 'asha@example.test',
      // A phone shows only the beginning, which must not read as if the order were ready.
      subject: expect.stringMatching(/^Your order will be ready /),
    },
  ]);
});

test('where no texts are sent and there is no address, the new time waits as a text in the outbox', async () => {
  expect(await messagesAfterMove('(902) 555-0178', '')).toMatchObject([{ channel: 'sms', recipient: '+19025550178' }]);
});
