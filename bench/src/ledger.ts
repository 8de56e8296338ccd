import { randomUUID } from 'node:crypto';
import { openDatabase, type Database } from '@tiffin/server/platform/db/connection';
import { startPostgres } from '@tiffin/server/testing/postgres';
import { startServer } from '@tiffin/server/testing/server-process';
import { z } from 'zod';
import type { Benchmark, Report } from './benchmark.ts';
import { placeCardOrder } from './card-orders.ts';
import { signedInOrder, staffCookie } from './order-request.ts';
import { orderReactions, waitForMessages, waitForReactions } from './wait-for-reactions.ts';
import { writeYear } from './year-of-history.ts';

const COUNTED = 100;
/** Before the counting, so that the pages that every order changes were logged in full since the last checkpoint. */
const WARM_UP = 60;
/** A Friday evening in Halifax: the kitchens are open. */
const ENV = { CLOCK_AT: '2026-11-20T22:15:00Z' };
const opened = z.object({ billId: z.string() });

export const ledger: Benchmark = {
  name: 'ledger',
  about: `what PostgreSQL does for an order, counted over ${COUNTED} of one client with their reactions, in a restaurant with a year of history`,
  async run(report, request) {
    report.step('a year of orders');
    await using postgres = await startPostgres();
    await postgres.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`);
    await postgres.query('alter system set pg_stat_statements.track_planning = on');
    await postgres.query('alter system set autovacuum = off');
    // Libraries are loaded at a start.
    await postgres.restart();
    const database = openDatabase(postgres.connection, () => undefined);
    try {
      await writeYear(postgres, ENV, request.short ? 500 : undefined);
      await using server = await startServer({
        env: { RATE_LIMITS: '0', DATABASE_URL: postgres.url(), ...ENV },
        apiOnly: true,
      });
      await postgres.query('create extension pg_stat_statements');
      await postgres.query('create extension pg_walinspect');
      await postgres.query('vacuum analyze');
      const order = await signedInOrder(server.url);
      const cookie = await staffCookie(server.url);
      const post = async (call: string, body: object, as: Readonly<Record<string, string>>) => {
        const answer = await fetch(`${server.url}/api/${call}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...as },
          body: JSON.stringify(body),
        });
        if (!answer.ok) throw new Error(`${call}: ${answer.status} ${await answer.text()}`);
        return answer.json();
      };
      const tab = opened.parse(await post('openTab', { locationId: 'truro', label: 'Ledger' }, { cookie }));
      const items = order.dishes.map((id) => ({ id, quantity: 1 }));
      const kinds: Readonly<Record<string, () => Promise<unknown>>> = {
        // A browser names its cart.
        'cash order': () =>
          post('createCustomerOrderCash', { ...JSON.parse(order.body), cartId: randomUUID() }, order.headers),
        'round of a tab': () => post('addRound', { ...tab, locationId: 'truro', items }, { cookie }),
        'card order': () => placeCardOrder(server.url, order, randomUUID()),
      };
      for (const [what, place] of Object.entries(kinds)) {
        report.step(`${what}s`);
        await count(report, database, what, request.short ? 5 : COUNTED, place);
      }
    } finally {
      await database.close();
    }
  },
};

/** Counts what the database did for so many orders, each with its reactions and messages. */
async function count(
  report: Report,
  database: Database,
  what: string,
  many: number,
  place: () => Promise<unknown>,
): Promise<void> {
  const settle = async () => {
    await waitForReactions(database.db, orderReactions);
    await waitForMessages(database.db);
    // A connection reports what it wrote when it has been idle for a second.
    await database.pool.query('select pg_sleep(1.5), pg_stat_force_next_flush()');
  };
  await database.pool.query('checkpoint');
  for (let at = 0; at < Math.min(WARM_UP, many); at++) await place();
  await settle();
  await database.pool.query('select pg_stat_statements_reset()');
  // The message is a first record: an empty log cannot be read.
  const { rows } = await database.pool.query<{ start: string }>(
    `select pg_current_wal_flush_lsn() as start, pg_logical_emit_message(true, 'start', '')`,
  );
  const start = rows[0]?.start ?? '';
  const before = await readCounts(database, start);
  for (let at = 0; at < many; at++) await place();
  await settle();
  const after = await readCounts(database, start);
  for (const name of Object.keys(after) as (keyof typeof after)[]) {
    const { unit, value } = after[name];
    report.figure(`${what}: ${name}`, (value - before[name].value) / many, unit);
  }
}

/** The records of the write-ahead log are read from it since `start`: its counters lag behind. */
async function readCounts({ pool }: Database, start: string) {
  const { rows } = await pool.query<{
    bytes: number;
    pages: number;
    records: number;
    statements: number;
    transactions: number;
    planning: number;
    execution: number;
    inserts: number;
    updates: number;
    hot: number;
    entries: number;
  }>(
    `select w.bytes, w.pages, w.records, s.statements, s.transactions, s.planning, s.execution, t.inserts, t.updates, t.hot, t.entries
     from (
       select sum(calls) filter (where query !~* '^(begin|commit|set|savepoint|release)')::float8 as statements,
         coalesce(sum(calls) filter (where query ~* '^commit'), 0)::float8 as transactions,
         sum(total_plan_time)::float8 as planning, sum(total_exec_time)::float8 as execution
       from pg_stat_statements where query !~ 'pg_stat|pg_sleep|pg_logical'
     ) s, (
       select coalesce(sum(record_size), 0)::float8 as bytes, coalesce(sum(fpi_size), 0)::float8 as pages,
         coalesce(sum(count), 0)::float8 as records
       from pg_get_wal_stats($1, pg_current_wal_flush_lsn())
     ) w, (
       select sum(n_tup_ins)::float8 as inserts, sum(n_tup_upd)::float8 as updates, sum(n_tup_hot_upd)::float8 as hot,
         sum((n_tup_ins + n_tup_upd - n_tup_hot_upd) * indexes)::float8 as entries
       from pg_stat_user_tables join lateral (
         select count(*) as indexes from pg_index where indrelid = relid and indpred is null
       ) on true
     ) t`,
    [start],
  );
  const [row] = rows;
  if (!row) throw new Error('no counts');
  return {
    'write-ahead log': { value: (row.bytes + row.pages) / 1000, unit: 'kB' },
    'of it without whole pages': { value: row.bytes / 1000, unit: 'kB' },
    'records of the log': { value: row.records, unit: '' },
    statements: { value: row.statements, unit: '' },
    transactions: { value: row.transactions, unit: '' },
    'rows written': { value: row.inserts, unit: '' },
    'rows changed': { value: row.updates, unit: '' },
    'of these within their page': { value: row.hot, unit: '' },
    'entries in whole indexes': { value: row.entries, unit: '' },
    'planning time': { value: row.planning, unit: 'ms' },
    'execution time': { value: row.execution, unit: 'ms' },
  };
}
