import { sql } from 'kysely';
import type { Logger } from 'pino';
import { expect, test, vi } from 'vitest';
import { createContext, createLog } from '../../create-context.ts';
import { testServer } from '../../testing/server.ts';
import { isDatabaseUnavailable, openDatabase, type Tx } from './connection.ts';
import { onCommit, transaction } from './transaction.ts';

const { context } = await testServer({ demo: false });
const { db } = context;

const lose = (tx: Tx) => sql`do $$ begin raise exception 'lost' using errcode = '40001'; end $$`.execute(tx);

test('a transaction that always deadlocks is given up after 25 attempts [C-LIMIT-02]', async () => {
  let tries = 0;
  const losing = transaction(db, async (tx) => {
    tries++;
    await lose(tx);
  });
  await expect(losing).rejects.toMatchObject({ code: '40001' });
  expect(tries).toBe(25);
});

test('a transaction that succeeds at the third attempt takes effect once and runs its effects once', async () => {
  let tries = 0;
  const effects: number[] = [];
  const answer = await transaction(db, async (tx) => {
    const now = ++tries;
    onCommit(tx, () => {
      effects.push(now);
    });
    if (now < 3) await lose(tx);
    return now;
  });
  expect([answer, effects]).toEqual([3, [3]]);
});

test('other errors are not retried', async () => {
  let tries = 0;
  const failing = transaction(db, async () => {
    tries++;
    throw new Error('a bug');
  });
  await expect(failing).rejects.toThrow('a bug');
  expect(tries).toBe(1);
});

const READ_WITHIN = 'a transaction took a second connection: read what it needs before it, or pass `tx` on';

test('in tests, a read over a second connection during a transaction is refused', async () => {
  const read = () => sql`select 1`.execute(db);
  await expect(transaction(db, read)).rejects.toThrow(READ_WITHIN);
  await expect(transaction(db, async () => await transaction(db, read))).rejects.toThrow(READ_WITHIN);
  await expect(transaction(db, () => context.menus.fresh('truro'))).rejects.toThrow(READ_WITHIN);
  await expect(transaction(db, () => Promise.all([read(), read()]))).rejects.toThrow(READ_WITHIN);
});

test('work started by a transaction may read after it has ended, and so may its effects', async () => {
  let ended = () => {};
  const end = new Promise<void>((resolve) => (ended = resolve));
  let later: Promise<unknown> | undefined;
  await transaction(db, async (tx) => {
    later = end.then(() => sql`select 1`.execute(db));
    onCommit(tx, async () => void (await sql`select 1`.execute(db)));
    return sql`select 1`.execute(tx);
  });
  ended();
  await expect(later).resolves.toBeDefined();
});

test('outside tests a read outside the transaction is allowed, and logged once with its place in the code', async () => {
  const warn = vi.fn<(about: { err: Error }, words: string) => void>();
  const log = { ...createLog({ LOG_LEVEL: 'silent' }), warn } as unknown as Logger;
  const config = { ...context.config, NODE_ENV: 'development' as const };
  const { database } = await createContext(config, context.database.connection, { log });
  for (const _ of [1, 2]) await transaction(database.db, () => sql`select 1`.execute(database.db));
  await database.close();
  expect(warn.mock.calls).toEqual([
    [{ err: expect.objectContaining({ message: READ_WITHIN }) }, 'a transaction takes a second connection'],
  ]);
});

test('a request that outlives the stop of its server finds the database unavailable', async () => {
  const database = openDatabase(context.database.connection, () => undefined);
  await database.close();
  const failed = await database.db
    .selectFrom('settings')
    .select('key')
    .execute()
    .catch((error: unknown) => error);
  expect(isDatabaseUnavailable(failed)).toBe(true);
});

test('transactions wait for each other when all connections are used, and single statements do not wait for them', async () => {
  const { db: small } = (await testServer({ demo: false, env: { DATABASE_POOL: '3' } })).context;
  const ends: Array<() => void> = [];
  let open = 0;
  const stays = () =>
    transaction(small, async (tx) => {
      await sql`select 1`.execute(tx);
      open++;
      await new Promise<void>((end) => ends.push(end));
    });
  const crowd = Array.from({ length: 8 }, stays);
  await expect.poll(() => open).toBe(2);
  expect((await sql<{ one: number }>`select 1 as one`.execute(small)).rows).toEqual([{ one: 1 }]);
  expect(open).toBe(2);
  for (const _ of crowd) {
    await expect.poll(() => ends.length).toBeGreaterThan(0);
    ends.shift()?.();
  }
  await Promise.all(crowd);
});
