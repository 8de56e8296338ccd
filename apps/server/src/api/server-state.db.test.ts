import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startReactions } from '../platform/events/reactions.ts';
import { reactions } from '../reactions.ts';
import { payloadFor } from '../testing/order-payload.ts';
import { SITE_KEY, testServer } from '../testing/server.ts';

const server = await testServer();
const { context, clock } = server;
const PATIENT = { timeout: 30_000, interval: 50 };

async function placeOrder(): Promise<string> {
  const query = { locationId: 'truro' };
  const { body: found } = await server.call('getLocation', { query }, SITE_KEY);
  const { body: menu } = await server.call('getLocationMenu', { query }, SITE_KEY);
  const { body } = await server.call('createCustomerOrderCash', { body: payloadFor(found.location, menu) }, SITE_KEY);
  return body.orderId;
}

async function readHealth() {
  return (await server.call('healthCheckAdvanced', {}, await server.signIn('admin@demo.test'))).body;
}

test('a reaction without disk space is counted and reported as late, and afterwards its mails are sent once', async () => {
  await server.settle();
  await sql`
    create function refuse_messages() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$
  `.execute(context.db);
  await sql`create trigger no_space before insert on messages for each row execute function refuse_messages()`.execute(
    context.db,
  );
  const id = await placeOrder();
  const working = startReactions(context, reactions);
  onTestFinished(() => working.stop());
  await vi.waitUntil(() => context.metrics.failedReactions > 1, PATIENT);
  clock.forward(10 * 60_000);
  await vi.waitFor(async () => {
    const health = await readHealth();
    expect(health.status).toBe('degraded');
    expect(health.events?.lagSeconds).toBeGreaterThanOrEqual(600);
    expect(health.problems?.join()).toMatch(/^Mails and figures are \d+ seconds late\./);
  }, PATIENT);
  expect((await server.call('healthCheck', {})).body).toMatchObject({ status: 'degraded', database: 'up' });
  const metrics = await (await server.fetch('/metrics', {}, await server.signIn('admin@demo.test'))).text();
  expect(metrics).toMatch(/^tiffin_reaction_failures_total\{reaction="[\w-]+"\} [1-9]/m);
  expect(Number(/^tiffin_event_lag_seconds (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThanOrEqual(600);

  await sql`drop trigger no_space on messages`.execute(context.db);
  await vi.waitFor(async () => expect((await readHealth()).events?.lagSeconds).toBe(0), PATIENT);
  const mails = await context.db
    .selectFrom('messages')
    .select('template')
    .where('order_id', '=', id)
    .where('channel', '=', 'mail')
    .execute();
  expect(mails).toHaveLength(1);
  await vi.waitFor(async () => expect((await readHealth()).status).toBe('healthy'), PATIENT);
});

test('too little free space makes the server degraded, and only operators read how much is free', async () => {
  const small = await testServer({ demo: false, env: { MIN_FREE_MB: '1000000000' } });
  const { status, body } = await small.call('healthCheck', {});
  expect([status, body.status]).toEqual([200, 'degraded']);
  expect(JSON.stringify(body)).not.toContain('MB');
  const health = await readHealth();
  expect(health.disk?.freeBytes).toBeGreaterThan(0);
  expect(health.disk?.databaseBytes).toBeGreaterThan(0);
});

test('an admin reads a degraded health and why while the database refuses one of its questions', async () => {
  await sql`alter table clocked_jobs rename to clocked_jobs_away`.execute(context.db);
  onTestFinished(async () => {
    await sql`alter table clocked_jobs_away rename to clocked_jobs`.execute(context.db);
  });
  const health = await readHealth();
  expect(health).toMatchObject({ status: 'degraded', database: { state: 'up' } });
  expect(health.problems?.join()).toMatch(/clocked_jobs.*Is it running, and without a pooler in transaction mode\?$/);
});

test('a job that this version does not run is not late', async () => {
  await sql`insert into clocked_jobs (name, due_at) values ('former', now() - interval '1 hour')`.execute(context.db);
  expect((await readHealth()).jobs?.lagSeconds).toBeLessThan(60);
});

test('deploy/alerts.yml uses only metrics that the server has', async () => {
  const rules = readFileSync(path.join(import.meta.dirname, '../../../../deploy/alerts.yml'), 'utf8');
  const expressions = [...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, expression]) => expression ?? '');
  expect(expressions.length).toBeGreaterThan(5);
  const metrics = await (await server.fetch('/metrics', {}, await server.signIn('admin@demo.test'))).text();
  const existing = new Set([...metrics.matchAll(/^# TYPE (\w+) \w+$/gm)].map(([, name]) => name ?? ''));
  const used = expressions.flatMap((text) =>
    [...text.matchAll(/tiffin_\w+/g)].map(([name]) => name.replace(/_bucket$/, '')),
  );
  // It exists only with the server's own database.
  existing.add('tiffin_database_free_bytes');
  expect(used.filter((name) => !existing.has(name))).toEqual([]);
});
