import { pointsFor, SYSTEM_ACTOR } from '@tiffin/domain/people';
import { cents } from '@tiffin/domain/core';
import type { OrderStatus } from '@tiffin/domain/order';
import { expect, test } from 'vitest';
import { transaction } from '../../platform/db/transaction.ts';
import { payloadMaker } from '../../testing/order-payload.ts';
import { testServer } from '../../testing/server.ts';
import { applyStatusChange } from './apply-status.ts';
import { updatePersonTotals } from '../people/person-totals.ts';
import { lockOrder, findOrder } from './queries.ts';

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const { context } = server;
const truro = await payloadMaker(server);
const asha = await server.signIn('customer@demo.test');

async function place(): Promise<string> {
  return (await server.call('createCustomerOrderCash', { body: { ...truro() } }, asha)).body.orderId;
}

function move(orderId: string, to: OrderStatus, note?: string) {
  return transaction(context.db, async (tx) => {
    const locked = await lockOrder(tx, orderId);
    if (!locked) throw new Error(`no order ${orderId}`);
    return applyStatusChange(context, tx, locked, { to, actor: SYSTEM_ACTOR, note, from: null });
  });
}

async function me() {
  const { body } = await server.call('getMe', {}, asha);
  return { orders: body.me?.totalOrders, spent: body.me?.totalSpent, points: body.me?.loyaltyPoints };
}

function refund(orderId: string, sum: number) {
  return transaction(context.db, async (tx) => {
    const before = await lockOrder(tx, orderId);
    if (!before) throw new Error(`no order ${orderId}`);
    const after = { ...before, refunded_cents: before.refunded_cents + sum };
    await tx.updateTable('orders').set({ refunded_cents: after.refunded_cents }).where('id', '=', orderId).execute();
    await updatePersonTotals(tx, after, before, after, context.clock.now(), null);
  });
}

test('an order moves through every status, with its times, history and one event each [C-ORDER-08]', async () => {
  const orderId = await place();
  const promise = (await findOrder(context.db, orderId))?.estimated_ready.toISOString();
  server.clock.forward(120_000);
  const preparing = await move(orderId, 'preparing');
  expect(preparing.order).toMatchObject({
    status: 'preparing',
    prepStartTime: context.clock.now().toISOString(),
    estimatedReady: promise,
    promisedReady: promise,
    version: 2,
  });
  server.clock.forward(600_000);
  await move(orderId, 'ready');
  const { order } = await move(orderId, 'completed');
  expect(order.statusHistory.map((change) => change.status)).toEqual(['pending', 'preparing', 'ready', 'completed']);
  expect(order).toMatchObject({ status: 'completed', canCancel: false, version: 4 });
  expect(order.readyTime).toBe(order.completedTime);
  const row = await findOrder(context.db, orderId);
  expect(row?.history.map((change) => change.to_status)).toEqual(['pending', 'preparing', 'ready', 'completed']);
  const events = await context.db
    .selectFrom('events')
    .select(['type', 'data'])
    .orderBy('id', 'desc')
    .limit(3)
    .execute();
  expect(events.map((event) => event.type)).toEqual(['order.updated', 'order.updated', 'order.updated']);
  expect(events[0]?.data).toEqual({ order });
});

test('of two tills at once one wins, and the other gets the current order', async () => {
  const orderId = await place();
  const answers = await Promise.allSettled([move(orderId, 'preparing'), move(orderId, 'cancelled', 'Mistake')]);
  // From preparing to cancelled is allowed, the reverse is not, so the history has one of two sequences.
  const row = await findOrder(context.db, orderId);
  const steps = row?.history.map((change) => change.to_status);
  expect([
    ['pending', 'preparing', 'cancelled'],
    ['pending', 'cancelled'],
  ]).toContainEqual(steps);
  expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength((steps?.length ?? 0) - 1);
});

test('setting the current status again succeeds and changes nothing', async () => {
  const orderId = await place();
  const moves = await Promise.all([1, 2, 3, 4].map(() => move(orderId, 'preparing')));
  expect(moves.filter((each) => each.isChanged)).toHaveLength(1);
  expect((await findOrder(context.db, orderId))?.version).toBe(2);
});

test('an invalid status change is refused with both statuses and the current order', async () => {
  const orderId = await place();
  const refusal = await move(orderId, 'completed').catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    failure: {
      code: 'invalid-transition',
      message: 'Cannot change order from pending to completed',
      details: { from: 'pending', to: 'completed', order: { orderId, status: 'pending' } },
    },
  });
});

test('a completed order counts in its guest’s totals, and refunds reduce them [C-DASH-03]', async () => {
  const before = await me();
  const orderId = await place();
  const row = await findOrder(context.db, orderId);
  if (!row) throw new Error('placed orders are there');
  await move(orderId, 'preparing');
  await move(orderId, 'ready');
  expect(await me()).toEqual(before);
  await move(orderId, 'completed');
  const points = pointsFor(cents(row.subtotal_cents));
  const dollars = (sum: number) => Math.round(((before.spent ?? 0) * 100 + sum) / 1) / 100;
  const completed = {
    orders: (before.orders ?? 0) + 1,
    spent: dollars(row.total_cents),
    points: (before.points ?? 0) + points,
  };
  expect(await me()).toEqual(completed);

  await refund(orderId, 500);
  expect(await me()).toEqual({ ...completed, spent: dollars(row.total_cents - 500) });
  await refund(orderId, row.total_cents - 500);
  expect(await me()).toEqual(before);
  // The bank returns the refund.
  await refund(orderId, -row.total_cents);
  expect(await me()).toEqual(completed);
  const ledger = await context.db
    .selectFrom('loyalty_entries')
    .select(['points', 'reason'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
  expect(ledger).toEqual([
    { points, reason: 'order-completed' },
    { points: -points, reason: 'order-refunded' },
    { points, reason: 'order-refunded' },
  ]);
});

test('the audit log names who changed the status', async () => {
  const orderId = await place();
  await move(orderId, 'cancelled', 'Kitchen is out of rice');
  const row = await context.db
    .selectFrom('audit_log')
    .select(['action', 'actor_kind', 'before', 'after', 'location_id'])
    .where('subject_id', '=', orderId)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({
    action: 'cancel-order',
    actor_kind: 'system',
    before: { status: 'pending' },
    after: { status: 'cancelled', note: 'Kitchen is out of rice' },
    location_id: 'truro',
  });
});
