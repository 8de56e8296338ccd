import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { isOlderVersion, readVersion, versionText } from '../version.ts';
import { isLockTimeout, isSerializationFailure } from './connection.ts';
import { StartError } from './embedded/start-error.ts';
import {
  createMigrationTables,
  readAppliedMigrations,
  readVersionOfMigration,
  recordMigration,
} from './migration-table.ts';
import type { Migration } from './migration.ts';
import { migrations } from './migrations/index.ts';

/** While a migration waits for a lock, every later query on the table waits behind it. So it gives up soon. */
const LOCK_TIMEOUT_MS = 500;
const PAUSE_BETWEEN_TRIES_MS = [500, 1_000, 2_000, 5_000] as const;
const MAX_WAIT_MS = 5 * 60_000;
const POLL_TURN_MS = 100;

export interface MigrateOptions {
  /** Only these migrations; default all. */
  readonly names?: readonly string[];
  readonly warn?: (words: string) => void;
  /** Called once for each migration that ran. */
  readonly info?: (words: string) => void;
  /** How long to retry a migration that does not get its locks. */
  readonly maxWaitMs?: number;
  /** All migrations there are; those of the server by default. */
  readonly from?: Readonly<Record<string, Migration>>;
  readonly version?: string;
}

/**
 * Brings the schema up to date and returns the names of the migrations that ran. Copies that start at the same time
 * take turns. Migrations of a newer version that already ran are left alone, so that an upgrade can be undone, unless
 * they name a newer oldest version or replace migrations of this one.
 */
export async function migrate(db: Kysely<unknown>, options: MigrateOptions = {}): Promise<readonly string[]> {
  const { from = migrations, names = Object.keys(from) } = options;
  return db.connection().execute((connection) =>
    inTurn(connection, async () => {
      await createMigrationTables(connection);
      const applied = await readAppliedMigrations(connection);
      refuseTooNewSchema(applied, from, options.version ?? readVersion());
      const done = new Set(applied.map(({ name }) => name));
      const pending = Object.entries(from).filter(([name]) => names.includes(name) && !done.has(name));
      if (pending.length > 0) await refuseUnknownSchema(connection, applied, from, options.version);
      for (const [name, migration] of pending) {
        const start = performance.now();
        await applyMigration(connection, name, migration, options);
        options.info?.(`the migration ${name} ran in ${Math.round(performance.now() - start)} ms`);
      }
      const ran = pending.map(([name]) => name);
      // PostgreSQL plans badly without statistics of new columns. A new database is not analyzed: PostgreSQL would
      // expect its tables to stay empty.
      if (ran.length > 0 && applied.length > 0) await sql`analyze`.execute(connection);
      return ran;
    }),
  );
}

export async function migrationState(db: Kysely<unknown>): Promise<{ applied: number; pending: number }> {
  const applied = new Set((await readAppliedMigrations(db)).map(({ name }) => name));
  return { applied: applied.size, pending: Object.keys(migrations).filter((name) => !applied.has(name)).length };
}

/**
 * Holds a lock of the session. Waiting copies poll, because a waiting statement would have a snapshot, and building an
 * index concurrently waits for all snapshots.
 */
async function inTurn<T>(connection: Kysely<unknown>, work: () => Promise<T>): Promise<T> {
  const key = sql`hashtext('tiffin migrations')`;
  for (;;) {
    const { rows } = await sql<{ isOurs: boolean }>`select pg_try_advisory_lock(${key}) as "isOurs"`.execute(
      connection,
    );
    if (rows[0]?.isOurs) break;
    await pause(POLL_TURN_MS);
  }
  try {
    return await work();
  } finally {
    // If the connection broke, the lock ended with it.
    await sql`select pg_advisory_unlock(${key})`.execute(connection).catch(() => undefined);
  }
}

function refuseTooNewSchema(
  applied: Awaited<ReturnType<typeof readAppliedMigrations>>,
  from: Readonly<Record<string, Migration>>,
  version: string,
): void {
  for (const { name, oldestVersion } of applied) {
    if (name in from || oldestVersion === null || !isOlderVersion(version, oldestVersion)) continue;
    throw new StartError(
      `The database was upgraded by a newer version and needs Tiffin ${oldestVersion} or newer. This is ${version}. Start a newer version, or restore a backup into an empty database. See “Upgrading” in docs/operations.md.`,
    );
  }
}

/** Without its own migrations, but with some that it does not know, a version cannot tell which tables there are. */
async function refuseUnknownSchema(
  connection: Kysely<unknown>,
  applied: Awaited<ReturnType<typeof readAppliedMigrations>>,
  from: Readonly<Record<string, Migration>>,
  version?: string,
): Promise<void> {
  const newest = applied.findLast(({ name }) => !(name in from));
  if (!newest) return;
  const ranBy = await readVersionOfMigration(connection, newest.name);
  const other = ranBy === null ? 'another version' : `Tiffin ${ranBy}`;
  throw new StartError(
    `The database was set up by ${other}, and this is ${versionText(version)}, which does not know its tables (${newest.name}). Start that version or a newer one. See “Upgrading” in docs/operations.md.`,
  );
}

/** Runs one migration. Another program's transaction may hold a lock that it needs: it is retried until it gets it. */
async function applyMigration(
  connection: Kysely<unknown>,
  name: string,
  migration: Migration,
  { warn = () => undefined, maxWaitMs = MAX_WAIT_MS, version }: MigrateOptions,
): Promise<void> {
  const deadline = performance.now() + maxWaitMs;
  for (let attempt = 0; ; attempt++) {
    try {
      return await runMigration(connection, name, migration, versionText(version));
    } catch (error) {
      if (!isLockTimeout(error) && !isSerializationFailure(error)) throw error;
      const holder = await oldestTransaction(connection);
      if (performance.now() > deadline) {
        throw new StartError(
          `The migration ${name} cannot lock a table that another program uses. ${holder} End it, or wait for it, and start again.`,
        );
      }
      if (attempt === 0 && isLockTimeout(error)) warn(`the migration ${name} waits for a lock. ${holder}`);
      const longest = PAUSE_BETWEEN_TRIES_MS[Math.min(attempt, PAUSE_BETWEEN_TRIES_MS.length - 1)] ?? 0;
      // Different pauses, so that it does not meet the same regular work again and again.
      await pause(longest * (0.5 + Math.random() / 2));
    }
  }
}

async function runMigration(connection: Kysely<unknown>, name: string, migration: Migration, ranBy: string) {
  if (migration.runsOutsideTransaction) {
    await migration.up(connection);
    return recordMigration(connection, name, migration, ranBy);
  }
  await connection.transaction().execute(async (tx) => {
    await sql`select set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true)`.execute(tx);
    await migration.up(tx);
    await recordMigration(tx, name, migration, ranBy);
  });
}

async function oldestTransaction(connection: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ pid: number; program: string; since: string }>`
    select pid, application_name as program, to_char(xact_start at time zone 'UTC', 'HH24:MI:SS') as since
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 1
  `.execute(connection);
  const [oldest] = rows;
  return oldest
    ? `The oldest transaction is of process ${oldest.pid} (${oldest.program || 'without a name'}), open since ${oldest.since} UTC.`
    : 'No transaction is open any more.';
}
