import { expect, test } from 'vitest';
import { auditBooks } from '../../operations/books/audit-books.ts';
import { tillOf } from '../../testing/payments.ts';
import { SITE_KEY, testServer } from '../../testing/server.ts';

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
  expect((await auditBooks(server.context)).broken).toEqual([]);
}

test('paid in cash on the day after, an order is taxed at the new rate', async () => {
  const placed = await unpaid();
  server.clock.set(MORNING);
  const staff = await signIn();
  const { body } = await server.call(
    'processOrderPayment',
    { body: { orderId: placed.orderId } },
    { ...staff, ...newKey() },
  );
  expect(body.order).toMatchObject({
    paymentStatus: 'paid',
    pricing: { subtotal: placed.pricing.subtotal, tax: taxAt(placed, 14) },
    taxes: [{ rate: 0.14 }],
    due: 0,
  });
  await sound();
});

test('of a part, the till first reads the new sum', async () => {
  const placed = await unpaid();
  server.clock.set(MORNING);
  const staff = await signIn();
  const pay = (amount: number) =>
    server.call('addPayment', { body: { billId: placed.billId, tender: 'debit', amount } }, { ...staff, ...newKey() });
  const refused = await pay(placed.due);
  const total = Math.round((placed.pricing.subtotal + taxAt(placed, 14) + placed.pricing.tip) * 100) / 100;
  expect(refused).toMatchObject({ status: 409, body: { code: 'more-than-due' } });
  expect(refused.body.error).toContain(`$${total.toFixed(2)}`);
  const bill = (await server.call('getBill', { query: { billId: placed.billId } }, staff)).body.bill;
  expect(bill).toMatchObject({ total, due: total, payments: [] });
  const paid = await pay(total);
  expect(paid.body.order).toMatchObject({ paymentStatus: 'paid', pricing: { tax: taxAt(placed, 14) } });
  await sound();
});

test.each(['paid before midnight', 'handed out before midnight', 'paid in part before midnight'])(
  '%s, it keeps the rate of that day',
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
    server.clock.set(MORNING);
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
