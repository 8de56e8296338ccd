import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { testServer } from '../testing/server.ts';
import { deliverWebhooks } from '../modules/webhooks/deliver-webhooks.ts';
import { writeExport } from './export/write-export.ts';

interface OrderItem {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly quantity: number;
}
interface OrderExample {
  restaurant(options: {
    site: string;
    key: string;
    locationId: string;
    send: (url: string, init?: RequestInit) => Promise<Response>;
  }): {
    dishes(): Promise<{ id: string; name: string; price: number }[]>;
    quote(items: OrderItem[]): Promise<{ pricing: { total: number } }>;
    order(order: object): Promise<{ orderId: string }>;
  };
}
interface WebhookExample {
  isGenuine(text: string, headers: object, secret: string, now?: number): boolean;
  receiver(secret: string, onEvent: (event: { type: string; data: object }) => void): Server;
}

const server = await testServer({ env: { WEBHOOKS_ALLOW_PRIVATE: '1', RATE_LIMITS: '0' } });
const admin = await server.signIn('admin@demo.test');
// The events of the demo happened before.
await server.settle();

const example = (...parts: string[]) => path.join(import.meta.dirname, '../../../../examples', ...parts);

const { restaurant } = (await import(example('order-from-a-page', 'order.mjs'))) as OrderExample;
const { isGenuine, receiver } = (await import(example('receive-webhooks', 'receive.mjs'))) as WebhookExample;

const truro = restaurant({
  site: '',
  key: 'pk_demo',
  locationId: 'truro',
  send: (url, init) => server.fetch(url, init),
});

async function orderTwo(idempotencyKey: string) {
  const [dish] = await truro.dishes();
  if (!dish) throw new Error('no dish without options');
  const items = [{ id: dish.id, name: dish.name, price: dish.price, quantity: 2 }];
  const { pricing } = await truro.quote(items);
  const customerInfo = { name: 'Asha Menon', email: 'asha@example.test' };
  return { pricing, order: await truro.order({ items, pricing, customerInfo, idempotencyKey }) };
}

test('the example of a page shows dishes and places an order once, at the price it quoted', async () => {
  const { pricing, order } = await orderTwo('one cart');
  const { order: again } = await orderTwo('one cart');
  expect(again.orderId).toBe(order.orderId);
  const { body } = await server.call('getOrderDetails', { query: { orderId: order.orderId } }, admin);
  expect(body.order.pricing.total).toBe(pricing.total);
  await expect(truro.quote([])).rejects.toThrow(/./);
});

test('the example of a receiver takes a genuine event once, and refuses others', async () => {
  // The orders of other tests happened before.
  await server.settle();
  // The secret is known once the webhook has an address, so a free port is looked for first.
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  free.close();
  const url = `http://127.0.0.1:${port}/`;
  const { body } = await server.call('saveWebhook', { body: { url, events: ['order.created'] } }, admin);
  const secret = body.secret ?? '';
  const events: { type: string; data: object }[] = [];
  const program = receiver(secret, (event) => events.push(event)).listen(port, '127.0.0.1');
  onTestFinished(() => program.close().closeAllConnections());
  await once(program, 'listening');
  const { order } = await orderTwo('another cart');
  await server.settle();
  await deliverWebhooks(server.context);
  expect(events.map(({ type }) => type)).toEqual(['order.created']);
  expect(JSON.stringify(events[0]?.data)).toContain(order.orderId);
  const now = new Date();
  const headers = {
    'webhook-id': 'm1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('m1', now, '{"type":"a"}'),
  };
  const send = async (text: string) => (await fetch(url, { method: 'POST', body: text, headers })).status;
  expect([await send('{"type":"a"}'), await send('{"type":"a"}'), await send('{"type":"b"}')]).toEqual([204, 204, 401]);
  expect(events.map(({ type }) => type)).toEqual(['order.created', 'a']);
  expect(isGenuine('{"type":"a"}', headers, secret, now.getTime() + 301_000)).toBe(false);
});

test('the example of an export sums the orders of a day as the database does', async () => {
  await orderTwo('a third cart');
  const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-example-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await writeExport(server.context.database.pool, folder, server.clock.now());
  const printed = execFileSync('python3', [example('read-an-export', 'sales.py'), folder], { encoding: 'utf8' });
  const { rows } = await server.context.database.pool.query<{ line: string }>(`
    select concat_ws(E'\\t', (o.order_time at time zone l.time_zone)::date, o.location_id, count(*),
      (sum(o.total_cents) / 100.0)::numeric(12, 2)) as line
    from orders o join locations l on l.id = o.location_id where o.status <> 'cancelled'
    group by (o.order_time at time zone l.time_zone)::date, o.location_id order by 1`);
  expect(rows.length).toBeGreaterThan(0);
  expect(printed.trim().split('\n')).toEqual(rows.map(({ line }) => line));
});

test('the example of an export prints every order with its dishes and payments', async () => {
  const { order } = await orderTwo('a fourth cart');
  const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-example-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { db, database } = server.context;
  await writeExport(database.pool, folder, server.clock.now());
  const printed = execFileSync('python3', [example('read-an-export', 'orders.py'), folder], { encoding: 'utf8' });
  interface Printed {
    readonly id: string;
    readonly total_cents: number;
    readonly dishes: readonly { readonly quantity: number }[];
    readonly paid: readonly { readonly cents: number }[];
  }
  const orders = printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Printed);
  const stored = await db.selectFrom('orders').select(['id', 'total_cents']).orderBy('id').execute();
  const ids = orders.map(({ id, total_cents }) => ({ id, total_cents }));
  expect(ids.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(stored);
  expect(orders.find(({ id }) => id === order.orderId)).toMatchObject({ dishes: [{ quantity: 2 }], paid: [] });
  const paid = await db.selectFrom('payments').selectAll().where('bill_id', 'is not', null).execute();
  const sum = paid
    .filter(({ status }) => status === 'succeeded')
    .reduce((all, each) => all + each.amount_cents + each.tip_cents, 0);
  expect(orders.flatMap((each) => each.paid).reduce((all, { cents }) => all + cents, 0)).toBe(sum);
});
