import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { updateAdvice, versionText } from '../platform/db/safe-versions.ts';
import { readDatabaseVersion, readProblems } from './server-state.ts';
import { startReactions } from '../platform/events/reactions.ts';
import { reactions } from '../reactions.ts';
import { payloadFor } from '../testing/order-payload.ts';
import { noteTime } from '../modules/locations/restaurant/last-backup.ts';
import { queueMessages } from '../modules/outbox/queue-message.ts';
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

test('an operator reads the commit of the sources, and a guest does not', async () => {
  const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
  expect(await readHealth()).toMatchObject({ version: context.version, commit: head });
  expect((await server.call('healthCheckAdvanced', {})).body.commit).toBeUndefined();
});

test('in production an old PostgreSQL of the operator’s own is named as a problem, and one that comes with Tiffin is not', async () => {
  const version = await readDatabaseVersion(context);
  expect((await readHealth()).database.version).toBe(versionText(version));
  expect((await server.call('healthCheckAdvanced', {})).body.database.version).toBeUndefined();
  const problemsWith = (config: object) => readProblems({ ...context, config: { ...context.config, ...config } });
  const advice = updateAdvice(version, { isOwn: false });
  expect(await problemsWith({ production: true, DATABASE_URL: 'postgres://db' })).toEqual(advice ? [advice] : []);
  expect(await problemsWith({ production: true, DATABASE_URL: undefined })).toEqual([]);
});

test('a job that this version does not run is not late', async () => {
  await sql`insert into clocked_jobs (name, due_at) values ('former', now() - interval '1 hour')`.execute(context.db);
  expect((await readHealth()).jobs?.lagSeconds).toBeLessThan(60);
});

/** The value of a metric without labels; undefined if it is not there. */
async function readMetric(name: string): Promise<number | undefined> {
  const text = await (await server.fetch('/metrics', {}, await server.signIn('admin@demo.test'))).text();
  const line = text.split('\n').find((each) => each.startsWith(`tiffin_${name} `));
  return line === undefined ? undefined : Number(line.split(' ')[1]);
}

test('counters of errors are there before the first error, also after a reset', async () => {
  const counters = ['errors_total{call="createCustomerPayment"}', 'reaction_failures_total{reaction="webhooks"}'];
  const readCounters = async () => {
    const text = await (await server.fetch('/metrics', {}, await server.signIn('admin@demo.test'))).text();
    return counters.map(
      (name) =>
        text
          .split('\n')
          .find((line) => line.startsWith(`tiffin_${name} `))
          ?.split(' ')[1],
    );
  };
  context.metrics.reset(clock.now());
  expect(await readCounters()).toEqual(['0', '0']);
});

test('one message that waits for ten minutes is seen, and one that is to be sent tomorrow is not', async () => {
  await server.settle();
  expect(await readMetric('message_wait_seconds')).toBe(0);
  const message = { channel: 'mail', to: 'a@example.net', template: 'custom', subject: 'Hi', text: 'Hi' } as const;
  const tomorrow = new Date(clock.now().getTime() + 86_400_000);
  await queueMessages(context.db, context, [{ ...message, notBefore: tomorrow }]);
  clock.forward(660_000);
  expect(await readMetric('message_wait_seconds')).toBe(0);
  // Without a mail server it would not wait.
  await queueMessages(context.db, { clock, ids: context.ids }, [message]);
  clock.forward(660_000);
  expect(await readMetric('message_wait_seconds')).toBe(660);
  await context.db.deleteFrom('messages').where('recipient', '=', 'a@example.net').execute();
});

test('monitoring sees failing webhooks, the last backup and the comparison with the card provider', async () => {
  const names = [
    'backup_timestamp_seconds',
    'webhook_failing_seconds',
    'webhooks_switched_off',
    'reconciliation_timestamp_seconds',
    'reconciliation_differences',
  ];
  await context.db.deleteFrom('reconciliations').execute();
  expect(await Promise.all(names.map(readMetric))).toEqual([NaN, 0, 0, NaN, NaN]);
  const at = clock.now();
  await noteTime(context.db, 'backup', new Date(at.getTime() - 86_400_000));
  await noteTime(context.db, 'backup', at);
  const webhook = { url: 'https://a.example', secret: 's', events: ['order.created'], created_at: at, set_up_at: at };
  await context.db
    .insertInto('webhooks')
    .values([
      { ...webhook, id: 'w1', is_active: true, failing_since: new Date(at.getTime() - 900_000) },
      { ...webhook, id: 'w2', is_active: false, switched_off: '410', failing_since: at },
    ])
    .execute();
  const compared = { provider: 'sandbox', compared: 1, our_cents: 500, their_cents: 400, checked_at: at };
  const difference = { paymentId: 'p', orderId: null, kind: 'amount', ours: 500, theirs: 400 };
  await context.db
    .insertInto('reconciliations')
    .values([
      { ...compared, day: '2026-11-18', differences: JSON.stringify([difference, difference]) },
      { ...compared, day: '2026-11-19', differences: JSON.stringify([difference]) },
    ])
    .execute();
  const seconds = at.getTime() / 1000;
  expect(await Promise.all(names.map(readMetric))).toEqual([seconds, 900, 1, seconds, 1]);
  await context.db.deleteFrom('webhooks').execute();
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
