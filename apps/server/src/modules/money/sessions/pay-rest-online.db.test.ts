import { expect, test } from 'vitest';
import { auditData } from '../../../operations/data-audit/audit-data.ts';
import { tillOf } from '../../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../../testing/server.ts';
import { sweepPayments } from './sweep-sessions.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const till = tillOf(server);
const staff = await server.signIn('staff.truro@demo.test');
const asha = await server.signIn('customer@demo.test');

const keyed = (as: Caller) => ({ ...as, 'idempotency-key': crypto.randomUUID() });
const payRest = (orderId: string, as: Caller = asha, token?: string) =>
  server.call('payRestOnline', { body: { orderId, token } }, keyed(as));
const orderOf = async (orderId: string) =>
  (await server.call('getOrderDetails', { query: { orderId } }, staff)).body.order;
const inCents = (dollars: number) => Math.round(dollars * 100);

/** An order that its guest paid by card and changed to one portion more. */
async function grown(as: Caller = asha) {
  const { sessionId, paymentUrl } = await till.start(as);
  await till.pay(paymentUrl);
  await till.deliver();
  const { order } = (await server.call('getOrderBySessionId', { body: { sessionId } }, as)).body;
  const [line] = order.items;
  const { orderId, version } = order;
  const token = order.metadata.orderToken;
  const more = [{ line: line?.line ?? 0, quantity: (line?.quantity ?? 0) + 1 }];
  const { body } = await server.call('changeOrder', { body: { orderId, version, token, change: more } }, keyed(as));
  return { orderId, token, due: body.order.due, total: body.order.pricing.total, paid: order.pricing.total };
}

async function sound() {
  await till.deliver();
  await server.settle();
  expect((await auditData(context)).broken).toEqual([]);
}

test('a guest pays exactly the rest of a grown card order once, though they press twice at the same time', async () => {
  const { orderId, due, total, paid } = await grown();
  expect(inCents(due)).toBe(inCents(total) - inCents(paid));
  const [first, second] = await Promise.all([payRest(orderId), payRest(orderId)]);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body.paymentUrl).toBe(first.body.paymentUrl);
  await till.pay(first.body.paymentUrl);
  await sound();
  expect(await orderOf(orderId)).toMatchObject({ paymentStatus: 'paid', due: 0 });
  const amounts = await context.db
    .selectFrom('payments')
    .select(['amount_cents', 'tip_cents'])
    .where('bill_id', '=', orderId)
    .where('status', '=', 'succeeded')
    .execute();
  expect(amounts).toHaveLength(2);
  expect(amounts.map((row) => row.amount_cents)).toContain(inCents(due));
  const again = await payRest(orderId);
  expect([again.status, again.body.code]).toEqual([409, 'more-than-due']);
});

test('a guest who leaves the page of the rest gets it again while it is open, a new one later, or pays in cash', async () => {
  const { orderId, due } = await grown();
  const left = (await payRest(orderId)).body;
  expect((await payRest(orderId)).body.sessionId).toBe(left.sessionId);
  expect((await orderOf(orderId)).due).toBe(due);
  await context.db
    .updateTable('payment_sessions')
    .set({ expires_at: context.clock.now() })
    .where('id', '=', left.sessionId)
    .execute();
  const later = (await payRest(orderId)).body;
  expect(later.sessionId).not.toBe(left.sessionId);
  const cash = { orderId, paymentData: { method: 'cash' } } as const;
  expect((await server.call('processOrderPayment', { body: cash }, keyed(staff))).status).toBe(200);
  await sweepPayments(context);
  await sound();
  expect(await orderOf(orderId)).toMatchObject({ paymentStatus: 'paid', due: 0 });
});

test('the rest is payable with the link of an order without an account, and by nobody else', async () => {
  const { orderId, token } = await grown(SITE_KEY);
  const stranger = await server.signIn('customer2@demo.test');
  expect((await payRest(orderId, stranger)).body.code).toBe('order-not-found');
  expect((await payRest(orderId, stranger, 'wrong')).body.code).toBe('order-not-found');
  expect((await payRest(orderId, stranger, token)).status).toBe(200);
});

test('an order to be paid in cash is refused with what to do', async () => {
  const body = await till.payload({ paymentMethod: 'cash' });
  const { orderId } = (await server.call('createCustomerOrderCash', { body }, keyed(asha))).body;
  const refused = await payRest(orderId);
  expect([refused.status, refused.body.error]).toEqual([
    409,
    'This order cannot be paid here. Please pay when you get it.',
  ]);
});

test('the rest is not taken online where the till needs a certified device and has none', async () => {
  const { orderId } = await grown();
  const moveTo = async (address: { region: string; postal_code: string }) => {
    await context.db.updateTable('locations').set(address).where('id', '=', 'truro').execute();
    // Ends the lease of the cached location.
    await context.menus.exact('truro');
  };
  await moveTo({ region: 'QC', postal_code: 'J8X 2K1' });
  const refused = await payRest(orderId);
  await moveTo({ region: 'NS', postal_code: 'B2N 1A1' });
  expect([refused.status, refused.body.code]).toEqual([409, 'fiscal-needed']);
});
