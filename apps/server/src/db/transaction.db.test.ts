import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testServer } from '../testing/server.ts';
import type { Tx } from './connection.ts';
import { onCommit, transaction } from './transaction.ts';

const { db } = (await testServer({ demo: false })).context;

const lose = (tx: Tx) => sql`do $$ begin raise exception 'lost' using errcode = '40001'; end $$`.execute(tx);

test('a transaction that always loses is tried 25 times, then given up [C-LIMIT-02]', async () => {
  let tries = 0;
  const losing = transaction(db, async (tx) => {
    tries++;
    await lose(tx);
  });
  await expect(losing).rejects.toMatchObject({ code: '40001' });
  expect(tries).toBe(25);
});

test('what loses twice and then wins is done once, and its effect follows once', async () => {
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

test('whatever else goes wrong is not tried again', async () => {
  let tries = 0;
  const failing = transaction(db, async () => {
    tries++;
    throw new Error('a bug');
  });
  await expect(failing).rejects.toThrow('a bug');
  expect(tries).toBe(1);
});
