import { expect, test } from 'vitest';
import type { PushDevice, PushResult } from '../../../../adapters/push/web-push.ts';
import { payloadFor, payloadMaker } from '../../../../testing/order-payload.ts';
import { SITE_KEY, testServer, type Caller } from '../../../../testing/server.ts';
import { settleReactions } from '../../../../platform/events/reactions.ts';
import { reactions } from '../../../../reactions.ts';
import { deliverNotices, readPushKeys } from './deliver-notices.ts';

/** A push service that records notifications and answers as configured. */
const sent: { endpoint: string; title: string; body: string; url: string; publicKey: string }[] = [];
const fates = new Map<string, PushResult>();
const server = await testServer({
  env: { RATE_LIMITS: '0' },
  push: {
    async send(device: PushDevice, text, { publicKey }) {
      const { title, body, url } = JSON.parse(text) as { title: string; body: string; url: string };
      sent.push({ endpoint: device.endpoint, title, body, url, publicKey });
      return fates.get(device.endpoint) ?? 'sent';
    },
  },
});
const cook = await server.signIn('staff.truro@demo.test');
const cookElsewhere = await server.signIn('staff.glasgow@demo.test');
const guest = await server.signIn('customer@demo.test');
const another = await server.signIn('customer2@demo.test');

let devices = 0;
const device = () => ({
  endpoint: `https://push.example.com/send/${++devices}`,
  keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
});

async function ordered(as: Caller = SITE_KEY): Promise<string> {
  const read = { query: { locationId: 'truro' } };
  const { location } = (await server.call('getLocation', read, SITE_KEY)).body;
  const menu = (await server.call('getLocationMenu', read, SITE_KEY)).body;
  const placed = await server.call('createCustomerOrderCash', { body: { ...payloadFor(location, menu) } }, as);
  return placed.body.orderId;
}

const step = (orderId: string, status: 'preparing' | 'ready' | 'completed') =>
  server.call('updateOrderStatus', { body: { orderId, status } }, cook);

/** Waits until changes can no longer be undone and everything is sent. */
async function later(): Promise<void> {
  await server.settle();
  server.clock.forward(60_000);
  await server.settle();
}

const noticesOf = ({ endpoint }: { endpoint: string }) =>
  sent.filter((each) => each.endpoint === endpoint).map(({ title, body }) => `${title}: ${body}`);

test('the server has one key pair, created once even by simultaneous requests', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => readPushKeys(server.context)));
  expect(new Set(all.map(({ privateKey }) => privateKey)).size).toBe(1);
  const { body } = await server.call('getPushKey', {});
  expect(body.publicKey).toBe(all[0]?.publicKey);
  expect(JSON.stringify(body)).not.toContain(all[0]?.privateKey);
});

test('a guest who follows an order is notified once of each status', async () => {
  const subscription = device();
  const orderId = await ordered(guest);
  const request = { body: { orderId, subscription } };
  expect((await server.call('followOrder', request, guest)).status).toBe(200);
  expect((await server.call('followOrder', request, guest)).status).toBe(200);
  await step(orderId, 'preparing');
  await server.call('strikeOrderItem', { body: { orderId, line: 1, done: true } }, cook);
  await later();
  await step(orderId, 'ready');
  await later();
  await step(orderId, 'completed');
  await later();
  const title = `Order ${orderId.slice(-5)}`;
  expect(noticesOf(subscription)).toEqual([
    `${title}: The kitchen has started.`,
    `${title}: It is ready to be picked up.`,
  ]);
});

test('without an account a notification opens the order link, unless the guest only knew the number', async () => {
  const [own, unproven, inAccount] = [device(), device(), device()];
  const orderId = await ordered();
  const { order } = (await server.call('getOrderDetails', { query: { orderId } }, cook)).body;
  const token = order.metadata.orderToken;
  await server.call('followOrder', { body: { orderId, token, subscription: own } }, SITE_KEY);
  await server.call('followOrder', { body: { orderId, subscription: unproven } }, SITE_KEY);
  const otherOrder = await ordered(guest);
  await server.call('followOrder', { body: { orderId: otherOrder, subscription: inAccount } }, guest);
  for (const id of [orderId, otherOrder]) await step(id, 'preparing');
  await server.settle();
  const queued = await server.context.db.selectFrom('push_notices').select('notice').execute();
  expect(JSON.stringify(queued)).not.toContain(token);
  await later();
  const urlTo = ({ endpoint }: { endpoint: string }) => sent.find((each) => each.endpoint === endpoint)?.url;
  expect(urlTo(own)).toBe(`/orders/${orderId}?token=${token}`);
  expect(urlTo(unproven)).toBe(`/order-success?orderId=${orderId}`);
  expect(urlTo(inAccount)).toBe(`/order-success?orderId=${otherOrder}`);
});

test('an undone status change is not sent', async () => {
  const subscription = device();
  const orderId = await ordered(guest);
  await server.call('followOrder', { body: { orderId, subscription } }, guest);
  await step(orderId, 'preparing');
  await server.settle();
  await server.call('correctOrderStatus', { body: { orderId } }, cook);
  await later();
  expect(noticesOf(subscription)).toEqual([]);
});

test('a person cannot follow the order of another', async () => {
  const orderId = await ordered(guest);
  const body = { orderId, subscription: device() };
  expect((await server.call('followOrder', { body }, another)).status).toBe(404);
  expect((await server.call('followOrder', { body }, SITE_KEY)).status).toBe(404);
  expect((await server.call('followOrder', { body: { ...body, token: 'wrong' } }, SITE_KEY)).status).toBe(404);
  expect((await server.call('followOrder', { body: { ...body, orderId: 'TRU-1' } }, guest)).status).toBe(404);
});

test('staff of a location are notified only of its new orders', async () => {
  const mine = device();
  await ordered();
  server.clock.forward(1000);
  const follow = (as: Caller, subscription = device()) =>
    server.call('followLocation', { body: { locationId: 'truro', subscription } }, as);
  expect((await follow(cookElsewhere)).status).toBe(403);
  expect((await follow(guest)).status).toBe(403);
  expect((await follow(cook, mine)).status).toBe(200);
  const orderId = await ordered();
  await server.settle();
  expect(noticesOf(mine)).toEqual([`New order ${orderId.slice(-5)}: 3 items, pickup, Truro Heights`]);
  expect((await server.call('unfollow', { body: { endpoint: mine.endpoint } }, cook)).body.removed).toBe(1);
  await ordered();
  await server.settle();
  expect(noticesOf(mine)).toHaveLength(1);
});

test('each member of staff is notified in their own language', async () => {
  const { db } = server.context;
  const speak = (language: string | null) =>
    db.updateTable('users').set({ language }).where('email', '=', 'staff.truro@demo.test').execute();
  const mine = device();
  await server.call('followLocation', { body: { locationId: 'truro', subscription: mine } }, cook);
  await speak('fr');
  const orderId = await ordered();
  await server.settle();
  await speak(null);
  expect(noticesOf(mine)).toEqual([`Nouvelle commande ${orderId.slice(-5)}: 3 articles, pour emporter, Truro Heights`]);
  await server.call('unfollow', { body: { endpoint: mine.endpoint } }, cook);
});

test('a moved scheduled order is reported at its new time and not earlier', async () => {
  const mine = device();
  const locationId = 'truro';
  await server.call('followLocation', { body: { locationId, subscription: mine } }, cook);
  const { days } = (await server.call('getReadyTimes', { query: { locationId, orderType: 'pickup', dishes: '3' } }))
    .body;
  const [wantedFor, afterwards] = [days[1]?.times[0] ?? '', days[1]?.times[8] ?? ''];
  const payload = (await payloadMaker(server))({});
  const placed = await server.call('createCustomerOrderCash', { body: { ...payload, wantedFor } }, SITE_KEY);
  const { orderId } = placed.body;
  await server.settle();
  const moved = await server.call('changeOrder', { body: { orderId, version: 1, wantedFor: afterwards } }, cook);
  expect(moved.status).toBe(200);
  await server.settle();
  server.clock.set(placed.body.order.firesAt ?? '');
  await server.settle();
  expect(noticesOf(mine)).toEqual([]);
  server.clock.set(moved.body.order.firesAt ?? '');
  await server.settle();
  expect(noticesOf(mine)).toHaveLength(1);
});

test('a person who no longer works there is not notified', async () => {
  const phone = device();
  const dismissed = await server.signIn('staff.truro@demo.test');
  const { uid } = (await server.call('getMe', {}, dismissed)).body.me ?? { uid: '' };
  const admin = await server.signIn('admin@demo.test');
  await server.call('followLocation', { body: { locationId: 'truro', subscription: phone } }, dismissed);
  const setLocations = (locationIds: string[]) =>
    server.call('updateUser', { body: { userId: uid, updates: { locationIds } } }, admin);
  server.clock.forward(1000);
  expect((await setLocations(['new-glasgow'])).status).toBe(200);
  await ordered();
  await server.settle();
  expect(noticesOf(phone)).toEqual([]);
  await setLocations(['truro']);
  await ordered();
  await server.settle();
  expect(noticesOf(phone)).toHaveLength(1);
});

test('deletes a device that no longer exists and retries an unreachable one, but not forever', async () => {
  const [removed, away] = [device(), device()];
  fates.set(removed.endpoint, 'gone').set(away.endpoint, 'failed');
  const orderId = await ordered(guest);
  for (const subscription of [removed, away])
    await server.call('followOrder', { body: { orderId, subscription } }, guest);
  await step(orderId, 'preparing');
  await later();
  for (let minutes = 0; minutes < 10; minutes++) {
    server.clock.forward(60_000);
    await deliverNotices(server.context);
  }
  expect([noticesOf(removed).length, noticesOf(away).length]).toEqual([1, 5]);
  const left = await server.context.db.selectFrom('push_followers').select('endpoint').execute();
  expect(left.map(({ endpoint }) => endpoint)).not.toContain(removed.endpoint);
  expect(left.map(({ endpoint }) => endpoint)).toContain(away.endpoint);
});

test('devices that never answer delay no new order: staff are notified first', async () => {
  for (let many = 0; many < 3; many++) {
    const orderId = await ordered(guest);
    for (let each = 0; each < 10; each++) {
      const subscription = device();
      fates.set(subscription.endpoint, 'failed');
      await server.call('followOrder', { body: { orderId, subscription } }, guest);
    }
    await step(orderId, 'preparing');
  }
  await server.settle();
  server.clock.forward(60_000);
  const till = device();
  await server.call('followLocation', { body: { locationId: 'truro', subscription: till } }, cook);
  await ordered();
  await settleReactions(server.context, reactions);
  expect(await deliverNotices(server.context)).toBe(20);
  expect(noticesOf(till)).toHaveLength(1);
  await later();
});

test('a device that changes hands shows nothing of the earlier person', async () => {
  const subscription = device();
  const orderId = await ordered(guest);
  await server.call('followOrder', { body: { orderId, subscription } }, guest);
  const otherOrder = await ordered(another);
  await server.call('followOrder', { body: { orderId: otherOrder, subscription } }, another);
  await step(orderId, 'preparing');
  await later();
  expect(noticesOf(subscription)).toEqual([]);
});

test('at most ten devices follow one order; another replaces the oldest', async () => {
  const orderId = await ordered(guest);
  const phones = Array.from({ length: 11 }, () => device());
  for (const subscription of phones) {
    expect((await server.call('followOrder', { body: { orderId, subscription } }, guest)).status).toBe(200);
    server.clock.forward(1_000);
  }
  expect(await followersOf(orderId)).toEqual(phones.slice(1).map(({ endpoint }) => endpoint));
});

async function followersOf(orderId: string): Promise<string[]> {
  const rows = await server.context.db
    .selectFrom('push_followers')
    .select('endpoint')
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute();
  return rows.map(({ endpoint }) => endpoint);
}

test('guests who only know the number cannot displace the order’s guest', async () => {
  const orderId = await ordered();
  const token = server.context.linkKeys('receipt', orderId);
  const own = device();
  const asGuest = { orderId, token, subscription: own };
  expect((await server.call('followOrder', { body: asGuest }, SITE_KEY)).status).toBe(200);
  for (let n = 0; n < 12; n++) {
    server.clock.forward(1_000);
    await server.call('followOrder', { body: { orderId, subscription: device() } }, SITE_KEY);
  }
  const followers = await followersOf(orderId);
  expect(followers).toHaveLength(11);
  expect(followers).toContain(own.endpoint);
});

test.each(['http://push.example.com/x', 'https://127.0.0.1/x', 'https://localhost/x', 'https://db.internal/x', 'x'])(
  '%s is no push service',
  async (endpoint) => {
    const orderId = await ordered(guest);
    const answer = await server.call(
      'followOrder',
      { body: { orderId, subscription: { ...device(), endpoint } } },
      guest,
    );
    expect(answer.status).toBe(400);
  },
);
