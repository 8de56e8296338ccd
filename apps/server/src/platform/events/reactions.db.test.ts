import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { transaction } from '../db/transaction.ts';
import { testServer } from '../../testing/server.ts';
import { restAfter, settleReactions, startReactions, type Reaction } from './reactions.ts';

const server = await testServer({ demo: false });
const { context } = server;

function happen(name: string) {
  return transaction(context.db, (tx) =>
    context.events.append(tx, { type: 'order.created', locationId: 'truro', at: context.clock.now(), data: { name } }),
  );
}

/** A reaction that records its events in its own transaction and fails once at `failOnceAt`. */
function recorder(name: string, failOnceAt?: string): Reaction {
  let failed = false;
  return {
    name,
    types: ['order.created'],
    async react(_context, tx, events) {
      for (const event of events) {
        if (event.data['name'] === failOnceAt && !failed) {
          failed = true;
          throw new Error('killed in between');
        }
        await tx
          .insertInto('settings')
          .values({ key: `${name}:${String(event.data['name'])}`, value: '{}' })
          .execute();
      }
    },
  };
}

async function handledEvents(name: string): Promise<string[]> {
  const rows = await context.db.selectFrom('settings').select('key').where('key', 'like', `${name}:%`).execute();
  return rows.map((row) => row.key.slice(name.length + 1)).toSorted();
}

test('each event is handled exactly once, also when a batch fails halfway', async () => {
  await happen('a');
  await happen('b');
  await happen('c');
  const once = [recorder('once', 'b')];
  await expect(settleReactions(context, once)).rejects.toThrow('killed in between');
  expect(await handledEvents('once')).toEqual([]);
  await settleReactions(context, once);
  await settleReactions(context, once);
  expect(await handledEvents('once')).toEqual(['a', 'b', 'c']);
});

test('servers that run reactions at the same time share the work', async () => {
  for (let i = 0; i < 20; i++) await happen(`m${i}`);
  const copies = [1, 2, 3].map(() => [recorder('shared')]);
  await Promise.all(copies.map((copy) => settleReactions(context, copy)));
  await settleReactions(context, copies[0] ?? []);
  // A second insert of the same key would have failed the batch.
  expect((await handledEvents('shared')).filter((name) => name.startsWith('m'))).toHaveLength(20);
});

/** Remembers the transaction in which it handled each event. */
function witness(name: string, types: Reaction['types'], handled: Map<string, string>): Reaction {
  return {
    name,
    types,
    needsIdAndStatusOnly: true,
    async react(_context, tx, events) {
      const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(tx);
      for (const { type } of events) handled.set(`${name} ${type}`, rows[0]?.id ?? '');
    },
  };
}

test('reactions to one event share a transaction, and each gets only its own events', async () => {
  await settleReactions(context, [witness('both', ['order.created', 'reservation.created'], new Map())]);
  await settleReactions(context, [witness('new', ['order.created'], new Map())]);
  await happen('for three reactions');
  const handled = new Map<string, string>();
  const both = witness('both', ['order.created', 'reservation.created'], handled);
  const onlyNew = witness('new', ['order.created'], handled);
  const alone = { ...witness('alone', ['order.created'], handled), runsInOwnTransaction: true } as const;
  const loop = startReactions(context, [both, onlyNew, alone]);
  onTestFinished(() => loop.stop());
  await vi.waitUntil(() => handled.size === 3);
  expect(handled.get('both order.created')).toBe(handled.get('new order.created'));
  expect(handled.get('alone order.created')).not.toBe(handled.get('new order.created'));
  await transaction(context.db, (tx) =>
    context.events.append(tx, { type: 'reservation.created', locationId: 'truro', at: new Date(), data: {} }),
  );
  await vi.waitUntil(() => handled.has('both reservation.created'));
  expect([...handled.keys()].toSorted()).toEqual([
    'alone order.created',
    'both order.created',
    'both reservation.created',
    'new order.created',
  ]);
});

test('a reaction that fails does not stop those that share its transaction, and is retried', async () => {
  await settleReactions(context, [recorder('failing'), recorder('sound')]);
  let isBroken = true;
  const failing = recorder('failing');
  const broken: Reaction = {
    ...failing,
    async react(...batch) {
      if (isBroken) throw new Error('broken');
      await failing.react(...batch);
    },
  };
  const loop = startReactions(context, [broken, recorder('sound')]);
  onTestFinished(() => loop.stop());
  await happen('beside a failure');
  await expect.poll(() => handledEvents('sound'), { timeout: 10_000 }).toContain('beside a failure');
  expect(await handledEvents('failing')).not.toContain('beside a failure');
  isBroken = false;
  await expect.poll(() => handledEvents('failing'), { timeout: 10_000 }).toContain('beside a failure');
});

test('a reaction without events of its own moves behind the newest event and handles its next one', async () => {
  const handled = new Map<string, string>();
  const rare = witness('rare', ['reservation.created'], handled);
  await settleReactions(context, [rare]);
  handled.clear();
  const loop = startReactions(context, [rare], 20);
  onTestFinished(() => loop.stop());
  const cursor = context.db.selectFrom('event_readers').select('id').where('name', '=', 'rare');
  const newest = context.db.selectFrom('events').select('id').orderBy('id', 'desc');
  // The first round looks at every reaction; the second shows that time passes.
  for (const name of ['of no interest', 'of no interest either']) {
    await happen(name);
    const { id } = await newest.executeTakeFirstOrThrow();
    await vi.waitUntil(async () => {
      loop.wake();
      return (await cursor.executeTakeFirstOrThrow()).id === id;
    });
  }
  expect(handled.size).toBe(0);
  await transaction(context.db, (tx) =>
    context.events.append(tx, { type: 'reservation.created', locationId: 'truro', at: new Date(), data: {} }),
  );
  await vi.waitUntil(() => {
    loop.wake();
    return handled.has('rare reservation.created');
  });
});

test('a brief reaction gets only the order’s id and status', async () => {
  const order = { id: 'TRU-20261122-7KQ4M', status: 'ready', customerInfo: { name: 'Asha Menon' } };
  await transaction(context.db, (tx) =>
    context.events.append(tx, { type: 'order.updated', locationId: 'truro', at: new Date(), data: { order } }),
  );
  const received: unknown[] = [];
  const brief: Reaction = {
    name: 'brief',
    types: ['order.updated'],
    needsIdAndStatusOnly: true,
    react: async (_context, _tx, events) => void received.push(...events.map(({ data }) => data)),
  };
  await settleReactions(context, [brief]);
  expect(received).toEqual([{ order: { id: order.id, status: order.status } }]);
});

test.each([
  [150, 0, 20],
  [30_000, 0, 20],
  [0, 1, 20],
  [150, 16, 2_870],
  [1_000, 16, 5_000],
])('after %d ms of work, in which %d requests came, reactions pause for %d ms', (workedMs, requests, pauseMs) => {
  expect(restAfter(workedMs, requests)).toBe(pauseMs);
});
