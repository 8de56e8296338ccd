import pg from 'pg';
import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import { FairLimiter, QueueTimeout } from '../concurrency/fair-limiter.ts';
import { LockLost, requireActiveLock } from './job-lock.ts';
import { checkNoConnectionInUse, refuseSecondConnection, type SecondConnectionHandler } from './one-connection.ts';
import { isStatementOutdated, PreparingClient, UnconfirmedCommit } from './prepared-statements.ts';
import type { Schema } from './schema.ts';

export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

// Counts and cents fit into a JavaScript number; dates stay text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export type ConnectionConfig = pg.PoolConfig;

/** How long a request waits for a connection. */
const PATIENCE_MS = 5_000;
/** For `release` of pg: closes the connection instead of returning it to the pool. */
const CLOSE = true;

/**
 * A pool that detects when a transaction, which holds a connection, asks for a second one. Waiting requests queue per
 * client. After a demotion it opens new connections.
 */
class GuardedPool extends pg.Pool {
  readonly #onSecond: SecondConnectionHandler;
  readonly #limiter: FairLimiter;
  readonly #demotions: Demotions;
  /** The number of demotions when each connection was opened. */
  readonly #openedAt = new WeakMap<pg.PoolClient, number>();

  constructor(onSecond: SecondConnectionHandler, demotions: Demotions, config: ConnectionConfig) {
    super(config);
    this.#onSecond = onSecond;
    this.#limiter = new FairLimiter(this.options.max, { patienceMs: PATIENCE_MS });
    this.#demotions = demotions;
    this.on('connect', (client) => this.#openedAt.set(client, demotions.count));
    demotions.onDemotion(() => this.#closeIdle());
  }

  #closeIdle(): void {
    for (let idle = this.idleCount; idle > 0; idle--) {
      void super.connect().then(
        (client) => client.release(CLOSE),
        () => undefined,
      );
    }
  }

  // pg's callback form is not used for requests and passes through. `never` fits the results of both forms.
  override connect(...args: unknown[]): never {
    checkNoConnectionInUse(this.#onSecond);
    const connect = super.connect as (...passed: unknown[]) => never;
    if (args.length > 0) return connect.apply(this, args);
    requireActiveLock();
    return this.#connectInTurn(() => connect.call(this)) as never;
  }

  async #connectInTurn(connect: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> {
    const leave = await this.#limiter.enter();
    const client = await this.#openCurrent(connect).catch((error: unknown) => {
      leave();
      throw error;
    });
    const { release } = client;
    client.release = (broken) => {
      const isReadOnly = client instanceof PreparingClient && client.isReadOnly;
      if (isReadOnly) this.#demotions.report(this.#openedAt.get(client) ?? 0);
      release.call(client, broken || isReadOnly || this.#isOutdated(client));
      leave();
    };
    return client;
  }

  /** A connection that was opened since the last demotion. */
  async #openCurrent(connect: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> {
    for (;;) {
      const client = await connect();
      if (!this.#isOutdated(client)) return client;
      client.release(CLOSE);
    }
  }

  #isOutdated(client: pg.PoolClient): boolean {
    return (this.#openedAt.get(client) ?? 0) < this.#demotions.count;
  }
}

/** Transactions may use two thirds of the connections, so that single statements never wait behind them. */
const transactionLimiters = new WeakMap<Db, FairLimiter>();

export function transactionLimiterOf(db: Db): FairLimiter {
  const limiter = transactionLimiters.get(db);
  if (!limiter) throw new Error('this database was not opened with openDatabase()');
  return limiter;
}

/**
 * Leases use their own connection, so that what all guests read does not wait behind orders. The queries are few,
 * short and batched.
 */
const leaseDbs = new WeakMap<Db, Db>();

export function leaseDbOf(db: Db): Db {
  return leaseDbs.get(db) ?? db;
}

export interface Database {
  readonly db: Db;
  /** For code below the typed schema: migrations, backup. */
  readonly untyped: Kysely<unknown>;
  readonly pool: pg.Pool;
  /** One dedicated connection: an advisory lock on it lasts until it is released or the connection breaks. */
  readonly locks: pg.Pool;
  /** For code that needs its own connection (LISTEN). */
  readonly connection: ConnectionConfig;
  readonly demotions: Demotions;
  close(): Promise<void>;
}

/** Opens the pools. `onSecond` is called when a transaction asks for a second connection. */
export function openDatabase(
  connection: ConnectionConfig,
  onIdleError: (error: Error) => void,
  onSecond: SecondConnectionHandler = refuseSecondConnection,
): Database {
  const demotions = new Demotions();
  const pool = new GuardedPool(onSecond, demotions, {
    max: 10,
    connectionTimeoutMillis: PATIENCE_MS,
    idleTimeoutMillis: 30_000,
    application_name: 'tiffin',
    Client: PreparingClient,
    ...connection,
  });
  // An idle connection that breaks is replaced; without a listener the error would end the process.
  let isClosing = false;
  pool.on('error', (error) => isClosing || onIdleError(error));
  // A connection that breaks while it is used fails its query; nothing else is needed.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const locks = new pg.Pool({
    connectionTimeoutMillis: PATIENCE_MS,
    application_name: 'tiffin locks',
    ...connection,
    max: 1,
    idleTimeoutMillis: 0,
  });
  locks.on('error', () => undefined); // the next lock is taken on a new connection
  locks.setMaxListeners(0); // each job that runs listens, and Node would warn of more than ten
  // A lock at the old primary excludes nobody.
  let lockClient: pg.PoolClient | null = null;
  locks.on('connect', (client) => (lockClient = client));
  demotions.onDemotion(() => void lockClient?.end().catch(() => undefined));
  const dialect = new PostgresDialect({ pool });
  const db = new Kysely<Schema>({ dialect });
  const maxTransactions = Math.max(1, Math.floor((pool.options.max * 2) / 3));
  transactionLimiters.set(db, new FairLimiter(maxTransactions, { patienceMs: PATIENCE_MS }));
  const leasePool = new GuardedPool(onSecond, demotions, {
    connectionTimeoutMillis: PATIENCE_MS,
    application_name: 'tiffin leases',
    Client: PreparingClient,
    ...connection,
    max: 1,
  });
  leasePool.on('error', (error) => isClosing || onIdleError(error));
  leasePool.on('connect', (client) => client.on('error', () => undefined));
  leaseDbs.set(db, new Kysely<Schema>({ dialect: new PostgresDialect({ pool: leasePool }) }));
  const close = async (): Promise<void> => {
    // PostgreSQL may close the connection before it has received our goodbye.
    isClosing = true;
    await Promise.all([pool.end(), locks.end(), leasePool.end()]);
  };
  return { db, untyped: new Kysely<unknown>({ dialect }), pool, locks, connection, demotions, close };
}

const NETWORK_ERROR =
  /^(ECONN(REFUSED|RESET|ABORTED)|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST(DOWN|UNREACH)|ENET(DOWN|UNREACH))$/;

/**
 * True if the database is away, shutting down, read-only or out of space, as opposed to rejecting a statement. Also
 * true if nobody knows whether a change will last, so that the client repeats its request.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof QueueTimeout || error instanceof UnconfirmedCommit || error instanceof LockLost) return true;
  const code = (error as { code?: string }).code ?? '';
  return (
    NETWORK_ERROR.test(code) ||
    // Read-only, shutting down or starting, a connection error, and no disk space, memory or connection left.
    /^(25006|57P0[123]|08...|53[123]00)$/.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end/.test(
      error.message,
    )
  );
}

/** True if PostgreSQL rejected the statement and changed nothing. */
export function isStatementRejected(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !isDatabaseUnavailable(error);
}

/** True for deadlocks and serialization failures, which are solved by a retry. */
export function isSerializationFailure(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code;
  return code === '40001' || code === '40P01' || isStatementOutdated(error);
}

/** True if a lock was not granted within `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return (error as { code?: string } | null)?.code === '55P03';
}

const isViolation = (code: string) => (error: unknown, constraint?: string) => {
  const failure = error as { code?: string; constraint?: string } | null;
  return failure?.code === code && (constraint === undefined || failure.constraint === constraint);
};

/** True if this constraint refused the statement; without a name, if any constraint of the kind did. */
export const isCheckViolation = isViolation('23514');
export const isExclusionViolation = isViolation('23P01');
export const isUniqueViolation = isViolation('23505');

/**
 * Counts how often the database turned out to be read-only because another node had become the primary. Connections
 * from before the last time may still lead to the old primary, so they are not used again.
 */
class Demotions {
  readonly #listeners = new Set<() => void>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** A connection found the database read-only. `openedAt` is the count when it was opened. */
  report(openedAt: number): void {
    if (openedAt < this.#count) return; // its successors may lead to the new primary already
    this.#count++;
    for (const listener of this.#listeners) listener();
  }

  /** For connections outside the pools. */
  onDemotion(listener: () => void): void {
    this.#listeners.add(listener);
  }
}
