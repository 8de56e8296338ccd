import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { FairLimiter, QueueTimeout } from '../concurrency/fair-limiter.ts';
import { checkNoConnectionInUse, refuseSecondConnection, type SecondConnectionHandler } from './one-connection.ts';
import { isStatementOutdated, PreparingClient } from './prepared-statements.ts';
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

/**
 * A pool that detects when a transaction, which holds a connection, asks for a second one. Waiting requests queue per
 * client.
 */
class GuardedPool extends pg.Pool {
  readonly #onSecond: SecondConnectionHandler;
  readonly #places: FairLimiter;

  constructor(onSecond: SecondConnectionHandler, config: ConnectionConfig) {
    super(config);
    this.#onSecond = onSecond;
    this.#places = new FairLimiter(this.options.max, PATIENCE_MS);
  }

  // pg's callback form is not used for requests and passes through.
  override connect(...args: unknown[]): never {
    checkNoConnectionInUse(this.#onSecond);
    const connect = super.connect as (...passed: unknown[]) => never;
    if (args.length > 0) return connect.apply(this, args);
    return this.#inTurn(() => connect.call(this)) as never;
  }

  async #inTurn(connect: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> {
    const leave = await this.#places.enter();
    const client = await connect().catch((error: unknown) => {
      leave();
      throw error;
    });
    const { release } = client;
    client.release = (broken) => {
      release.call(client, broken);
      leave();
    };
    return client;
  }
}

/** Transactions may use two of three connections, so that single statements never wait behind them. */
const transactions = new WeakMap<Db, FairLimiter>();

export function transactionLimiterOf(db: Db): FairLimiter {
  const cached = transactions.get(db);
  if (!cached) throw new Error('this database was not opened with openDatabase()');
  return cached;
}

/**
 * Leases use their own connection, so that what all guests read does not wait behind orders. The queries are few,
 * short and batched.
 */
const leases = new WeakMap<Db, Db>();

export function leaseDbOf(db: Db): Db {
  return leases.get(db) ?? db;
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
  close(): Promise<void>;
}

export function openDatabase(
  connection: ConnectionConfig,
  onIdleError: (error: Error) => void,
  onSecond: SecondConnectionHandler = refuseSecondConnection,
): Database {
  const pool = new GuardedPool(onSecond, {
    max: 10,
    connectionTimeoutMillis: PATIENCE_MS,
    idleTimeoutMillis: 30_000,
    application_name: 'tiffin',
    Client: PreparingClient,
    ...connection,
  });
  // An idle connection that breaks is replaced; without a listener the error would end the process.
  let closing = false;
  pool.on('error', (error) => closing || onIdleError(error));
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
  const dialect = new PostgresDialect({ pool });
  const db = new Kysely<Schema>({ dialect });
  transactions.set(db, new FairLimiter(Math.max(1, Math.floor((pool.options.max * 2) / 3)), PATIENCE_MS));
  const leasePool = new GuardedPool(onSecond, {
    connectionTimeoutMillis: PATIENCE_MS,
    application_name: 'tiffin leases',
    Client: PreparingClient,
    ...connection,
    max: 1,
  });
  leasePool.on('error', (error) => closing || onIdleError(error));
  leasePool.on('connect', (client) => client.on('error', () => undefined));
  leases.set(db, new Kysely<Schema>({ dialect: new PostgresDialect({ pool: leasePool }) }));
  const close = async (): Promise<void> => {
    // PostgreSQL may close the connection before it has received our goodbye.
    closing = true;
    await Promise.all([pool.end(), locks.end(), leasePool.end()]);
  };
  return { db, untyped: new Kysely<unknown>({ dialect }), pool, locks, connection, close };
}

/** True if the database is away, shutting down or out of space, as opposed to rejecting a statement. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof QueueTimeout) return true;
  const code = (error as { code?: string }).code ?? '';
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'].includes(code) ||
    /^(57P0[123]|08...|53[123]00)$/.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
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

export function isCheckViolation(error: unknown, constraint: string): boolean {
  const provided = error as { code?: string; constraint?: string } | null;
  return provided?.code === '23514' && provided.constraint === constraint;
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const provided = error as { code?: string; constraint?: string } | null;
  return provided?.code === '23505' && (constraint === undefined || provided.constraint === constraint);
}
