import { expect, test } from 'vitest';
import { REQUEST_LIMITS } from '@tiffin/contract';
import { orderData } from '../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';
import { requireRecentProof } from './require-recent-proof.ts';

const MINUTES = 60_000;
const server = await testServer();
const admin = await server.signIn('admin@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const customer = await server.signIn('customer@demo.test');
const password = 'Demo-pass-1!';
await server.context.db.updateTable('menu_items').set({ price_cents: 60_00 }).execute();

const later = () => server.clock.forward(11 * MINUTES);
const confirm = (as: Caller, with_ = password) => server.call('confirmIdentity', { body: { password: with_ } }, as);
const newKeyAs = (as: Caller) => server.call('createApiKey', { body: { name: 'A key' } }, as);

async function idOf(email: string): Promise<string> {
  const users = server.context.db.selectFrom('users').select('id').where('email', '=', email);
  return (await users.executeTakeFirstOrThrow()).id;
}

/** Creates an order of dishes at 60.00 each, paid in cash. */
async function paidOrder(quantity: number): Promise<string> {
  const fresh = await orderData(server, { paymentMethod: 'cash' });
  const [dish] = fresh.items;
  if (!dish) throw new Error('no dish');
  const items = [{ ...dish, quantity }];
  const input = { items, tipAmount: 0, frontendPricing: {}, locationInfo: { id: 'truro' } };
  const { pricing } = (await server.call('validatePricing', { body: input }, SITE_KEY)).body;
  const body = { ...fresh, items, tipAmount: 0, pricing };
  const { orderId } = (await server.call('createCustomerOrderCash', { body }, customer)).body;
  await server.call('updateOrderPaymentStatus', { body: { orderId, paymentStatus: 'paid' } }, manager);
  return orderId;
}

test('ten minutes after sign-in, creating an API key needs the right password again', async () => {
  expect((await newKeyAs(admin)).status).toBe(200);
  later();
  const refused = await newKeyAs(admin);
  expect([refused.status, refused.body.code, refused.body['ways']]).toEqual([
    403,
    'fresh-sign-in-needed',
    ['password'],
  ]);
  expect((await confirm(admin, 'wrong')).body.code).toBe('wrong-password');
  expect((await newKeyAs(admin)).status).toBe(403);
  expect((await confirm(admin)).status).toBe(200);
  expect((await newKeyAs(admin)).status).toBe(200);
});

test('a repeated request returns its first response, even after confirmation has expired', async () => {
  await confirm(admin);
  const once = { ...admin, 'idempotency-key': 'a key of eleven minutes ago' };
  const first = await newKeyAs(once);
  later();
  expect((await newKeyAs(once)).body.apiKey.id).toBe(first.body.apiKey.id);
});

test('unlocking a shared tablet proves nobody’s identity, however recent it is', async () => {
  const { context } = server;
  const userId = await idOf('manager.truro@demo.test');
  const names = { email: 'manager.truro@demo.test', name: 'A manager' };
  const actor = { kind: 'person', userId, role: 'manager', locationIds: ['truro'], ...names } as const;
  const prove = (tablet: { id: string; name: string } | null) => {
    const session = { sessionId: 's', token: 't', userId, provenAt: server.clock.now(), provenBy: null, tablet };
    const signedIn = { ...session, needsSecondStep: false, needsNewPassword: false, isStaff: true };
    return requireRecentProof(context, context.db, { actor, from: { signedIn } });
  };
  await expect(prove(null)).resolves.toBeUndefined();
  await expect(prove({ id: 'counter', name: 'Counter' })).rejects.toMatchObject({
    failure: { code: 'fresh-sign-in-needed', details: { ways: [] } },
  });
});

test('an API key needs no password to create another, because it was created with one', async () => {
  await confirm(admin);
  const { body } = await newKeyAs(admin);
  later();
  expect((await newKeyAs({ 'x-api-key': body.key ?? '' })).status).toBe(200);
});

test('changing a role needs confirmation, for one person or many; changing a name does not', async () => {
  const userId = await idOf('customer@demo.test');
  later();
  const change = (updates: object) => server.call('updateUser', { body: { userId, updates } }, admin);
  expect((await change({ role: 'staff' })).body.code).toBe('fresh-sign-in-needed');
  const all = await server.call('updateUsers', { body: { userIds: [userId], updates: { role: 'admin' } } }, admin);
  expect(all.body.code).toBe('fresh-sign-in-needed');
  expect((await change({ displayName: 'Priya S' })).status).toBe(200);
  expect((await server.call('getUser', { query: { userId } }, admin)).body.user.role).toBe('customer');
});

test('adding a location or reactivating a person needs confirmation; removing and deactivating do not', async () => {
  const userId = await idOf('staff.glasgow@demo.test');
  const change = (updates: object) => server.call('updateUser', { body: { userId, updates } }, admin);
  await confirm(admin);
  await change({ locationIds: ['truro'] });
  later();
  expect((await change({ locationIds: ['truro', 'glasgow'] })).body.code).toBe('fresh-sign-in-needed');
  expect((await change({ locationIds: [] })).status).toBe(200);
  expect((await change({ isActive: false })).status).toBe(200);
  expect((await change({ isActive: true })).body.code).toBe('fresh-sign-in-needed');
  const all = { userIds: [userId], updates: { isActive: true } };
  expect((await server.call('updateUsers', { body: all }, admin)).body.code).toBe('fresh-sign-in-needed');
  await confirm(admin);
  expect((await change({ isActive: true, locationIds: ['truro'] })).status).toBe(200);
});

test('a confirmation is valid only for its device and person', async () => {
  const other = await server.signIn('admin@demo.test');
  later();
  await confirm(other);
  expect((await newKeyAs(admin)).body.code).toBe('fresh-sign-in-needed');
  expect((await newKeyAs(other)).status).toBe(200);
});

test('refunding more than 200.00 needs confirmation: by dishes, in parts, by cancelling and manually', async () => {
  const orderId = await paidOrder(6);
  later();
  const refund = (quantity: number, as: Caller = manager) =>
    server.call('refundOrderItems', { body: { orderId, items: [{ line: 1, quantity }], reason: 'cold' } }, as);
  // 68.40 each with tax.
  expect((await refund(3)).body.code).toBe('fresh-sign-in-needed');
  expect((await refund(2)).status).toBe(200);
  expect((await refund(1)).body.code).toBe('fresh-sign-in-needed');
  const cancelled = await server.call('cancelOrder', { body: { orderId, cancelReason: 'no gas' } }, manager);
  expect(cancelled.body.code).toBe('fresh-sign-in-needed');
  const handed = { orderId, paymentStatus: 'refunded' as const };
  const byHand = await server.call('updateOrderPaymentStatus', { body: handed }, manager);
  expect(byHand.body.code).toBe('fresh-sign-in-needed');
  await confirm(manager);
  expect((await server.call('cancelOrder', { body: { orderId, cancelReason: 'no gas' } }, manager)).status).toBe(200);
});

test('refunding more than 1,000.00 over many orders needs confirmation, even in small amounts', async () => {
  await confirm(manager);
  const orders: string[] = [];
  for (let n = 0; n < 6; n++) orders.push(await paidOrder(3));
  later();
  const back = async (orderId: string) =>
    (await server.call('refundAmount', { body: { orderId, amount: 199, reason: 'cold' } }, manager)).body.code;
  const codes = [];
  for (const orderId of orders) codes.push(await back(orderId));
  expect(codes).toEqual([undefined, undefined, undefined, undefined, undefined, 'fresh-sign-in-needed']);
  await confirm(manager);
  later();
  expect(await back(orders[5] ?? '')).toBeUndefined();
});

test('cancelling a small order needs no confirmation', async () => {
  const orderId = await paidOrder(1);
  later();
  expect((await server.call('cancelOrder', { body: { orderId, cancelReason: 'no gas' } }, manager)).status).toBe(200);
});

test('a stolen session can guess the password ten times', async () => {
  const session = await server.signIn('customer2@demo.test');
  for (let n = 0; n < REQUEST_LIMITS.confirm.most; n++) expect((await confirm(session, `guess ${n}`)).status).toBe(401);
  const more = await confirm(session);
  expect([more.status, more.body.code]).toEqual([429, 'too-many-requests']);
  expect(Number(more.headers.get('retry-after'))).toBeGreaterThan(0);
});

/** An order above the limit, cancelled with a recent proof, whose cash still has to be handed to the guest. */
async function cashToHandOver(quantity: number): Promise<{ orderId: string; refundId: string }> {
  const orderId = await paidOrder(quantity);
  await confirm(manager);
  await server.call('cancelOrder', { body: { orderId, cancelReason: 'no gas' } }, manager);
  const { refunds } = (await server.call('getOrderPayments', { query: { orderId } }, manager)).body;
  later();
  return { orderId, refundId: refunds[0]?.refundId ?? '' };
}

test('handing over more than 200.00 needs confirmation, for one refund or by setting the status', async () => {
  const { orderId, refundId } = await cashToHandOver(4);
  const settle = () => server.call('settleManualRefund', { body: { refundId } }, manager);
  const handed = { orderId, paymentStatus: 'refunded' as const };
  const setStatus = () => server.call('updateOrderPaymentStatus', { body: handed }, manager);
  expect((await settle()).body.code).toBe('fresh-sign-in-needed');
  expect((await setStatus()).body.code).toBe('fresh-sign-in-needed');
  await confirm(manager);
  expect((await settle()).body).toMatchObject({ refund: { status: 'succeeded' } });
  later();
  // Nothing is left to hand over.
  expect((await settle()).status).toBe(200);
  expect((await setStatus()).status).toBe(200);
});

test('handing over a small refund needs no confirmation', async () => {
  const { refundId } = await cashToHandOver(1);
  expect((await server.call('settleManualRefund', { body: { refundId } }, manager)).status).toBe(200);
});
