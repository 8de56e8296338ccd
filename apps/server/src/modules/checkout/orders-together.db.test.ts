import type { OrderPayload } from '@tiffin/domain/cart';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { cryptoIds, type Ids } from '../../ids.ts';
import { auditData } from '../../operations/books/audit-books.ts';
import { payloadMaker } from '../../testing/order-payload.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';

let draw = (): number => cryptoIds.random();
const ids: Ids = { ...cryptoIds, random: () => draw() };
const server = await testServer({ ids, env: { RATE_LIMITS: '0' } });
const { db, database } = server.context;
const asha = await server.signIn('customer@demo.test');
const admin = await server.signIn('admin@demo.test');
const truro = await payloadMaker(server);

interface Asked {
  readonly body: OrderPayload & { readonly cartId?: string };
  readonly key?: string;
  readonly as?: Caller;
}

const place = ({ body, key = randomUUID(), as = asha }: Asked) =>
  server.call('createCustomerOrderCash', { body: { ...body } }, { ...as, 'idempotency-key': key });

/** Connections that wait for a lock; the one that came last is the last. */
async function waiting(): Promise<number[]> {
  const { rows } = await database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' order by state_change`,
  );
  return rows.map(({ pid }) => pid);
}

async function untilWaiting(count: number): Promise<void> {
  await expect.poll(async () => (await waiting()).length).toBe(count);
}

/** Holds up whoever needs what it locks, for ten seconds at most: no failed test holds up the next. */
async function lockWith(statement: string) {
  const lock = await database.pool.connect();
  await lock.query('begin');
  await lock.query(`set local idle_in_transaction_session_timeout = '10s'`);
  await lock.query(statement);
  return { [Symbol.dispose]: () => lock.release(true) };
}

/** Each is on its own: it is answered before the next one is placed. */
async function placeInTurn(asked: readonly Asked[]) {
  const answers: Awaited<ReturnType<typeof place>>[] = [];
  for (const each of asked) answers.push(await place(each));
  return answers;
}

interface Meanwhile {
  /** What is under way when the others come. */
  readonly before?: Asked;
  /** So many wait then: the first one's, and what the others share. */
  readonly statements?: number;
  /** Done while they wait. */
  readonly meanwhile?: () => Promise<unknown>;
}

/** Places one order, which waits for its key to be written, and then the others: they share what comes after it. */
async function placeTogether(
  asked: readonly Asked[],
  { before = { body: truro() }, statements = 2, meanwhile }: Meanwhile = {},
) {
  let answered;
  {
    using _ = await lockWith('lock table idempotency_keys in share mode');
    const first = place(before);
    await untilWaiting(1);
    const others = asked.map(place);
    await untilWaiting(statements);
    await meanwhile?.();
    answered = { first, others };
  }
  return { first: await answered.first, answers: await Promise.all(answered.others) };
}

async function transactionsOf(orderIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct transaction)::int as count from events
    where type = 'order.created' and data ->> 'orderId' = any(${[...orderIds]}::text[])
  `.execute(db);
  return rows[0]?.count ?? 0;
}

const idsOf = (answers: readonly { readonly body: { readonly orderId: string } }[]) =>
  answers.map(({ body }) => body.orderId);
const statusesOf = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status);
const eight = () => Array.from({ length: 8 }, (): Asked => ({ body: truro() }));

/** Every row of an order, with what differs from one to the next left out. */
async function rowsOf(orderId: string) {
  const { rows } = await sql<{ rows: string }>`
    select jsonb_build_object(
      'order', (select to_jsonb(o) from orders o where id = ${orderId}),
      'bill', (select to_jsonb(b) from bills b where id = ${orderId}),
      'items', (select jsonb_agg(i order by line) from order_items i where order_id = ${orderId}),
      'history', (select jsonb_agg(to_jsonb(h) - 'id') from order_status_history h where order_id = ${orderId}),
      'taxes', (select jsonb_agg(t order by position) from bill_taxes t where bill_id = ${orderId}),
      'charges', (select jsonb_agg(c order by position) from order_charges c where bill_id = ${orderId}),
      'adjustments', (select jsonb_agg(a order by position) from adjustments a where bill_id = ${orderId}),
      'moves', (select jsonb_agg(to_jsonb(m) - 'id' order by line, item_id) from stock_moves m where order_id = ${orderId}),
      'places', (select jsonb_agg(s order by service) from slot_takes s where order_id = ${orderId}),
      'event', (select to_jsonb(e) - '{id,transaction}'::text[] from events e
        where type = 'order.created' and data ->> 'orderId' = ${orderId}),
      'answered', (select to_jsonb(k) - '{key,request_hash}'::text[] from idempotency_keys k
        where answer ->> 'orderId' = ${orderId})
    )::text as rows
  `.execute(db);
  const text = (rows[0]?.rows ?? '').replaceAll(orderId, 'its number');
  const stored = /"receipt_token": "([^"]+)"/.exec(text)?.[1] ?? 'none';
  const token = server.context.linkKeys('receipt', orderId);
  return JSON.parse(text.replaceAll(stored, 'its hash').replaceAll(token, 'its token')) as Record<string, unknown>;
}

test('orders that are placed at the same moment share a transaction, at most 32 of them', async () => {
  const forty = Array.from({ length: 40 }, () => ({ body: truro() }));
  const { first, answers } = await placeTogether(forty, { statements: 3 });
  expect(statusesOf([first, ...answers])).toEqual(Array.from({ length: 41 }, () => 200));
  expect(new Set(idsOf(answers)).size).toBe(40);
  expect(await transactionsOf(idsOf(answers))).toBe(2);
});

test('an order that is written together with others says in every row what it says alone', async () => {
  const codes = ['GST', 'QST'].map((code) => ({ code, label: code, registration: null, rates: null }));
  const updates = { taxSettings: { follows: 'QC' as const, codes } };
  await server.call('updateLocation', { body: { locationId: 'new-glasgow', updates } }, admin);
  const glasgow = await payloadMaker(server, 'new-glasgow');
  const asked: Asked[] = [
    { body: truro({ dishes: { 'butter-chicken': 2 }, tipCents: 300 }) },
    { body: truro({ orderType: 'delivery', address: '12 Prince Street, Truro', postalCode: 'B2N 1C4' }) },
    { body: truro({ orderType: 'dine-in', tableNumber: '7', partySize: 3 }), as: SITE_KEY },
    { body: glasgow({ dishes: { 'mango-lassi': 3 } }) },
    { body: truro({ specialInstructions: 'Nuts: “none” \\ "at all" 🌶' }), as: admin },
  ];
  const alone = await placeInTurn(asked);
  expect(statusesOf(alone)).toEqual(asked.map(() => 200));
  const { answers } = await placeTogether(asked);
  expect(await transactionsOf(idsOf(answers))).toBe(1);
  expect(await Promise.all(idsOf(answers).map(rowsOf))).toEqual(await Promise.all(idsOf(alone).map(rowsOf)));
});

const CHICKEN = 'butter-chicken';
const count = (itemId: string, left: number | null) =>
  server.call('setStock', { body: { locationId: 'truro', itemId, left } }, admin);
const limit = (mostOrders: number | null) => {
  const slotRules = mostOrders === null ? [] : [{ service: null, days: [], mostOrders, mostUnits: 500 }];
  return server.call('updateLocation', { body: { locationId: 'truro', updates: { slotRules } } }, admin);
};
const leftOf = async (itemId: string) => {
  const row = await db.selectFrom('stock').select('left_count').where('item_id', '=', itemId).executeTakeFirst();
  return row?.left_count;
};
const placesTaken = async () => {
  const rows = await db.selectFrom('kitchen_slots').select(['orders', 'units']).execute();
  return [rows.reduce((sum, row) => sum + row.orders, 0), rows.reduce((sum, row) => sum + row.units, 0)];
};

test('what is counted is counted once for all who share a statement, and each says what it took', async () => {
  await count(CHICKEN, 50);
  await count('mango-lassi', 50);
  await limit(100);
  const asked = [1, 2, 3].map((much): Asked => ({ body: truro({ dishes: { [CHICKEN]: much, 'mango-lassi': 1 } }) }));
  const alone = await placeInTurn(asked);
  const [left, places] = [await leftOf(CHICKEN), await placesTaken()];
  // The first one, which they wait for, takes of a counter too.
  const { first, answers } = await placeTogether(asked, { before: { body: truro({ dishes: { [CHICKEN]: 4 } }) } });
  expect(statusesOf([...alone, first, ...answers])).toEqual(Array.from({ length: 7 }, () => 200));
  expect(await transactionsOf(idsOf(answers))).toBe(1);
  expect([left, await leftOf(CHICKEN)]).toEqual([44, 34]);
  expect([places, await placesTaken()]).toEqual([
    [3, 9],
    [7, 22],
  ]);
  expect(await Promise.all(idsOf(answers).map(rowsOf))).toEqual(await Promise.all(idsOf(alone).map(rowsOf)));
  await limit(null);
});

test('whoever takes of a counter holds up nobody who does not', async () => {
  const chicken: Asked = { body: truro({ dishes: { [CHICKEN]: 1 } }) };
  const counted: ReturnType<typeof place>[] = [];
  {
    using _ = await lockWith(`select from stock where item_id = '${CHICKEN}' for update`);
    counted.push(place(chicken));
    await untilWaiting(1);
    counted.push(place(chicken));
    expect((await place({ body: truro({ dishes: { 'palak-paneer': 1 } }) })).status).toBe(200);
    await untilWaiting(2);
  }
  expect(statusesOf(await Promise.all(counted))).toEqual([200, 200]);
});

test('counters are locked once all else of an order is written', async () => {
  const written = async () => {
    const { rows } = await sql<{ last: number }>`
      select last_value::int as last from pg_sequences
      where sequencename = split_part(pg_get_serial_sequence('order_status_history', 'id'), '.', 2)
    `.execute(db);
    return rows[0]?.last ?? 0;
  };
  const before = await written();
  let counted;
  {
    using _ = await lockWith(`select from stock where item_id = '${CHICKEN}' for update`);
    counted = place({ body: truro({ dishes: { [CHICKEN]: 1 } }) });
    await untilWaiting(1);
    expect(await written()).toBe(before + 1);
  }
  expect((await counted).status).toBe(200);
});

test('a guest whose account is being deleted holds up nobody who orders at the same moment', async () => {
  const liam = await server.signIn('customer2@demo.test');
  let his;
  {
    using _ = await lockWith(`select from users where email = 'customer2@demo.test' for update`);
    const before = place({ body: truro(), as: liam });
    await untilWaiting(1);
    his = [before, place({ body: truro(), as: liam })];
    const others = eight().map(place);
    expect(statusesOf(await Promise.all(others))).toEqual(Array.from({ length: 8 }, () => 200));
    await untilWaiting(2);
  }
  expect(statusesOf(await Promise.all(his))).toEqual([200, 200]);
});

test('of 6 portions and 13 orders at once, 12 of them in one statement, 6 are placed, and 7 are told what is gone', async () => {
  await count(CHICKEN, 6);
  const chicken: Asked = { body: truro({ dishes: { [CHICKEN]: 1 } }) };
  const asked = Array.from({ length: 12 }, () => chicken);
  const { first, answers } = await placeTogether(asked, { before: chicken });
  // The first one and those whose statement was refused go on together: whoever is quicker.
  expect(statusesOf([first, ...answers]).toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: 6 }, () => 200),
    ...Array.from({ length: 7 }, () => 409),
  ]);
  expect(await leftOf(CHICKEN)).toBe(0);
  await count(CHICKEN, null);
  await count('mango-lassi', null);
});

test('of orders written together one whose cart is an order already is refused alone, and says which', async () => {
  const cartId = randomUUID();
  const ordered = await place({ body: { ...truro(), cartId } });
  const { answers } = await placeTogether([...eight(), { body: { ...truro(), cartId } }]);
  expect(statusesOf(answers)).toEqual([...Array.from({ length: 8 }, () => 200), 409]);
  expect(answers.at(-1)?.body).toMatchObject({ code: 'cart-ordered', orderId: ordered.body.orderId });
  // It was seen before anything was written: the others share their transaction.
  expect(await transactionsOf(idsOf(answers.slice(0, 8)))).toBe(1);
});

test('of two with one cart at the same moment one is an order, and of two with one key both are the same one', async () => {
  const [cartId, key] = [randomUUID(), randomUUID()];
  const once: Asked = { body: truro(), key };
  const { answers } = await placeTogether([
    ...eight(),
    { body: { ...truro(), cartId } },
    { body: { ...truro(), cartId } },
    once,
    once,
  ]);
  expect(statusesOf(answers.slice(0, 8))).toEqual(Array.from({ length: 8 }, () => 200));
  expect(statusesOf(answers.slice(8, 10)).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const [one, same] = answers.slice(10);
  expect([one?.status, same?.status]).toEqual([200, 200]);
  expect(same?.body).toEqual(one?.body);
});

test('a request that was answered before is answered the same among others, which are placed', async () => {
  const once: Asked = { body: truro(), key: randomUUID() };
  const before = await place(once);
  const { answers } = await placeTogether([...eight(), once]);
  expect(statusesOf(answers)).toEqual(Array.from({ length: 9 }, () => 200));
  expect(answers.at(-1)?.body).toEqual(before.body);
  // It was seen before anything was written: the others share their transaction.
  expect(await transactionsOf(idsOf(answers.slice(0, 8)))).toBe(1);
});

test('two that draw the same number at the same moment get two numbers', async () => {
  let drawn = 20;
  draw = () => (drawn-- > 0 ? 0.25 : cryptoIds.random());
  const { answers } = await placeTogether(eight().slice(0, 3));
  draw = () => cryptoIds.random();
  expect(statusesOf(answers)).toEqual([200, 200, 200]);
  expect(new Set(idsOf(answers)).size).toBe(3);
});

test('a menu that changed since is read again by each: none has a price that is over', async () => {
  const change = async () => {
    await db
      .updateTable('menu_items')
      .set({ price_cents: 77_00 })
      .where('location_id', '=', 'truro')
      .where('id', '=', 'mango-lassi')
      .execute();
    await db
      .updateTable('locations')
      .set(({ eb }) => ({ menu_version: eb('menu_version', '+', 1) }))
      .where('id', '=', 'truro')
      .execute();
  };
  const asked = ['mango-lassi', 'butter-chicken'].map((dish): Asked => ({ body: truro({ dishes: { [dish]: 1 } }) }));
  await change();
  const { answers } = await placeTogether(asked);
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [400, 'pricing-mismatch'],
    [200, undefined],
  ]);
});

test('a connection that breaks is told to all who were on it; each who asks again has one order', async () => {
  const asked = eight().map((each): Asked => ({ ...each, key: randomUUID() }));
  const { answers } = await placeTogether(asked, {
    meanwhile: async () => database.pool.query('select pg_terminate_backend($1, 10000)', [(await waiting()).at(-1)]),
  });
  expect(statusesOf(answers)).toEqual(Array.from({ length: 8 }, () => 503));
  const again = await Promise.all(asked.map(place));
  expect(statusesOf(again)).toEqual(Array.from({ length: 8 }, () => 200));
  expect(new Set(idsOf(again)).size).toBe(8);
});

test('all books add up', async () => {
  await server.settle();
  expect((await auditData(server.context)).broken).toEqual([]);
});
