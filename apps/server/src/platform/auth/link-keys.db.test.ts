import { expect, test } from 'vitest';
import { bookingOf, tokenOf } from '../../testing/bookings.ts';
import { payloadMaker } from '../../testing/order-payload.ts';
import { SITE_KEY, testServer } from '../../testing/server.ts';
import { redactOldMessages } from '../../modules/outbox/redact-messages.ts';
import { keyRing } from './key-ring.ts';
import { isLinkTokenValid, linkKeysOf } from './link-keys.ts';
import { hashKey } from './secrets.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const { db } = context;
const truro = await payloadMaker(server);
const admin = await server.signIn('admin@demo.test');

async function place() {
  const { order } = (await server.call('createCustomerOrderCash', { body: { ...truro({}) } }, SITE_KEY)).body;
  return { orderId: order.orderId, token: order.metadata.orderToken };
}
async function book() {
  const { reservation, manageUrl } = (await server.call('createReservation', { body: bookingOf() }, SITE_KEY)).body;
  return { reservationId: reservation.reservationId, token: tokenOf(manageUrl) };
}
const opensOrder = async (query: { orderId: string; token: string }) =>
  (await server.call('getOrderReceipt', { query })).status === 200;
const opensTable = async (query: { reservationId: string; token: string }) =>
  (await server.call('getReservation', { query })).status === 200;

/** Everything in these tables, as someone with a copy of the database reads it. */
async function stolen(...tables: readonly ('orders' | 'reservations' | 'messages')[]): Promise<string> {
  const found = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
  return JSON.stringify(found);
}

test('a copy of the database gives no access to receipts or reservations, and sent links still work', async () => {
  const [order, table, sentOrder, sentTable] = [await place(), await book(), await place(), await book()];
  // Random tokens of an earlier version, which cannot be derived.
  const [old, older] = ['drawn-by-a-copy-from-before-1234', 'drawn-by-a-copy-from-before-5678'];
  await db
    .updateTable('orders')
    .set({ receipt_token: `sha256:${hashKey(old)}` })
    .where('id', '=', sentOrder.orderId)
    .execute();
  await db
    .updateTable('reservations')
    .set({ manage_token: `sha256:${hashKey(older)}` })
    .where('reservation_id', '=', sentTable.reservationId)
    .execute();
  const shown = async () =>
    (await server.call('getCustomerOrderDetails', { query: { orderId: sentOrder.orderId } }, admin)).body.order
      .receiptUrl;
  await server.settle();

  expect(await stolen('orders')).not.toContain(order.token);
  server.clock.forward(25 * 60 * 60_000);
  await redactOldMessages(context);
  const copy = await stolen('orders', 'reservations', 'messages');
  for (const key of [order.token, table.token, sentOrder.token, sentTable.token, old, older])
    expect(copy).not.toContain(key);

  for (const token of [sentOrder.token, old])
    expect(await opensOrder({ orderId: sentOrder.orderId, token })).toBe(true);
  for (const token of [sentTable.token, older])
    expect(await opensTable({ reservationId: sentTable.reservationId, token })).toBe(true);
  expect([await opensOrder(order), await opensTable(table)]).toEqual([true, true]);
  // The stored values grant no access.
  for (const token of [`sha256:${hashKey(old)}`, hashKey(old), 'sha256:', older])
    expect(await opensOrder({ orderId: sentOrder.orderId, token })).toBe(false);
  expect(await opensOrder({ orderId: order.orderId, token: sentOrder.token })).toBe(false);
  expect(await shown()).toContain(`token=${sentOrder.token}`);
  // Nothing sends mail here; the back office shows the links.
  const { body } = await server.call('getMessages', { query: {} }, admin);
  const texts = await Promise.all(
    body.messages.map(
      async ({ id }) => (await server.call('getMessage', { query: { messageId: id } }, admin)).body.text,
    ),
  );
  for (const key of [order.token, table.token]) expect(texts.join('\n')).toContain(`token=${key}`);
});

test('sent links work under a new secret, and links of another secret do not', () => {
  const here = linkKeysOf(keyRing(['the secret of one restaurant']));
  const there = linkKeysOf(keyRing(['the secret of another restaurant']));
  const sent = here('receipt', 'TRU-1');
  const thing = { to: 'receipt', id: 'TRU-1', stored: `sha256:${hashKey(sent)}` } as const;
  expect(isLinkTokenValid(there, thing, sent)).toBe(true);
  expect(isLinkTokenValid(there, { ...thing, stored: 'sha256:' }, sent)).toBe(false);
  expect(isLinkTokenValid(here, { ...thing, to: 'reservation', stored: '' }, sent)).toBe(false);
  expect(isLinkTokenValid(here, { ...thing, stored: '' }, '')).toBe(false);
});
