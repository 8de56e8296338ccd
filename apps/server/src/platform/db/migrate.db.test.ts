import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, inject, test } from 'vitest';
import { replacedMigrations } from '../../testing/replaced-migrations.ts';
import { openDatabase, type Database } from './connection.ts';
import { migrate, migrationState } from './migrate.ts';
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
  await migrate(database.untyped, ['0057-baseline']);
  await sql`delete from schema_migrations`.execute(database.db);
  await sql`insert into schema_migrations (name, timestamp)
    select name, '2026-11-20T10:00:' || lpad(position::text, 2, '0') || '.000Z' from unnest(${names}::text[]) with ordinality as t (name, position)`.execute(
    database.db,
  );
  return database;
}

async function recorded(database: Database): Promise<unknown[]> {
  return (await sql<{ name: string }>`select name from schema_migrations order by name`.execute(database.db)).rows.map(
    (row) => row.name,
  );
}

test('migrations are numbered without gaps', () => {
  const numbers = Object.keys(migrations).map((name) => Number(name.slice(0, 4)));
  expect(numbers).toEqual(numbers.map((_, index) => index + 57));
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
    'This database is from an earlier version. Start the version of 25 November 2026 on it once, then this one.',
  );
  expect(await recorded(database)).toEqual(some);
});
