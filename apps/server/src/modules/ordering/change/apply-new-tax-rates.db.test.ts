import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { auditData } from '../../../operations/data-audit/audit-data.ts';
import { tillOf } from '../../../testing/payments.ts';
import { SITE_KEY, testServer } from '../../../testing/server.ts';
import { applyNewTaxRates } from './apply-new-tax-rates.ts';

// Nova Scotia's rate fell from 15 % to 14 % at midnight, 03:00Z.
const EVENING = '2025-03-31T22:00:00Z';
const MORNING = '2025-04-01T14:00:00Z';
const server = await testServer({ at: EVENING, env: { RATE_LIMITS: '0' } });
const till = tillOf(server);

const newKey = () => ({ 'idempotency-key': crypto.randomUUID() });
const taxAt = (order: { pricing: { subtotal: number } }, percent: number) =>
  Math.round(order.pricing.subtotal * percent) / 100;

async function unpaid() {
  server.clock.set(EVENING);
  const body = { ...(await till.payload({ paymentMethod: 'cash' })), agreesToWait: true };
  const placed = await server.call('createCustomerOrderCash', { body }, { ...SITE_KEY, ...newKey() });
  expect(placed.body.error).toBeUndefined();
  const { order } = placed.body;
  expect(order.pricing.tax).toBe(taxAt(order, 15));
  return order;
}

const signIn = () => server.signIn('staff.truro@demo.test');

async function sound(): Promise<void> {
  await server.settle();
  expect((await auditData(server.context)).broken).toEqual([]);
}

/** Moves the clock past midnight and runs the job. */
const nextDay = async () => {
  server.clock.set(MORNING);
  await applyNewTaxRates(server.context);
};

test('an order paid on the next day has the new rate, and screens are updated before', async () => {
  const placed = await unpaid();
  await nextDay();
  const staff = await signIn();
  const { orderId, billId } = placed;
  const total = Math.round((placed.pricing.subtotal + taxAt(placed, 14) + placed.pricing.tip) * 100) / 100;
  const order = (await server.call('getOrderDetails', { query: { orderId } }, staff)).body.order;
  expect(order).toMatchObject({ due: total, version: placed.version + 1, taxes: [{ rate: 0.14 }] });
  const bill = (await server.call('getBill', { query: { billId } }, staff)).body.bill;
  expect(bill).toMatchObject({ total, due: total });
  const { body } = await server.call('processOrderPayment', { body: { orderId } }, { ...staff, ...newKey() });
  expect(body.order).toMatchObject({ paymentStatus: 'paid', pricing: { tax: taxAt(placed, 14) }, due: 0 });
  await sound();
});

test('an order has the new rate although 500 newer ones are open', async () => {
  const { orderId, billId } = await unpaid();
  // Those with a completed time are left as they are.
  await sql`
    with copies as (
      insert into bills (id, location_id, business_date, subtotal_cents, tax_cents, tip_cents, total_cents)
      select '0-' || n, location_id, business_date, 0, 0, 0, 0 from bills, generate_series(1, 500) n where id = ${billId}
      returning id
    )
    insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', copies.id, 'bill_id', copies.id,
      'receipt_token', copies.id, 'contact_unproven', false, 'order_time', o.order_time + interval '1 minute',
      'completed_time', o.order_time))).* from orders o, copies where o.id = ${orderId}
  `.execute(server.context.db);
  await nextDay();
  await sql`delete from orders where id like '0-%'`.execute(server.context.db);
  await sql`delete from bills where id like '0-%'`.execute(server.context.db);
  const { order } = (await server.call('getOrderDetails', { query: { orderId } }, await signIn())).body;
  expect(order.taxes).toMatchObject([{ rate: 0.14 }]);
  await sound();
});

test('a dish added afterwards is taxed like the others', async () => {
  const placed = await unpaid();
  await nextDay();
  const staff = await signIn();
  const [first] = placed.items;
  const change = [{ line: first?.line ?? 0, quantity: (first?.quantity ?? 0) + 1 }];
  const body = { orderId: placed.orderId, version: placed.version + 1, change };
  const { order } = (await server.call('changeOrder', { body }, { ...staff, ...newKey() })).body;
  expect(order.pricing.tax).toBe(taxAt(order, 14));
  await sound();
});

test('a payment page from before midnight keeps its price when paid after it, and the order can be changed', async () => {
  server.clock.set('2025-04-01T02:50:00Z');
  const guest = await server.signIn('customer@demo.test');
  const session = await till.start(guest, { agreesToWait: true });
  server.clock.set('2025-04-01T03:05:00Z');
  await till.pay(session.paymentUrl);
  await till.deliver();
  const request = { body: { sessionId: session.sessionId } };
  const { order } = (await server.call('getOrderBySessionId', request, guest)).body;
  expect(order).toMatchObject({ paymentStatus: 'paid', pricing: { tax: taxAt(order, 15) } });
  const [first] = order.items;
  const change = [{ line: first?.line ?? 0, quantity: (first?.quantity ?? 0) + 1 }];
  const body = { orderId: order.orderId, version: order.version, change };
  const changed = await server.call('changeOrder', { body }, { ...guest, ...newKey() });
  expect(changed.body.order.pricing.tax).toBe(taxAt(changed.body.order, 15));
  await sound();
});

test.each(['paid before midnight', 'handed out before midnight', 'paid in part before midnight'])(
  'an order that was %s keeps that day’s rate',
  async (how) => {
    const placed = await unpaid();
    const { orderId, billId } = placed;
    const staff = await signIn();
    const pay = (amount: number) =>
      server.call('addPayment', { body: { billId, tender: 'debit', amount } }, { ...staff, ...newKey() });
    if (how === 'paid before midnight') await pay(placed.due);
    if (how === 'paid in part before midnight') await pay(5);
    if (how === 'handed out before midnight') {
      for (const status of ['preparing', 'ready', 'completed'] as const) {
        await server.call('updateOrderStatus', { body: { orderId, status } }, staff);
      }
    }
    await nextDay();
    const later = await signIn();
    await server.call('processOrderPayment', { body: { orderId } }, { ...later, ...newKey() });
    const { order } = (await server.call('getOrderDetails', { query: { orderId } }, later)).body;
    expect(order).toMatchObject({
      paymentStatus: 'paid',
      pricing: { tax: taxAt(placed, 15) },
      taxes: [{ rate: 0.15 }],
    });
    await sound();
  },
);
