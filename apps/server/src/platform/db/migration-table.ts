import { sql, type Kysely } from 'kysely';
import type { ClientBase } from 'pg';
import { StartError } from './embedded/start-error.ts';
import type { Migration } from './migration.ts';
import { BASELINE, REPLACED_BY_BASELINE, withBaseline } from './migrations/replaced-by-baseline.ts';

/** Versions before 0.2.0 read this table, and refuse to start when it contains a migration that they do not know. */
const TABLE = 'schema_migrations';
const LAST_IN_TABLE = '0078-journal';
/** Later migrations are recorded in this table, because those versions do not read it. */
const LATER_TABLE = 'schema_migrations_since_0_2';

/** Which version ran each migration. Tables that older versions write have no place for it. */
const VERSIONS_TABLE = 'schema_migrations_versions';

export interface AppliedMigration {
  readonly name: string;
  readonly oldestVersion: string | null;
}

/** The migrations that ran, also those of newer versions, by name. */
export async function readAppliedMigrations(db: Kysely<unknown>): Promise<AppliedMigration[]> {
  const { rows } = await sql<{ name: string; oldest_version: string | null }>`
    select name, null as oldest_version from ${sql.table(TABLE)}
    union all select name, oldest_version from ${sql.table(LATER_TABLE)} order by name`.execute(db);
  const names = withBaseline(rows.map(({ name }) => name)) ?? [];
  return names.map((name) => ({ name, oldestVersion: rows.find((row) => row.name === name)?.oldest_version ?? null }));
}

/** The version and commit that ran a migration; null for one that a version before 0.3.0 ran. */
export async function readVersionOfMigration(db: Kysely<unknown>, name: string): Promise<string | null> {
  const { rows: tables } = await sql`select where to_regclass(${VERSIONS_TABLE}) is not null`.execute(db);
  if (tables.length === 0) return null;
  const { rows } = await sql<{ version: string }>`
    select version from ${sql.table(VERSIONS_TABLE)} where name = ${name}`.execute(db);
  return rows[0]?.version ?? null;
}

/** The names only, also of a database that this version has not migrated yet. */
export async function readMigrationNames(client: ClientBase): Promise<string[]> {
  const later = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [LATER_TABLE]);
  const tables = later.rows[0]?.exists ? [TABLE, LATER_TABLE] : [TABLE];
  const names: string[] = [];
  for (const table of tables) {
    const { rows } = await client.query<{ name: string }>(`select name from ${table} order by name`);
    names.push(...rows.map(({ name }) => name));
  }
  return names;
}

export async function recordMigration(
  db: Kysely<unknown>,
  name: string,
  { oldestVersion }: Migration,
  ranBy: string,
): Promise<void> {
  const at = new Date().toISOString();
  await (
    name <= LAST_IN_TABLE
      ? sql`insert into ${sql.table(TABLE)} (name, timestamp) values (${name}, ${at})`
      : sql`insert into ${sql.table(LATER_TABLE)} (name, timestamp, oldest_version) values (${name}, ${at}, ${oldestVersion ?? null})`
  ).execute(db);
  await sql`create table if not exists ${sql.table(VERSIONS_TABLE)} (name text primary key, version text not null)`.execute(
    db,
  );
  await sql`insert into ${sql.table(VERSIONS_TABLE)} (name, version) values (${name}, ${ranBy})
    on conflict (name) do update set version = excluded.version`.execute(db);
  if (name !== BASELINE) return;
  const replaced = [...REPLACED_BY_BASELINE];
  await sql`insert into ${sql.table(TABLE)} (name, timestamp) select unnest(${replaced}::text[]), ${at}
    on conflict do nothing`.execute(db);
}

/**
 * Creates the tables, and in a database made by the replaced migrations records the baseline. Their names stay, so that
 * 0.2.0 can start on it again.
 */
export async function createMigrationTables(db: Kysely<unknown>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`create table if not exists ${sql.table(TABLE)} (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
      tx,
    );
    await sql`create table if not exists ${sql.table(LATER_TABLE)} (name text primary key, timestamp text not null, oldest_version text)`.execute(
      tx,
    );
    const { rows } = await sql<{ name: string }>`select name from ${sql.table(TABLE)}`.execute(tx);
    const names = rows.map(({ name }) => name);
    const current = withBaseline(names);
    if (!current) {
      throw new StartError(
        'This database is from a version before 0.2.0. Start 0.2.0 on it once, then this one. See “Upgrading” in docs/operations.md.',
      );
    }
    const baseline = current.find((name) => !names.includes(name));
    if (baseline) {
      await sql`insert into ${sql.table(TABLE)} (name, timestamp) values (${baseline}, ${new Date().toISOString()})`.execute(
        tx,
      );
    }
  });
}
