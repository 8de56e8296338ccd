import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { auditData } from '../../operations/data-audit/audit-data.ts';
import { writeExport } from '../../operations/export/write-export.ts';
import { CARDS } from '../../testing/cards.ts';
import { tillOf } from '../../testing/payments.ts';
import { testServer, type Caller } from '../../testing/server.ts';
import { DISPUTE_KEY_PATTERN } from '../ledger/ledger.ts';
import { newRandom } from '../../testing/random.ts';
import { COUNTED, orderSteps } from './testing/order-steps.ts';

/** `npm test` plays a few histories; RANDOM_EVENINGS plays more, and FIRST_SEED others. */
const HISTORIES = Number(process.env['RANDOM_EVENINGS'] ?? 3);
const FIRST_SEED = Number(process.env['FIRST_SEED'] ?? 20_261_201);
const STEPS = 40;

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context, clock } = server;
const { db } = context;
const { stepOf, comeToRest, signIn } = await orderSteps(server, HISTORIES);

/** Refusals are fine, failures are not, except those of the payment provider. */
async function play(seed: number): Promise<void> {
  const random = newRandom(seed);
  for (let step = 0; step < STEPS; step += 1) {
    clock.forward(random.int(0, 2) * 60_000);
    // Two devices act at the same time. Each has its own numbers, so that they do not depend on who is faster.
    const both = [0, 1].map(() => stepOf(newRandom(random.int(0, 1e9))));
    const answers = await Promise.all(both.map((each) => each()));
    const failed = answers.filter(({ status, body }) => status >= 500 && body.code !== 'payment-provider-unavailable');
    expect(failed).toEqual([]);
  }
}

/** What is under way in a running restaurant, and must not be at rest. The audit cannot look at it. */
async function leftovers(): Promise<unknown[]> {
  // The sandbox has no disputes: what a bank took back is a refund there too.
  await sql`
    insert into sandbox_refunds (id, payment_id, reference, amount_cents, status, created_at)
    select r.provider_refund_id, p.provider_payment_id, r.id, r.amount_cents + r.tip_cents, 'succeeded', r.settled_at
    from refunds r join payments p on p.id = r.payment_id
    where r.idempotency_key like ${DISPUTE_KEY_PATTERN} and r.status = 'succeeded' on conflict do nothing
  `.execute(db);
  const { rows } = await sql`
    with closed as (select * from payment_sessions where status <> 'open')
    select 'stock of a closed page' as what, h.session_id as id
    from stock_holds h join closed s on s.id = h.session_id
    union all
    select 'points of a closed page', s.id from points_uses u join closed s on s.id = u.session_id
    where u.order_id is null and u.kept > 0
    union all
    select 'promotion of a closed page', s.id from promotion_uses u join closed s on s.id = u.session_id
    where u.order_id is null and u.state = 'held'
    union all
    select 'gift card of a closed page', s.id from gift_entries e join closed s on s.id = e.session_id
    where e.payment_id is null group by s.id having sum(e.amount_cents) <> 0
    union all
    select 'payment of a closed page', p.id from payments p join closed s on s.id = p.session_id where p.status = 'pending'
    union all
    select 'only the provider took', s.payment_id from sandbox_sessions s
    where s.status = 'paid' and not exists (
      select from payments p where p.provider_payment_id = s.payment_id and p.status = 'succeeded')
    union all
    select 'only the provider gave back', s.id from sandbox_refunds s
    where s.status = 'succeeded' and not exists (
      select from refunds r where r.provider_refund_id = s.id and r.status = 'succeeded')
    union all
    select 'refund under way', id from refunds
    where status = 'requested' and method = 'card' and idempotency_key not like ${DISPUTE_KEY_PATTERN}
    union all
    select 'money of a cancelled order', o.id from orders o
    cross join lateral (select coalesce(sum(amount_cents + tip_cents), 0) as amount from payments
      where bill_id = o.bill_id and status = 'succeeded') p
    cross join lateral (select coalesce(sum(amount_cents + tip_cents), 0) as amount, bool_or(status = 'failed') as failed
      from refunds where bill_id = o.bill_id) r
    where o.status = 'cancelled' and p.amount <> r.amount and r.failed is not true
    union all
    select 'portions of ' || m.amount, m.order_id || ' ' || m.line from (
      select order_id, line, sum(amount) as amount from stock_moves
      where item_id = ${COUNTED} and order_id is not null group by 1, 2 having not bool_or(kind = 'oversold')) m
    join orders o on o.id = m.order_id left join order_items i on i.order_id = m.order_id and i.line = m.line
    where case
      -- What was cooked does not come back.
      when o.prep_start_time is not null then -m.amount < coalesce(i.quantity, 0)
      when o.status = 'cancelled' then m.amount <> 0
      else -m.amount <> coalesce(i.quantity, 0) end
  `.execute(db);
  return rows;
}

/** The lines of the closing of a day and those of its journal, which must be the same. */
async function linesOf(date: string, as: Caller) {
  const { body: closing } = await server.call('getClosing', { query: { locationId: 'truro', date } }, as);
  const query = { locationId: 'truro', from: date, to: date };
  const { body: journal } = await server.call('getJournal', { query }, as);
  expect(journal.debit).toBe(journal.credit);
  const sums = (lines: readonly { item: string; amount: number }[]) => {
    const byItem: Record<string, number> = {};
    for (const { item, amount } of lines) byItem[item] = Math.round(((byItem[item] ?? 0) + amount) * 100) / 100;
    return Object.fromEntries(Object.entries(byItem).filter(([, sum]) => sum !== 0));
  };
  const entries = journal.days.flatMap(({ lines }) => lines);
  return {
    closed: sums(closing.lines),
    inJournal: sums(entries.map(({ item, debit, credit }) => ({ item, amount: debit - credit }))),
  };
}

test.each(Array.from({ length: HISTORIES }, (_, index) => FIRST_SEED + index))(
  'history %i of orders, changes, payments, refunds and cancellations by two devices leaves everything added up',
  async (seed) => {
    // Each history has a day of its own.
    clock.set(new Date(Date.UTC(2026, 10, 21 + seed - FIRST_SEED, 17)).toISOString());
    const date = clock.now().toISOString().slice(0, 10);
    const { admin } = await signIn();
    await play(seed);
    await comeToRest();
    expect(await leftovers()).toEqual([]);
    expect((await auditData(context)).broken).toEqual([]);
    const { closed, inJournal } = await linesOf(date, admin);
    expect(closed).toEqual(inJournal);
  },
  60_000,
);

test('orders were placed, changed, paid and refunded in these histories', async () => {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*)::int from orders) as placed, (select count(*)::int from orders where version > 1) as changed,
      (select count(*)::int from payments where status = 'succeeded') as paid, (select count(*)::int from refunds) as refunded
  `.execute(db);
  for (const count of Object.values(rows[0] ?? {})) expect(count).toBeGreaterThan(0);
});

test('dishes are taken off while they are cooked, and a part of a refund of dishes fails later', async () => {
  const { staff, manager } = await signIn();
  const keyed = (as: Caller) => ({ ...as, 'idempotency-key': crypto.randomUUID() });
  const left = { locationId: 'truro', itemId: COUNTED, left: 50 };
  expect((await server.call('setStock', { body: left }, manager)).status).toBe(200);
  const sale = async (quantity: number) => {
    const items = [{ id: COUNTED, quantity }];
    const quote = { locationId: 'truro', items, agreesToWait: true };
    const { pricing, lines } = (await server.call('quoteOrder', { body: quote }, staff)).body;
    const body = {
      customerInfo: { name: 'Amara Singh' },
      items: items.map((item, at) => ({ ...item, name: lines[at]?.name ?? '', price: lines[at]?.price ?? 0 })),
      locationInfo: { id: 'truro', name: 'Truro Heights' },
      agreesToWait: true,
      pricing,
    };
    return (await server.call('createAdminOrderUnpaid', { body }, keyed(staff))).body.order;
  };
  const { orderId: cooked } = await sale(4);
  const { order } = (
    await server.call('updateOrderStatus', { body: { orderId: cooked, status: 'preparing' } }, keyed(staff))
  ).body;
  const change = { orderId: cooked, version: order.version, change: [{ line: 1, quantity: 3 }], why: 'Wrong' };
  expect((await server.call('changeOrder', { body: change }, keyed(manager))).body.saved).toBe(true);

  const { orderId, pricing } = await sale(2);
  const link = { billId: orderId, tender: 'link', amount: 3 } as const;
  const { paymentUrl } = (await server.call('addPayment', { body: link }, keyed(staff))).body;
  const till = tillOf(server);
  await till.pay(paymentUrl ?? '', CARDS.refundFails);
  await till.deliver();
  const amount = Math.round((pricing.total - 3) * 100) / 100;
  const rest = { billId: orderId, tender: 'debit', reference: '1', amount } as const;
  expect((await server.call('addPayment', { body: rest }, keyed(staff))).status).toBe(200);
  const refund = { orderId, items: [{ line: 1, quantity: 2 }], reason: 'Cold' };
  const { refunds } = (await server.call('refundOrderItems', { body: refund }, keyed(manager))).body;
  expect(refunds.map(({ method }) => method).toSorted()).toEqual(['card', 'manual']);
  await comeToRest();
  const { refunds: later } = (await server.call('getOrderPayments', { query: { orderId } }, manager)).body;
  expect(later.map((each) => each.status).toSorted()).toEqual(['failed', 'succeeded']);
  expect((await auditData(context)).broken).toEqual([]);
});

test('an export of all these orders is right by the checker that shares no code with the server', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'orders-export-'));
  const checker = path.join(import.meta.dirname, '../../../../../tools/check-export.py');
  try {
    await writeExport(context.database.pool, folder, clock.now());
    const found = await promisify(execFile)('python3', [checker, folder]).catch((error: { stdout?: string }) => error);
    expect(found.stdout).toMatch(/./);
    expect(found instanceof Error ? found.stdout : '').toBe('');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
