import type { KeyScope } from '@tiffin/domain/people';
import { expect, test } from 'vitest';
import { bookingOf } from '../../testing/bookings.ts';
import { payloadMaker } from '../../testing/order-payload.ts';
import { tillOf } from '../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';
import { readStream } from '../../testing/read-stream.ts';
import { hashKey } from '../auth/secrets.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { db, clock } = server.context;
const till = tillOf(server);
const truro = await payloadMaker(server);
const admin = await server.signIn('admin@demo.test');

async function keyWith(scopes: KeyScope[] | null): Promise<Caller> {
  const id = `sk_${scopes?.join('_') ?? 'all'}`;
  const row = { id, name: id, kind: 'admin' as const, shown: id, hash: hashKey(id), created_at: clock.now(), scopes };
  await db.insertInto('api_keys').values(row).execute();
  return { 'x-api-key': id };
}

async function limitedKey(id: string, limits: { location_ids?: string[]; expires_at?: Date }): Promise<Caller> {
  const row = { id, name: id, kind: 'admin' as const, shown: id, hash: hashKey(id), created_at: clock.now() };
  await db
    .insertInto('api_keys')
    .values({ ...row, ...limits })
    .execute();
  return { 'x-api-key': id };
}

const reader = await keyWith(['orders:read', 'payments:read', 'reservations:read']);
const program = await keyWith(['orders:read', 'orders:write', 'payments:write', 'reservations:write']);
const unlimited = await keyWith(null);

async function cardOrder() {
  const { sessionId, paymentUrl } = await till.start(SITE_KEY);
  await till.pay(paymentUrl);
  await till.deliver();
  const { order } = (await server.call('getOrderBySessionId', { body: { sessionId } }, SITE_KEY)).body;
  return { orderId: order.orderId, version: order.version, token: order.metadata.orderToken, sessionId };
}

const details = async (orderId: string, as: Caller) =>
  (await server.call('getOrderDetails', { query: { orderId } }, as)).body.order;

test('a key that reads orders finds in no answer the link or the session with which anybody may cancel', async () => {
  const { orderId, token, sessionId } = await cardOrder();
  expect(await details(orderId, admin)).toMatchObject({ sessionId, metadata: { orderToken: token } });
  const order = await details(orderId, reader);
  expect(order).toMatchObject({ orderId, receiptUrl: '', sessionId: '', metadata: { orderToken: '' } });
  const query = { locationId: 'truro' };
  const answers = [
    await server.call('getLocationOrders', { query }, reader),
    await server.call('getDeliveries', { query }, reader),
    await server.call('getBill', { query: { billId: order.billId } }, reader),
    await server.call('getOrderBySessionId', { body: { sessionId } }, reader),
    await server.call('getCustomerOrderDetails', { query: { orderId } }, reader),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const text = JSON.stringify(answers.map(({ body }) => body));
  expect(text).toContain(orderId);
  for (const secret of [token, sessionId]) expect(text).not.toContain(secret);
});

test('a key that moves money does not see the payment session either, with which anybody gets the link', async () => {
  const { orderId, sessionId, token } = await cardOrder();
  const order = await details(orderId, program);
  expect(order).toMatchObject({ orderId, sessionId: '', receiptUrl: '', metadata: { orderToken: '' } });
  const answers = [
    await server.call('getLocationOrders', { query: { locationId: 'truro' } }, program),
    await server.call('getBill', { query: { billId: orderId } }, await keyWith(['payments:read', 'payments:write'])),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const text = JSON.stringify(answers.map(({ body }) => body));
  for (const secret of [token, sessionId]) expect(text).not.toContain(secret);
});

test('a key that moves money opens payment pages without seeing them, and texts and closes them by their payment', async () => {
  const cashier = await keyWith(['payments:write']);
  const once = () => ({ ...cashier, 'idempotency-key': crypto.randomUUID() });
  const { body: placed } = await server.call('createAdminOrderOnline', { body: truro() }, admin);
  const { orderId, sessionId } = placed;
  const renewed = await server.call('renewPaymentLink', { body: { orderId } }, once());
  expect(renewed.body).toMatchObject({ success: true, sessionId: '', paymentUrl: '', paymentLink: '' });
  const [payment] = (await server.call('getBill', { query: { billId: orderId } }, reader)).body.bill.payments;
  expect(payment).toMatchObject({ sessionId: '', paymentUrl: '' });
  const ofPayment = { sessionId: payment?.paymentId ?? '' };
  expect((await server.call('textPaymentLink', { body: ofPayment }, cashier)).body.success).toBe(true);
  const closed = await server.call('cancelPaymentLink', { body: ofPayment }, cashier);
  expect(closed.body).toMatchObject({ success: true, status: 'cancelled', sessionId: '' });
  const opened = await server.call('addPayment', { body: { billId: orderId, tender: 'link', amount: 5 } }, once());
  expect(opened.body).toMatchObject({ success: true, paymentUrl: '' });
  const held = await db.selectFrom('payments').select('session_id').where('id', '=', opened.body.paymentId).execute();
  const sessions = [sessionId, ...held.map((each) => each.session_id)];
  expect(sessions).toHaveLength(2);
  for (const secret of [...sessions, placed.paymentUrl])
    expect(JSON.stringify([renewed.body, closed.body, opened.body])).not.toContain(secret);
  // Guests have only the session's own id.
  const asGuest = await server.call('getOrderBySessionId', { body: ofPayment }, SITE_KEY);
  expect(asGuest.status).toBe(404);
});

test('a key from before there were limits sees the links as before', async () => {
  const { orderId, token } = await cardOrder();
  const order = await details(orderId, unlimited);
  expect(order.metadata.orderToken).toBe(token);
  expect(order.receiptUrl).toContain(token);
});

test('the key that places an order gets its link once more when it repeats the request, and from no other call', async () => {
  const key = { ...program, 'idempotency-key': crypto.randomUUID() };
  const body = truro();
  const placed = await server.call('createCustomerOrderCash', { body }, key);
  const { orderId } = placed.body;
  const { orderToken } = placed.body.order.metadata;
  expect(orderToken).not.toBe('');
  const repeated = await server.call('createCustomerOrderCash', { body }, key);
  expect(repeated.body.order.metadata.orderToken).toBe(orderToken);
  const step = { ...program, 'idempotency-key': crypto.randomUUID() };
  const change = { orderId, status: 'preparing' as const };
  for (const answer of [
    await server.call('updateOrderStatus', { body: change }, step),
    // the stored response
    await server.call('updateOrderStatus', { body: change }, step),
    // a refusal shows the current order
    await server.call('updateOrderStatus', { body: { orderId, status: 'pending' } }, program),
  ]) {
    expect(JSON.stringify(answer.body)).toContain(orderId);
    expect(JSON.stringify(answer.body)).not.toContain(orderToken);
  }
});

test('live events show a key with scopes no link and no session, and staff the link', async () => {
  const frames = async (as: Caller) => {
    const stop = new AbortController();
    const stream = readStream(await server.fetch('/api/events', { signal: stop.signal }, as));
    await stream.until('hello');
    return async (orderId: string) => {
      const text = await stream.until(orderId);
      stop.abort();
      return text;
    };
  };
  const [toReader, toProgram, toAdmin] = [await frames(reader), await frames(program), await frames(admin)];
  const { body } = await server.call('createCustomerOrderCash', { body: truro() }, SITE_KEY);
  const { orderToken } = body.order.metadata;
  expect(await toAdmin(body.orderId)).toContain(orderToken);
  expect(await toReader(body.orderId)).not.toContain(orderToken);
  expect(await toProgram(body.orderId)).not.toContain(orderToken);
  const paying = await frames(program);
  const paid = await cardOrder();
  expect(await paying(paid.orderId)).not.toContain(paid.sessionId);
});

test('a key that reads reservations sees no link to one, also not in the calendar file', async () => {
  const booked = await server.call('createReservation', { body: bookingOf({ locationId: 'truro' }) }, SITE_KEY);
  const query = { reservationId: booked.body.reservation.reservationId };
  const read = (as: Caller) => server.call('getReservation', { query }, as);
  expect((await read(admin)).body.manageUrl).toContain('token=');
  expect((await read(reader)).body.manageUrl).toBe('');
  const path = `/api/getReservationCalendar?reservationId=${query.reservationId}`;
  expect(await (await server.fetch(path, {}, admin)).text()).toContain('token=');
  const file = await server.fetch(path, {}, reader);
  expect(file.status).toBe(200);
  expect(await file.text()).not.toContain('token=');
});

test.each([
  ['an expiry', { expires_at: new Date('2030-01-01T00:00:00Z') }],
  ['locations', { location_ids: ['truro'] }],
])('a key with only %s sees no links either, because they outlive its limits', async (what, limits) => {
  const { orderId, token, sessionId } = await cardOrder();
  const order = await details(orderId, await limitedKey(`sk_${what.replaceAll(' ', '_')}`, limits));
  expect(order).toMatchObject({ orderId, receiptUrl: '', metadata: { orderToken: '' } });
  for (const secret of [token, sessionId]) expect(JSON.stringify(order)).not.toContain(secret);
});
