import type { InputOf } from '@tiffin/contract';
import type { OrderStatus } from '@tiffin/domain/order';
import { expect, test } from 'vitest';
import { auditData } from '../../../operations/data-audit/audit-data.ts';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { testServer, type Caller } from '../../../testing/server.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db } = server.context;
const truro = await payloadMaker(server);
const staff = await server.signIn('staff.truro@demo.test');
const guest = await server.signIn('customer@demo.test');
const { location } = (await server.call('getLocation', { query: { locationId: 'truro' } })).body;
const WILLOW = { address: '22 Willow Street, Truro', postalCode: location.postalCode };

type Change = Omit<InputOf<'changeOrder'>['body'], 'orderId' | 'version'>;
const change = (order: { orderId: string; version: number }, input: Change, as: Caller = staff) =>
  server.call('changeOrder', { body: { orderId: order.orderId, version: order.version, ...input } }, as);

async function place(orderType: 'pickup' | 'delivery', more: object = {}) {
  const request = truro({ dishes: { 'mango-lassi': 5 }, tipCents: 0, orderType, address: WILLOW.address });
  const { body } = await server.call('createAdminOrderUnpaid', { body: { ...request, ...more } }, staff);
  if (!body.success) throw new Error(body.error);
  return body.order;
}

const minutesBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 60_000;

test('staff change pickup to delivery: fee, total and promise follow, and the books agree', async () => {
  const order = await place('pickup');
  const { charges } = await place('delivery');
  expect(charges).toMatchObject([{ kind: 'delivery' }]);
  const preview = (await change(order, { orderType: 'delivery', deliveryInfo: WILLOW, preview: true })).body;
  expect(preview.saved).toBe(false);
  const { body } = await change(order, {
    orderType: 'delivery',
    deliveryInfo: { ...WILLOW, instructions: 'Side door' },
  });
  expect(body.error).toBeUndefined();
  expect(body.order).toMatchObject({
    orderType: 'delivery',
    deliveryInfo: { address: WILLOW.address, instructions: 'Side door' },
    charges,
  });
  expect(body.change.facts.toSorted()).toEqual(['address', 'orderType', 'time']);
  expect(body.change.now.charges).toBe(charges?.[0]?.amount);
  expect(body.order.pricing.total).toBe(preview.change.now.total);
  expect(body.difference).toBeCloseTo(body.order.pricing.total - order.pricing.total, 2);
  expect(minutesBetween(order.promised.to, body.order.promised.to)).toBeGreaterThanOrEqual(10);
  expect(body.change.promised).toEqual(body.order.promised);
  await server.settle();
  expect((await auditData(server.context)).broken).toEqual([]);
});

test('back to pickup the fee goes, the promise moves earlier, and the address is gone', async () => {
  const order = await place('delivery');
  const { body } = await change(order, { orderType: 'pickup' });
  expect(body.error).toBeUndefined();
  expect(body.order).toMatchObject({ orderType: 'pickup', charges: [] });
  expect(body.order.deliveryInfo).toBeUndefined();
  expect(body.order.pricing.total).toBeLessThanOrEqual(order.pricing.total);
  expect(minutesBetween(order.promised.to, body.order.promised.to)).toBeLessThan(0);
  await server.settle();
  expect((await auditData(server.context)).broken).toEqual([]);
});

test('an order that was counted counts under its new type, also when it is cancelled later', async () => {
  const order = await place('pickup');
  await server.settle();
  const { body } = await change(order, { orderType: 'delivery', deliveryInfo: WILLOW });
  await server.settle();
  const counts = { locationId: 'truro', orderType: 'delivery' as const };
  const before = (await server.call('getLocationOrders', { query: { ...counts, status: 'cancelled' } }, staff)).body;
  expect((await auditData(server.context)).broken).toEqual([]);
  await server.call('cancelOrder', { body: { orderId: body.orderId, reason: 'Wrong' } }, staff);
  await server.settle();
  const after = (await server.call('getLocationOrders', { query: { ...counts, status: 'cancelled' } }, staff)).body;
  expect(after.total).toBe(before.total + 1);
  expect((await auditData(server.context)).broken).toEqual([]);
});

test('a delivery that was paid and refunded stays one, because nothing is left of which its fee could go back', async () => {
  const order = await place('delivery');
  const { orderId, pricing } = order;
  const keyed = { ...staff, 'idempotency-key': crypto.randomUUID() };
  const payment = { billId: orderId, tender: 'terminal', reference: '1', amount: pricing.total } as const;
  expect((await server.call('addPayment', { body: payment }, keyed)).status).toBe(200);
  const manager = { ...(await server.signIn('manager.truro@demo.test')), 'idempotency-key': crypto.randomUUID() };
  const refund = { orderId, amount: Math.round((pricing.total - 1) * 100) / 100, reason: 'Late' };
  expect((await server.call('refundAmount', { body: refund }, manager)).status).toBe(200);
  const paid = (await server.call('getOrderDetails', { query: { orderId } }, staff)).body.order;
  const { status, body } = await change(paid, { orderType: 'pickup' }, manager);
  expect([status, body.code]).toEqual([409, 'failed-precondition']);
  expect((await server.call('getOrderDetails', { query: { orderId } }, staff)).body.order.orderType).toBe('delivery');
  await server.settle();
  expect((await auditData(server.context)).broken).toEqual([]);
});

test('the guest is told once, with the address and the time', async () => {
  const order = await place('pickup');
  await server.settle();
  await change(order, { orderType: 'delivery', deliveryInfo: WILLOW });
  await server.settle();
  const sent = await db
    .selectFrom('messages')
    .select(['channel', 'body_text', 'mail_content'])
    .where('order_id', '=', order.orderId)
    .where('template', '=', 'order_news')
    .execute();
  expect(sent).toHaveLength(1);
  expect(JSON.stringify(sent)).toMatch(/is now a delivery to 22 Willow Street, Truro and comes /);
});

test('an address outside every area is refused, and nothing changes', async () => {
  const order = await place('pickup');
  const far = { address: '1 Robson Street, Vancouver', postalCode: 'V6B 1A1' };
  const { status, body } = await change(order, { orderType: 'delivery', deliveryInfo: far });
  expect([status, body.code]).toEqual([409, 'outside-delivery']);
  const { order: now } = (await server.call('getOrderDetails', { query: { orderId: order.orderId } }, staff)).body;
  expect(now).toMatchObject({ orderType: 'pickup', version: order.version });
});

test('a delivery gets another address in the same area without another fee', async () => {
  const order = await place('delivery');
  const { body } = await change(order, { deliveryInfo: { ...WILLOW, address: '24 Willow Street, Truro' } });
  expect(body.order.deliveryInfo?.address).toBe('24 Willow Street, Truro');
  expect(body.change.facts).toEqual(['address']);
  expect(body.difference).toBe(0);
  const same = await change(body.order, { deliveryInfo: { ...WILLOW, address: '24 Willow Street, Truro' } });
  expect(same.body.change.facts).toEqual([]);
});

test('a scheduled order keeps its time', async () => {
  const wantedFor = new Date(server.clock.now().getTime() + 4 * 3_600_000);
  wantedFor.setUTCMinutes(0, 0, 0);
  const order = await place('pickup', { wantedFor: wantedFor.toISOString() });
  const { body } = await change(order, { orderType: 'delivery', deliveryInfo: WILLOW });
  expect(body.order.promised).toEqual(order.promised);
  expect(body.change.facts).not.toContain('time');
});

test('a delivery that a driver has, a table and a missing address are refused', async () => {
  const order = await place('delivery');
  const { orderId } = order;
  await server.call('updateOrderStatus', { body: { orderId, status: 'preparing' } }, staff);
  await server.call('updateOrderStatus', { body: { orderId, status: 'ready' } }, staff);
  await server.call('stepDelivery', { body: { orderId, step: 'taken' } }, staff);
  const { order: taken } = (await server.call('getOrderDetails', { query: { orderId } }, staff)).body;
  expect(taken.deliveryInfo?.courier?.state).toBe('taken');
  expect((await change(taken, { orderType: 'pickup' })).body.code).toBe('failed-precondition');
  const pickup = await place('pickup');
  expect((await change(pickup, { orderType: 'dine-in' })).status).toBe(400);
  expect((await change(pickup, { orderType: 'delivery' })).status).toBe(400);
  expect((await change(pickup, { deliveryInfo: WILLOW })).status).toBe(400);
});

test('the type can be changed until the order is handed over', async () => {
  const order = await place('pickup');
  const { orderId } = order;
  const now = async () => (await server.call('getOrderDetails', { query: { orderId } }, staff)).body.order;
  const to = (status: OrderStatus) => server.call('updateOrderStatus', { body: { orderId, status } }, staff);
  await to('preparing');
  expect((await change(await now(), { orderType: 'delivery', deliveryInfo: WILLOW })).body.order.orderType).toBe(
    'delivery',
  );
  await to('ready');
  expect((await change(await now(), { orderType: 'pickup' })).body.order).toMatchObject({
    orderType: 'pickup',
    status: 'ready',
  });
  await to('completed');
  const late = await change(await now(), { orderType: 'delivery', deliveryInfo: WILLOW });
  expect([late.status, late.body.code]).toEqual([409, 'failed-precondition']);
  expect((await now()).orderType).toBe('pickup');
});

test('a guest cannot change the type of an order', async () => {
  const request = truro({ dishes: { 'mango-lassi': 5 }, tipCents: 0 });
  const { order } = (await server.call('createCustomerOrderCash', { body: request }, guest)).body;
  const { status, body } = await change(order, { orderType: 'delivery', deliveryInfo: WILLOW }, guest);
  expect([status, body.code]).toEqual([403, 'permission-denied']);
});

test('a confirmed allergy stays confirmed, because the dishes stay', async () => {
  const order = await place('pickup', { allergies: [{ code: 'milk' }] });
  await server.call('confirmAllergies', { body: { orderId: order.orderId } }, staff);
  const { order: confirmed } = (await server.call('getOrderDetails', { query: { orderId: order.orderId } }, staff))
    .body;
  expect(confirmed.awaitsAllergyCheck).toBe(false);
  const { body } = await change(confirmed, { orderType: 'delivery', deliveryInfo: WILLOW });
  expect(body.order.awaitsAllergyCheck).toBe(false);
  const more = await change(body.order, { add: [{ id: 'mango-lassi', quantity: 1, note: 'less sugar' }] });
  expect(more.body.order.awaitsAllergyCheck).toBe(true);
});
