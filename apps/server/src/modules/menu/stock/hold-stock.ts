import { FEW_PORTIONS } from '@tiffin/domain/menu';
import { sql } from 'kysely';
import type { Context, Tx } from '../../../context.ts';
import type { PricedItem } from '../../../platform/db/stored-json.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { announceStock } from './move-stock.ts';
import { portionsOfLines } from './portions.ts';
import { SHORTAGE_JSON, outOfStockError, type Shortage } from './shortage.ts';

/** Reserves the dishes of an order while its payment page is open. */
export async function holdStock(
  context: Context,
  tx: Tx,
  session: { readonly id: string; readonly location_id: string; readonly expires_at: Date },
  items: readonly PricedItem[],
): Promise<void> {
  const { location_id: locationId } = session;
  const portions = portionsOfLines(items);
  const { rows } = await sql<{ shortages: Shortage[] | null; nearly_sold_out: string[] | null }>`
    with portions as (
      select "itemId" as item_id, sum(quantity)::int as quantity
      from jsonb_to_recordset(${JSON.stringify(portions)}::jsonb) as w ("itemId" text, quantity int)
      group by 1
    ), counted as (
      select s.item_id, s.left_count, w.quantity from stock s join portions w using (item_id)
      where s.location_id = ${locationId} order by s.item_id for update of s
    ), short_stock as (
      select item_id, left_count from counted where left_count < quantity
    ), held as (
      insert into stock_holds (session_id, location_id, item_id, quantity, held_until)
      select ${session.id}, ${locationId}, item_id, quantity, ${session.expires_at}::timestamptz
      from counted where not exists (select from short_stock)
    ), taken as (
      -- from the locked count, because the check of the column also sees the row as it was before the lock
      update stock s set left_count = c.left_count - c.quantity from counted c
      where s.location_id = ${locationId} and s.item_id = c.item_id and not exists (select from short_stock)
      returning s.item_id, s.left_count
    )
    select (${SHORTAGE_JSON}) as shortages,
           (select array_agg(item_id) from taken where left_count < ${FEW_PORTIONS}) as nearly_sold_out
  `.execute(tx);
  const shortages = rows[0]?.shortages ?? [];
  const nameOf = (itemId: string) => portions.find((each) => each.itemId === itemId)?.name;
  if (shortages.length > 0) throw outOfStockError(shortages, nameOf);
  await announceStock(context, tx, locationId, rows[0]?.nearly_sold_out ?? []);
}

/** Releases the stock that these payment pages hold. Each page releases once, also when called again. */
export async function releaseStock(context: Context, tx: Tx, sessionIds: readonly string[]): Promise<void> {
  for (const [locationId, itemIds] of await release(tx, sessionIds)) {
    await announceStock(context, tx, locationId, itemIds);
  }
}

/** Releases the stock of a payment page for its order, which must take it in the same transaction, before others can. */
export async function takeReservedStock(tx: Tx, sessionId: string): Promise<void> {
  await release(tx, [sessionId]);
}

/** Returns the dishes that were low or out of stock before, by location. */
async function release(tx: Tx, sessionIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  if (sessionIds.length === 0) return new Map();
  const { rows } = await sql<{ location_id: string; item_ids: string[] }>`
    with freed as (
      delete from stock_holds where session_id = any(${[...sessionIds]}::text[]) returning location_id, item_id, quantity
    ), sums as (
      select location_id, item_id, sum(quantity)::int as quantity from freed group by 1, 2
    ), counted as (
      select s.location_id, s.item_id, sums.quantity from stock s join sums using (location_id, item_id)
      order by 1, 2 for update of s
    ), back as (
      update stock s set left_count = s.left_count + c.quantity from counted c
      where s.location_id = c.location_id and s.item_id = c.item_id
      returning s.location_id, s.item_id, s.left_count - c.quantity < ${FEW_PORTIONS} as were_few
    )
    select location_id, array_agg(item_id) as item_ids from back where were_few group by 1
  `.execute(tx);
  return new Map(rows.map((row) => [row.location_id, row.item_ids]));
}

const BATCH_SIZE = 100;

/** Releases the stock of payment pages that expired or closed, also when the provider never reported them. */
export async function releaseExpiredStock(context: Context): Promise<void> {
  const due = await context.db
    .selectFrom('stock_holds as h')
    .innerJoin('payment_sessions as s', 's.id', 'h.session_id')
    .select('h.session_id')
    .distinct()
    .where((eb) => eb.or([eb('h.held_until', '<=', context.clock.now()), eb('s.status', '<>', 'open')]))
    .limit(BATCH_SIZE)
    .execute();
  if (due.length === 0) return;
  const sessionIds = due.map((each) => each.session_id);
  await transaction(context.db, (tx) => releaseStock(context, tx, sessionIds));
}
