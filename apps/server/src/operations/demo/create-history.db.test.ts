import { expect, test } from 'vitest';
import { auditData } from '../data-audit/audit-data.ts';
import { orderAnswer } from '../../modules/orders/order-answer.ts';
import { readOrders } from '../../modules/orders/queries.ts';
import { order as wireOrder } from '@tiffin/contract/order/order-answer';
import { sql } from 'kysely';
import { testServer } from '../../testing/server.ts';
import { writeHistory } from './create-history.ts';

const ORDERS = 4_000;
const server = await testServer();
const { context } = server;
const progress: number[] = [];
const written = await writeHistory(context, ORDERS, (done) => progress.push(done));

async function count(text: string): Promise<number> {
  const { rows } = await context.database.pool.query<{ count: number }>(`select count(*)::int as count from ${text}`);
  return rows[0]?.count ?? -1;
}

test('creates the requested number of orders, by guests with and without accounts', async () => {
  expect(written.orders).toBe(ORDERS);
  expect(progress.at(-1)).toBe(ORDERS);
  expect(await count('orders')).toBe(ORDERS);
  expect(await count("users where id like 'past-%'")).toBe(written.people);
  expect(await count('orders where user_id is null')).toBeGreaterThan(0);
});

test('every dish has a cost, the day has parts, and some guests agreed to offers', async () => {
  expect(await count('menu_items m where not exists (select from costs where item_id = m.id)')).toBe(0);
  expect(await count('dayparts')).toBe(2);
  expect(await count('consents')).toBeGreaterThan(0);
});

test.each([
  ['options', 'order_items where options is not null'],
  ['delivery fees', 'order_charges'],
  ['discounts with a reason', "given_discounts where reason <> ''"],
  ['no-shows', "reservations where status = 'no-show'"],
  ['cancelled bookings', "reservations where status = 'cancelled'"],
  ['food thrown away', "orders where status = 'cancelled' and prep_start_time is not null"],
  [
    'tips that a manager took',
    "payments p join users u on u.name = p.processed_by join bills b on b.id = p.bill_id where u.role = 'manager' and b.tip_cents > 0",
  ],
])('the report finds %s', async (_what, rows) => {
  expect(await count(rows)).toBeGreaterThan(0);
});

test('all audit rules hold, including those of the figures and the provider', async () => {
  const audit = await auditData(context);
  expect(audit.broken).toEqual([]);
  expect(audit.checkedCounts.orders).toBe(ORDERS);
});

test.each([
  ['a day that is not its number’s', `orders where replace(business_date::text, '-', '') <> substr(id, 5, 8)`],
  [
    'a day that is not the location’s',
    `orders where (order_time at time zone 'America/Halifax')::date <> business_date`,
  ],
  [
    'a version that is not its steps',
    `orders where version <>
     (select count(*) from order_status_history where order_id = orders.id)`,
  ],
])('no order has %s', async (_name, broken) => {
  expect(await count(broken)).toBe(0);
});

test('the API returns them like other orders', async () => {
  const rows = await readOrders(context.db, sql`true`, sql`order by o.order_time desc limit 50`);
  for (const row of rows) {
    const answer = orderAnswer(row, context.clock.now(), context);
    expect(wireOrder.parse(answer)).toEqual(answer);
  }
  const [last] = rows;
  const orderId = last?.id ?? '';
  const query = { orderId, token: context.linkKeys('receipt', orderId) };
  expect((await server.call('getOrderReceipt', { query })).status).toBe(200);
  const regular = await server.signIn('customer@demo.test');
  expect((await server.call('getCustomerOrders', { query: {} }, regular)).body.orders.length).toBeGreaterThan(3);
  expect((await server.call('getMe', {}, regular)).body.me?.totalOrders).toBeGreaterThan(3);
});

test('a second history in the same database is refused', async () => {
  await expect(writeHistory(context, 10, () => undefined)).rejects.toThrow('has its past orders already');
});

test('past orders require the demo restaurant', async () => {
  const empty = await testServer({ demo: false });
  await expect(writeHistory(empty.context, 10, () => undefined)).rejects.toThrow('demo restaurant');
});
