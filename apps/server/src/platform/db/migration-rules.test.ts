import { readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { findMigrationProblems, HOT_TABLES } from '../../testing/migration-rules.ts';
import { createIndexConcurrently } from './concurrent-index.ts';
import type { Migration } from './migration.ts';
import { migrations } from './migrations/index.ts';

/** The last migration of the last release. A release raises it (CONTRIBUTING.md). */
const LAST_RELEASED = '0078-baseline';

const migrationOf = (text: string, more: Partial<Migration> = {}): Migration => ({
  up: async (db) => void (await sql.raw(text).execute(db)),
  ...more,
});

const unreleased = Object.entries(migrations).filter(([name]) => name > LAST_RELEASED);

test('every migration since the last release runs beside copies of that release without blocking them', async () => {
  expect(migrations).toHaveProperty(LAST_RELEASED);
  for (const [name, migration] of unreleased) {
    expect({ name, problems: await findMigrationProblems(migration) }).toEqual({ name, problems: [] });
  }
});

test('every hot table exists', () => {
  const schema = readFileSync(path.join(import.meta.dirname, 'generated-schema.ts'), 'utf8');
  const [, all = ''] = /export interface DB \{([\s\S]*?)\n\}/.exec(schema) ?? [];
  const tables = new Set([...all.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name));
  expect([...HOT_TABLES].filter((name) => !tables.has(name))).toEqual([]);
});

test.each([
  ['create index orders_x on orders (status)', /blocks its writers/],
  ['CREATE UNIQUE INDEX IF NOT EXISTS x ON public.payments (id)', /blocks its writers/],
  ['create index concurrently orders_x on orders (status)', /runsOutsideTransaction/],
  ['alter table orders alter column tip_cents type bigint', /rewrites/],
  ['alter table orders add column a text, alter tip_cents set data type bigint', /rewrites/],
  ['alter table orders alter column accepted_by set not null', /whole table/],
  ['alter table orders add constraint x check (tip_cents > 0)', /not valid/],
  ['alter table only orders add foreign key (a) references stations (id)', /not valid/],
  ['alter table orders add constraint x unique (a)', /builds an index/],
  ["alter table orders add column a text check (a <> '')", /apart, not valid/],
  ['alter table order_items add column a text references stations', /apart, not valid/],
  ['alter table orders add column a uuid default gen_random_uuid()', /rewrites/],
  ['alter table orders add column a int generated always as (tip_cents * 2) stored', /rewrites/],
  ['alter table events add column a bigserial', /rewrites/],
  ['alter table stations add column a text not null', /inserts rows without it/],
  ['alter table stations drop column kind', /oldestVersion/],
  ['alter table orders rename column accepted_by to accepted_name', /oldestVersion/],
  ['alter table stations rename to screens', /oldestVersion/],
  ['drop table stations', /oldestVersion/],
  ["update orders set accepted_by = 'x; y' -- all", /in batches/],
  ['with old as (select 1) delete from only messages where true', /in batches/],
  ['lock table orders in exclusive mode', /locks the table/],
  ['do $$ begin alter table orders drop column a; end $$', /cannot be checked/],
  [
    'alter table orders add constraint x check (a > 0) not valid; alter table orders validate constraint x',
    /migration of its own/,
  ],
])('refuses %s', async (text, problem) => {
  expect((await findMigrationProblems(migrationOf(text))).join('\n')).toMatch(problem);
});

test.each([
  'create table hints (id text primary key, order_id text not null references orders); create index hints_x on hints (order_id)',
  'alter table orders add column a text, add column b int default 0, add column c timestamptz not null default now()',
  "alter table orders add column note text default 'update orders; drop table orders'",
  'alter table orders drop constraint orders_status_check, add constraint orders_status_check check (status in (1, 2)) not valid',
  'alter table orders validate constraint orders_status_check',
  "update settings set value = '{}' where key = 'x'",
  'create index stations_x on stations (name)',
  'drop index orders_open',
])('accepts %s', async (text) => {
  expect(await findMigrationProblems(migrationOf(text))).toEqual([]);
});

test('accepts an index built concurrently, rows changed in batches, and a removal that names the oldest version', async () => {
  const up: Migration['up'] = async (db) => {
    await createIndexConcurrently(db, { name: 'orders_x', on: 'orders (status)' });
    await sql`update orders set note = null where id in (select id from orders limit 1000)`.execute(db);
  };
  expect(await findMigrationProblems({ up, runsOutsideTransaction: true })).toEqual([]);
  const removal = migrationOf('alter table stations drop column kind', { oldestVersion: '0.3.0' });
  expect(await findMigrationProblems(removal)).toEqual([]);
});
