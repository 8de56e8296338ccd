import type { AnswerOf } from '@tiffin/contract';
import type { getCustomerOrders } from '@tiffin/contract/orders';
import { asGuestReads } from '@tiffin/domain/order';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { pageOf, readCursor } from '../../http/cursor.ts';
import { orderAnswer } from './order-answer.ts';
import { readOrders } from './queries.ts';

/** A guest's own orders, newest first, a page at a time. */
export async function listOwnOrders(
  context: Context,
  userId: string,
  page: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<AnswerOf<typeof getCustomerOrders>> {
  const after = readCursor(page.cursor, 'orderTime', 'time');
  const older = after ? sql`and (o.order_time, o.id) < (${after.value}, ${after.id})` : sql``;
  const found = await readOrders(
    context.db,
    sql`o.user_id = ${userId} ${older}`,
    sql`order by o.order_time desc, o.id desc limit ${page.limit + 1}`,
  );
  const { page: rows, nextCursor } = pageOf(found, page.limit, (row) => ({
    sort: 'orderTime',
    value: row.order_time,
    id: row.id,
  }));
  const now = context.clock.now();
  return { orders: rows.map((row) => asGuestReads(orderAnswer(row, now, context))), nextCursor };
}
