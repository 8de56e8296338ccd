import type { OrderPayload } from '@tiffin/domain/cart';
import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { cryptoIds, type Ids } from '../../../platform/ids.ts';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { SITE_KEY, testServer } from '../../../testing/server.ts';

let draw = (): number => cryptoIds.random();
const ids: Ids = { ...cryptoIds, random: () => draw() };
const server = await testServer({ ids, env: { RATE_LIMITS: '0', TRUST_PROXY: '1' } });
const { context } = server;
const truro = await payloadMaker(server);
const asha = await server.signIn('customer@demo.test');

function place(body: OrderPayload, key?: string, as = asha) {
  return server.call(
    'createCustomerOrderCash',
    { body: { ...body } },
    { ...as, ...(key && { 'idempotency-key': key }) },
  );
}

async function countOrders(): Promise<number> {
  const { count } = await context.db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

test('twenty requests with one key make one order and get the same response', async () => {
  const before = await countOrders();
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 20 }, () => place(truro(), key)));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => answer.body.orderId)).size).toBe(1);
  for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
  expect(await countOrders()).toBe(before + 1);
});

test('the same key with another body gets 422, at once and later', async () => {
  const before = await countOrders();
  const key = randomUUID();
  const bodies = [truro({ dishes: { 'mango-lassi': 1 } }), truro({ dishes: { 'mango-lassi': 2 } })];
  const answers = await Promise.all(bodies.map((body) => place(body, key)));
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  const late = await place(truro({ dishes: { 'butter-chicken': 1 } }), key);
  expect([late.status, late.body.code]).toEqual([422, 'idempotency-key-reused']);
  expect(await countOrders()).toBe(before + 1);
});

test('another body that would be refused gets 422 too', async () => {
  const key = randomUUID();
  await place(truro(), key);
  const late = await place({ ...truro(), items: [] }, key);
  expect(late.status).toBe(422);
});

test('a repeat gets its first response even if its body is no longer valid', async () => {
  const key = randomUUID();
  const first = await place(truro(), key);
  const before = await countOrders();
  const refused = { ...truro(), items: [] };
  const hash = createHash('sha256').update(JSON.stringify(refused)).digest('base64url');
  await server.context.db.updateTable('idempotency_keys').set({ request_hash: hash }).where('key', '=', key).execute();
  const again = await place(refused, key);
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(await countOrders()).toBe(before);
  expect((await place(refused, randomUUID())).status).toBe(400);
});

test.each([
  ['1', false],
  ['0192f0c5-8f6e-4c1a-9a55-0d6e3b1f7a20', true],
  ['0192f0c58f6e4c1a9a550d6e3b1f7a21', true],
])('without an account, whether the key %s from another address is the same request: %s', async (key, same) => {
  const from = (address: string) => place(truro(), key, { ...SITE_KEY, 'x-forwarded-for': address });
  const [first, again, elsewhere] = [await from('203.0.113.1'), await from('203.0.113.1'), await from('203.0.113.2')];
  expect([first.status, again.status, elsewhere.status]).toEqual([200, 200, 200]);
  expect(again.body.orderId).toBe(first.body.orderId);
  expect(elsewhere.body.orderId === first.body.orderId).toBe(same);
});

test('the same key of another account is a different order', async () => {
  const key = randomUUID();
  const liam = await server.signIn('customer2@demo.test');
  const [mine, his] = await Promise.all([place(truro(), key), place(truro(), key, liam)]);
  expect(mine?.body.orderId).not.toBe(his?.body.orderId);
});

test('two tabs that order the same cart without a key make two orders', async () => {
  const [one, two] = await Promise.all([place(truro()), place(truro())]);
  expect([one?.status, two?.status]).toEqual([200, 200]);
  expect(one?.body.orderId).not.toBe(two?.body.orderId);
});

test('a repeated request gets the first response, also after a menu change or closing time', async () => {
  const key = randomUUID();
  const payload = truro({ dishes: { 'butter-chicken': 1 } });
  const first = await place(payload, key);
  await context.db
    .updateTable('menu_items')
    .set({ price_cents: 99_00 })
    .where('location_id', '=', 'truro')
    .where('id', '=', 'butter-chicken')
    .execute();
  await context.db
    .updateTable('locations')
    .set(({ eb }) => ({ menu_version: eb('menu_version', '+', 1), is_active: false }))
    .where('id', '=', 'truro')
    .execute();
  expect((await place(payload)).status).toBe(409);
  expect((await place(payload, key)).body).toEqual(first.body);
  await context.db.updateTable('locations').set({ is_active: true }).where('id', '=', 'truro').execute();
  const dearer = await place(payload);
  expect([dearer.status, dearer.body.code]).toEqual([400, 'pricing-mismatch']);
});

test('no order is accepted after a location is deactivated, and each request gets one response', async () => {
  const fresh = await payloadMaker(server);
  const orders = Array.from({ length: 30 }, () => place(fresh({ dishes: { 'mango-lassi': 1 } })));
  const off = context.db.updateTable('locations').set({ is_active: false }).where('id', '=', 'truro').execute();
  const before = await countOrders();
  const answers = await Promise.all(orders);
  await off;
  const refused = answers.filter((answer) => answer.status === 409);
  const taken = answers.filter((answer) => answer.status === 200);
  expect(taken.length + refused.length).toBe(30);
  expect(await countOrders()).toBeLessThanOrEqual(before + 30);
  expect((await place(fresh())).body.error).toBe('Location is currently inactive');
  await context.db.updateTable('locations').set({ is_active: true }).where('id', '=', 'truro').execute();
});

test('orders during a price change have the old or the new price, nothing else', async () => {
  const old = await payloadMaker(server);
  const payload = old({ dishes: { 'mango-lassi': 1 } });
  const oldPrice = Math.round(payload.pricing.subtotal * 100);
  const change = context.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('locations')
      .set(({ eb }) => ({ menu_version: eb('menu_version', '+', 1) }))
      .where('id', '=', 'truro')
      .execute();
    await tx
      .updateTable('menu_items')
      .set({ price_cents: oldPrice + 100 })
      .where('location_id', '=', 'truro')
      .where('id', '=', 'mango-lassi')
      .execute();
  });
  const answers = await Promise.all(Array.from({ length: 30 }, () => place(payload)));
  await change;
  for (const { status, body } of answers) {
    expect([200, 400]).toContain(status);
    expect(status === 200 ? Math.round(body.order.pricing.subtotal * 100) : oldPrice).toBe(oldPrice);
  }
  expect((await place(payload)).body.code).toBe('pricing-mismatch');
});

test('two orders that draw the same number get different numbers', async () => {
  const fresh = await payloadMaker(server);
  const drawn = Array.from({ length: 10 }, () => 0.5);
  draw = () => drawn.pop() ?? cryptoIds.random();
  const one = await place(fresh());
  const two = await place(fresh());
  draw = () => cryptoIds.random();
  expect(one.body.orderId.slice(-5)).toMatch(/^(.)\1{4}$/);
  expect([one.status, two.status]).toEqual([200, 200]);
  expect(two.body.orderId).not.toBe(one.body.orderId);
});

test('an order that only draws numbers that are taken is refused after ten attempts', async () => {
  const fresh = await payloadMaker(server);
  let draws = 0;
  draw = () => {
    draws += 1;
    return 0.25;
  };
  const taken = await place(fresh());
  const drawsOfAttempt = draws;
  const refused = await place(fresh());
  draw = () => cryptoIds.random();
  expect([taken.status, refused.status, refused.body.code]).toEqual([200, 409, 'conflict']);
  expect(draws - drawsOfAttempt).toBe(10 * drawsOfAttempt);
});
