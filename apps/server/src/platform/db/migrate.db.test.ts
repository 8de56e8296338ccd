import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, inject, test } from 'vitest';
import { migrationsOf010 } from '../../testing/migrations-of-010.ts';
import { openDatabase, type Database } from './connection.ts';
import { migrate, migrationState } from './migrate.ts';
import { migrations } from './migrations/index.ts';

const admin = openDatabase({ ...inject('postgres'), database: 'postgres', max: 1 }, () => undefined);
const closers: Array<() => Promise<void>> = [() => admin.close()];
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

/** A database with the schema of version 0.1.0, made by the migrations of these names. */
async function madeBy(names: readonly string[]): Promise<Database> {
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  await admin.pool.query(`create database ${name}`);
  const database = openDatabase({ ...inject('postgres'), database: name, max: 4 }, () => undefined);
  closers.push(async () => {
    await database.close();
    await admin.pool.query(`drop database ${name} with (force)`);
  });
  await migrate(database.untyped, ['0001-first']);
  await sql`delete from schema_migrations`.execute(database.db);
  await sql`insert into schema_migrations (name, timestamp)
    select name, '2026-11-20T10:00:' || lpad(position::text, 2, '0') || '.000Z' from unnest(${names}::text[]) with ordinality as t (name, position)`.execute(
    database.db,
  );
  return database;
}

async function ran(database: Database): Promise<unknown[]> {
  return (await sql<{ name: string }>`select name from schema_migrations order by name`.execute(database.db)).rows.map(
    (row) => row.name,
  );
}

test('migrations are numbered without gaps', () => {
  const numbers = Object.keys(migrations).map((name) => Number(name.slice(0, 4)));
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

test('a database of version 0.1.0 goes on as it is, whoever starts first; its old engine for jobs goes', async () => {
  const database = await madeBy(migrationsOf010);
  await database.pool.query('create schema jobs create table job (id int)');
  await database.pool.query(`insert into users (id, email, name) values ('u1', 'a@b.test', 'Ann')`);
  await Promise.all([migrate(database.untyped), migrate(database.untyped)]);
  expect(await ran(database)).toEqual(Object.keys(migrations));
  expect(await migrationState(database.untyped)).toEqual({ applied: Object.keys(migrations).length, pending: 0 });
  expect((await database.pool.query('select name from users')).rows).toEqual([{ name: 'Ann' }]);
  expect((await database.pool.query("select to_regnamespace('jobs') as jobs")).rows).toEqual([{ jobs: null }]);
});

test('after an upgrade the database knows its rows again, those of new columns too', async () => {
  const database = await madeBy(migrationsOf010);
  await database.pool.query(`insert into users (id, email, name) values ('u1', 'a@b.test', 'Ann')`);
  await migrate(database.untyped);
  const { rows } = await database.pool.query(
    "select count(*) > 0 as known from pg_stats where tablename = 'users' and attname = 'email'",
  );
  expect(rows).toEqual([{ known: true }]);
});

test('a copy from before that is at work and gets in the way does not end the upgrade', async () => {
  const database = await madeBy(migrationsOf010);
  // The sequence counts on when the transaction is rolled back.
  await database.pool.query(`
    create sequence tries;
    create function lose() returns event_trigger language plpgsql as $$
    begin
      if nextval('tries') = 3 then raise 'lost' using errcode = 'deadlock_detected'; end if;
    end $$;
    create event trigger loses on ddl_command_start execute function lose();
  `);
  expect(await migrate(database.untyped)).toEqual(Object.keys(migrations).slice(1));
  expect((await database.pool.query("select nextval('tries') > 6 as again")).rows).toEqual([{ again: true }]);
});

test('a database from before 0.1.0 is refused in a sentence, and left as it is', async () => {
  const half = migrationsOf010.slice(0, 6);
  const database = await madeBy(half);
  await expect(migrate(database.untyped)).rejects.toThrow(
    'This database is from a version before 0.1.0. Start version 0.1.0 on it once, then this one.',
  );
  expect(await ran(database)).toEqual(half);
});
