import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDatabase, type Database } from './connection.ts';
import { migrate } from './migrate.ts';

const admin = openDatabase({ ...inject('postgres'), database: 'postgres', max: 1 }, () => undefined);
const name = `t_${randomUUID().replaceAll('-', '')}`;
let database: Database;

beforeAll(async () => {
  await admin.pool.query(`create database ${name}`);
  database = openDatabase({ ...inject('postgres'), database: name, max: 4 }, () => undefined);
  await migrate(database.untyped);
  await database.pool.query(
    `insert into locations (id, name, address, postal_code, phone) values ('truro', 'Truro', 'x', 'B2N 1A1', '1')`,
  );
});
afterAll(async () => {
  await database.close();
  await admin.pool.query(`drop database ${name} with (force)`);
  await admin.close();
});

/** Inserts an order like an older server version that knows no bills. */
async function order(id: string, status = 'pending'): Promise<void> {
  await database.pool.query(
    `insert into orders (id, location_id, status, payment_method, order_type, subtotal_cents, tax_cents, tip_cents,
       total_cents, tax_rate, tax_label, item_count, customer_name, business_date, estimated_ready, receipt_token)
     values ($1, 'truro', $2, 'cash', 'pickup', 1000, 140, 0, 1140, 14000, 'HST', 1, 'Ann', '2026-11-20', now(), $1)
     on conflict (id) do nothing`,
    [id, status],
  );
}

async function pay(id: string, orderId: string, cents: number, status = 'succeeded'): Promise<void> {
  await database.pool.query(
    `insert into payments (id, order_id, location_id, provider, method, status, amount_cents, created_at, captured_at)
     values ($1, $2, 'truro', 'till', 'cash', $4, $3, now(), case when $4 = 'succeeded' then now() end)`,
    [id, orderId, cents, status],
  );
}

async function giveBack(id: string, paymentId: string, orderId: string): Promise<void> {
  await database.pool.query(
    `insert into refunds (id, payment_id, order_id, location_id, status, method, amount_cents, reason, idempotency_key, requested_at)
     values ($1, $2, $3, 'truro', 'succeeded', 'cash', 1140, '', $1, now())`,
    [id, paymentId, orderId],
  );
}

async function billOf(id: string): Promise<unknown> {
  const { rows } = await database.pool.query(
    `select o.bill_id, b.total_cents, b.paid_cents, b.state from orders o join bills b on b.id = o.bill_id where o.id = $1`,
    [id],
  );
  return rows[0];
}

const bill = (id: string, paid: number, state: string) => ({
  bill_id: id,
  total_cents: 1140,
  paid_cents: paid,
  state,
});

test('orders written by an older server version get bills, and their payments settle them', async () => {
  await order('new-1');
  await order('new-1');
  expect(await billOf('new-1')).toEqual(bill('new-1', 0, 'open'));
  await pay('p-1', 'new-1', 1140, 'pending');
  expect(await billOf('new-1')).toEqual(bill('new-1', 0, 'open'));
  await database.pool.query(`update payments set status = 'succeeded', captured_at = now() where id = 'p-1'`);
  expect(await billOf('new-1')).toEqual(bill('new-1', 1140, 'settled'));
  await giveBack('r-1', 'p-1', 'new-1');
  const { rows } = await database.pool.query(`select bill_id from refunds where id = 'r-1'`);
  expect(rows).toEqual([{ bill_id: 'new-1' }]);
});

test('a payment that an older server version detaches from its order also leaves the bill', async () => {
  await order('new-2');
  await pay('p-2', 'new-2', 1140, 'pending');
  await database.pool.query(`update payments set order_id = null where id = 'p-2'`);
  const { rows } = await database.pool.query(`select bill_id from payments where id = 'p-2'`);
  expect(rows).toEqual([{ bill_id: null }]);
});

test('an order cancelled by an older server version voids its bill', async () => {
  await order('new-3');
  await database.pool.query(`update orders set status = 'cancelled' where id = 'new-3'`);
  expect(await billOf('new-3')).toEqual(bill('new-3', 0, 'void'));
});

test('simultaneous partial payments are added up, and the bill refuses more than is due', async () => {
  await order('new-4');
  const parts = await Promise.allSettled([500, 400, 300, 240].map((cents, n) => pay(`p-4-${n}`, 'new-4', cents)));
  const { rows } = await database.pool.query<{ sum: number }>(
    `select sum(amount_cents)::int as sum from payments where bill_id = 'new-4'`,
  );
  const sum = rows[0]?.sum ?? 0;
  expect(sum).toBeLessThanOrEqual(1140);
  expect(await billOf('new-4')).toMatchObject({ paid_cents: sum });
  const refused = parts.flatMap((part) => (part.status === 'rejected' ? [part.reason as unknown] : []));
  expect(refused.length).toBeGreaterThan(0);
  for (const each of refused) expect(each).toMatchObject({ constraint: 'bills_paid' });
});
