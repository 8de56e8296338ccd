import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import type { Db, Tx } from './connection.ts';

// The module counts the statements of a process and names the first hundred. Earlier files of this process have used
// these names up, so this file loads the server anew.
vi.resetModules();
const { testServer } = await import('../../testing/server.ts');
const { unnamedStatement } = await import('./prepared-statements.ts');
const { transaction } = await import('./transaction.ts');

const { context } = await testServer();

const OFTEN = 20;

async function columnsOf(db: Db | Tx): Promise<string[]> {
  const { rows } = await sql<Record<string, number>>`select * from outdated where first > ${0}`.execute(db);
  return Object.keys(rows[0] ?? {});
}

test('prepares frequent statements and not rare ones', async () => {
  const stored = await context.db.connection().execute(async (db) => {
    const request = (times: number, limit: number) =>
      Array.from({ length: times }, () => db.selectFrom('locations').select('name').limit(limit).where('id', '=', 'x'));
    for (const query of request(OFTEN, 1)) await query.execute();
    await db.selectFrom('locations').select('address').where('id', '=', 'x').execute();
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
    return rows.map(({ statement }) => statement);
  });
  expect(stored).toContain('select "name" from "locations" where "id" = $1 limit $2');
  expect(stored).not.toContain('select "address" from "locations" where "id" = $1');
});

test('statements on the event log are never prepared, so that their plan fits its current size', async () => {
  const request = unnamedStatement<{ id: number }>('select id from events where id > $1');
  const stored = await context.db.connection().execute(async (db) => {
    for (let times = 0; times < OFTEN; times++) await request(db, [0]);
    return (await sql`select from pg_prepared_statements where statement like '%from events%'`.execute(db)).rows;
  });
  expect(stored).toEqual([]);
});

test('a prepared statement still works after its table gains a column, inside and outside transactions', async () => {
  await sql`create table outdated (first int)`.execute(context.db);
  await sql`insert into outdated values (1)`.execute(context.db);
  for (let times = 0; times < OFTEN; times++) await columnsOf(context.db);

  await sql`alter table outdated add column second int`.execute(context.db);
  expect(await columnsOf(context.db)).toEqual(['first', 'second']);
  for (let times = 0; times < OFTEN; times++) await transaction(context.db, columnsOf);

  await sql`alter table outdated add column third int`.execute(context.db);
  expect(await transaction(context.db, columnsOf)).toEqual(['first', 'second', 'third']);
});
