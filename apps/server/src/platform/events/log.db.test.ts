import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transaction } from '../db/transaction.ts';
import { SITE_KEY, testServer } from '../../testing/server.ts';
import type { LoggedEvent } from './log.ts';

const server = await testServer();
const { context } = server;

function happen(name: string) {
  return transaction(context.db, (tx) =>
    context.events.append(tx, { type: 'menu.changed', locationId: 'truro', at: context.clock.now(), data: { name } }),
  );
}

/** Collects the names of events until `count` have arrived. */
function hear(count: number): Promise<string[]> {
  return new Promise((resolve) => {
    const names: string[] = [];
    const stop = context.events.listen((events) => {
      names.push(...events.map(nameOf));
      if (names.length >= count) {
        stop();
        resolve(names);
      }
    });
  });
}

function nameOf(event: LoggedEvent): string {
  return String(event.data['name']);
}

test('delivers committed events and never rolled-back ones', async () => {
  const received = hear(2);
  await happen('first');
  await transaction(context.db, async (tx) => {
    await context.events.append(tx, {
      type: 'menu.changed',
      locationId: 'truro',
      at: new Date(),
      data: { name: 'undone' },
    });
    throw new Error('changed my mind');
  }).catch(() => undefined);
  await happen('second');
  expect(await received).toEqual(['first', 'second']);
});

test('publishes its own events from memory and fetches those of other processes', async () => {
  const received = hear(2);
  await transaction(context.db, async (tx) => {
    await context.events.append(tx, { type: 'menu.changed', locationId: null, at: new Date(), data: { name: 'ours' } });
    await sql`update events set data = '{"name":"fetched"}' where data ->> 'name' = 'ours'`.execute(tx);
    await sql`insert into events (type, data) values ('menu.changed', '{"name":"theirs"}')`.execute(tx);
  });
  expect(await received).toEqual(['ours', 'theirs']);
});

test('delivers events of late-committing transactions exactly once', async () => {
  const received = hear(3);
  const slow = await context.database.pool.connect();
  await slow.query('begin');
  await slow.query(`insert into events (type, location_id, data) values ('menu.changed', 'truro', '{"name":"slow"}')`);
  await happen('quick one');
  await happen('quick two');
  await slow.query('commit');
  slow.release();
  const names = await received;
  expect(names.toSorted()).toEqual(['quick one', 'quick two', 'slow']);
});

test('an unrelated long transaction delays events only until it ends', async () => {
  const received = hear(1);
  const other = await context.database.pool.connect();
  await other.query('begin');
  await other.query('select pg_current_xact_id()');
  await happen('waits for the other');
  await other.query('commit');
  other.release();
  expect(await received).toEqual(['waits for the other']);
});

test('reading from a cursor returns each event once, in order, up to the requested end', async () => {
  const from = context.events.cursor;
  const received = hear(40);
  await Promise.all(Array.from({ length: 40 }, (_, i) => happen(`n${i}`)));
  const live = await received;
  const until = context.events.cursor;
  await happen('after the end');
  const caught: string[] = [];
  for await (const page of context.events.since(from, until)) caught.push(...page.map(nameOf));
  expect(caught).toEqual(live);
});

test('a cursor older than the retained events is reported', async () => {
  const now = context.events.cursor;
  expect(await context.events.canContinueFrom(now)).toBe(true);
  await sql`delete from events`.execute(context.db);
  await happen('new beginning');
  expect(await context.events.canContinueFrom('1-1')).toBe(false);
  expect(await context.events.canContinueFrom('nonsense')).toBe(false);
});

test('refuses a nested transaction', async () => {
  await expect(
    transaction(context.db, (tx) => transaction(tx as unknown as typeof context.db, () => Promise.resolve(1))),
  ).rejects.toThrow(/pass `tx` on/);
});

/** Whether an event announces a dish under this name. */
function announcesDish(event: LoggedEvent, name: string): boolean {
  return JSON.stringify(event.data['items'] ?? []).includes(`"${name}"`);
}

test('a reader that reloads a menu on its event gets the current menu', async () => {
  const manager = await server.signIn('manager.truro@demo.test');
  const nameNow = async () => {
    const { items } = (await server.call('getLocationMenu', { query: { locationId: 'truro' } }, SITE_KEY)).body;
    return items.find(({ id }) => id === 'mango-lassi')?.name;
  };
  for (const name of Array.from({ length: 5 }, (_, n) => `Mango Lassi ${n}`)) {
    // Events of the tests above may still arrive, so the reader waits for the event of this change.
    const nameOnEvent = new Promise<string | undefined>((resolve) => {
      const stop = context.events.listen((events) => {
        if (!events.some((event) => announcesDish(event, name))) return;
        stop();
        resolve(nameNow());
      });
    });
    // Other readers renew the lease until the change, so the old menu stays cached as long as it can.
    const reads = new AbortController();
    const others = (async () => {
      while (!reads.signal.aborted) await nameNow();
    })();
    const body = { locationId: 'truro', itemId: 'mango-lassi', updates: { name } };
    expect((await server.call('updateMenuItem', { body }, manager)).status).toBe(200);
    expect(await nameOnEvent).toBe(name);
    reads.abort();
    await others;
  }
});
