import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@tiffin/client';
import { createRandom } from '@tiffin/demo/history/random';
import { openDatabase, type Database } from '@tiffin/server/platform/db/connection';
import { startPostgres, type OwnPostgres } from '@tiffin/server/testing/postgres';
import { startServer, type ServerProcess } from '@tiffin/server/testing/server-process';
import { signIn } from '@tiffin/server/testing/sign-in';
import type { Benchmark, Report, RunOptions } from '../benchmark.ts';
import { runEvening } from '../evening/evening.ts';
import { load } from '../load.ts';
import { median } from '../measure.ts';
import { signedInOrder, type OrderRequest } from '../order-request.ts';
import { processorMs, processorTime } from '../processor.ts';
import { orderReactions, waitForReactions } from '../wait-for-reactions.ts';
import { compareCopies } from './compare-rounds.ts';
import type { CopiesRound, EveningRound, Measurements, OrdersRound, RateRound } from './measurements.ts';
import { writePlan } from './write-plan.ts';

const COPIES = [1, 2, 4];
const USUAL_POOL = 10;
const POOLS = [4, USUAL_POOL, 40];
/** Clients of all copies together. */
const CLIENTS = 32;
/** Orders per second. The last is more than one core of this kind answers. */
const RATES = [2, 20, 100];
const SECONDS = 4;
const WARM_UP_SECONDS = 1;
const TURNS = 2;
const EVENING_SECONDS = 20;
const IDLE_SECONDS = 5;
const SECRET = 'a secret that all copies share, for this bench';
/** A Friday evening in Halifax: the kitchens are open. */
const CLOCK_AT = '2026-11-20T22:15:00Z';

export const capacity: Benchmark = {
  name: 'capacity',
  about:
    'cash orders with 1, 2 and 4 copies of the server and several sizes of the connection pool, a simulated evening and a national dinner rush computed from them; writes the tables of docs/scaling.md',
  apart: 'it writes its own document',
  async run(report, request) {
    await using postgres = await startPostgres();
    const database = openDatabase(postgres.connection, () => undefined);
    try {
      const site: Site = { postgres, database };
      const measured = await measure(report, request, site);
      if (!request.short) report.step(`written to ${writePlan(measured, createRandom(request.seed))}`);
    } finally {
      await database.close();
    }
  },
};

interface Site {
  readonly postgres: OwnPostgres;
  readonly database: Database;
}

async function measure(report: Report, request: RunOptions, site: Site): Promise<Measurements> {
  const seconds = request.short ? 1 : (request.seconds ?? SECONDS);
  const [turns, pools] = request.short ? [1, [USUAL_POOL]] : [TURNS, POOLS];
  // Creates the schema and the demo.
  await (await startCopy(site, USUAL_POOL)).stop();
  const before = await storageOf(site);
  const rounds: CopiesRound[] = [];
  for (let turn = 0; turn < turns; turn++) {
    // Back and forth, so that a machine that becomes slower favours no size.
    for (const pool of turn % 2 === 0 ? pools : pools.toReversed()) {
      report.step(`pool of ${pool}, turn ${turn + 1} of ${turns}`);
      rounds.push(...(await roundsWithPool(site, pool, seconds)));
    }
  }
  const after = await storageOf(site);
  const placed = after.orders - before.orders;
  await using copy = await startCopy(site, USUAL_POOL);
  const idle = await idleCost(site, copy, request.short ? 1 : IDLE_SECONDS);
  const order = await signedInOrder(copy.url);
  const rates: RateRound[] = [];
  for (const rate of RATES) {
    report.step(`${rate} orders a second`);
    rates.push({ rate, ...(await measureOrders(site, [copy], order, { seconds, rate })) });
  }
  report.step('a simulated evening on two copies');
  const evening = await measureEvening(report, request, site, copy);
  const measured: Measurements = {
    copies: mediansOf(rounds),
    rates,
    evening,
    idle,
    walBytes: (after.wal - before.wal) / placed,
    storedBytes: (after.bytes - before.bytes) / placed,
    listedBytes: await listedBytes(copy.url),
  };
  reportAll(report, measured);
  return measured;
}

function startCopy({ postgres }: Site, pool: number): Promise<ServerProcess> {
  return startServer({
    apiOnly: true,
    env: {
      RATE_LIMITS: '0',
      CLOCK_AT,
      // Copies accept each other's sessions only with a common secret.
      AUTH_SECRET: SECRET,
      DATABASE_URL: postgres.url(),
      DATABASE_POOL: String(pool),
    },
  });
}

/** Adds copies one after the other, and measures each number of them. */
async function roundsWithPool(site: Site, pool: number, seconds: number): Promise<CopiesRound[]> {
  await using stack = new AsyncDisposableStack();
  const running: ServerProcess[] = [];
  const rounds: CopiesRound[] = [];
  for (const copies of COPIES) {
    while (running.length < copies) running.push(stack.use(await startCopy(site, pool)));
    const order = await signedInOrder(running[0]?.url ?? '');
    await measureOrders(site, running, order, { seconds: WARM_UP_SECONDS });
    const round = await measureOrders(site, running, order, { seconds });
    rounds.push({ copies, pool, connections: await countConnections(site), ...round });
  }
  return rounds;
}

interface OrdersLoad {
  readonly seconds: number;
  readonly rate?: number;
}

/** Orders at all copies at once, from the moment without waiting reactions to the next one. */
async function measureOrders(
  site: Site,
  copies: readonly ServerProcess[],
  { headers, body }: OrderRequest,
  { seconds, rate }: OrdersLoad,
): Promise<OrdersRound & { readonly behindSeconds: number }> {
  await waitForReactions(site.database.db, orderReactions);
  const start = await timeOf(site, copies);
  const results = await Promise.all(
    copies.map(({ url }) =>
      load({
        url: `${url}/api/createCustomerOrderCash`,
        clients: CLIENTS / copies.length,
        seconds,
        ...(rate !== undefined && { rate }),
        method: 'POST',
        uniqueKeys: true,
        headers,
        body,
      }),
    ),
  );
  const ended = performance.now();
  await waitForReactions(site.database.db, orderReactions);
  const behindSeconds = (performance.now() - ended) / 1000;
  const end = await timeOf(site, copies);
  const perSecond = results.reduce((sum, result) => sum + result.perSecond, 0);
  const placed = perSecond * seconds;
  return {
    perSecond,
    p99: Math.max(...results.map(({ p99 }) => p99)),
    serverMs: (end.server - start.server) / placed,
    databaseMs: (end.database - start.database) / placed,
    behindSeconds,
  };
}

/** Processor time so far of all copies and of PostgreSQL. */
async function timeOf({ postgres }: Site, copies: readonly ServerProcess[]) {
  const servers = await Promise.all(copies.map(({ pid }) => processorTime(pid)));
  return {
    server: servers.reduce((sum, { server }) => sum + server, 0),
    database: await processorMs(postgres.pid()),
  };
}

async function idleCost(site: Site, copy: ServerProcess, seconds: number): Promise<Measurements['idle']> {
  await waitForReactions(site.database.db, orderReactions);
  const start = await timeOf(site, [copy]);
  await pause(seconds * 1000);
  const end = await timeOf(site, [copy]);
  return {
    serverMs: (end.server - start.server) / seconds,
    databaseMs: (end.database - start.database) / seconds,
  };
}

async function measureEvening(
  report: Report,
  request: RunOptions,
  site: Site,
  first: ServerProcess,
): Promise<EveningRound> {
  await using second = await startCopy(site, USUAL_POOL);
  const copies = [first, second];
  const people = ['staff.truro', 'manager.truro', 'staff.glasgow', 'admin', 'customer', 'customer2'];
  const [staff, manager, glasgow, admin, ...regulars] = await Promise.all(
    people.map((name) => signIn(first.url, `${name}@demo.test`)),
  );
  if (!staff || !manager || !glasgow || !admin) throw new Error('nobody came to work');
  await waitForReactions(site.database.db);
  const start = await timeOf(site, copies);
  const evening = await runEvening({
    urls: copies.map(({ url }) => url),
    locations: [
      { id: 'truro', staff, manager },
      { id: 'new-glasgow', staff: glasgow, manager: admin },
    ],
    regulars,
    seconds: request.short ? 3 : EVENING_SECONDS,
    guestsPerSecond: 8,
    pace: [200, 2_000],
    boardsPerLocation: 3,
    seed: request.seed,
  });
  await waitForReactions(site.database.db);
  const end = await timeOf(site, copies);
  report.figure('errors of the evening', evening.tally.errors.length, 'errors', { atMost: 0 });
  const orders = evening.promised.orders.size;
  const requests = [...evening.tally.took.values()].reduce((sum, took) => sum + took.length, 0);
  return {
    orders,
    requestsPerOrder: requests / orders,
    serverMs: (end.server - start.server) / orders,
    databaseMs: (end.database - start.database) / orders,
  };
}

async function storageOf({ database: { pool } }: Site) {
  const { rows } = await pool.query<{ wal: number; bytes: number; orders: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal,
       pg_database_size(current_database())::float8 as bytes, (select count(*)::int from orders) as orders`,
  );
  return rows[0] ?? { wal: 0, bytes: 0, orders: 0 };
}

async function listedBytes(url: string): Promise<number> {
  const { locations } = await createClient({ baseUrl: url }).call('getLocations');
  return JSON.stringify(locations).length / locations.length;
}

async function countConnections({ database: { pool } }: Site): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  return rows[0]?.count ?? 0;
}

/** The median of each figure over the turns, for each number of copies and size of the pool. */
function mediansOf(rounds: readonly CopiesRound[]): CopiesRound[] {
  return [...Map.groupBy(rounds, ({ copies, pool }) => `${copies} ${pool}`).values()].map((same) => {
    const of = (figure: keyof CopiesRound) => median(same.map((round) => round[figure]));
    return {
      copies: of('copies'),
      pool: of('pool'),
      connections: of('connections'),
      perSecond: of('perSecond'),
      p99: of('p99'),
      serverMs: of('serverMs'),
      databaseMs: of('databaseMs'),
      behindSeconds: of('behindSeconds'),
    };
  });
}

function reportAll(
  report: Report,
  { copies, rates, evening, idle, walBytes, storedBytes, listedBytes: bytes }: Measurements,
): void {
  for (const { copies: count, pool, perSecond, serverMs, databaseMs, behindSeconds } of copies) {
    const name = `${count} ${count === 1 ? 'copy' : 'copies'}, pool of ${pool}`;
    report.figure(name, perSecond, 'orders/s');
    report.figure(`${name}: servers`, serverMs, 'ms an order');
    report.figure(`${name}: PostgreSQL`, databaseMs, 'ms an order');
    report.figure(`${name}: reactions behind`, behindSeconds, 's');
  }
  for (const { copies: count, orders, processorTimes } of compareCopies(copies, USUAL_POOL)) {
    report.figure(`${count} copies against one, orders`, orders * 100, '%');
    report.figure(`${count} copies against one, processor time of an order`, processorTimes, '×');
  }
  for (const { rate, serverMs, databaseMs, p99 } of rates) {
    report.figure(`${rate} orders a second: processor time`, serverMs + databaseMs, 'ms an order');
    report.figure(`${rate} orders a second: p99`, p99, 'ms');
  }
  report.figure('an evening: requests', evening.requestsPerOrder, 'an order');
  report.figure('an evening: servers', evening.serverMs, 'ms an order');
  report.figure('an evening: PostgreSQL', evening.databaseMs, 'ms an order');
  report.figure('a copy without requests', idle.serverMs + idle.databaseMs, 'ms a second');
  report.figure('write-ahead log', walBytes / 1000, 'kB an order');
  report.figure('stored', storedBytes / 1000, 'kB an order');
  report.figure('list of locations in every page', bytes / 1000, 'kB a location');
}
