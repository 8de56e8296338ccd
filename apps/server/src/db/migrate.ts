import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations/index.ts';

/** Brings the schema up to date, or to the named migrations' state. Kysely holds an advisory lock: two copies that start at once take turns. */
export async function migrate(db: Kysely<unknown>, only?: readonly string[]): Promise<readonly string[]> {
  const { error, results } = await migrator(db, only).migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((each) => each.migrationName);
}

export async function migrationState(db: Kysely<unknown>): Promise<{ applied: number; pending: number }> {
  const all = await migrator(db).getMigrations();
  const applied = all.filter((each) => each.executedAt).length;
  return { applied, pending: all.length - applied };
}

function migrator(db: Kysely<unknown>, only?: readonly string[]): Migrator {
  const wanted = only
    ? Object.fromEntries(Object.entries(migrations).filter(([name]) => only.includes(name)))
    : migrations;
  return new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(wanted) },
    migrationTableName: 'schema_migrations',
    migrationLockTableName: 'schema_migrations_lock',
    // One with a lower number may arrive after one with a higher: they were made side by side.
    allowUnorderedMigrations: true,
  });
}
