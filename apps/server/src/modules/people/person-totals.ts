import { cents } from '@tiffin/domain/core';
import { pointsFor, customerTotals, type CountedOrder } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/connection.ts';
import { syncSpentPoints } from './spend-points.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';
import { insertRow } from '../../platform/db/write-row.ts';

/** The fields of an order that count in its guest's totals. */
type CountedColumns = Pick<OrderRow, 'status' | 'total_cents' | 'refunded_cents'>;

/**
 * Updates a guest's totals and points in the transaction that changes an order: on completion, on a refund, and when a
 * bank returns a refund. `before` is the locked order. Totals are completed orders less refunds. The points remain
 * while any of the money does.
 */
export async function updatePersonTotals(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'user_id' | 'subtotal_cents' | 'discount_cents' | 'order_time' | 'parts'>,
  before: CountedColumns,
  after: CountedColumns,
  now: Date,
  actorId: string | null,
): Promise<void> {
  if (order.user_id === null) return;
  // Also if no points are on the order any more: a change may have left nothing that they lower.
  await syncSpentPoints(tx, { ...order, ...after }, now);
  const totalsBefore = customerTotals([toCountedOrder(before)]);
  const totalsAfter = customerTotals([toCountedOrder(after)]);
  const points = await bookPoints(tx, order, order.user_id, totalsAfter.totalOrders > 0, now, actorId);
  const orders = totalsAfter.totalOrders - totalsBefore.totalOrders;
  const spent = totalsAfter.totalSpent - totalsBefore.totalSpent;
  if (orders === 0 && spent === 0 && points === 0) return;
  await sql`
    update users set total_orders = total_orders + ${orders}, total_spent_cents = total_spent_cents + ${spent},
                     loyalty_points = loyalty_points + ${points},
                     version = version + ${points === 0 ? 0 : 1},
                     last_order_at = greatest(last_order_at, ${order.order_time}), updated_at = ${now}
    where id = ${order.user_id}
  `.execute(tx);
}

/** Takes an order's totals, points and ledger entries from the wrong account, so that another can earn them. */
export async function removeFromPersonTotals(
  tx: Tx,
  order: Pick<OrderRow, 'id'> & CountedColumns,
  userId: string,
  now: Date,
) {
  const { totalOrders, totalSpent } = customerTotals([toCountedOrder(order)]);
  const entries = await tx
    .deleteFrom('loyalty_entries')
    .where('order_id', '=', order.id)
    .where('user_id', '=', userId)
    .returning('points')
    .execute();
  const points = entries.reduce((sum, entry) => sum + entry.points, 0);
  await sql`
    update users set total_orders = total_orders - ${totalOrders}, total_spent_cents = total_spent_cents - ${totalSpent},
                     loyalty_points = loyalty_points - ${points},
                     version = version + ${points === 0 ? 0 : 1},
                     last_order_at = (select max(order_time) from orders where user_id = ${userId} and status = 'completed'),
                     updated_at = ${now}
    where id = ${userId}
  `.execute(tx);
}

/** Adds a points entry if one is due, and returns its points. */
async function bookPoints(
  tx: Tx,
  order: Pick<OrderRow, 'id' | 'subtotal_cents' | 'discount_cents'>,
  userId: string,
  earns: boolean,
  now: Date,
  actorId: string | null,
): Promise<number> {
  const totals = await tx
    .selectFrom('loyalty_entries')
    .select(({ fn }) => [fn.coalesce(fn.sum<number>('points'), sql<number>`0`).as('points'), fn.countAll().as('rows')])
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow();
  const points = (earns ? pointsFor(cents(order.subtotal_cents - order.discount_cents)) : 0) - totals.points;
  if (points === 0) return 0;
  await insertRow(tx, 'loyalty_entries', {
    user_id: userId,
    order_id: order.id,
    points,
    reason: totals.rows === 0 ? 'order-completed' : 'order-refunded',
    actor_id: actorId,
    at: now,
  });
  return points;
}

function toCountedOrder(order: CountedColumns): CountedOrder {
  return { status: order.status, total: cents(order.total_cents), refunded: cents(order.refunded_cents) };
}
