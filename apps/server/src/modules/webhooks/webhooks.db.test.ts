import type { ServerResponse } from 'node:http';
import { webhookBodies } from '@tiffin/contract/messages/webhook-bodies';
import { WEBHOOK_EVENTS, type WebhookEvent } from '@tiffin/domain/messages';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { bookingOf } from '../../testing/bookings.ts';
import { tillOf } from '../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';
import { webhookReceiver, type ReceivedWebhook } from '../../testing/webhook-receiver.ts';
import { eraseRecords } from '../privacy/erase-records.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { deleteOldDeliveries } from './webhook-deliveries.ts';
import { deliverWebhooks } from './deliver-webhooks.ts';

const server = await testServer({ env: { WEBHOOKS_ALLOW_PRIVATE: '1', RATE_LIMITS: '0' } });
const { context, clock } = server;
const till = tillOf(server);
const admin = await server.signIn('admin@demo.test');
const manager = await server.signIn('manager.truro@demo.test');
const signIn = () => server.signIn('admin@demo.test');
// The events of the demo happened at the same instant as the tests.
await server.settle();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A receiver with a webhook for these events. The webhook is removed after the test. */
async function listen(events: readonly WebhookEvent[] = WEBHOOK_EVENTS, as?: Caller) {
  const receiver = await webhookReceiver();
  const saved = await server.call(
    'saveWebhook',
    { body: { url: receiver.url, events: [...events] } },
    as ?? (await signIn()),
  );
  expect(saved.status).toBe(200);
  const { webhookId, secret } = saved.body;
  onTestFinished(async () => {
    receiver.close();
    await server.call('removeWebhook', { body: { webhookId } }, admin);
  });
  return { ...receiver, webhookId, secret: secret ?? '', events };
}

async function work(): Promise<void> {
  await server.settle();
  await deliverWebhooks(context);
}

async function orderAtTill(): Promise<string> {
  const data = await till.payload({ paymentMethod: 'cash' });
  const body = { ...data, cashConfirmed: true as const, finalTotal: data.pricing.total };
  return (await server.call('createAdminOrderCash', { body }, manager)).body.orderId;
}

const move = (orderId: string, status: 'preparing' | 'ready' | 'completed') =>
  server.call('updateOrderStatus', { body: { orderId, status } }, manager);

const about = (received: readonly ReceivedWebhook[], orderId: string) =>
  received.filter(({ data }) => data['order']?.['id'] === orderId);

async function deliveriesOf(webhookId: string, waiting = false) {
  const query = { webhookId, ...(waiting && { waiting: 'true' }) } as { webhookId: string };
  return (await server.call('getWebhookDeliveries', { query }, admin)).body.deliveries;
}

const webhookNow = async (webhookId: string) =>
  (await server.call('getWebhooks', {}, admin)).body.webhooks.find((each) => each.webhookId === webhookId);

test('a receiver gets each event once, signed, in order, as the API answers it and without links', async () => {
  const receiver = await listen();
  const { sessionId, paymentUrl } = await till.start(SITE_KEY);
  await till.pay(paymentUrl);
  const { orderId } = (await server.call('getOrderBySessionId', { body: { sessionId } }, SITE_KEY)).body;
  await till.deliver();
  await move(orderId, 'preparing');
  await server.call(
    'refundOrderItems',
    { body: { orderId, items: [{ line: 1, quantity: 1 }], reason: 'Cold' } },
    manager,
  );
  await work();
  await till.deliver();
  const { reservation, manageUrl } = (await server.call('createReservation', { body: bookingOf() })).body;
  const token = new URL(manageUrl).searchParams.get('token') ?? '';
  await server.call('cancelReservation', { body: { reservationId: reservation.reservationId, token } });
  const updates = { description: 'New words' };
  await server.call('updateMenuItem', { body: { locationId: 'truro', itemId: 'mango-lassi', updates } }, manager);
  await work();
  await work();

  expect(about(receiver.received, orderId).map(({ type }) => type)).toEqual([
    'order.created',
    'order.paid',
    'order.updated', // preparing
    'order.updated', // a dish is not cooked any more
    'order.updated', // the refund arrived
    'order.refunded',
  ]);
  const others = receiver.received.filter(({ data }) => data['order'] === undefined);
  expect(others.map(({ type }) => type).toSorted()).toEqual([
    'menu.updated',
    'reservation.created',
    'reservation.updated',
  ]);
  for (const each of receiver.received) {
    receiver.verify(each, receiver.secret);
    expect(() => receiver.verify({ ...each, text: each.text.replace('20', '21') }, receiver.secret)).toThrow(
      'No matching signature',
    );
    expect(webhookBodies[each.type as WebhookEvent].safeParse(JSON.parse(each.text)).error).toBeUndefined();
  }
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(receiver.received.length);
  const last = about(receiver.received, orderId).at(-1);
  const current = (await server.call('getOrderDetails', { query: { orderId } }, manager)).body.order;
  const { orderAge: _age, estimatedWaitTime: _wait, ...stored } = { ...current, receiptUrl: '', sessionId: '' };
  expect(last?.data['order']).toMatchObject({
    ...stored,
    paymentUrl: stored.paymentUrl && '',
    metadata: { ...stored.metadata, orderToken: '' },
  });
  const text = receiver.received.map((each) => each.text).join('');
  for (const secret of [current.metadata.orderToken, token, sessionId]) expect(text).not.toContain(secret);
});

test('an order in cash is paid when its payment is taken', async () => {
  const receiver = await listen(['order.paid']);
  const orderId = await orderAtTill();
  await work();
  expect(receiver.received).toMatchObject([
    { type: 'order.paid', data: { order: { id: orderId, paymentStatus: 'paid' } } },
  ]);
});

test('a receiver that fails for an hour loses nothing, keeps the order of each object and delays no other', async () => {
  const [failing, healthy] = [await listen(['order.created', 'order.updated']), await listen(['order.created'])];
  failing.answerStatus(500);
  const orderId = await orderAtTill();
  await work();
  await move(orderId, 'preparing');
  const other = await orderAtTill();
  await work();
  expect(healthy.received).toHaveLength(2);
  expect(failing.received.map(({ type }) => type)).toEqual(['order.created', 'order.created']);
  const ids = failing.received.map(({ id }) => id);
  expect(await webhookNow(failing.webhookId)).toMatchObject({ waiting: 3, isActive: true });
  expect(await deliveriesOf(failing.webhookId, true)).toMatchObject([
    { type: 'order.created', state: 'pending', attempts: 1, answer: '500 broken' },
    { type: 'order.updated', state: 'pending', attempts: 0 },
    { subject: `order:${other}` },
  ]);
  for (const minutes of [1, 2, 10, 30, 20]) {
    clock.forward(minutes * MINUTE);
    await work();
  }
  failing.answerStatus(204);
  failing.received.length = 0;
  // A new event shows that the receiver is back; what waits need not wait for its own time.
  const newest = await orderAtTill();
  await work();
  await work();
  expect(about(failing.received, orderId).map(({ type }) => type)).toEqual(['order.created', 'order.updated']);
  expect(new Set(failing.received.map(({ id }) => id)).isSupersetOf(new Set(ids))).toBe(true);
  expect(about(failing.received, newest)).toHaveLength(1);
  expect(await webhookNow(failing.webhookId)).toMatchObject({ waiting: 0, failingSince: null });
});

test('a receiver that does not answer delays no other', async () => {
  const [slow, healthy] = [await listen(['order.created']), await listen(['order.created'])];
  const held: ServerResponse[] = [];
  slow.answerWith((_received, response) => void held.push(response));
  const orders = [await orderAtTill(), await orderAtTill()];
  const working = work();
  await vi.waitFor(() => expect(healthy.received).toHaveLength(orders.length));
  await vi.waitFor(() => expect(held).toHaveLength(orders.length));
  expect(await webhookNow(slow.webhookId)).toMatchObject({ waiting: orders.length });
  for (const response of held) response.writeHead(204).end();
  await working;
  expect(await webhookNow(slow.webhookId)).toMatchObject({ waiting: 0 });
});

test('an object that the receiver refuses does not stop the others', async () => {
  const receiver = await listen(['order.created', 'order.updated']);
  const [refused, accepted] = [await orderAtTill(), await orderAtTill()];
  await move(refused, 'preparing');
  await move(accepted, 'preparing');
  receiver.answerWith(
    ({ data }, response) => void response.writeHead(data['order']?.['id'] === refused ? 422 : 200).end(),
  );
  await work();
  expect(about(receiver.received, refused).map(({ type }) => type)).toEqual(['order.created']);
  expect(about(receiver.received, accepted).map(({ type }) => type)).toEqual(['order.created', 'order.updated']);
});

test('after three days without success a webhook is switched off with a mail, and what waited can be sent again', async () => {
  const receiver = await listen(['order.created']);
  receiver.answerStatus(503);
  const orderId = await orderAtTill();
  for (let hours = 0; hours < 75; hours++) {
    await work();
    clock.forward(HOUR);
  }
  expect(await webhookNow(receiver.webhookId)).toMatchObject({
    isActive: false,
    switchedOff: '503 broken',
    waiting: 1,
  });
  const mails = await context.db
    .selectFrom('messages')
    .select('body_text')
    .where('template', '=', 'webhook_off')
    .execute();
  expect(mails).toHaveLength(1);
  expect(mails[0]?.body_text).toContain(receiver.url);
  const [delivery] = await deliveriesOf(receiver.webhookId);
  expect(delivery).toMatchObject({ state: 'failed', nextAttemptAt: null });
  const attempts = receiver.received.length;
  await work();
  expect(receiver.received).toHaveLength(attempts);

  const body = { deliveryId: delivery?.deliveryId ?? '' };
  expect((await server.call('resendWebhook', { body }, admin)).body.error).toMatch(/switched off/);
  receiver.answerStatus(200);
  const { webhookId, url } = receiver;
  await server.call('saveWebhook', { body: { webhookId, url, events: ['order.created'] } }, await signIn());
  expect((await server.call('resendWebhook', { body: { webhookId } }, admin)).body.resent).toBe(1);
  await work();
  expect(receiver.received.at(-1)).toMatchObject({ id: body.deliveryId, data: { order: { id: orderId } } });
  expect(await deliveriesOf(webhookId)).toMatchObject([{ state: 'delivered', answer: null }]);
});

test('a receiver that answers that it is gone is switched off at once, and the mail says so', async () => {
  const receiver = await listen(['order.created']);
  receiver.answerStatus(410);
  await orderAtTill();
  await work();
  const switchedOff = 'It answered that it is gone (410)';
  expect(await webhookNow(receiver.webhookId)).toMatchObject({ isActive: false, switchedOff });
  const mails = await context.db
    .selectFrom('messages')
    .select('body_text')
    .where('template', '=', 'webhook_off')
    .where('body_text', 'like', `%${receiver.url}%`)
    .execute();
  expect(mails).toHaveLength(1);
  expect(mails[0]?.body_text).toContain(`${receiver.url} answered that it is gone (410)`);
  expect(mails[0]?.body_text).not.toContain('three days');
});

test('a delivery can be read with what was sent, and sent again under the same id', async () => {
  const receiver = await listen(['order.created']);
  await orderAtTill();
  await work();
  const [first] = receiver.received;
  const query = { webhookId: receiver.webhookId, deliveryId: first?.id ?? '' };
  const { deliveries } = (await server.call('getWebhookDeliveries', { query }, admin)).body;
  expect(deliveries).toMatchObject([{ body: first?.text, state: 'delivered', attempts: 1 }]);
  await server.call('resendWebhook', { body: { deliveryId: query.deliveryId } }, admin);
  await work();
  expect(receiver.received.map(({ id, text }) => [id, text])).toEqual([
    [first?.id, first?.text],
    [first?.id, first?.text],
  ]);
  expect((await webhookNow(receiver.webhookId))?.hours.at(-1)).toEqual({ delivered: 1, failed: 0 });
});

test('after a rotation both secrets are accepted for 24 hours, then only the new one', async () => {
  const receiver = await listen(['order.created']);
  const fresh = await signIn();
  const { webhookId } = receiver;
  const { secret, previousUntil } = (await server.call('rotateWebhookSecret', { body: { webhookId } }, fresh)).body;
  expect(new Date(previousUntil).getTime() - clock.now().getTime()).toBe(24 * HOUR);
  await orderAtTill();
  await work();
  clock.forward(24 * HOUR);
  await orderAtTill();
  await work();
  const [during, after] = receiver.received as [ReceivedWebhook, ReceivedWebhook];
  receiver.verify(during, receiver.secret);
  receiver.verify(during, secret);
  receiver.verify(after, secret);
  expect(() => receiver.verify(after, receiver.secret)).toThrow('No matching signature');
});

test('the secret is shown only to whoever adds the webhook, who proved recently who they are', async () => {
  const receiver = await webhookReceiver();
  afterAll(receiver.close);
  const body = { url: receiver.url, events: ['order.created' as const] };
  expect((await server.call('saveWebhook', { body }, admin)).body.code).toBe('fresh-sign-in-needed');
  const fresh = { ...(await signIn()), 'idempotency-key': 'one-webhook' };
  const [first, second] = [
    await server.call('saveWebhook', { body }, fresh),
    await server.call('saveWebhook', { body }, fresh),
  ];
  expect(first.body.secret).toMatch(/^whsec_/);
  expect(second.body).toMatchObject({ webhookId: first.body.webhookId, secret: null });
  const listed = JSON.stringify((await server.call('getWebhooks', {}, admin)).body);
  const log = JSON.stringify(await context.db.selectFrom('audit_log').selectAll().execute());
  const stored = JSON.stringify(await context.db.selectFrom('idempotency_keys').selectAll().execute());
  for (const text of [listed, log, stored]) expect(text).not.toContain(first.body.secret);
  await server.call('removeWebhook', { body: { webhookId: first.body.webhookId } }, admin);
});

test('a limited key sets up no webhook, and one that a revoked key set up sends nothing until a person saves it', async () => {
  const fresh = await signIn();
  const keyWith = async (scopes?: 'access:write'[]) => {
    const { apiKey, key } = (await server.call('createApiKey', { body: { name: 'Set-up', scopes } }, fresh)).body;
    return { id: apiKey.id, caller: { 'x-api-key': key ?? '' } };
  };
  const limited = await keyWith(['access:write']);
  const url = 'https://hooks.example.test/';
  const refused = await server.call('saveWebhook', { body: { url, events: ['order.created'] } }, limited.caller);
  expect(refused.body.code).toBe('permission-denied');

  const full = await keyWith();
  const receiver = await listen(['order.created'], full.caller);
  await server.call('revokeApiKey', { body: { keyId: full.id } }, fresh);
  await orderAtTill();
  await work();
  expect(receiver.received).toEqual([]);
  expect(await webhookNow(receiver.webhookId)).toMatchObject({ isValid: false });
  const { webhookId } = receiver;
  await server.call('saveWebhook', { body: { webhookId, url: receiver.url, events: ['order.created'] } }, fresh);
  await orderAtTill();
  await work();
  expect(receiver.received).toHaveLength(1);
});

test('erasing a guest deletes the deliveries about their order', async () => {
  const receiver = await listen(['order.created']);
  receiver.answerStatus(500);
  const [erased, other] = [await orderAtTill(), await orderAtTill()];
  await work();
  const none = { reservationIds: [], sessionIds: [], contacts: { emails: [], phones: [] } };
  await transaction(context.db, (tx) =>
    eraseRecords(tx, { ...none, orderIds: [erased] }, { at: clock.now(), name: 'Guest' }),
  );
  expect((await deliveriesOf(receiver.webhookId)).map(({ subject }) => subject)).toEqual([`order:${other}`]);
});

test('the log keeps the events of deliveries, which are deleted after a week', async () => {
  const receiver = await listen(['order.created']);
  await orderAtTill();
  await work();
  clock.forward(6 * 24 * HOUR);
  await context.events.trim(clock.now());
  const [delivery] = await deliveriesOf(receiver.webhookId);
  await server.call('resendWebhook', { body: { deliveryId: delivery?.deliveryId ?? '' } }, admin);
  await work();
  expect(receiver.received).toHaveLength(2);
  clock.forward(2 * 24 * HOUR);
  await deleteOldDeliveries(context);
  expect(await deliveriesOf(receiver.webhookId)).toEqual([]);
});
