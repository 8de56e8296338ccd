import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { cents, toDollars } from '@tiffin/domain/core';
import { sql } from 'kysely';
import type { Db } from '../../../context.ts';
import { pageOf, readCursor } from '../../../platform/http/cursor.ts';

interface UseRow {
  readonly id: string;
  readonly at: Date;
  readonly location_id: string;
  readonly total_cents: number;
  readonly amount_cents: number;
}

/** A page of the orders that used a promotion, newest first. */
export async function readPromotionOrders(
  db: Db,
  { promotionId, limit, cursor }: ValidatedInput<'getPromotionOrders'>['query'],
): Promise<ResponseOf<'getPromotionOrders'>> {
  const after = readCursor(cursor, 'at', 'time');
  const isAfter = after ? sql`(u.at, o.id) < (${after.value}, ${after.id})` : sql`true`;
  const { rows } = await sql<UseRow>`
    select o.id, u.at, o.location_id, o.total_cents, u.amount_cents
    from promotion_uses u join orders o on o.id = u.order_id
    where u.promotion_id = ${promotionId} and u.state in ('used', 'over') and ${isAfter}
    order by u.at desc, o.id desc limit ${limit + 1}
  `.execute(db);
  const { page, nextCursor } = pageOf(rows, limit, ({ id, at }) => ({ sort: 'at', value: at, id }));
  return {
    orders: page.map((row) => ({
      orderId: row.id,
      at: row.at.toISOString(),
      locationId: row.location_id,
      total: toDollars(cents(row.total_cents)),
      off: toDollars(cents(row.amount_cents)),
    })),
    nextCursor,
  };
}
