import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { auditData, auditLines } from '@tiffin/server/operations/data-audit/audit-data';
import { findUnsettledMoney, type UnsettledMoney } from '@tiffin/server/testing/unsettled-money';
import { openDatabase } from '@tiffin/server/platform/db/connection';
import { SERVER_ROLE } from '@tiffin/server/platform/db/embedded/postmaster';
import { randomBetween, createRandom, pickRandom } from '@tiffin/demo/history/random';
import { startPostgres, type OwnPostgres } from '@tiffin/server/testing/postgres';
import { startServer, type ServerProcess } from '@tiffin/server/testing/server-process';
import { signIn } from '@tiffin/server/testing/sign-in';
import { networkTo, type Network } from '@tiffin/server/testing/tcp-proxy';
import { runEvening, type Evening } from './evening.ts';
import { openStations } from './kitchen.ts';
import { brokenPromises } from './promises.ts';
import { Tally } from './tally.ts';

export interface ChaosPlan {
  readonly seconds: number;
  /** The same seed produces the same faults in the same order. */
  readonly seed: number;
  readonly guestsPerSecond: number;
  readonly report: (words: string) => void;
}

export interface Chaos {
  readonly evening: Evening;
  /** The number of faults by kind. */
  readonly faults: ReadonlyMap<Fault, number>;
  /** Answered requests whose effect is missing or duplicated. */
  readonly broken: readonly string[];
  /** Findings of the audit. Empty when all rules hold. */
  readonly audit: readonly string[];
  readonly onItsWay: UnsettledMoney;
  /** Internal errors in the servers' logs. */
  readonly bugs: readonly string[];
}

const FAULTS = ['server killed', 'database killed', 'network cut', 'network stalled', 'connections reset'] as const;
export type Fault = (typeof FAULTS)[number];

/** A Friday evening in Halifax; the kitchens are open. */
const CLOCK_AT = '2026-11-20T22:15:00Z';
const STATIONS = [
  { name: 'Grill', categories: ['appetizers', 'combos-with-bread'] },
  { name: 'Bar', categories: ['drinks'] },
  { name: 'Curry', isDefault: true },
];
const PATIENCE_MS = 90_000;
const SETTLES_WITHIN_MS = 60_000;

/**
 * Runs two servers on one PostgreSQL over a network that can be broken. While guests and kitchens work, with stations,
 * allergies and two tablets that collect the same cash, servers, database and network fail at random, and clients without a response retry. Then everything is repaired, and the data
 * is compared with the responses.
 */
export async function runChaos({ seconds, seed, guestsPerSecond, report }: ChaosPlan): Promise<Chaos> {
  await using postgres = await startPostgres();
  // The usual role of the server. A superuser's tables would be reassigned whenever the database restarts.
  await using network = await networkTo({ ...postgres.connection, user: SERVER_ROLE });
  await using copies = await Copies.start(network, 2);
  const [url = ''] = copies.urls;
  const [truroStaff, truroManager, glasgowStaff, admin, ...regulars] = await Promise.all(
    [
      'staff.truro@demo.test',
      'manager.truro@demo.test',
      'staff.glasgow@demo.test',
      'admin@demo.test',
      'customer@demo.test',
      'customer2@demo.test',
    ].map((email) => signIn(url, email)),
  );
  if (!truroStaff || !truroManager || !glasgowStaff || !admin) throw new Error('nobody came to work');

  const restaurant = { urls: copies.urls, tally: new Tally(), patienceMs: null };
  const stations = await openStations(restaurant, 'truro', truroManager, STATIONS);
  const faults = new Map<Fault, number>();
  const evening = runEvening({
    urls: copies.urls,
    locations: [
      { id: 'truro', staff: truroStaff, manager: truroManager, stations },
      { id: 'new-glasgow', staff: glasgowStaff, manager: admin },
    ],
    regulars,
    seconds,
    guestsPerSecond,
    pace: [50, 400],
    boardsPerLocation: 2,
    seed,
    patienceMs: PATIENCE_MS,
    allergyShare: 0.3,
    secondTabletShare: 0.3,
  });
  await strike({ seconds, seed, report, postgres, network, copies, faults });
  const lived = await evening;

  report('everything is mended; waiting until all is settled');
  const database = openDatabase(postgres.connection, () => undefined);
  try {
    const waiting = await settled(database.pool, () => findUnsettledMoney(database.db), copies);
    const audit = await auditData({ db: database.db, clock: { now: () => new Date(CLOCK_AT) } });
    return {
      evening: lived,
      faults,
      broken: await brokenPromises(lived.promised, database.pool),
      audit: audit.broken.length === 0 ? [] : auditLines(audit),
      onItsWay: waiting,
      bugs: copies.bugs(),
    };
  } finally {
    await database.close();
  }
}

interface Struck {
  readonly seconds: number;
  readonly seed: number;
  readonly report: (words: string) => void;
  readonly postgres: OwnPostgres;
  readonly network: Network;
  readonly copies: Copies;
  readonly faults: Map<Fault, number>;
}

async function strike({ seconds, seed, report, postgres, network, copies, faults }: Struck): Promise<void> {
  const random = createRandom(seed + 1);
  const until = performance.now() + seconds * 1000;
  // Each fault occurs once before the choice becomes random, also on a machine that is too busy for all of them in time.
  const first = FAULTS.toSorted(() => random() - 0.5);
  for (let turn = 0; turn < FAULTS.length || performance.now() < until; turn++) {
    await pause(randomBetween(random, 500, 3_000));
    const fault = first[turn] ?? pickRandom(random, FAULTS);
    faults.set(fault, (faults.get(fault) ?? 0) + 1);
    report(fault);
    if (fault === 'server killed') await copies.killOne(randomBetween(random, 0, copies.urls.length - 1));
    else if (fault === 'database killed') await postgres.kill();
    else if (fault === 'network cut') await network.cut(randomBetween(random, 200, 3_000));
    else if (fault === 'network stalled') await network.stall(randomBetween(random, 200, 4_000));
    else network.reset();
  }
  await copies.allUp();
}

/** The running servers. A killed one is restarted, as a supervisor would. */
class Copies implements AsyncDisposable {
  readonly urls: readonly string[];
  readonly #running: ServerProcess[];
  readonly #folder: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #starting = new Map<number, Promise<void>>();
  #output = '';

  private constructor(running: ServerProcess[], folder: string, env: Readonly<Record<string, string>>) {
    this.#running = running;
    this.#folder = folder;
    this.#env = env;
    this.urls = running.map((copy) => copy.url);
  }

  static async start(network: Network, count: number): Promise<Copies> {
    const folder = await mkdtemp(path.join(tmpdir(), 'tiffin-copies-'));
    const env = {
      RATE_LIMITS: '0',
      LOG_LEVEL: 'error',
      DATABASE_URL: network.url,
      CLOCK_AT,
    };
    const running: ServerProcess[] = [];
    for (let n = 0; n < count; n++) running.push(await startServer({ apiOnly: true, dataDir: folder, env }));
    return new Copies(running, folder, env);
  }

  /** Kills a server and restarts it in the background. */
  async killOne(which: number): Promise<void> {
    await this.#starting.get(which);
    const copy = this.#running[which];
    if (!copy) throw new Error(`there is no copy ${which}`);
    await copy.kill();
    this.#output += copy.output();
    const { port } = copy;
    const started = this.#startAgain(port).then((again) => void (this.#running[which] = again));
    started.catch(() => undefined); // The error is thrown where the promise is awaited.
    this.#starting.set(which, started);
  }

  /** A server that finds no database exits with a message. Restart it until there is one. */
  async #startAgain(port: number): Promise<ServerProcess> {
    for (let tries = 1; ; tries++) {
      try {
        return await startServer({ apiOnly: true, dataDir: this.#folder, env: this.#env, port });
      } catch (error) {
        if (tries === 10) throw error;
      }
    }
  }

  async allUp(): Promise<void> {
    await Promise.all(this.#starting.values());
  }

  /** Errors in the logs, except for a lost database. */
  bugs(): string[] {
    const all = this.#output + this.#running.map((copy) => copy.output()).join('');
    return all.split('\n').filter((line) => line.includes('unexpected error'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.allUp().catch(() => undefined);
    for (const copy of this.#running) await copy[Symbol.asyncDispose]();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/**
 * Moves the clock past the minute after which unconfirmed payments are checked with the provider, and waits until no
 * work is pending.
 */
async function settled(pool: pg.Pool, look: () => Promise<UnsettledMoney>, copies: Copies): Promise<UnsettledMoney> {
  await pool.query("update payment_sessions set next_check_at = 'epoch' where status = 'open'");
  await pool.query("update refunds set next_try_at = 'epoch' where next_try_at is not null");
  await copies.killOne(0);
  await copies.allUp();
  const deadline = performance.now() + SETTLES_WITHIN_MS;
  for (;;) {
    const waiting = await look();
    const isQuiet = waiting.events + waiting.payments + waiting.refunds === 0;
    if (isQuiet || performance.now() > deadline) return waiting;
    await pause(200);
  }
}
