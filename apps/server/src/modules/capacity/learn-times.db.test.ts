import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, expect, test, vi } from 'vitest';
import { payloadMaker } from '../../testing/order-payload.ts';
import { SITE_KEY, testServer } from '../../testing/server.ts';
import { learnTimes } from './learn-times.ts';
import { readingLastsMs } from './kitchen-load.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const admin = await server.signIn('admin@demo.test');
const payload = await payloadMaker(server);
const locationId = 'truro';
/** Converts a wall-clock time of that Friday in Halifax to ISO; Halifax is four hours behind UTC. */
const friday = (time: string) => new Date(Date.parse(`2026-11-20T${time}:00Z`) + 4 * 3_600_000).toISOString();
const saturday = (time: string) => new Date(Date.parse(friday(time)) + 24 * 3_600_000).toISOString();
interface More {
  readonly wantedFor?: string;
  readonly agreesToWait?: boolean;
}
const send = (dishes: number, more: More) => {
  const body = { ...payload({ dishes: { 'mango-lassi': dishes } }), ...more };
  return server.call('createCustomerOrderCash', { body }, { ...SITE_KEY, 'idempotency-key': crypto.randomUUID() });
};
const order = async (dishes = 1, more: More = {}) => {
  const { order: placed } = (await send(dishes, more)).body;
  const { orderId } = placed;
  const row = context.db.selectFrom('orders').selectAll().where('id', '=', orderId);
  return { orderId, placed, row: await row.executeTakeFirstOrThrow() };
};

/**
 * Creates orders on the Friday of each of these weeks, one every twenty minutes from noon, each ready after `minutes`.
 */
async function cooked(weeksAgo: readonly number[], minutes: number, like: string): Promise<void> {
  await sql`
    insert into orders select (jsonb_populate_record(o, jsonb_build_object(
      'id', format('past-%s-%s-%s', ${like}::text, w, n), 'receipt_token', format('past-%s-%s-%s', ${like}::text, w, n),
      'status', 'completed', 'order_time', at, 'business_date', at::date, 'fire_at', null,
      'ready_time', at + make_interval(mins => ${minutes}::int), 'completed_time', at + make_interval(mins => ${minutes}::int),
      'estimated_ready', at + interval '18 minutes'
    ))).* from orders o, unnest(${[...weeksAgo]}::int[]) w, generate_series(0, 29) n,
      lateral (select ${friday('12:00')}::timestamptz - make_interval(days => 7 * w) + make_interval(mins => 20 * n) as at) t
    where o.id = ${like}
  `.execute(context.db);
}
const storedTimes = async () =>
  (await server.call('getPromisedTimeAccuracy', { query: { locationId } }, admin)).body.places[0] ?? null;
const readyTimes = async (more: { readonly only?: 'soonest' } = {}) =>
  (await server.call('getReadyTimes', { query: { locationId, orderType: 'pickup', dishes: '1', ...more } })).body;
const soonest = async () => (await readyTimes()).soonest;

/** Stores learned times by cell: `pickup 0` is a quiet kitchen, `pickup 3` a very busy one. */
async function learned(minutes: Readonly<Record<string, number>>): Promise<void> {
  const quotes = Object.fromEntries(
    Object.entries(minutes).map(([cell, p80]) => [cell, { p50: p80 - 5, p80, p90: p80 + 5, sample: 40 }]),
  );
  const row = { location_id: locationId, quotes: JSON.stringify(quotes), weeks: '[]', learned_at: new Date(0) };
  await context.db.insertInto('learned_times').values(row).execute();
  await sql`update locations set id = id where id = ${locationId}`.execute(context.db);
}
/** Places an order of sixty dishes that is not started, a second ago, so that it counts as open work. */
async function muchToDo(): Promise<void> {
  const now = server.clock.now();
  server.clock.set(new Date(now.getTime() - 1_000).toISOString());
  const { orderId } = await order();
  await context.db.updateTable('order_items').set({ quantity: 60 }).where('order_id', '=', orderId).execute();
  server.clock.set(now.toISOString());
}

beforeEach(async () => {
  server.clock.set(friday('17:00'));
  await context.db.deleteFrom('learned_times').execute();
  await sql`update orders set status = 'cancelled', cancelled_time = order_time where location_id = ${locationId}`.execute(
    context.db,
  );
  await sql`update locations set id = id`.execute(context.db);
});

test('a kitchen that needs forty minutes promises forty and states how many orders that is based on', async () => {
  const first = await order();
  expect(first.row.grounds).toEqual({ quote: 18, source: 'rule' });
  expect(await soonest()).toEqual({ readyAt: friday('17:18'), from: friday('17:18'), to: friday('17:18') });
  await cooked([3, 2, 1], 40, first.orderId);
  await learnTimes(context);
  const { row, placed } = await order();
  expect(row.grounds).toMatchObject({ quote: 40, source: 'learned', from: 40, to: 45 });
  expect(row.estimated_ready.toISOString()).toBe(friday('17:45'));
  expect(await soonest()).toEqual({ readyAt: friday('17:45'), from: friday('17:40'), to: friday('17:45') });
  expect(placed).toMatchObject({
    promised: { from: friday('17:40'), to: friday('17:45') },
    estimatedReady: friday('17:45'),
  });
});

test.each([
  { lines: 0, lastsMs: 1_000 },
  { lines: 180, lastsMs: 1_000 },
  { lines: 3_000, lastsMs: 3_000 },
  { lines: 90_000, lastsMs: 10_000 },
])('a reading of $lines open lines is used for $lastsMs ms', ({ lines, lastsMs }) => {
  expect(readingLastsMs(lines)).toBe(lastsMs);
});

test('the open work of many lines is read again after seconds instead of one', async () => {
  const first = await order();
  await learned({ 'pickup 0': 40, 'pickup 1': 40, 'pickup 2': 40, 'pickup 3': 60 });
  await sql`
    insert into order_items
    select (jsonb_populate_record(i, jsonb_build_object('line', n))).* from order_items i, generate_series(100, 2599) n
    where i.order_id = ${first.orderId} and i.line = 1
  `.execute(context.db);
  server.clock.set(friday('17:01'));
  const promisedAt = async (second: string) => {
    server.clock.set(friday('17:01').replace(':00.000Z', `:${second}.000Z`));
    return soonest();
  };
  const busy = await soonest();
  await sql`update orders set status = 'cancelled' where id = ${first.orderId}`.execute(context.db);
  expect(await promisedAt('02')).toEqual(busy);
  expect(await promisedAt('03')).not.toEqual(busy);
});

test('past orders count as work only until they left the kitchen', async () => {
  const { orderId } = await order();
  await cooked([3, 2, 1], 40, orderId);
  await learnTimes(context);
  const { quotes } = await context.db
    .selectFrom('learned_times')
    .select('quotes')
    .where('location_id', '=', locationId)
    .executeTakeFirstOrThrow();
  // Thirty orders in ten hours, two at a time: the kitchen is never busy.
  expect(Object.keys(quotes ?? {}).filter((cell) => /^pickup \d$/.test(cell))).toEqual(['pickup 0']);
});

test('staff see for each week how many promises were met, the predicted share and its cost', async () => {
  const { orderId } = await order();
  await cooked([3, 2, 1], 40, orderId);
  await learnTimes(context);
  const place = await storedTimes();
  expect([place?.source, place?.learnedAt]).toEqual(['learned', friday('17:00')]);
  expect(place?.weeks.map(({ week, orders, kept: by, score }) => [week, orders, by, score?.kept ?? null])).toEqual([
    ['2026-10-26', 30, 0, null],
    ['2026-11-02', 30, 0, 30],
    ['2026-11-09', 30, 0, 30],
  ]);
  expect(place?.weeks.at(-1)?.score).toEqual({
    orders: 30,
    kept: 30,
    loss: 0,
    ruleLoss: expect.closeTo(0.8 * 22, 6),
    late: null,
  });
});

test('learned times that were worse than the rule for two weeks are replaced by the rule, in every process', async () => {
  const { orderId } = await order();
  await cooked([4, 3], 40, orderId);
  await cooked([2, 1], 18, orderId);
  await learnTimes(context);
  expect((await storedTimes())?.source).toBe('rule');
  expect((await order()).row.grounds).toEqual({ quote: 18, source: 'rule' });
});

test('a kitchen with too few orders uses the rule, and one without orders reports that', async () => {
  await learnTimes(context);
  expect(await storedTimes()).toEqual({ locationId, source: 'rule', learnedAt: friday('17:00'), weeks: [] });
});

test('a large order uses the rule when no order of that size was learned, also when a change makes it large', async () => {
  await learned({ 'pickup 0': 20, pickup: 20 });
  expect((await order(1)).row.grounds).toMatchObject({ quote: 20, source: 'learned' });
  expect((await order(10)).row.grounds).toEqual({ quote: 45, source: 'rule' });
  const { row } = await order(10, { wantedFor: friday('19:00') });
  expect(row.fire_at?.toISOString()).toBe(friday('18:15'));
  const small = await order(1, { wantedFor: friday('19:00') });
  expect(small.row.fire_at?.toISOString()).toBe(friday('18:40'));
  const body = { orderId: small.orderId, version: 1, change: [{ line: 1, quantity: 10 }] };
  const changed = await server.call('changeOrder', { body }, { ...admin, 'idempotency-key': crypto.randomUUID() });
  expect(changed.body.order.firesAt).toBe(friday('18:15'));
});

test('an order scheduled for today is not ready before an order placed for as soon as possible', async () => {
  await learned({ 'pickup 0': 20, 'pickup 3': 55, pickup: 20 });
  await muchToDo();
  const { soonest: first, days } = await readyTimes();
  expect(first?.readyAt).toBe(friday('18:00'));
  expect(days.map(({ times }) => times[0]).slice(0, 2)).toEqual([friday('18:00'), saturday('12:00')]);
  expect((await send(1, { wantedFor: friday('17:45') })).body.code).toBe('time-unavailable');
  expect((await order(1, { wantedFor: friday('18:00') })).row.fire_at?.toISOString()).toBe(friday('17:40'));
});

test('with 500 open orders, the orders and quotes of a second read the open work once, and those of the next again', async () => {
  await learned({ 'pickup 0': 20, 'pickup 3': 55, pickup: 20 });
  const { orderId } = await order();
  await sql`
    with copies as (
      insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', 'open-' || n || o.id, 'receipt_token', 'open-' || n || o.id))).*
      from orders o, generate_series(1, 500) n where o.id = ${orderId} returning id
    )
    insert into order_items select (jsonb_populate_record(i, jsonb_build_object('order_id', copies.id))).*
    from order_items i, copies where i.order_id = ${orderId}
  `.execute(context.db);
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const readings = () =>
    query.mock.calls.filter(([first]) => /from orders o.*order_items/s.test(String(Object(first).text ?? first)))
      .length;
  server.clock.set(friday('17:05'));
  const [first, times, second] = await Promise.all([order(), readyTimes(), order()]);
  expect(readings()).toBe(1);
  expect([first.row.grounds?.quote, second.row.grounds?.quote]).toEqual([55, 55]);
  expect(times.soonest?.readyAt).toBe(friday('18:05'));
  await sql`update orders set status = 'completed' where id like 'open-%'`.execute(context.db);
  expect((await order()).row.grounds?.quote).toBe(55);
  expect(readings()).toBe(1);
  server.clock.set(friday('17:06'));
  expect((await order()).row.grounds?.quote).toBe(20);
  expect(readings()).toBe(2);
  vi.restoreAllMocks();
});

test('an order for the next opening takes as long as in a quiet kitchen, not as long as tonight', async () => {
  await learned({ 'pickup 0': 20, 'pickup 3': 55, pickup: 20 });
  server.clock.set(friday('21:10'));
  await muchToDo();
  server.clock.set(friday('21:40'));
  const { row } = await order(1, { agreesToWait: true });
  expect([row.fire_at, row.estimated_ready].map((at) => at?.toISOString())).toEqual([
    saturday('11:30'),
    saturday('11:55'),
  ]);
  expect(row.grounds).toMatchObject({ quote: 20, source: 'learned' });
});

test('an order started well before its planned start is not learned from', async () => {
  const { orderId } = await order();
  await cooked([3, 2, 1], 40, orderId);
  await sql`update orders set fire_at = order_time + interval '30 minutes', prep_start_time = order_time
            where id like ${`past-${orderId}-%`}`.execute(context.db);
  await learnTimes(context);
  expect((await storedTimes())?.source).toBe('rule');
});

test('a job retried in the same night does not change the times again, and the next night it does', async () => {
  const { orderId } = await order();
  await cooked([3, 2, 1], 40, orderId);
  const learnedAt = async (time: string) => {
    server.clock.set(time);
    await learnTimes(context);
    const { quotes, learned_at: at } = await context.db
      .selectFrom('learned_times')
      .select(['quotes', 'learned_at'])
      .where('location_id', '=', locationId)
      .executeTakeFirstOrThrow();
    return [quotes?.['pickup 0']?.p80, at.toISOString()];
  };
  expect(await learnedAt(friday('17:00'))).toEqual([40, friday('17:00')]);
  await sql`update orders set ready_time = order_time + interval '60 minutes', completed_time = order_time + interval '60 minutes'
            where id like ${`past-${orderId}-%`}`.execute(context.db);
  expect(await learnedAt(friday('17:05'))).toEqual([40, friday('17:00')]);
  expect(await learnedAt(saturday('17:00'))).toEqual([45, saturday('17:00')]);
});

test('a cart requests only the soonest time; an older page without that option gets the times of all days', async () => {
  expect(await readyTimes({ only: 'soonest' })).toMatchObject({ soonest: { readyAt: friday('17:18') }, days: [] });
  expect((await readyTimes()).days).toHaveLength(7);
});
