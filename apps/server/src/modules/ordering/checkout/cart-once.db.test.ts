import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { CARDS } from '../../../testing/cards.ts';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { tillOf } from '../../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../../testing/server.ts';

/** What to run when a request reaches a certain point. */
const meanwhile = new Map<string, () => Promise<unknown>>();
const server = await testServer({
  env: { RATE_LIMITS: '0' },
  reachTestPoint: async (point) => {
    const interruption = meanwhile.get(point);
    meanwhile.delete(point);
    await interruption?.();
  },
});
const till = tillOf(server);
const payload = await payloadMaker(server);
const admin = await server.signIn('admin@demo.test');
const { db } = server.context;

const cash = (cartId: string | undefined, as: Caller = SITE_KEY) =>
  server.call('createCustomerOrderCash', { body: { ...payload(), ...(cartId && { cartId }) } }, as);
const open = (cartId: string, as: Caller = SITE_KEY) =>
  server.call('createCustomerPayment', { body: { orderData: { ...payload(), cartId } } }, as);
const paidOrder = (sessionId: string) => server.call('getOrderBySessionId', { body: { sessionId } }, SITE_KEY);

/** The result for a cart: its orders that were not cancelled, and the cents that the provider charged and refunded. */
async function recordsOf(cartId: string) {
  await till.deliver();
  await server.settle();
  const { rows } = await server.context.database.pool.query<{ orders: number; taken: number; back: number }>(
    `select (select count(*) from orders where cart_id = $1 and status <> 'cancelled')::int as orders,
            coalesce(sum(x.amount_cents), 0)::int as taken,
            coalesce(sum((select sum(r.amount_cents) from sandbox_refunds r where r.payment_id = x.payment_id)), 0)::int as back
     from payment_sessions s join sandbox_sessions x on x.reference = s.id and x.status = 'paid' where s.cart_id = $1`,
    [cartId],
  );
  return rows[0];
}

const total = Math.round(payload().pricing.total * 100);
const MONEY_STANDS = { orders: 1, taken: total, back: 0 };
const CASH_STANDS = { orders: 1, taken: 0, back: 0 };
const MONEY_CAME_BACK = { orders: 1, taken: total, back: total };

async function statusesOf(cartId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_sessions')
    .select('status')
    .where('cart_id', '=', cartId)
    .orderBy('created_at')
    .execute();
  return rows.map(({ status }) => status).toSorted();
}

test('a new payment page of a cart closes the earlier one, and only one can be paid', async () => {
  const cartId = randomUUID();
  const [one, two] = [(await open(cartId)).body, (await open(cartId)).body];
  expect(two.sessionId).not.toBe(one.sessionId);
  expect(await (await till.pay(one.paymentUrl)).text()).toContain('cancelled');
  await till.pay(two.paymentUrl);
  expect(await recordsOf(cartId)).toEqual(MONEY_STANDS);
});

test('repeating a request returns the same payment page until a newer one replaces it', async () => {
  const [cartId, key] = [randomUUID(), { ...SITE_KEY, 'idempotency-key': randomUUID() }];
  const one = await open(cartId, key);
  expect((await open(cartId, key)).body.paymentUrl).toBe(one.body.paymentUrl);
  await open(cartId);
  expect(await open(cartId, key)).toMatchObject({ status: 409, body: { code: 'conflict' } });
});

test('the cart id may be beside the order or inside it', async () => {
  const cartId = randomUUID();
  const openSecondPage = () =>
    server.call('createCustomerPayment', { body: { orderData: payload(), cartId } }, SITE_KEY);
  const [one] = [await openSecondPage(), await openSecondPage()];
  expect(await (await till.pay(one.body.paymentUrl)).text()).toContain('cancelled');
});

test('an ordered cart is refused with its order, in cash and by card', async () => {
  const cartId = randomUUID();
  const { orderId, order } = (await cash(cartId)).body;
  const expectedTotals = {
    code: 'cart-ordered',
    error: `You ordered this at 6:00 p.m. It is order ${orderId}.`,
    orderId,
    orderedAt: order.orderTime,
  };
  expect(await cash(cartId)).toMatchObject({ status: 409, body: expectedTotals });
  expect(await open(cartId)).toMatchObject({ status: 409, body: expectedTotals });
  expect(await statusesOf(cartId)).toEqual([]);
  expect((await cash(randomUUID())).status).toBe(200);
});

test('an ordered cart is refused with its order, whatever else is wrong with the request', async () => {
  const cartId = randomUUID();
  const { orderId } = (await cash(cartId)).body;
  const { pricing, ...rest } = payload();
  const outdated = { ...pricing, subtotal: pricing.subtotal + 1, total: pricing.total + 1 };
  const again = (more: object) =>
    server.call('createCustomerOrderCash', { body: { ...rest, pricing, cartId, ...more } }, SITE_KEY);
  for (const more of [{ pricing: outdated }, { promoCode: 'NOSUCHCODE' }, { giftCardCode: 'GIFT-0000' }])
    expect(await again(more)).toMatchObject({ status: 409, body: { code: 'cart-ordered', orderId } });
});

test('a repeated request gets the first response, also when sent simultaneously', async () => {
  const [cartId, key] = [randomUUID(), { ...SITE_KEY, 'idempotency-key': randomUUID() }];
  const answers = await Promise.all([1, 2, 3].map(() => cash(cartId, key)));
  const { orderId } = (await cash(cartId, key)).body;
  expect(answers.map(({ status, body }) => [status, body.orderId])).toEqual([1, 2, 3].map(() => [200, orderId]));
});

/** Where the response to a request is stored. */
const storedBy = async (key: string) => {
  const { rows } = await server.context.database.pool.query<{ own: boolean; event: number | null }>(
    'select answer is not null as own, event_id as event from idempotency_keys where key = $1',
    [key],
  );
  return rows[0];
};

test('the order of a cart is stored once, in its event, from which a repeated request gets the first response', async () => {
  const [cartId, key] = [randomUUID(), randomUUID()];
  const as = { ...SITE_KEY, 'idempotency-key': key };
  const first = await cash(cartId, as);
  const { orderId } = first.body;
  expect(await storedBy(key)).toEqual({ own: false, event: expect.any(Number) });
  const ready = await server.call('updateOrderStatus', { body: { orderId, status: 'preparing' } }, admin);
  expect(ready.status).toBe(200);
  expect(await cash(cartId, as)).toMatchObject({ status: 200, body: first.body });
});

test('a repeated request of a cart is refused with its order when the event is gone, and gets a response of its own', async () => {
  const [cartId, key] = [randomUUID(), randomUUID()];
  const as = { ...SITE_KEY, 'idempotency-key': key };
  const first = await cash(cartId, as);
  const { orderId, success: _, ...answer } = first.body;
  const event = (await storedBy(key))?.event ?? 0;
  // A copy of the server that does not look into events finds as much, and erases a guest in this way.
  const erased = JSON.stringify({ order: { id: orderId } });
  await db.updateTable('events').set({ data: erased }).where('id', '=', event).execute();
  expect(await cash(cartId, as)).toMatchObject({ status: 409, body: { code: 'cart-ordered', orderId } });
  await db.deleteFrom('events').where('id', '=', event).execute();
  expect(await cash(cartId, as)).toMatchObject({ status: 409, body: { code: 'cart-ordered', orderId } });
  // A row of an earlier version.
  const own = { answer: JSON.stringify({ orderId, ...answer }), event_id: null };
  await db.updateTable('idempotency_keys').set(own).where('key', '=', key).execute();
  expect(await cash(cartId, as)).toMatchObject({ status: 200, body: first.body });
  const { rows } = await server.context.database.pool.query('select from orders where cart_id = $1', [cartId]);
  expect(rows).toHaveLength(1);
});

test('without a cart id every request makes its own order', async () => {
  expect([(await cash(undefined)).status, (await cash(undefined)).status]).toEqual([200, 200]);
  expect((await cash('')).status).toBe(200);
});

test('a cancelled order frees its cart, and money from its earlier payment page is still refunded', async () => {
  const cartId = randomUUID();
  const before = (await open(cartId)).body;
  till.failures.down = true;
  const { orderId } = (await cash(cartId)).body;
  till.failures.down = false;
  await server.call('cancelOrder', { body: { orderId, cancelReason: 'No flour' } }, admin);
  await till.pay(before.paymentUrl);
  expect(await recordsOf(cartId)).toEqual({ ...MONEY_CAME_BACK, orders: 0 });
  expect((await cash(cartId)).status).toBe(200);
});

test('a cash order closes the cart’s open payment page, which then cannot be paid', async () => {
  const cartId = randomUUID();
  const { paymentUrl } = (await open(cartId)).body;
  expect((await cash(cartId)).status).toBe(200);
  expect(await (await till.pay(paymentUrl)).text()).toContain('cancelled');
  expect(await statusesOf(cartId)).toEqual(['cancelled']);
  expect(await recordsOf(cartId)).toEqual(CASH_STANDS);
});

test.each([
  ['in cash', cash],
  ['on a second page', open],
])('a cart paid without an event so far is refused %s with the paid order', async (_, again) => {
  const cartId = randomUUID();
  const { paymentUrl, sessionId } = (await open(cartId)).body;
  await till.pay(paymentUrl, CARDS.late);
  const refused = await again(cartId);
  expect(refused).toMatchObject({ status: 409, body: { code: 'cart-ordered' } });
  expect(refused.body).toHaveProperty('orderId', (await paidOrder(sessionId)).body.orderId);
  expect(await recordsOf(cartId)).toEqual(MONEY_STANDS);
});

test('while the provider is down, no new payment page replaces one that may be paid', async () => {
  const cartId = randomUUID();
  const { paymentUrl } = (await open(cartId)).body;
  till.failures.down = true;
  expect(await open(cartId)).toMatchObject({ status: 503, body: { code: 'payment-provider-unavailable' } });
  till.failures.down = false;
  await till.pay(paymentUrl);
  expect(await recordsOf(cartId)).toEqual(MONEY_STANDS);
});

test('a second payment of a cart is refunded, and the guest is notified and finds the first order', async () => {
  const cartId = randomUUID();
  const { paymentUrl, sessionId } = (await open(cartId)).body;
  till.failures.down = true;
  const { orderId } = (await cash(cartId)).body;
  till.failures.down = false;
  await till.pay(paymentUrl);
  expect(await recordsOf(cartId)).toEqual(MONEY_CAME_BACK);
  expect((await paidOrder(sessionId)).body.orderId).toBe(orderId);
  const mail = await db
    .selectFrom('messages')
    .select(['subject', 'body_text'])
    .where('template', '=', 'payment_returned')
    .where('body_text', 'like', `%${orderId}%`)
    .executeTakeFirstOrThrow();
  expect(mail.subject).toBe('Your payment was returned');
  expect(mail.body_text).toContain(`You had already placed order ${orderId}, and it stands.`);
  expect(mail.body_text).not.toContain('no order was placed');
});

test('a payment page that opens while the cart is ordered or gets another payment page is not shown', async () => {
  for (const other of [open, cash]) {
    const cartId = randomUUID();
    let second: Promise<{ status: number }> | undefined;
    meanwhile.set('open.provider-answered', async () => (second = other(cartId)));
    const first = await open(cartId);
    expect([first.status, (await second)?.status]).toEqual([409, 200]);
    const pages = await db
      .selectFrom('sandbox_sessions')
      .innerJoin('payment_sessions as s', 's.id', 'sandbox_sessions.reference')
      .select('sandbox_sessions.status')
      .where('s.cart_id', '=', cartId)
      .execute();
    expect(pages.filter(({ status }) => status === 'open')).toHaveLength(other === open ? 1 : 0);
  }
});

test('a payment page paid while the next one opens makes one order in either sequence', async () => {
  const cartId = randomUUID();
  const one = (await open(cartId)).body;
  meanwhile.set('open.session-written', () => till.pay(one.paymentUrl).then(() => till.deliver()));
  const two = await open(cartId);
  if (two.status === 200) await till.pay(two.body.paymentUrl);
  expect(await recordsOf(cartId)).toMatchObject({ orders: 1 });
});

test('a cash order during the settlement of the same cart leaves one order and refunds the other payment', async () => {
  const cartId = randomUUID();
  const { paymentUrl, sessionId } = (await open(cartId)).body;
  await till.pay(paymentUrl, CARDS.late);
  let inCash: Promise<{ status: number }> | undefined;
  meanwhile.set('settle.locked', async () => void (inCash = cash(cartId)));
  await paidOrder(sessionId);
  expect((await inCash)?.status).toBe(409);
  expect(await recordsOf(cartId)).toEqual(MONEY_STANDS);
});

test('five times several tabs order one cart in cash at once: one order each time', async () => {
  for (let round = 0; round < 5; round++) {
    const cartId = randomUUID();
    const answers = await Promise.all([1, 2, 3, 4].map(() => cash(cartId)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  }
});

test('in six rounds, tabs open payment pages, order in cash and pay at once: each round makes one order and no surplus payment', async () => {
  for (let round = 0; round < 6; round++) {
    const cartId = randomUUID();
    const before = (await open(cartId)).body;
    const [, ...rest] = await Promise.all([
      till.pay(before.paymentUrl),
      open(cartId),
      open(cartId),
      ...(round % 2 ? [cash(cartId)] : []),
    ]);
    const pages = rest.flatMap(({ body }) => ('paymentUrl' in body ? [String(body.paymentUrl)] : []));
    await Promise.all(pages.map((page) => till.pay(page)));
    const { orders, taken, back } = (await recordsOf(cartId)) ?? { orders: 0, taken: 0, back: 0 };
    const placed = await db.selectFrom('orders').select('payment_status').where('cart_id', '=', cartId).execute();
    expect([orders, placed.length]).toEqual([1, 1]);
    expect(taken - back).toBe(placed[0]?.payment_status === 'paid' ? total : 0);
  }
});
