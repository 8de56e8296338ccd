import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { calls } from '@tiffin/contract';
import { DEMO_CUSTOMER_KEY } from '@tiffin/demo/people';
import pg from 'pg';
import { readConfig } from './config.ts';
import { createLog } from './create-context.ts';
import { ReadReplica } from './platform/db/read-replica.ts';
import { startServer, type RunningServer } from './server.ts';
import { DebianPostgres, hasDebianPostgres } from './testing/debian-postgres.ts';
import { payloadFor } from './testing/order-payload.ts';
import { signIn, type Headers } from './testing/sign-in.ts';
import { networkTo } from './testing/tcp-proxy.ts';

if (!hasDebianPostgres) process.stdout.write('Skipped: a standby needs postgresql-15 and root.\n');

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const PATIENT = { timeout: 30_000, interval: 50 };
const TODAY = '2026-11-20';
/** As recommended in docs/operations.md: the primary keeps rows that a report on the standby reads. */
const STANDBY_SETTINGS = { hot_standby_feedback: 'on' };
const period = `locationId=truro&from=${TODAY}&to=${TODAY}`;
const site: Headers = { 'x-api-key': DEMO_CUSTOMER_KEY };

const closers: Array<() => PromiseLike<unknown>> = [];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-replica-'));
  closers.push(async () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function startCluster() {
  const primary = await DebianPostgres.create(newFolder());
  await primary.start();
  closers.push(() => primary.stop());
  const standby = await DebianPostgres.createStandby(primary, newFolder());
  await standby.start(STANDBY_SETTINGS);
  closers.push(() => standby.stop());
  const network = await networkTo({ host: standby.folder, port: standby.port, user: 'tiffin', database: 'postgres' });
  closers.push(() => network[Symbol.asyncDispose]());
  return { primary, standby, network };
}

function createRecordingLog() {
  const warnings: string[] = [];
  const lines = new Writable({
    write(line, _encoding, done) {
      warnings.push(String(line));
      done();
    },
  });
  return { log: createLog({ LOG_LEVEL: 'warn' }, lines), warnings };
}
const { log, warnings } = createRecordingLog();

async function startCopy(DATABASE_URL: string, DATABASE_READ_URL: string): Promise<RunningServer> {
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: newFolder(),
    DEMO: '1',
    RATE_LIMITS: '0',
    OFFICE_IDLE_HOURS: '0',
    MIN_FREE_MB: '0',
    CHECK_ANSWERS: '1',
    CLOCK_AT: `${TODAY}T22:15:00Z`,
    AUTH_SECRET: 'one secret for both copies of this test',
    DATABASE_URL,
    DATABASE_READ_URL,
  });
  const server = await startServer(config, { pages: false, log });
  closers.push(() => server.stop());
  return server;
}

function replicaOf({ context }: RunningServer): ReadReplica {
  if (!context.replica) throw new Error('no replica');
  return context.replica;
}

async function call(at: RunningServer, pathAndQuery: string, as: Headers, body?: object) {
  const posted: Headers = body ? { 'content-type': 'application/json', 'idempotency-key': randomUUID() } : {};
  const answer = await fetch(`${at.url}/api/${pathAndQuery}`, {
    headers: { ...as, ...posted },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect([answer.status, text]).toEqual([200, expect.any(String)]);
  return JSON.parse(text);
}

const report = (at: RunningServer, as: Headers) => call(at, `getReport?${period}`, as);

let guests = 0;

async function order(at: RunningServer): Promise<{ orderId: string; billId: string; total: number }> {
  const { location } = await call(at, 'getLocation?locationId=truro', site);
  const menu = await call(at, 'getLocationMenu?locationId=truro', site);
  const customer = { name: 'Asha Menon', email: 'asha@example.test', phone: `(902) 555-${4000 + ++guests}` };
  const body = payloadFor(location, menu, { customer });
  const placed = await call(at, 'createCustomerOrderCash', site, body);
  return { orderId: placed.orderId, billId: placed.order.billId, total: placed.order.pricing.total };
}

const pay = (at: RunningServer, as: Headers, { billId, total }: { billId: string; total: number }) =>
  call(at, 'addPayment', as, { billId, tender: 'cash', amount: total, tip: 0, given: null, reference: '' });

/** Every call that may use the replica, with a query or a body. */
const READS: Readonly<Record<string, string | object>> = {
  getReport: period,
  getReportCsv: period,
  getReportPdf: period,
  getMargins: period,
  getMarginsCsv: period,
  getReportRows: `${period}&figure=net`,
  getReportRowsCsv: `${period}&figure=net`,
  recordFigureViewing: { locationId: 'truro', from: TODAY, to: TODAY, page: 'report' },
  getFigureChanges: 'figure=net&viewingId=',
  getJournal: period,
  getJournalCsv: `${period}&format=xero`,
  getListCsv: `${period}&list=orders`,
  getDashboardStats: 'period=today&locationId=truro',
  getRevenueAnalytics: 'range=week&locationId=truro',
  getCustomerAnalytics: 'locationId=truro',
  getPromisedTimeAccuracy: 'locationId=truro',
  getUserAnalytics: '',
  getUsersCsv: '',
};

test('every call that may use the replica is tried below', () => {
  const names = Object.entries(calls).flatMap(([name, each]) => ('mayUseReplica' in each ? [name] : []));
  expect(Object.keys(READS).toSorted()).toEqual(names.toSorted());
});

describe.skipIf(!hasDebianPostgres)('with a standby', async () => {
  if (!hasDebianPostgres) return;
  const { primary, standby, network } = await startCluster();
  const here = await startCopy(primary.url, network.url);
  const there = await startCopy(primary.url, network.url);
  const manager = await signIn(here.url, 'manager.truro@demo.test');
  const admin = await signIn(here.url, 'admin@demo.test');
  const replica = replicaOf(here);

  const usable = (at: RunningServer) => vi.waitFor(() => expect(replicaOf(at).problem).toBe(null), PATIENT);

  /** Runs while the standby replays nothing. What was committed before is on it. */
  async function whileBehind(work: () => Promise<void>): Promise<void> {
    expect(await replica.choose({ id: 'test', idempotencyActor: 'test' })).toMatchObject({ lagMs: null });
    await vi.waitFor(async () => {
      await standby.query('select pg_wal_replay_pause()');
      const [row] = await standby.query<{ state: string }>('select pg_get_wal_replay_pause_state() as state');
      expect(row?.state).toBe('paused');
    }, PATIENT);
    try {
      await work();
    } finally {
      await vi.waitFor(() => standby.query('select pg_wal_replay_resume()'), PATIENT);
    }
  }

  beforeEach(async () => {
    await Promise.all([usable(here), usable(there)]);
  });

  test('reports, exports, analytics and lists are all answered by the standby', async () => {
    const choose = vi.spyOn(replica, 'choose');
    const failure = vi.spyOn(replica, 'handleFailure');
    for (const [name, input] of Object.entries(READS)) {
      const last = await here.context.db.selectFrom('figure_viewings').select('id').executeTakeFirst();
      const isBody = typeof input !== 'string';
      const query = isBody ? '' : `?${input}${input.endsWith('viewingId=') ? last?.id : ''}`;
      const answer = await fetch(`${here.url}/api/${name}${query}`, {
        headers: { ...admin, ...(isBody && { 'content-type': 'application/json' }) },
        ...(isBody && { method: 'POST', body: JSON.stringify(input) }),
      });
      // No day is closed, so there is no file of the journal.
      expect([name, answer.status]).toEqual([name, name === 'getJournalCsv' ? 404 : 200]);
    }
    const sources = await Promise.all(choose.mock.results.map(({ value }) => value));
    expect(sources.filter((source) => source.replica !== null)).toHaveLength(Object.keys(READS).length);
    // None wrote to the standby or needed the primary after all.
    expect(failure.mock.results.map(({ value }) => value)).toEqual([false]);
    vi.restoreAllMocks();
  });

  test('an owner reads every order that was placed before the report was requested, from the standby', async () => {
    const choose = vi.spyOn(replica, 'choose');
    const before = (await report(here, admin)).orders;
    for (let number = 1; number <= 5; number++) {
      await order(here);
      expect((await report(here, admin)).orders).toBe(before + number);
    }
    const sources = await Promise.all(choose.mock.results.map(({ value }) => value));
    expect(sources.every((source) => source.replica !== null)).toBe(true);
    vi.restoreAllMocks();
  });

  test('while the standby is behind, an owner reads older figures with their age, and a manager their own change', async () => {
    const bill = await order(here);
    const { received, orders } = await report(here, admin);
    await whileBehind(async () => {
      const other = await order(here);
      await pay(here, manager, bill);
      // The admin changed nothing since: older figures, without a hint while they are seconds old.
      expect(await report(here, admin)).toMatchObject({ orders, received });
      const own = await report(here, manager);
      expect(own.orders).toBe(orders + 1);
      expect(own.received).toBeCloseTo(received + bill.total, 2);
      // At the other copy, which did not see the request, too.
      expect((await report(there, manager)).received).toBe(own.received);
      await pay(there, manager, other);
      expect((await report(here, manager)).received).toBeCloseTo(own.received + other.total, 2);

      await vi.waitFor(async () => {
        const { asOf } = await report(here, admin);
        const { replica: state, timestamp } = await call(here, 'healthCheckAdvanced', admin);
        expect(Date.parse(timestamp) - Date.parse(asOf)).toBeGreaterThanOrEqual(5_000);
        expect(state.state).toBe('up');
        expect(state.lagSeconds).toBeGreaterThanOrEqual(5);
      }, PATIENT);
      const metrics = await (await fetch(`${here.url}/metrics`)).text();
      expect(Number(/^tiffin_replica_lag_seconds (\S+)$/m.exec(metrics)?.[1])).toBeGreaterThanOrEqual(5);
      expect(metrics).toMatch(/^tiffin_replica_up 1$/m);
    });
    await vi.waitFor(async () => {
      const current = await report(here, admin);
      expect(current).toMatchObject({ orders: orders + 1 });
      expect(current.asOf).toBeUndefined();
    }, PATIENT);
  });

  test('a person who read from the primary while the standby was away reads nothing older afterwards', async () => {
    const before = (await report(here, admin)).orders;
    await whileBehind(async () => {
      await order(here);
      const cut = network.cut(4_000);
      await replica.check();
      expect(replica.problem?.kind).toBe('no-answer');
      expect((await report(here, admin)).orders).toBe(before + 1);
      await cut;
      await usable(here);
      expect((await report(here, admin)).orders).toBe(before + 1);
      // The standby itself is still behind.
      expect((await report(here, manager)).orders).toBe(before);
    });
  });

  test('a file from the standby names exactly the transactions in it, and differences since are explained', async () => {
    const first = await order(here);
    const client = new pg.Client({ connectionString: primary.url });
    await client.connect();
    // An order that began before the report and is committed after it.
    await client.query('begin');
    await client.query(
      `insert into audit_log (actor_kind, action, subject_kind, subject_id) values ('x', 'y', 'z', 'q')`,
    );
    const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id');
    const open = rows[0]?.id ?? '';
    const second = await order(here);
    const csv = await fetch(`${here.url}/api/getReportCsv?${period}`, { headers: admin });
    expect(csv.status).toBe(200);
    await client.query('commit');
    await client.end();
    const { position } = await here.context.db
      .selectFrom('figure_viewings')
      .select('position')
      .where('kind', '=', 'csv')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(await csv.text()).toContain(position);
    const { rows: visible } = await here.context.database.pool.query(
      `select pg_visible_in_snapshot($1::xid8, $2::pg_snapshot) as open,
              (select array_agg(pg_visible_in_snapshot(transaction, $2::pg_snapshot)) from events
               where type = 'order.created' and data -> 'order' ->> 'id' = any($3)) as orders`,
      [open, position, [first.orderId, second.orderId]],
    );
    expect(visible).toEqual([{ open: false, orders: [true, true] }]);

    const { viewings } = await call(here, 'recordFigureViewing', admin, {
      locationId: 'truro',
      from: TODAY,
      to: TODAY,
      page: 'report',
    });
    const file = viewings.find((each: { kind: string }) => each.kind === 'csv');
    await whileBehind(async () => {
      // The standby is behind what this viewing contains only if it was read elsewhere; a new order is not in it yet.
      await order(there);
      const changes = await call(here, `getFigureChanges?figure=orders&viewingId=${file.id}`, admin);
      expect(changes.now - changes.before).toBe(changes.difference);
      expect(changes.difference).toBeGreaterThanOrEqual(0);
    });
    const after = await call(here, `getFigureChanges?figure=orders&viewingId=${file.id}`, admin);
    expect(after.difference).toBe(1);
  });

  test('without the standby the primary answers, each copy logs it once, and the standby is used again', async () => {
    const { orders } = await report(here, admin);
    warnings.length = 0;
    await standby.stop();
    await order(here);
    for (const at of [here, there]) {
      expect(await report(at, admin)).toMatchObject({ orders: orders + 1 });
      await vi.waitFor(() => expect(replicaOf(at).problem?.kind).toBe('no-answer'), PATIENT);
      expect(await report(at, admin)).toMatchObject({ orders: orders + 1 });
      await replicaOf(at).check();
    }
    const health = await call(here, 'healthCheckAdvanced', admin);
    expect(health.replica).toEqual({ state: 'down', lagSeconds: null });
    await vi.waitFor(async () => {
      const { problems } = await call(here, 'healthCheckAdvanced', admin);
      expect(problems).toContainEqual(expect.stringMatching(/^DATABASE_READ_URL: the standby does not answer/));
    }, PATIENT);
    expect(await (await fetch(`${here.url}/metrics`)).text()).toMatch(/^tiffin_replica_up 0$/m);
    expect(warnings.filter((line) => line.includes('DATABASE_READ_URL'))).toHaveLength(2);

    await standby.start(STANDBY_SETTINGS);
    await usable(here);
    const choose = vi.spyOn(replica, 'choose');
    expect(await report(here, admin)).toMatchObject({ orders: orders + 1 });
    expect(await choose.mock.results[0]?.value).toMatchObject({ replica: expect.anything() });
    vi.restoreAllMocks();
  });

  test('a standby that hangs during a report is replaced by the primary, and the reader gets the report', async () => {
    const choose = replica.choose.bind(replica);
    const { orders } = await report(here, admin);
    let stalled: Promise<void> | undefined;
    vi.spyOn(replica, 'choose').mockImplementation(async (reader) => {
      const source = await choose(reader);
      expect(source.replica).not.toBe(null);
      stalled ??= network.stall(10_000);
      return source;
    });
    const began = performance.now();
    expect(await report(here, admin)).toMatchObject({ orders });
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(replica.problem?.kind).toBe('no-answer');
    vi.restoreAllMocks();
    await stalled;
  });

  test('a wrong DATABASE_READ_URL is named in one line, and the primary answers', async () => {
    await primary.query('drop database if exists other');
    await primary.query('create database other');
    const other = standby.url.replace(/postgres$/, 'other');
    await vi.waitFor(async () => {
      const client = new pg.Client({ connectionString: other });
      await client.connect();
      await client.end();
    }, PATIENT);
    const own = createRecordingLog();
    const problemOf = async (url: string) => {
      const each = new ReadReplica(here.context.database.untyped, { connectionString: url }, own.log);
      try {
        await vi.waitFor(async () => {
          await each.check();
          expect(each.problem?.kind).not.toBe('no-answer');
        }, PATIENT);
        expect(await each.choose({ id: 'x', idempotencyActor: 'x' })).toEqual({ replica: null, lagMs: null });
        return each.problem?.text;
      } finally {
        await each.close();
      }
    };
    expect(await problemOf(primary.url)).toMatch(/is not a standby but takes changes/);
    expect(await problemOf(other)).toMatch(/another database of the same PostgreSQL/);
    expect(own.warnings).toHaveLength(2);

    // The primary got a migration that the standby has not replayed yet.
    await primary.query('alter table schema_migrations rename to hidden_migrations');
    try {
      await vi.waitFor(
        async () => expect(await problemOf(standby.url)).toMatch(/does not have all migrations yet/),
        PATIENT,
      );
    } finally {
      await primary.query('alter table hidden_migrations rename to schema_migrations');
    }
  });
});
