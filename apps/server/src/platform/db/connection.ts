import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { AtOnce, NoPlace } from '../concurrency/at-once.ts';
import { checkNoConnectionInUse, refuseSecond, type OnSecond } from './one-connection.ts';
import { isOutdated, PreparingClient } from './prepared.ts';
import type { Schema } from './schema.ts';

export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

// Counts and cents fit a JavaScript number; calendar dates stay the text they are.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export type Connection = pg.PoolConfig;

/** How long anything waits for a connection before it is told that there is none. */
const PATIENCE_MS = 5_000;

/**
 * A pool that notices when a transaction, which holds one of its connections, asks for another. Whoever waits for a
 * connection waits in a line of their own.
 */
class GuardedPool extends pg.Pool {
  readonly #onSecond: OnSecond;
  readonly #places: AtOnce;

  constructor(onSecond: OnSecond, config: Connection) {
    super(config);
    this.#onSecond = onSecond;
    this.#places = new AtOnce(this.options.max, PATIENCE_MS);
  }

  // Of pg's two forms the one with a callback, which is not used for requests, passes through.
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

/** Of its connections transactions take two of three at once: what needs one statement waits behind none of them. */
const transactions = new WeakMap<Db, AtOnce>();

export function transactionsOf(db: Db): AtOnce {
  const cached = transactions.get(db);
  if (!cached) throw new Error('this database was not opened with openDatabase()');
  return cached;
}

/**
 * Leases are read on a connection of their own: what all guests see waits behind nobody's order. They are few, short
 * and batched.
 */
const leases = new WeakMap<Db, Db>();

export function leasesOf(db: Db): Db {
  return leases.get(db) ?? db;
}

export interface Database {
  readonly db: Db;
  /** The same for what works below the schema: migrations, backup. */
  readonly untyped: Kysely<unknown>;
  readonly pool: pg.Pool;
  /** One connection of its own: what is locked on it stays locked until it is unlocked, or breaks. */
  readonly locks: pg.Pool;
  /** How to open a connection of one's own (LISTEN). */
  readonly connection: Connection;
  close(): Promise<void>;
}

export function openDatabase(
  connection: Connection,
  onIdleError: (error: Error) => void,
  onSecond: OnSecond = refuseSecond,
): Database {
  const pool = new GuardedPool(onSecond, {
    max: 10,
    connectionTimeoutMillis: PATIENCE_MS,
    idleTimeoutMillis: 30_000,
    application_name: 'tiffin',
    Client: PreparingClient,
    ...connection,
  });
  // A connection that breaks while idle is simply replaced; without a listener it would end the process.
  let closing = false;
  pool.on('error', (error) => closing || onIdleError(error));
  // One that breaks while a transaction holds it fails that transaction's next query; no more is needed.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const locks = new pg.Pool({
    connectionTimeoutMillis: PATIENCE_MS,
    application_name: 'tiffin locks',
    ...connection,
    max: 1,
    idleTimeoutMillis: 0,
  });
  locks.on('error', () => undefined); // the next lock is taken on a new one
  const dialect = new PostgresDialect({ pool });
  const db = new Kysely<Schema>({ dialect });
  transactions.set(db, new AtOnce(Math.max(1, Math.floor((pool.options.max * 2) / 3)), PATIENCE_MS));
  const leasePool = new GuardedPool(onSecond, {
    connectionTimeoutMillis: PATIENCE_MS,
    application_name: 'tiffin leases',
    Client: PreparingClient,
    ...connection,
    max: 1,
  });
  leasePool.on('error', (error) => closing || onIdleError(error));
  leases.set(db, new Kysely<Schema>({ dialect: new PostgresDialect({ pool: leasePool }) }));
  const close = async (): Promise<void> => {
    // The pool is done when it has said goodbye; PostgreSQL may hang up before it has heard it.
    closing = true;
    await Promise.all([pool.end(), locks.end(), leasePool.end()]);
  };
  return { db, untyped: new Kysely<unknown>({ dialect }), pool, locks, connection, close };
}

/** The database is away or shutting down, as opposed to refusing what it was asked. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof NoPlace) return true;
  const code = (error as { code?: string }).code ?? '';
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'].includes(code) ||
    /^(57P0[123]|08...|53300)$/.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      error.message,
    )
  );
}

/** PostgreSQL answered that it does not do it, and did nothing of it. */
export function isRefused(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !isUnavailable(error);
}

/** Two transactions got in each other's way, or a migration in theirs; doing it again is right. */
export function isSerialization(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code;
  return code === '40001' || code === '40P01' || isOutdated(error);
}

export function isCheckViolation(error: unknown, constraint: string): boolean {
  const provided = error as { code?: string; constraint?: string } | null;
  return provided?.code === '23514' && provided.constraint === constraint;
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  const provided = error as { code?: string; constraint?: string } | null;
  return provided?.code === '23505' && (constraint === undefined || provided.constraint === constraint);
}
