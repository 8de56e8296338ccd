import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { payloadMaker } from '../../testing/order-payload.ts';
import { tillOf } from '../../testing/payments.ts';
import { testServer } from '../../testing/server.ts';
import { auditData } from '../../operations/data-audit/audit-data.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db } = server.context;
const till = tillOf(server);
const admin = await server.signIn('admin@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const guest = await server.signIn('customer@demo.test');

const BEER = 'mango-lassi';

async function taxedAs(province: 'BC' | 'QC' | 'NS', registrations: Record<string, string> = {}) {
  const names = { BC: ['GST', 'PST'], QC: ['GST', 'QST'], NS: ['HST'] }[province];
  const codes = names.map((code) => ({ code, label: code, registration: registrations[code] ?? null, rates: null }));
  const updates = { taxSettings: { follows: province, codes } };
  const { body } = await server.call('updateLocation', { body: { locationId: 'truro', updates } }, admin);
  expect(body).toMatchObject({ success: true });
}

async function pricedAt(itemId: string, price: number, taxClass: 'meal' | 'liquor' = 'meal') {
  const updates = { price, taxClass };
  const { body } = await server.call('updateMenuItem', { body: { locationId: 'truro', itemId, updates } }, admin);
  expect(body).toMatchObject({ success: true });
}

async function place(dishes: Record<string, number>, more: object = {}, percentOff = 0, as = guest) {
  const payload = await payloadMaker(server);
  const body = { ...payload({ dishes, percentOff }), ...more };
  const key = { 'idempotency-key': crypto.randomUUID() };
  const answer = await server.call('createCustomerOrderCash', { body }, { ...as, ...key });
  if (!answer.body.success) throw new Error(answer.body.error);
  return answer.body.order;
}

async function rowsOf(orderId: string) {
  const count = async (table: 'bill_taxes' | 'adjustments' | 'order_charges') =>
    (await db.selectFrom(table).select('bill_id').where('bill_id', '=', orderId).execute()).length;
  return [await count('bill_taxes'), await count('adjustments'), await count('order_charges')];
}

test('an order with a single tax writes no extra rows and shows its tax from its own columns', async () => {
  await taxedAs('NS');
  const order = await place({ 'butter-chicken': 2 });
  const { subtotal: base, tax: amount } = order.pricing;
  expect(order.taxes).toEqual([{ code: 'HST', label: 'HST', registration: null, rate: 0.14, base, amount }]);
  expect([order.charges, order.adjustments]).toEqual([[], []]);
  expect(await rowsOf(order.orderId)).toEqual([0, 0, 0]);
});

test('in British Columbia a beer has two taxes and is refunded with both', async () => {
  await taxedAs('BC', { GST: '123 RT0001', PST: 'PST-1' });
  await pricedAt('butter-chicken', 32);
  await pricedAt(BEER, 18.5, 'liquor');
  const placed = await place({ 'butter-chicken': 1, [BEER]: 1 });
  expect(placed.taxes).toEqual([
    { code: 'GST', label: 'GST', registration: '123 RT0001', rate: 0.05, base: 50.5, amount: 2.53 },
    { code: 'PST', label: 'PST', registration: 'PST-1', rate: 0.1, base: 18.5, amount: 1.85 },
  ]);
  expect(placed.pricing).toMatchObject({ tax: 4.38, total: 54.88, taxRate: 0.15, taxLabel: 'GST + PST' });
  const { orderId } = placed;
  const read = await server.call('getCustomerOrderDetails', { query: { orderId } }, guest);
  expect(read.body.order.taxes).toEqual(placed.taxes);

  const token = placed.metadata.orderToken;
  const receipt = await server.call('getOrderReceipt', { query: { orderId, token } });
  expect(receipt.body.order.taxes.map(({ registration }) => registration)).toEqual(['123 RT0001', 'PST-1']);
  await server.settle();
  const { body_text: mail } = await db
    .selectFrom('messages')
    .select('body_text')
    .where('order_id', '=', orderId)
    .where('channel', '=', 'mail')
    .executeTakeFirstOrThrow();
  expect(mail).toContain('GST (5%)');
  expect(mail).toContain('PST (10%)');

  await server.call('processOrderPayment', { body: { orderId } }, manager);
  const beer = placed.items.find(({ id }) => id === BEER)?.line ?? 0;
  const items = [{ line: beer, quantity: 1 }];
  const preview = await server.call('previewRefund', { body: { orderId, items } }, manager);
  expect(preview.body).toMatchObject({
    total: 21.28,
    taxes: [
      { label: 'GST', amount: 0.93 },
      { label: 'PST', amount: 1.85 },
    ],
  });
});

test('in Québec GST and QST are rounded separately, and a card payment has the same amounts', async () => {
  await taxedAs('QC');
  await pricedAt('butter-chicken', 10.1);
  const expected = [
    { code: 'GST', rate: 0.05, base: 10.1, amount: 0.51 },
    { code: 'QST', rate: 0.09975, base: 10.1, amount: 1.01 },
  ];
  expect((await place({ 'butter-chicken': 1 })).taxes).toMatchObject(expected);
  const payload = await payloadMaker(server);
  const session = await till.start(guest, payload({ dishes: { 'butter-chicken': 1 } }));
  await till.pay(session.paymentUrl);
  await till.deliver();
  const paid = await server.call('getOrderBySessionId', { body: { sessionId: session.sessionId } }, guest);
  expect(paid.body.order).toMatchObject({ taxes: expected, pricing: { total: 11.62, taxRate: 0.1498 } });
});

test('a session snapshot without separate taxes becomes an order with one combined tax', async () => {
  await taxedAs('QC');
  const payload = await payloadMaker(server);
  const session = await till.start(guest, payload({ dishes: { 'butter-chicken': 1 } }));
  await sql`
    update payment_sessions set snapshot = jsonb_set(snapshot::jsonb, '{price}',
      (snapshot::jsonb -> 'price') - 'taxes' - 'discount' - 'charges' - 'tipOn') - 'adjustments'
    where id = ${session.sessionId}
  `.execute(db);
  await till.pay(session.paymentUrl);
  await till.deliver();
  const paid = await server.call('getOrderBySessionId', { body: { sessionId: session.sessionId } }, guest);
  expect(paid.body.order.taxes).toEqual([
    { code: 'GST + QST', label: 'GST + QST', registration: null, rate: 0.1498, base: 10.1, amount: 1.52 },
  ]);
  expect(await rowsOf(paid.body.orderId ?? '')).toEqual([0, 0, 0]);
});

test('the welcome offer is an adjustment of each line and leaves the totals unchanged', async () => {
  await taxedAs('NS');
  await pricedAt('butter-chicken', 16.95);
  await db
    .updateTable('users')
    .set({ welcome_code: 'WELCOME-TEST1' })
    .where('email', '=', 'customer2@demo.test')
    .execute();
  const other = await server.signIn('customer2@demo.test');
  const order = await place({ 'butter-chicken': 2 }, { welcomeCode: 'WELCOME-TEST1' }, 10, other);
  expect(order.items).toMatchObject([{ price: 15.26 }]);
  expect(order.pricing).toMatchObject({ subtotal: 30.52, discount: { code: 'WELCOME-TEST1', amount: 3.38 } });
  const offer = { kind: 'promo', label: 'WELCOME-TEST1', source: 'WELCOME-TEST1' };
  expect(order.adjustments).toEqual([{ line: 1, amount: -3.38, ...offer }]);
  const line = await db
    .selectFrom('order_items')
    .select(['unit_list_cents', 'unit_price_cents', 'net_cents', 'tax_class'])
    .where('order_id', '=', order.orderId)
    .executeTakeFirstOrThrow();
  expect(line).toEqual({ unit_list_cents: 1695, unit_price_cents: 1526, net_cents: null, tax_class: null });
});

test('the data audit passes after all tests', async () => {
  await server.settle();
  expect((await auditData(server.context)).broken).toEqual([]);
});
