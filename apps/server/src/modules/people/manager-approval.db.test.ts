import { REQUEST_LIMITS } from '@tiffin/contract';
import { expect, test } from 'vitest';
import { payloadMaker } from '../../testing/order-payload.ts';
import { testServer, type Caller } from '../../testing/server.ts';

const server = await testServer({ env: { ADMIN_SECOND_STEP: '1' } });
const { db } = server.context;
const truro = await payloadMaker(server);
const staff = await server.signIn('staff.truro@demo.test');
const guest = await server.signIn('customer@demo.test');
const idOf = async (email: string) =>
  (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
const managerId = await idOf('manager.truro@demo.test');

async function pinOf(email: string, giver = email): Promise<string> {
  const body = { userId: await idOf(email) };
  return (await server.call('createPin', { body }, await server.signIn(giver))).body.pin;
}
const otherThan = (pin: string, n = 1) => String((Number(pin) + n) % 1_000_000).padStart(6, '0');
const withPin = (pin: string, userId = managerId): Caller => ({ ...staff, 'x-manager-pin': `${userId}:${pin}` });

/** An order paid in cash at the counter. */
async function paid(dishes: Record<string, number> = { 'butter-chicken': 1 }) {
  const { order } = (await server.call('createCustomerOrderCash', { body: { ...truro({ dishes }) } }, guest)).body;
  expect((await server.call('processOrderPayment', { body: { orderId: order.id } }, staff)).status).toBe(200);
  return order;
}
const refund = (orderId: string, as: Caller, items = [{ line: 1, quantity: 1 }]) =>
  server.call(
    'refundOrderItems',
    { body: { orderId, items, reason: 'Too salty' } },
    { 'idempotency-key': crypto.randomUUID(), ...as },
  );

test('nobody can approve a refund until a manager of the location has a PIN; then the error names them', async () => {
  const order = await paid();
  const first = await refund(order.id, staff);
  expect([first.status, first.body.code, first.body['managers']]).toEqual([403, 'manager-needed', []]);
  // the error says what the approval is for
  expect(first.body.error).toBe('A refund needs a manager’s approval.');
  await pinOf('manager.truro@demo.test');
  const { name } = await db.selectFrom('users').select('name').where('id', '=', managerId).executeTakeFirstOrThrow();
  expect((await refund(order.id, staff)).body['managers']).toEqual([{ userId: managerId, name }]);
  // staff may preview the amount
  const items = [{ line: 1, quantity: 1 }];
  expect((await server.call('previewRefund', { body: { orderId: order.id, items } }, staff)).status).toBe(200);
});

test('a manager’s PIN approves one refund in a colleague’s session, even a large one, and the audit log has both names', async () => {
  const pin = await pinOf('manager.truro@demo.test');
  server.clock.forward(20 * 60_000);
  const order = await paid({ 'butter-chicken': 8, 'chicken-65': 8 });
  expect(order.pricing.total).toBeGreaterThan(200);
  const all = [1, 2].map((line) => ({ line, quantity: 8 }));
  const done = await refund(order.id, withPin(pin), all);
  expect(done.status).toBe(200);
  expect(done.body.order.paymentStatus).toBe('refunded');
  const lines = await db.selectFrom('audit_log').selectAll().where('subject_id', '=', order.id).execute();
  const allowed = lines.find(({ action }) => action === 'allow-refund');
  expect(allowed).toMatchObject({ actor_id: managerId, location_id: 'truro', after: { doneBy: expect.any(String) } });
  expect(lines.find(({ action }) => action === 'change-payment-status')).toMatchObject({
    actor_id: await idOf('staff.truro@demo.test'),
    actor_name: (allowed?.after as { doneBy?: string } | undefined)?.doneBy,
  });
  // an approval is valid once
  expect((await refund((await paid()).id, staff)).body.code).toBe('manager-needed');
});

test('a manager’s PIN cancels a paid order and records the cash refund', async () => {
  const pin = await pinOf('manager.truro@demo.test');
  const order = await paid();
  const body = { orderId: order.id, cancelReason: 'Kitchen emergency' };
  expect((await server.call('cancelOrder', { body }, staff)).body.code).toBe('manager-needed');
  expect((await server.call('cancelOrder', { body }, withPin(pin))).body.order.status).toBe('cancelled');
  const back = { orderId: order.id, paymentStatus: 'refunded' } as const;
  expect((await server.call('updateOrderPaymentStatus', { body: back }, staff)).body.code).toBe('manager-needed');
  expect((await server.call('updateOrderPaymentStatus', { body: back }, withPin(pin))).status).toBe(200);
});

test('five wrong PINs lock it, even when sent at once, and nothing is refunded', async () => {
  const pin = await pinOf('manager.truro@demo.test');
  const order = await paid();
  const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => refund(order.id, withPin(otherThan(pin, n)))));
  expect(answers.filter(({ body }) => body.code === 'wrong-pin')).toHaveLength(4);
  expect((await refund(order.id, withPin(pin))).body.code).toBe('pin-locked');
  expect((await refund(order.id, staff)).body['managers']).toEqual([]);
  expect(await db.selectFrom('refunds').selectAll().where('order_id', '=', order.id).execute()).toEqual([]);
});

test('guessing the PINs of several managers is limited too', async () => {
  const order = await paid();
  const { most, seconds } = REQUEST_LIMITS.managersPin;
  for (let tries = 0; tries < most; tries++) await refund(order.id, withPin('000000', 'nobody'));
  expect((await refund(order.id, withPin('000000', 'nobody'))).status).toBe(429);
  await server.context.failures.flush();
  const tried = await db.selectFrom('audit_log').select('subject_id').where('action', '=', 'pin-failed').execute();
  expect(tried.map(({ subject_id: id }) => id)).toContain(managerId);
  server.clock.forward(seconds * 1000);
});

test('refuses a colleague’s PIN, one of another location and an invalid one; a PIN approves nothing else', async () => {
  const order = await paid();
  const own = await pinOf('staff.truro@demo.test', 'manager.truro@demo.test');
  const staffId = await idOf('staff.truro@demo.test');
  expect((await refund(order.id, withPin(own, staffId))).body.code).toBe('manager-needed');
  const far = await idOf('staff.glasgow@demo.test');
  await db.updateTable('users').set({ role: 'manager' }).where('id', '=', far).execute();
  const elsewhere = await pinOf('staff.glasgow@demo.test');
  expect((await refund(order.id, withPin(elsewhere, far))).body.code).toBe('manager-needed');
  await db.updateTable('users').set({ role: 'staff' }).where('id', '=', far).execute();
  for (const header of ['', ':', '123456', `${managerId}:12345`, `${managerId}:1234567`, `${'x'.repeat(500)}:123456`])
    expect((await refund(order.id, { ...staff, 'x-manager-pin': header })).status).toBe(400);
  const pin = await pinOf('manager.truro@demo.test');
  expect((await refund(order.id, { ...withPin(pin), ...guest })).status).toBe(403);
  expect((await server.call('getTablets', {}, withPin(pin))).status).toBe(403);
  const glasgow = await server.signIn('staff.glasgow@demo.test');
  expect((await refund(order.id, { ...withPin(pin), ...glasgow })).status).toBe(403);
  expect((await refund(order.id, withPin(pin))).status).toBe(200);
});

test('a manager’s PIN puts a bill on a house account in a colleague’s session, and the audit log has the approver', async () => {
  const pin = await pinOf('manager.truro@demo.test');
  const body = { ...truro({ dishes: { 'butter-chicken': 2 } }) };
  const { order } = (await server.call('createCustomerOrderCash', { body }, await server.signIn('customer2@demo.test')))
    .body;
  const payment = { billId: order.billId, tender: 'account' as const, amount: order.due, reference: 'Town hall' };
  const owe = (as: Caller) => server.call('addPayment', { body: payment }, { 'idempotency-key': 'owe', ...as });
  expect((await owe(staff)).body.code).toBe('manager-needed');
  expect((await owe(withPin(pin))).status).toBe(200);
  const lines = await db.selectFrom('audit_log').selectAll().where('subject_id', '=', order.id).execute();
  const { name } = await db.selectFrom('users').select('name').where('id', '=', managerId).executeTakeFirstOrThrow();
  expect(lines.find(({ action }) => action === 'add-payment')?.after).toMatchObject({ approvedBy: name });
});
