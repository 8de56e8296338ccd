import { expect, test } from 'vitest';
import { auditData } from '../../../operations/data-audit/audit-data.ts';
import { tillOf } from '../../../testing/payments.ts';
import { testServer, type Caller } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const till = tillOf(server);
const staff = await server.signIn('staff.truro@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const key = () => ({ 'idempotency-key': crypto.randomUUID() });

/** An unpaid phone order, which the kitchen has started if `isStarted`. */
async function placed(isStarted = true) {
  const { pricing, ...body } = await till.payload({ paymentMethod: 'cash', tipAmount: 0 });
  const total = Math.round((pricing.subtotal + pricing.tax) * 100) / 100;
  const answer = await server.call(
    'createAdminOrderUnpaid',
    { body: { ...body, pricing: { ...pricing, tip: 0, total } } },
    staff,
  );
  const { order } = answer.body;
  if (!isStarted) return order;
  return (await server.call('updateOrderStatus', { body: { orderId: order.id, status: 'preparing' } }, staff)).body
    .order;
}
type Order = Awaited<ReturnType<typeof placed>>;

const managerPin = await (async () => {
  const { id } = await context.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'manager.truro@demo.test')
    .executeTakeFirstOrThrow();
  const { pin } = (await server.call('createPin', { body: { userId: id } }, manager)).body;
  return { 'x-manager-pin': `${id}:${pin}` };
})();

const cancel = (orderId: string, cancelReason?: string, as: Caller = staff) =>
  server.call('cancelOrder', { body: { orderId, cancelReason } }, as);
const removeFirst = ({ id, version }: Order, why?: string, as: Caller = staff) =>
  server.call('changeOrder', { body: { orderId: id, version, remove: [1], why } }, { ...as, ...key() });

test('a waiter cancels an unpaid order that the kitchen has started only with a reason and a manager', async () => {
  const { id } = await placed();
  expect((await cancel(id)).body).toMatchObject({ code: 'invalid-argument', field: 'reason' });
  expect((await cancel(id, 'Guest called')).body.code).toBe('manager-needed');
  const direct = await server.call('updateOrderStatus', { body: { orderId: id, status: 'cancelled' } }, staff);
  expect(direct.body).toMatchObject({ code: 'invalid-argument', field: 'reason' });
  const { body } = await cancel(id, 'Guest called', { ...staff, ...managerPin });
  expect(body.order).toMatchObject({ status: 'cancelled', cancelReason: 'Guest called' });
  const approvals = await context.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject_id', '=', id)
    .where('action', '=', 'allow-void')
    .execute();
  expect(approvals).toHaveLength(1);
});

test('an order that the kitchen has not started is cancelled without a manager', async () => {
  const { id } = await placed(false);
  expect((await cancel(id, 'Guest called')).body.order.status).toBe('cancelled');
});

test('undoing “ready” does not open a way around the approval', async () => {
  const { id } = await placed();
  await server.call('updateOrderStatus', { body: { orderId: id, status: 'ready' } }, staff);
  expect((await server.call('correctOrderStatus', { body: { orderId: id } }, staff)).status).toBe(200);
  expect((await cancel(id, 'Guest called')).body.code).toBe('manager-needed');
});

test('an order that the kitchen started long ago cannot be undone twice to be cancelled without a manager', async () => {
  const { id } = await placed(false);
  const step = (status: 'preparing' | 'ready') =>
    server.call('updateOrderStatus', { body: { orderId: id, status } }, staff);
  const undo = () => server.call('correctOrderStatus', { body: { orderId: id } }, staff);
  await step('preparing');
  server.clock.forward(60_000);
  await step('ready');
  expect((await undo()).body).toMatchObject({ newStatus: 'preparing' });
  expect((await undo()).body).toMatchObject({ code: 'failed-precondition' });
  expect((await cancel(id, 'Guest called')).body.code).toBe('manager-needed');
  // A step that was just made by mistake is undone as before, also after another undo.
  await step('ready');
  expect((await undo()).status).toBe(200);
});

test('a waiter takes a dish off a started order only with a reason and a manager, and adds one alone', async () => {
  const order = await placed();
  expect((await removeFirst(order)).body).toMatchObject({ code: 'invalid-argument', field: 'why' });
  expect((await removeFirst(order, 'Wrong dish')).body.code).toBe('manager-needed');
  const removed = await removeFirst(order, 'Wrong dish', { ...staff, ...managerPin });
  expect(removed.status).toBe(200);
  const [entry] = await context.db
    .selectFrom('audit_log')
    .select('after')
    .where('subject_id', '=', order.id)
    .where('action', '=', 'change-order')
    .execute();
  expect(entry?.after).toMatchObject({ reason: 'Wrong dish' });
  const { id, version, items } = removed.body.order;
  const more = { line: items[0]?.line ?? 0, quantity: (items[0]?.quantity ?? 0) + 1 };
  const added = await server.call(
    'changeOrder',
    { body: { orderId: id, version, change: [more] } },
    { ...staff, ...key() },
  );
  expect(added.status).toBe(200);
  await server.settle();
  expect((await auditData(context)).broken).toEqual([]);
});
