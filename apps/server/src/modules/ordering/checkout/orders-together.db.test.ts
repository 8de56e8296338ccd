import type { OrderPayload } from '@tiffin/domain/cart';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { cryptoIds, type Ids } from '../../../platform/ids.ts';
import { auditData } from '../../../operations/data-audit/audit-data.ts';
import { payloadMaker } from '../../../testing/order-payload.ts';
import { SITE_KEY, testServer, type Caller } from '../../../testing/server.ts';

let draw = (): number => cryptoIds.random();
const ids: Ids = { ...cryptoIds, random: () => draw() };
const server = await testServer({ ids, env: { RATE_LIMITS: '0' } });
const { db, database } = server.context;
const asha = await server.signIn('customer@demo.test');
const admin = await server.signIn('admin@demo.test');
const truro = await payloadMaker(server);

interface TestOrder {
  readonly body: OrderPayload & { readonly cartId?: string };
  readonly key?: string;
  readonly as?: Caller;
}

const place = ({ body, key = randomUUID(), as = asha }: TestOrder) =>
  server.call('createCustomerOrderCash', { body: { ...body } }, { ...as, 'idempotency-key': key });

/** Backends that wait for a lock, the latest last. */
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

/** Holds a lock for at most ten seconds, so that a failed test does not block the next one. */
async function lockWith(statement: string) {
  const lock = await database.pool.connect();
  await lock.query('begin');
  await lock.query(`set local idle_in_transaction_session_timeout = '10s'`);
  await lock.query(statement);
  const commit = async () => {
    await lock.query('commit');
    lock.release();
  };
  return { commit, [Symbol.dispose]: () => lock.release(true) };
}

/** Places each order after the response to the one before. */
async function placeInTurn(requests: readonly TestOrder[]) {
  const answers: Awaited<ReturnType<typeof place>>[] = [];
  for (const each of requests) answers.push(await place(each));
  return answers;
}

interface Meanwhile {
  /** The order that is in progress when the others arrive. */
  readonly before?: TestOrder;
  /** How many statements wait: that of the first order and the shared ones. */
  readonly statements?: number;
  /** Runs while they wait. */
  readonly meanwhile?: () => Promise<unknown>;
}

/** Places one order, which waits to write its idempotency key, and then the others, which share the next statement. */
async function placeTogether(
  requests: readonly TestOrder[],
  { before = { body: truro() }, statements = 2, meanwhile }: Meanwhile = {},
) {
  let answered;
  {
    using _ = await lockWith('lock table idempotency_keys in share mode');
    const first = place(before);
    await untilWaiting(1);
    const others = requests.map(place);
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
const eight = () => Array.from({ length: 8 }, (): TestOrder => ({ body: truro() }));

/** All rows of an order, without values that differ between orders. */
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

test('up to 32 simultaneous orders share a transaction', async () => {
  const forty = Array.from({ length: 40 }, () => ({ body: truro() }));
  const { first, answers } = await placeTogether(forty, { statements: 3 });
  expect(statusesOf([first, ...answers])).toEqual(Array.from({ length: 41 }, () => 200));
  expect(new Set(idsOf(answers)).size).toBe(40);
  expect(await transactionsOf(idsOf(answers))).toBe(2);
});

test('an order in a batch writes the same rows as one placed alone', async () => {
  const codes = ['GST', 'QST'].map((code) => ({ code, label: code, registration: null, rates: null }));
  const updates = { taxSettings: { follows: 'QC' as const, codes } };
  await server.call('updateLocation', { body: { locationId: 'new-glasgow', updates } }, admin);
  const glasgow = await payloadMaker(server, 'new-glasgow');
  const requests: TestOrder[] = [
    { body: truro({ dishes: { 'butter-chicken': 2 }, tipCents: 300 }) },
    { body: truro({ orderType: 'delivery', address: '12 Prince Street, Truro' }) },
    { body: truro({ orderType: 'dine-in', tableNumber: '7', partySize: 3 }), as: SITE_KEY },
    { body: glasgow({ dishes: { 'mango-lassi': 3 } }) },
    { body: truro({ specialInstructions: 'Nuts: “none” \\ "at all" 🌶' }), as: admin },
  ];
  const alone = await placeInTurn(requests);
  expect(statusesOf(alone)).toEqual(requests.map(() => 200));
  const { answers } = await placeTogether(requests);
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

test('orders in a batch take the right stock in total, and each records its own portions', async () => {
  await count(CHICKEN, 50);
  await count('mango-lassi', 50);
  await limit(100);
  const requests = [1, 2, 3].map((much): TestOrder => ({
    body: truro({ dishes: { [CHICKEN]: much, 'mango-lassi': 1 } }),
  }));
  const alone = await placeInTurn(requests);
  const [left, places] = [await leftOf(CHICKEN), await placesTaken()];
  // The order in progress takes stock too.
  const { first, answers } = await placeTogether(requests, { before: { body: truro({ dishes: { [CHICKEN]: 4 } }) } });
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

const setPoints = async (loyaltyPoints: number) => {
  const { uid = '' } = (await server.call('getMe', {}, asha)).body.me ?? {};
  await server.call('updateUser', { body: { userId: uid, updates: { loyaltyPoints } } }, admin);
};

test.each([
  [650, [50, 250, 450]],
  [450, [50, 250]],
])('of three orders at once that spend 200 of %i points of one account, those leave %j', async (points, left) => {
  await setPoints(points);
  const items = truro().items.map(({ id, quantity }) => ({ id, quantity }));
  const quote = { locationId: 'truro', orderType: 'pickup' as const, items, points: 200 };
  const { pricing } = (await server.call('quoteOrder', { body: quote }, asha)).body;
  const spending: TestOrder = { body: { ...truro(), pricing, points: 200 } };
  const { first, answers } = await placeTogether([spending, spending], { before: spending });
  const isPlaced = ({ status }: { readonly status: number }) => status === 200;
  expect([first, ...answers].filter(isPlaced)).toHaveLength(left.length);
  expect(await transactionsOf(idsOf(answers.filter(isPlaced)))).toBe(1);
  const uses = await db
    .selectFrom('points_uses')
    .select('left_after')
    .orderBy('id', 'desc')
    .limit(left.length)
    .execute();
  expect(uses.map((use) => use.left_after ?? 0).toSorted((a, b) => a - b)).toEqual(left);
});

test('an order that takes stock does not delay orders that take none', async () => {
  const chicken: TestOrder = { body: truro({ dishes: { [CHICKEN]: 1 } }) };
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

test.each([
  ['a payment page', 'createCustomerPayment'],
  ['an order at the till', 'createAdminOrderUnpaid'],
] as const)('%s that waits for its stock sees what came back meanwhile', async (_title, call) => {
  await count(CHICKEN, 3);
  const body = truro({ dishes: { [CHICKEN]: 3 } });
  const as = { ...(call === 'createCustomerPayment' ? asha : admin), 'idempotency-key': randomUUID() };
  await db.updateTable('stock').set({ left_count: 1 }).where('item_id', '=', CHICKEN).execute();
  const lock = await lockWith(`update stock set left_count = 3 where item_id = '${CHICKEN}'`);
  const answer =
    call === 'createCustomerPayment'
      ? server.call(call, { body: { orderData: { ...body } } }, as)
      : server.call(call, { body }, as);
  await untilWaiting(1);
  await lock.commit();
  expect((await answer).status).toBe(200);
  expect(await leftOf(CHICKEN)).toBe(0);
  await count(CHICKEN, 20);
});

test('stock is locked after all other rows of an order are written', async () => {
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

test('an order of an account that is being deleted does not delay simultaneous orders', async () => {
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

test('13 orders for 6 portions, 12 in one batch: 6 are placed and 7 are refused with the sold-out dish', async () => {
  await count(CHICKEN, 6);
  const chicken: TestOrder = { body: truro({ dishes: { [CHICKEN]: 1 } }) };
  const requests = Array.from({ length: 12 }, () => chicken);
  const { first, answers } = await placeTogether(requests, { before: chicken });
  // The first order and those of the refused batch continue at the same time, so any of them may win.
  expect(statusesOf([first, ...answers]).toSorted((a, b) => a - b)).toEqual([
    ...Array.from({ length: 6 }, () => 200),
    ...Array.from({ length: 7 }, () => 409),
  ]);
  expect(await leftOf(CHICKEN)).toBe(0);
  await count(CHICKEN, null);
  await count('mango-lassi', null);
});

test('in a batch only the order of a cart that was already ordered is refused, and it names the order', async () => {
  const cartId = randomUUID();
  const ordered = await place({ body: { ...truro(), cartId } });
  const { answers } = await placeTogether([...eight(), { body: { ...truro(), cartId } }]);
  expect(statusesOf(answers)).toEqual([...Array.from({ length: 8 }, () => 200), 409]);
  expect(answers.at(-1)?.body).toMatchObject({ code: 'cart-ordered', orderId: ordered.body.orderId });
  // The check ran before the insert, so the others share their transaction.
  expect(await transactionsOf(idsOf(answers.slice(0, 8)))).toBe(1);
});

test('two simultaneous orders with one cart make one order, and two with one key get the same response', async () => {
  const [cartId, key] = [randomUUID(), randomUUID()];
  const once: TestOrder = { body: truro(), key };
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

test('a repeated request in a batch gets its first response, and the others are placed', async () => {
  const once: TestOrder = { body: truro(), key: randomUUID() };
  const before = await place(once);
  const { answers } = await placeTogether([...eight(), once]);
  expect(statusesOf(answers)).toEqual(Array.from({ length: 9 }, () => 200));
  expect(answers.at(-1)?.body).toEqual(before.body);
  // The check ran before the insert, so the others share their transaction.
  expect(await transactionsOf(idsOf(answers.slice(0, 8)))).toBe(1);
});

test('two orders that draw the same number at once get different numbers', async () => {
  let drawn = 20;
  draw = () => (drawn-- > 0 ? 0.25 : cryptoIds.random());
  const { answers } = await placeTogether(eight().slice(0, 3));
  draw = () => cryptoIds.random();
  expect(statusesOf(answers)).toEqual([200, 200, 200]);
  expect(new Set(idsOf(answers)).size).toBe(3);
});

test('after a menu change every order of a batch reads the menu again and has a current price', async () => {
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
  const requests = ['mango-lassi', 'butter-chicken'].map((dish): TestOrder => ({
    body: truro({ dishes: { [dish]: 1 } }),
  }));
  await change();
  const { answers } = await placeTogether(requests);
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [400, 'pricing-mismatch'],
    [200, undefined],
  ]);
});

test('a broken connection fails all orders of its batch, and repeating each makes one order', async () => {
  const requests = eight().map((each): TestOrder => ({ ...each, key: randomUUID() }));
  const { answers } = await placeTogether(requests, {
    meanwhile: async () => database.pool.query('select pg_terminate_backend($1, 10000)', [(await waiting()).at(-1)]),
  });
  expect(statusesOf(answers)).toEqual(Array.from({ length: 8 }, () => 503));
  const again = await Promise.all(requests.map(place));
  expect(statusesOf(again)).toEqual(Array.from({ length: 8 }, () => 200));
  expect(new Set(idsOf(again)).size).toBe(8);
});

test('the data audit passes after all tests', async () => {
  await server.settle();
  expect((await auditData(server.context)).broken).toEqual([]);
});
