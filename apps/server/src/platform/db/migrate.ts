import { sql, type Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { StartError } from './embedded/start-error.ts';
import { migrations } from './migrations/index.ts';
import { withBaseline } from './migrations/replaced-by-baseline.ts';
import { retryOnConflict } from './transaction.ts';

const TABLE = 'schema_migrations';

/**
 * Brings the schema up to date, or to the state of the named migrations. Kysely holds an advisory lock, so two copies
 * that start at the same time take turns. All pending migrations are one transaction. It is retried when a running copy
 * of an earlier version causes a deadlock.
 */
export async function migrate(db: Kysely<unknown>, migrationNames?: readonly string[]): Promise<readonly string[]> {
  return retryOnConflict(async () => {
    await recordBaseline(db);
    const { error, results } = await migrator(db, migrationNames).migrateToLatest();
    if (error) throw error;
    const applied = (results ?? []).map((each) => each.migrationName);
    // PostgreSQL has no statistics about new columns until it analyzes them, and plans badly without. New databases are
    // left out: statistics of empty tables would make it expect that they stay empty.
    const isNew = applied.includes('0057-baseline');
    if (applied.length > 0 && !isNew) await sql`analyze`.execute(db);
    return applied;
  });
}

export async function migrationState(db: Kysely<unknown>): Promise<{ applied: number; pending: number }> {
  const all = await migrator(db).getMigrations();
  const applied = all.filter((each) => each.executedAt).length;
  return { applied, pending: all.length - applied };
}

/** In a database made by the replaced migrations, records the baseline instead of them. */
async function recordBaseline(db: Kysely<unknown>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ exists: boolean }>`select to_regclass(${TABLE}) is not null as exists`.execute(tx);
    if (!rows[0]?.exists) return;
    // Another copy that starts at the same time waits here and then has nothing to do.
    await sql`lock table ${sql.table(TABLE)} in share row exclusive mode`.execute(tx);
    const { rows: recorded } = await sql<{ name: string; timestamp: string }>`
      select name, timestamp from ${sql.table(TABLE)}`.execute(tx);
    const names = recorded.map((row) => row.name);
    const current = withBaseline(names);
    if (!current) {
      throw new StartError(
        'This database is from an earlier version. Start the version of 25 November 2026 on it once, then this one. See “Upgrading” in docs/operations.md.',
      );
    }
    if (current === names) return;
    const last = recorded
      .map((row) => row.timestamp)
      .toSorted()
      .at(-1);
    await sql`delete from ${sql.table(TABLE)} where not name = any(${current})`.execute(tx);
    await sql`insert into ${sql.table(TABLE)} (name, timestamp) values (${current[0]}, ${last})`.execute(tx);
  });
}

function migrator(db: Kysely<unknown>, only?: readonly string[]): Migrator {
  const selected = only
    ? Object.fromEntries(Object.entries(migrations).filter(([name]) => only.includes(name)))
    : migrations;
  return new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(selected) },
    migrationTableName: TABLE,
    migrationLockTableName: 'schema_migrations_lock',
  });
}
