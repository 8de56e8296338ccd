import { expect, test } from 'vitest';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { SITE_KEY, testServer, type Caller } from '../../../testing/server.ts';

const server = await testServer({ env: { TRUST_PROXY: '1', RATE_LIMITS: '0' } });
const { db } = server.context;
const truro = await payloadMaker(server);
const admin = await server.signIn('admin@demo.test');

const body = truro();
const order = (as: Caller, key: string) =>
  server.call('createCustomerOrderCash', { body }, { ...as, 'idempotency-key': key });
const from = (address: string): Caller => ({ ...SITE_KEY, 'x-forwarded-for': address });

async function hire(email: string): Promise<{ as: Caller; userId: string }> {
  const { id: userId } = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
  const { body: hired } = await server.call(
    'updateUser',
    { body: { userId, updates: { role: 'staff', locationIds: ['truro'] } } },
    admin,
  );
  expect(hired.error).toBeUndefined();
  return { as: await server.signIn(email), userId };
}

const requesterOf = async (key: string) =>
  (await db.selectFrom('idempotency_keys').select(['actor', 'asked_as']).where('key', '=', key).execute()).map(
    ({ actor, asked_as: access }) => [actor.split(':')[0], access],
  );

test('another requester with the same key gets an order of their own, not the stored response', async () => {
  const customer = await server.signIn('customer@demo.test');
  const key = 'the same key';
  const first = await order(customer, key);
  expect((await order(customer, key)).body.orderId).toBe(first.body.orderId);
  const others = [];
  for (const as of [from('198.51.100.1'), from('198.51.100.2'), await server.signIn('customer2@demo.test')]) {
    others.push((await order(as, key)).body.orderId);
  }
  expect(new Set([first.body.orderId, ...others]).size).toBe(4);
});

test('a stored response to an order records the rights of staff, and is not repeated to someone who lost them', async () => {
  const { as, userId } = await hire('customer2@demo.test');
  const key = crypto.randomUUID();
  const first = await order(as, key);
  expect(first.status).toBe(200);
  expect(await requesterOf(key)).toEqual([['person', { role: 'staff', locationIds: ['truro'] }]]);
  expect((await order(as, key)).body.orderId).toBe(first.body.orderId);
  await server.call('updateUser', { body: { userId, updates: { role: 'customer' } } }, admin);
  const lost = await order(as, key);
  expect([lost.status, lost.body.code, lost.body.orderId]).toEqual([403, 'permission-denied', undefined]);
});

test('customers and guests have no such rights to record', async () => {
  const key = crypto.randomUUID();
  await order(from('198.51.100.3'), key);
  expect(await requesterOf(key)).toEqual([[expect.stringMatching(/^(nobody|site)$/), null]]);
});
