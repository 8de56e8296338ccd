import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { bookingOf } from './testing/bookings.ts';
import { payloadMaker } from './testing/order-payload.ts';
import { tillOf } from './testing/payments.ts';
import { SITE_KEY, testServer } from './testing/server.ts';

const AT_ONCE = 64;
const SLOWEST_MS = 5_000;

const server = await testServer({ env: { DATABASE_POOL: '4', RATE_LIMITS: '0' } });
const till = tillOf(server);
const truro = await payloadMaker(server);
const manager = await server.signIn('admin@demo.test');

/**
 * Sends requests simultaneously. A request that holds a connection while waiting for another would fail with 503 after
 * five seconds.
 */
async function atOnce<T extends { status: number; body: object }>(one: (place: number) => Promise<T>) {
  const answers: T[] = [];
  let slow = 0;
  const ask = async (place: number) => {
    const began = performance.now();
    answers[place] = await one(place);
    if (performance.now() - began > SLOWEST_MS) slow++;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, place) => ask(place)));
  return { answers, slow, refused: answers.filter(({ status }) => status !== 200).map(({ body }) => body) };
}

const ALL_SERVED = { slow: 0, refused: [] };

const key = () => ({ 'idempotency-key': randomUUID() });

test('64 card checkouts and then 64 refunds succeed with four connections', async () => {
  const orderData = await till.payload();
  const checkouts = await atOnce(() =>
    server.call('createCustomerPayment', { body: { orderData } }, { ...SITE_KEY, ...key() }),
  );
  expect(checkouts).toMatchObject(ALL_SERVED);
  const responses = checkouts.answers;
  for (const { body } of responses) await till.pay(body.paymentUrl);
  await till.deliver();
  const orders = await Promise.all(
    responses.map(({ body: { sessionId } }) => server.call('getOrderBySessionId', { body: { sessionId } }, SITE_KEY)),
  );
  const refunds = await atOnce((place) => {
    const orderId = orders[place]?.body.orderId ?? '';
    const body = { orderId, items: [{ line: 1, quantity: 1 }], reason: 'Cold' };
    return server.call('refundOrderItems', { body }, { ...manager, ...key() });
  });
  expect(refunds).toMatchObject(ALL_SERVED);
});

test('64 bookings succeed with four connections', async () => {
  const bookings = await atOnce((place) => {
    const date = `2026-11-${String(23 + (place % 8))}`;
    const time = `${12 + Math.floor(place / 8)}:00` as const;
    return server.call(
      'createReservation',
      { body: bookingOf({ date, time, partySize: 1 }) },
      { ...SITE_KEY, ...key() },
    );
  });
  expect(bookings).toMatchObject(ALL_SERVED);
});

test('64 cash orders of guests and 64 of the till succeed with four connections', async () => {
  const guests = await atOnce(() =>
    server.call('createCustomerOrderCash', { body: { ...truro() } }, { ...SITE_KEY, ...key() }),
  );
  const tills = await atOnce(() =>
    server.call('createAdminOrderCash', { body: { ...truro(), cashConfirmed: true } }, { ...manager, ...key() }),
  );
  expect([guests, tills]).toMatchObject([ALL_SERVED, ALL_SERVED]);
});

test('64 payment links and 64 orders on account succeed with four connections', async () => {
  const orderData = { ...truro(), paymentMethod: 'online' as const };
  const links = await atOnce(() =>
    server.call('createAdminPaymentLink', { body: { orderData } }, { ...manager, ...key() }),
  );
  const accounts = await atOnce(() =>
    server.call('createAdminOrderOnline', { body: orderData }, { ...manager, ...key() }),
  );
  expect([links, accounts]).toMatchObject([ALL_SERVED, ALL_SERVED]);
});
