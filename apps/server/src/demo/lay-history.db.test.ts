import { expect, test } from 'vitest';
import { rebuildFigures } from '../modules/dashboard/roll-up.ts';
import { orderAnswer } from '../modules/orders/order-answer.ts';
import { readOrders } from '../modules/orders/queries.ts';
import { order as wireOrder } from '@tiffin/contract/order';
import { sql } from 'kysely';
import { transaction } from '../db/transaction.ts';
import { testServer } from '../testing/server.ts';
import { layHistory } from './lay-history.ts';

const ORDERS = 4_000;
const server = await testServer();
const { context } = server;
const said: number[] = [];
const laid = await layHistory(context, ORDERS, (done) => said.push(done));

async function count(text: string): Promise<number> {
  const { rows } = await context.database.pool.query<{ count: number }>(`select count(*)::int as count from ${text}`);
  return rows[0]?.count ?? -1;
}

test('as many orders are laid as were asked for, by guests with and without accounts', async () => {
  expect(laid.orders).toBe(ORDERS);
  expect(said.at(-1)).toBe(ORDERS);
  expect(await count('orders')).toBe(ORDERS);
  expect(await count("users where id like 'past-%'")).toBe(laid.people);
  expect(await count('orders where user_id is null')).toBeGreaterThan(0);
});

test.each([
  [
    'figures that do not add up',
    'orders where subtotal_cents <> (select sum(quantity * unit_price_cents) from order_items where order_id = orders.id)',
  ],
  [
    'dishes that were not counted',
    'orders where item_count <> (select sum(quantity) from order_items where order_id = orders.id)',
  ],
  ['a day that is not its number’s', `orders where replace(business_date::text, '-', '') <> substr(id, 5, 8)`],
  [
    'a day that is not the location’s',
    `orders where (order_time at time zone 'America/Halifax')::date <> business_date`,
  ],
  [
    'money that does not match its rows',
    `orders where payment_status <> 'unpaid' and total_cents <>
     (select sum(amount_cents) from payments where order_id = orders.id and status = 'succeeded')`,
  ],
  [
    'refunds that do not match theirs',
    `orders where refunded_cents <>
     coalesce((select sum(amount_cents) from refunds where order_id = orders.id and status = 'succeeded'), 0)`,
  ],
  ['refunded but not wholly', `orders where (payment_status = 'refunded') <> (refunded_cents >= total_cents)`],
  ['cash that no coins make', `payments where method = 'cash' and (amount_cents + cash_rounding_cents) % 5 <> 0`],
  [
    'a status its history does not end with',
    `orders where status <>
     (select to_status from order_status_history where order_id = orders.id order by id desc limit 1)`,
  ],
  [
    'a history with a gap',
    `(select from_status, lag(to_status) over (partition by order_id order by id) as before
     from order_status_history) h where from_status is distinct from before`,
  ],
  [
    'a version that is not its steps',
    `orders where version <>
     (select count(*) from order_status_history where order_id = orders.id)`,
  ],
  [
    'points that are not the ledger’s',
    `users where loyalty_points <>
     coalesce((select sum(points) from loyalty_entries where user_id = users.id), 0)`,
  ],
  [
    'totals that are not the orders’',
    `users where (total_orders, total_spent_cents) <> (
     select count(*) filter (where total_cents > refunded_cents), coalesce(sum(total_cents - refunded_cents), 0)
     from orders where user_id = users.id and status = 'completed')`,
  ],
  [
    'card money the provider does not know',
    `payments p left join sandbox_sessions s on s.payment_id = p.provider_payment_id
     where p.provider = 'sandbox' and s.amount_cents is distinct from p.amount_cents`,
  ],
  ['a receipt without a token of its own', '(select receipt_token from orders group by 1 having count(*) > 1) t'],
])('no order has %s', async (_name, broken) => {
  expect(await count(broken)).toBe(0);
});

test('the figures are what they would be were they built from the orders', async () => {
  const figures = async () => {
    const read = async (table: string, order: string) =>
      (await context.database.pool.query(`select * from ${table} order by ${order}`)).rows as unknown[];
    return {
      days: await read('day_figures', '1, 2, 3'),
      hours: await read('hour_figures where orders <> 0', '1, 2, 3'),
      guests: await read('guest_figures', '1, 2, 3'),
      search: await count('order_search'),
    };
  };
  const kept = await figures();
  await transaction(context.db, rebuildFigures);
  expect(await figures()).toEqual(kept);
  expect(kept.search).toBe(ORDERS);
});

test('they read like any others', async () => {
  const rows = await readOrders(context.db, sql`true`, sql`order by o.order_time desc limit 50`);
  for (const row of rows) {
    const answer = orderAnswer(row, context.clock.now(), 'http://tiffin.test');
    expect(wireOrder.parse(answer)).toEqual(answer);
  }
  const [last] = rows;
  const query = { orderId: last?.id ?? '', token: last?.receipt_token ?? '' };
  expect((await server.call('getOrderReceipt', { query })).status).toBe(200);
  const regular = await server.signIn('customer@demo.test');
  expect((await server.call('getCustomerOrders', { query: {} }, regular)).body.orders.length).toBeGreaterThan(3);
  expect((await server.call('getMe', {}, regular)).body.me?.totalOrders).toBeGreaterThan(3);
});

test('a database takes one history', async () => {
  await expect(layHistory(context, 10, () => undefined)).rejects.toThrow('has its past orders already');
});

test('past orders need the demo restaurant', async () => {
  const empty = await testServer({ demo: false });
  await expect(layHistory(empty.context, 10, () => undefined)).rejects.toThrow('demo restaurant');
});
