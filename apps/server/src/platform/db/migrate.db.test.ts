import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { replacedMigrations } from '../../testing/replaced-migrations.ts';
import { openDatabase, type Database } from './connection.ts';
import { migrate, migrationState } from './migrate.ts';
import { createIndexConcurrently } from './concurrent-index.ts';
import { readAppliedMigrations } from './migration-table.ts';
import type { Migration } from './migration.ts';
import { migrations } from './migrations/index.ts';

const admin = openDatabase({ ...inject('postgres'), database: 'postgres', max: 1 }, () => undefined);
const closers: Array<() => Promise<void>> = [() => admin.close()];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

async function emptyDatabase(): Promise<Database> {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await admin.pool.query(`create database ${name}`);
  const database = openDatabase({ ...inject('postgres'), database: name, max: 4 }, () => undefined);
  closers.push(async () => {
    await database.close();
    await admin.pool.query(`drop database ${name} with (force)`);
  });
  return database;
}

/** Creates a database that records these migrations, like one made before the baseline. */
async function databaseWith(names: readonly string[]): Promise<Database> {
  const database = await emptyDatabase();
  await migrate(database.untyped, { names: ['0078-baseline'] });
  await sql`delete from schema_migrations`.execute(database.db);
  await sql`insert into schema_migrations (name, timestamp)
    select name, '2026-11-20T10:00:' || lpad(position::text, 2, '0') || '.000Z' from unnest(${names}::text[]) with ordinality as t (name, position)`.execute(
    database.db,
  );
  return database;
}

async function recorded(database: Database): Promise<unknown[]> {
  return (await readAppliedMigrations(database.untyped)).map(({ name }) => name);
}

test('migrations are numbered without gaps', () => {
  const numbers = Object.keys(migrations).map((name) => Number(name.slice(0, 4)));
  expect(numbers).toEqual(numbers.map((_, index) => index + 78));
});

test('two servers that start at once on an empty database create the schema once', async () => {
  const database = await emptyDatabase();
  const applied = await Promise.all([migrate(database.untyped), migrate(database.untyped)]);
  expect(applied.flat()).toEqual(Object.keys(migrations));
});

test('a database with all replaced migrations keeps its data and records the baseline, whichever copy starts first', async () => {
  const database = await databaseWith(replacedMigrations);
  await database.pool.query(`insert into users (id, email, name) values ('u1', 'a@b.test', 'Ann')`);
  await Promise.all([migrate(database.untyped), migrate(database.untyped)]);
  expect(await recorded(database)).toEqual(Object.keys(migrations));
  expect(await migrationState(database.untyped)).toEqual({ applied: Object.keys(migrations).length, pending: 0 });
  expect((await database.pool.query('select name from users')).rows).toEqual([{ name: 'Ann' }]);
});

test('a migration that loses a deadlock against a running copy is retried', async () => {
  const database = await emptyDatabase();
  // A sequence does not go back when its transaction is rolled back.
  await database.pool.query(`
    create sequence tries;
    create function lose() returns event_trigger language plpgsql as $$
    begin
      if nextval('tries') = 3 then raise 'lost' using errcode = 'deadlock_detected'; end if;
    end $$;
    create event trigger loses on ddl_command_start execute function lose();
  `);
  expect(await migrate(database.untyped)).toEqual(Object.keys(migrations));
  expect((await database.pool.query("select nextval('tries') > 6 as again")).rows).toEqual([{ again: true }]);
});

test('a database with only some of the replaced migrations is refused with instructions and left unchanged', async () => {
  const some = replacedMigrations.slice(0, -1);
  const database = await databaseWith(some);
  await expect(migrate(database.untyped)).rejects.toThrow(
    'This database is from a version before 0.2.0. Start 0.2.0 on it once, then this one.',
  );
  const { rows } = await database.pool.query<{ name: string }>('select name from schema_migrations order by name');
  expect(rows.map(({ name }) => name)).toEqual(some);
});

/** A later version with one more migration. */
const withLater = (migration: Partial<Migration>): Record<string, Migration> => ({
  ...migrations,
  '9000-later': {
    up: async (db) => void (await sql`alter table orders add column later text`.execute(db)),
    ...migration,
  },
});

test('an older copy starts on the schema of a newer version, and leaves it as it is', async () => {
  const database = await emptyDatabase();
  await migrate(database.untyped);
  expect(await migrate(database.untyped, { from: withLater({}) })).toEqual(['9000-later']);
  expect(await migrate(database.untyped)).toEqual([]);
  expect(await migrationState(database.untyped)).toMatchObject({ pending: 0 });
  expect(await migrate(database.untyped, { from: withLater({}) })).toEqual([]);
});

test('versions before 0.2.0 do not see later migrations, which they would refuse', async () => {
  const database = await emptyDatabase();
  await migrate(database.untyped, { from: withLater({}) });
  const { rows } = await database.pool.query<{ name: string }>('select name from schema_migrations');
  expect(rows.map(({ name }) => name)).toContain('0078-baseline');
  expect(rows.map(({ name }) => name)).not.toContain('9000-later');
});

test('a copy that is too old for what a newer version removed stops with one line, and one that is not works', async () => {
  const database = await emptyDatabase();
  await migrate(database.untyped, { from: withLater({ oldestVersion: '0.4.0' }), version: '0.5.0' });
  const start = (version: string) => migrate(database.untyped, { version });
  await expect(start('0.3.9')).rejects.toThrow(
    /^The database was upgraded by a newer version and needs Tiffin 0\.4\.0 or newer\. This is 0\.3\.9\. [^\n]+$/,
  );
  expect(await start('0.4.0')).toEqual([]);
});

test('a version that does not know who set a database up stops with one line that names that version', async () => {
  const database = await emptyDatabase();
  // A later version replaced all migrations by one, as 0078-baseline did.
  const baseline: Migration = { up: async (db) => void (await sql`create table locations (id text)`.execute(db)) };
  await migrate(database.untyped, { from: { '8999-baseline': baseline }, version: '0.9.0' });
  await expect(migrate(database.untyped)).rejects.toThrow(
    /^The database was set up by Tiffin 0\.9\.0[^\n]*, and this is \d[^\n]*8999-baseline[^\n]+$/,
  );
  const { rows } = await database.pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'schema_%'`,
  );
  expect(rows).toEqual([{ name: 'locations' }]);
});

test('each migration is reported once, when it runs', async () => {
  const database = await emptyDatabase();
  const lines: string[] = [];
  const info = (words: string) => void lines.push(words.replace(/ in \d+ ms$/, ''));
  await migrate(database.untyped, { info });
  expect(lines).toEqual(Object.keys(migrations).map((name) => `the migration ${name} ran`));
  await migrate(database.untyped, { info });
  expect(lines).toHaveLength(Object.keys(migrations).length);
});

test('a new database names the replaced migrations, too, so that 0.2.0 does not run them again', async () => {
  const database = await emptyDatabase();
  await migrate(database.untyped);
  const { rows } = await database.pool.query<{ name: string }>('select name from schema_migrations order by name');
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['0078-baseline', ...replacedMigrations]));
  expect(rows).toHaveLength(23);
});

/** Opens a transaction that reads orders and keeps its lock, like a backup. */
async function longTransaction(database: Database): Promise<pg.Client> {
  const reader = new pg.Client({ ...database.connection, application_name: 'slow report' });
  await reader.connect();
  await reader.query('begin');
  await reader.query('select count(*) from orders');
  return reader;
}

test('a migration that waits for a long transaction does not hold up orders, and runs when that ends', async () => {
  const database = await emptyDatabase();
  await migrate(database.untyped);
  const reader = await longTransaction(database);
  const warnings: string[] = [];
  const attempts = Promise.withResolvers<void>();
  const up: Migration['up'] = async (db) => {
    attempts.resolve();
    await sql`alter table orders add column later text`.execute(db);
  };
  const migrating = migrate(database.untyped, { from: withLater({ up }), warn: (words) => warnings.push(words) });
  await attempts.promise;
  // While the migration waits in the queue for its lock, these queries wait behind it; its timeout lets them through.
  for (let n = 0; n < 10; n++) await database.pool.query('select count(*) from orders');
  await expect
    .poll(() => warnings)
    .toEqual([expect.stringMatching(/^the migration 9000-later waits for a lock\. .*\(slow report\)/)]);
  await reader.query('commit');
  await reader.end();
  expect(await migrating).toEqual(['9000-later']);
});

test('a migration that never gets its lock stops the start with the program that holds it', async () => {
  const database = await emptyDatabase();
  await migrate(database.untyped);
  const reader = await longTransaction(database);
  await expect(migrate(database.untyped, { from: withLater({}), maxWaitMs: 0 })).rejects.toThrow(
    /^The migration 9000-later cannot lock a table that another program uses\. .*\(slow report\)/,
  );
  await reader.end();
  expect(await migrate(database.untyped, { from: withLater({}) })).toEqual(['9000-later']);
});

test('an index is built while a transaction writes orders, and again after an interrupted build', async () => {
  const database = await emptyDatabase();
  await migrate(database.untyped);
  // A build that fails leaves an invalid index.
  await database.pool.query(
    "insert into users (id, email, name) values ('u1', 'a@b.test', 'Ann'), ('u2', 'c@d.test', 'Ann')",
  );
  await expect(database.pool.query('create unique index concurrently later on users (name)')).rejects.toThrow(
    /could not create unique index/,
  );
  await database.pool.query("update users set name = 'Bea' where id = 'u2'");
  const index = { name: 'later', on: 'users (name)', unique: true };
  const from = withLater({ runsOutsideTransaction: true, up: (db) => createIndexConcurrently(db, index) });
  const writer = new pg.Client(database.connection);
  await writer.connect();
  await writer.query("begin; update users set email = 'e@f.test' where id = 'u1'");
  const migrating = migrate(database.untyped, { from });
  await pause(200); // Lets the build begin; it waits for the writer.
  await writer.query("update users set email = 'g@h.test' where id = 'u2'; commit");
  await writer.end();
  expect(await migrating).toEqual(['9000-later']);
  const { rows } = await database.pool.query(
    "select indisvalid as valid from pg_index where indexrelid = 'later'::regclass",
  );
  expect(rows).toEqual([{ valid: true }]);
});
