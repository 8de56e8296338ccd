import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { payloadFor } from './testing/order-payload.ts';
import { startPostgres } from './testing/postgres.ts';
import { startServer, type ServerProcess } from './testing/server-process.ts';

vi.setConfig({ testTimeout: 60_000 });
const PATIENT = { timeout: 20_000, interval: 20 };
const SITE = { 'content-type': 'application/json', 'x-api-key': 'pk_demo' };

const closers: Array<() => PromiseLike<unknown>> = [];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

const postgres = await startPostgres();
closers.push(() => postgres[Symbol.asyncDispose]());
const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-failover-'));
closers.push(async () => rmSync(folder, { recursive: true, force: true }));
const env = {
  DATABASE_URL: postgres.url(),
  DATABASE_STANDBYS: '1',
  CLOCK_AT: '2026-11-20T22:15:00Z',
  LOG_LEVEL: 'warn',
  RATE_LIMITS: '0',
  METRICS_TOKEN: 'a token of the tests',
};
const server: ServerProcess = await startServer({ apiOnly: true, dataDir: folder, env });
closers.push(() => server.stop());

const operator = new pg.Client(postgres.connection);
await operator.connect();
closers.push(() => operator.end());

/** Changes a setting of PostgreSQL for all sessions, also for those that are open. */
async function set(name: string, value: string): Promise<void> {
  await operator.query(`alter system set ${name} = '${value}'`);
  await operator.query('select pg_reload_conf()');
  await vi.waitFor(async () => {
    const { rows } = await operator.query('select reset_val as value from pg_settings where name = $1', [name]);
    expect(rows).toEqual([{ value }]);
  }, PATIENT);
}

beforeEach(async () => {
  await operator.query('set synchronous_commit = local');
  await operator.query('set default_transaction_read_only = off');
  await set('default_transaction_read_only', 'off');
  await set('synchronous_standby_names', '');
  await vi.waitUntil(async () => (await fetch(`${server.url}/api/healthCheck`)).ok, PATIENT);
});

const readCall = async (call: string) =>
  (await fetch(`${server.url}/api/${call}?locationId=truro`, { headers: SITE })).json();
const { location } = (await readCall('getLocation')) as never;
const menu = (await readCall('getLocationMenu')) as never;

interface Order {
  readonly key: string;
  readonly body: string;
}

function newOrder(): Order {
  const key = randomUUID();
  const customer = { name: 'Asha Menon', email: `${key}@example.test`, phone: '(902) 555-0150' };
  return { key, body: JSON.stringify(payloadFor(location, menu, { customer })) };
}

async function place({ key, body }: Order) {
  const headers = { ...SITE, 'idempotency-key': key };
  const response = await fetch(`${server.url}/api/createCustomerOrderCash`, { method: 'POST', headers, body });
  const { code, orderId } = (await response.json()) as { code?: string; orderId?: string };
  return { status: response.status, code, orderId, retryAfter: response.headers.get('retry-after') };
}

const AGAIN_LATER = { status: 503, code: 'unavailable', retryAfter: '2' };

async function backends(condition: string): Promise<number[]> {
  const { rows } = await operator.query<{ pid: number }>(
    `select pid from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend' and ${condition}`,
  );
  return rows.map(({ pid }) => pid);
}

async function countRows(table: 'orders' | 'messages', { key }: Order): Promise<number> {
  const column = table === 'orders' ? 'customer_email' : 'recipient';
  const { rows } = await operator.query<{ rows: number }>(
    `select count(*)::int as rows from ${table} where ${column} = $1`,
    [`${key}@example.test`],
  );
  return rows[0]?.rows ?? 0;
}

test('an order to a read-only database is answered 503 with retry-after, and placed once when it is repeated', async () => {
  const order = newOrder();
  await set('default_transaction_read_only', 'on');
  expect(await place(order)).toMatchObject(AGAIN_LATER);
  const health = await fetch(`${server.url}/api/healthCheck`);
  expect([health.status, await health.json()]).toMatchObject([503, { database: 'down' }]);
  await set('default_transaction_read_only', 'off');
  expect(await place(order)).toMatchObject({ status: 200 });
  expect(await place(order)).toMatchObject({ status: 200 });
  expect(await countRows('orders', order)).toBe(1);
  expect(server.output()).not.toContain('unexpected error');
});

test('after a read-only error every connection is replaced: pools, locks of jobs and LISTEN', async () => {
  await place(newOrder());
  const listening = () => backends(`query = 'listen tiffin_events'`);
  await vi.waitFor(async () => expect(await listening()).toHaveLength(1), PATIENT);
  const old = await backends(`(query = 'listen tiffin_events' or application_name like 'tiffin%')`);
  expect(old.length).toBeGreaterThanOrEqual(2);
  await set('default_transaction_read_only', 'on');
  expect(await place(newOrder())).toMatchObject(AGAIN_LATER);
  await set('default_transaction_read_only', 'off');
  await vi.waitFor(async () => {
    await place(newOrder());
    const { rows: left } = await operator.query('select pid from pg_stat_activity where pid = any($1)', [old]);
    expect(left).toEqual([]);
    expect(await listening()).toHaveLength(1);
  }, PATIENT);
});

/** Cancels the statement that waits for the standby, as an impatient operator does. */
async function cancelWaiting(): Promise<void> {
  const waiting = await vi.waitFor(async () => {
    const pids = await backends(`wait_event = 'SyncRep'`);
    expect(pids).not.toEqual([]);
    return pids;
  }, PATIENT);
  for (const pid of waiting) await operator.query('select pg_cancel_backend($1)', [pid]);
}

/** Answers the request while every wait for the standby is cancelled. */
async function placeWithCancelledWaits(order: Order) {
  const answer = place(order);
  let isAnswered = false;
  void answer.finally(() => (isAnswered = true));
  await vi.waitFor(async () => {
    if (!isAnswered) await cancelWaiting();
    expect(isAnswered).toBe(true);
  }, PATIENT);
  return answer;
}

test('an order whose wait for the standby is cancelled is never answered with success, and exists once', async () => {
  const order = newOrder();
  await set('synchronous_standby_names', 'missing');
  expect(await placeWithCancelledWaits(order)).toMatchObject(AGAIN_LATER);
  // The order is committed here and visible, but the standby does not have it.
  expect(await countRows('orders', order)).toBe(1);
  expect(await placeWithCancelledWaits(order)).toMatchObject(AGAIN_LATER);
  expect(await countRows('messages', order)).toBe(0);
  await set('synchronous_standby_names', '');
  const placed = await place(order);
  expect(placed).toMatchObject({ status: 200 });
  expect(await place(order)).toEqual(placed);
  expect(await countRows('orders', order)).toBe(1);
  await vi.waitFor(async () => expect(await countRows('messages', order)).toBe(1), PATIENT);
});

test('a transaction whose commit was not confirmed is answered 503, and its effects wait for the repeated request', async () => {
  const key = randomUUID();
  const book = async () => {
    const response = await fetch(`${server.url}/api/createReservation`, {
      method: 'POST',
      headers: { ...SITE, 'idempotency-key': key },
      body: JSON.stringify({
        locationId: 'truro',
        date: '2026-11-23',
        time: '18:00',
        partySize: 2,
        customerInfo: { name: 'Robin Guest', email: `${key}@example.test`, phone: '902-555-0170' },
      }),
    });
    return { status: response.status, retryAfter: response.headers.get('retry-after') };
  };
  await set('synchronous_standby_names', 'missing');
  let status = 0;
  const first = book();
  void first.then((answer) => (status = answer.status));
  await vi.waitFor(async () => {
    if (status === 0) await cancelWaiting();
    expect(status).toBe(503);
  }, PATIENT);
  await set('synchronous_standby_names', '');
  expect(await book()).toMatchObject({ status: 200 });
  const { rows } = await operator.query('select from reservations where customer_email = $1', [`${key}@example.test`]);
  expect(rows).toHaveLength(1);
});

test('requests survive that all connections are ended by an administrator', async () => {
  await place(newOrder());
  await operator.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = $1',
    ['client backend'],
  );
  const orders = Array.from({ length: 8 }, newOrder);
  const answers = await Promise.all(orders.map(place));
  for (const { status } of answers) expect([200, 503]).toContain(status);
  for (const order of orders) {
    expect(await place(order)).toMatchObject({ status: 200 });
    expect(await countRows('orders', order)).toBe(1);
  }
  expect(server.output()).not.toContain('unexpected error');
});

test('a missing standby degrades the health and raises the metric', async () => {
  const details = { headers: { authorization: `Bearer ${env.METRICS_TOKEN}` } };
  const health = await fetch(`${server.url}/api/healthCheckAdvanced`, details);
  expect(await health.json()).toMatchObject({
    status: 'degraded',
    problems: [expect.stringContaining('Of 1 expected standbys of the database, 1 do not follow it')],
  });
  const metrics = await (await fetch(`${server.url}/metrics`, details)).text();
  expect(metrics).toContain('tiffin_database_standbys_missing 1');
});

test('a server that is given a read-only database waits until it is the primary', async () => {
  await set('default_transaction_read_only', 'on');
  const starting = startServer({ apiOnly: true, dataDir: folder, env });
  const isAsked = `query like '%transaction_read_only%as read_only%' and state = 'idle'`;
  await vi.waitFor(async () => expect(await backends(isAsked)).not.toEqual([]), PATIENT);
  await set('default_transaction_read_only', 'off');
  await using another = await starting;
  expect(another.output()).toContain('The database does not answer yet, or is read-only');
});
