import { sql, type Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { StartError } from './embedded/start-error.ts';
import { byTodaysNames } from './migrations/before-first.ts';
import { migrations } from './migrations/index.ts';
import { tryAgain } from './transaction.ts';

const TABLE = 'schema_migrations';

/**
 * Brings the schema up to date, or to the named migrations' state. Kysely holds an advisory lock: two copies that
 * start at once take turns. All that is pending is one transaction; copies from before may be at work meanwhile, and
 * when it gets in their way it is done again.
 */
export async function migrate(db: Kysely<unknown>, only?: readonly string[]): Promise<readonly string[]> {
  return tryAgain(async () => {
    await renameThoseThatRan(db);
    const { error, results } = await migrator(db, only).migrateToLatest();
    if (error) throw error;
    const ran = (results ?? []).map((each) => each.migrationName);
    // Of columns that are new or were filled PostgreSQL knows nothing until it has looked: on a million orders it read
    // whole tables for each row of a list. Of tables that are empty it would believe that they stay so.
    const isNew = ran.includes('0001-first');
    if (ran.length > 0 && !isNew) await sql`analyze`.execute(db);
    return ran;
  });
}

export async function migrationState(db: Kysely<unknown>): Promise<{ applied: number; pending: number }> {
  const all = await migrator(db).getMigrations();
  const applied = all.filter((each) => each.executedAt).length;
  return { applied, pending: all.length - applied };
}

/** A database of version 0.1.0 is taken over as it is: its schema is the first migration's. */
async function renameThoseThatRan(db: Kysely<unknown>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ there: boolean }>`select to_regclass(${TABLE}) is not null as there`.execute(tx);
    if (!rows[0]?.there) return;
    // Another copy that starts at once waits here, and then finds it done.
    await sql`lock table ${sql.table(TABLE)} in share row exclusive mode`.execute(tx);
    const ran = await sql<{ name: string; timestamp: string }>`select name, timestamp from ${sql.table(TABLE)}`.execute(
      tx,
    );
    const names = ran.rows.map((row) => row.name);
    const renamed = byTodaysNames(names);
    if (!renamed) {
      throw new StartError(
        'This database is from a version before 0.1.0. Start version 0.1.0 on it once, then this one.',
      );
    }
    if (renamed === names) return;
    const last = ran.rows
      .map((row) => row.timestamp)
      .toSorted()
      .at(-1);
    await sql`delete from ${sql.table(TABLE)} where not name = any(${renamed})`.execute(tx);
    await sql`insert into ${sql.table(TABLE)} (name, timestamp) values (${renamed[0]}, ${last})`.execute(tx);
  });
}

function migrator(db: Kysely<unknown>, only?: readonly string[]): Migrator {
  const wanted = only
    ? Object.fromEntries(Object.entries(migrations).filter(([name]) => only.includes(name)))
    : migrations;
  return new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(wanted) },
    migrationTableName: TABLE,
    migrationLockTableName: 'schema_migrations_lock',
  });
}
