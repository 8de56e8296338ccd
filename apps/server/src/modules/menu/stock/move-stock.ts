import { FEW_PORTIONS } from '@tiffin/domain/menu';
import { sql } from 'kysely';
import type { Context, Tx } from '../../../context.ts';
import type { PricedItem } from '../../../platform/db/stored-json.ts';
import { announceMenu, readMenuItems } from '../dishes/lock-menu.ts';
import type { LocationMenu } from '../dishes/location-menu.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { portionsOfLines, portionsOfRows, type LinePortions } from './portions.ts';
import { hasTrackedStock, SHORTAGE_JSON, outOfStockError, type Shortage } from './shortage.ts';

interface StockMove {
  readonly locationId: string;
  readonly orderId: string;
  /** The version of the order after this change. */
  readonly version: number;
  readonly kind: 'sale' | 'change' | 'return';
  /** Portions added to (or, below zero, removed from) each line. */
  readonly lines: readonly {
    readonly line: number;
    readonly itemId: string;
    readonly name: string;
    readonly by: number;
    /** Portions the line has afterwards; they never return to stock, even if the line was oversold. */
    readonly keeps: number;
  }[];
  /**
   * Dishes that are sold even when out of stock, because they are paid or staff agreed: the counter stops at zero and
   * the shortage is recorded.
   */
  readonly oversell?: readonly string[];
}

/**
 * Moves the counters of dishes with tracked stock in the transaction that writes the order; locks them in sorted
 * order. Never returns more than was taken. Returns what was oversold, or refuses with the amounts left.
 */
async function moveStock(context: Context, tx: Tx, move: StockMove): Promise<readonly Shortage[]> {
  const { locationId, orderId, version, kind, oversell = [] } = move;
  const lines = move.lines.filter(({ by }) => by !== 0);
  if (lines.length === 0) return [];
  const at = context.clock.now();
  const { rows } = await sql<{ shortages: Shortage[] | null; nearly_sold_out: string[] | null }>`
    with requested as (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as w (line int, "itemId" text, by int, keeps int)
    ), net as (
      -- how each line changes the counter: a line that shrinks returns at most what it took and does not keep
      select w.line, w."itemId" as item_id,
             case when w.by > 0 then -w.by else least(-w.by, (
               select greatest(coalesce(-sum(m.amount), 0) - w.keeps, 0) from stock_moves m
               where m.order_id = ${orderId} and m.line = w.line and m.item_id = w."itemId"
             )) end::int as amount
      from requested w
    ), sums as (
      select item_id, sum(amount)::int as amount from net group by 1
    ), counted as (
      select s.item_id, s.left_count, n.amount from stock s join sums n using (item_id)
      where s.location_id = ${locationId} order by s.item_id for update of s
    ), short_stock as (
      select item_id, left_count, amount from counted where left_count + amount < 0
    ), allowed as (
      -- no row if a dish is short that may not be oversold; then nothing moves
      select 1 where not exists (select from short_stock where item_id <> all(${[...oversell]}::text[]))
    ), moved as (
      insert into stock_moves (location_id, item_id, amount, kind, order_id, line, order_version, at)
      select ${locationId}, n.item_id, n.amount, ${kind}, ${orderId}, n.line, ${version}::int, ${at}::timestamptz
      from allowed, net n join counted using (item_id) where n.amount <> 0
      union all
      -- the first lines of a dish get what is missing, each at most as much as it takes
      select ${locationId}, o.item_id, least(o.takes, o.missing - o.before), 'oversold', ${orderId}, o.line, ${version}::int, ${at}::timestamptz
      from allowed, (
        select n.item_id, n.line, -n.amount as takes, -(s.left_count + s.amount) as missing,
               coalesce(sum(-n.amount) over (partition by n.item_id order by n.line
                 rows between unbounded preceding and 1 preceding), 0)::int as before
        from net n join short_stock s using (item_id) where n.amount < 0
      ) o where o.missing > o.before
    ), taken as (
      -- from the locked count, because the check of the column also sees the row as it was before the lock
      update stock s set left_count = case when s.item_id = any(${[...oversell]}::text[]) then greatest(c.left_count + c.amount, 0) else c.left_count + c.amount end
      from allowed, counted c where s.location_id = ${locationId} and s.item_id = c.item_id and c.amount <> 0
      returning s.item_id, c.left_count as before, s.left_count
    )
    select (${SHORTAGE_JSON}) as shortages,
           (select array_agg(item_id) from taken where least(before, left_count) < ${FEW_PORTIONS}) as nearly_sold_out
  `.execute(tx);
  const shortages = rows[0]?.shortages ?? [];
  const refused = shortages.filter(({ itemId }) => !oversell.includes(itemId));
  if (refused.length > 0) {
    throw outOfStockError(refused, (itemId) => lines.find((line) => line.itemId === itemId)?.name);
  }
  await announceStock(context, tx, locationId, rows[0]?.nearly_sold_out ?? []);
  return shortages;
}

/** Takes the dishes of a new order out of stock; does nothing without tracked stock. Returns what was oversold. */
export async function sellStock(
  context: Context,
  tx: Tx,
  menu: LocationMenu,
  orderId: string,
  items: readonly PricedItem[],
  oversell: readonly string[] = [],
): Promise<readonly Shortage[]> {
  if (!hasTrackedStock(menu, items)) return [];
  const lines = portionsOfLines(items).map(({ quantity: by, ...portions }) => ({ ...portions, by, keeps: by }));
  return moveStock(context, tx, { locationId: menu.location.id, orderId, version: 1, kind: 'sale', lines, oversell });
}

type Order = Pick<OrderRow, 'id' | 'location_id' | 'status' | 'version' | 'items'>;

/**
 * Adjusts the stock after an order change: takes added portions (some may be oversold) and returns removed ones if
 * the kitchen has not started.
 */
export async function adjustStockForOrderChange(
  context: Context,
  tx: Tx,
  before: Order,
  after: Order,
  oversell: readonly string[],
): Promise<void> {
  if (before.items === after.items) return;
  const [portionsBefore, portionsAfter] = [portionsByLine(before), portionsByLine(after)];
  const lines = [...new Map([...portionsBefore, ...portionsAfter])].flatMap(([key, { line, itemId, name }]) => {
    const keeps = portionsAfter.get(key)?.quantity ?? 0;
    const by = keeps - (portionsBefore.get(key)?.quantity ?? 0);
    return by < 0 && before.status !== 'pending' ? [] : [{ line, itemId, name, by, keeps }];
  });
  await moveStock(context, tx, { ...orderKey(after), kind: 'change', lines, oversell });
}

/** Returns the stock of a cancelled order if the kitchen has not started. */
export async function returnStock(context: Context, tx: Tx, before: Order, after: Order): Promise<void> {
  if (before.status !== 'pending') return;
  const lines = portionsOfRows(before.items).map(({ quantity, ...portions }) => ({
    ...portions,
    by: -quantity,
    keeps: 0,
  }));
  await moveStock(context, tx, { ...orderKey(after), kind: 'return', lines });
}

interface MovedLine {
  readonly from: { readonly orderId: string; readonly line: number; readonly version: number };
  readonly to: { readonly orderId: string; readonly line: number };
  /** How many of all its portions move. */
  readonly quantity: number;
  readonly all: number;
  readonly now: Date;
}

/** Gives the stock that portions of a line took to the line of the order to which they moved. The counters stay. */
export async function moveStockOfLine(tx: Tx, { from, to, quantity, all, now }: MovedLine): Promise<void> {
  await sql`
    with moved as (
      select location_id, item_id, (-sum(amount) * ${quantity}::int / ${all}::int)::int as amount from stock_moves
      where order_id = ${from.orderId} and line = ${from.line} group by 1, 2
    )
    insert into stock_moves (location_id, item_id, amount, kind, order_id, line, order_version, at)
    select location_id, item_id, amount, 'change', ${from.orderId}, ${from.line}::int, ${from.version}::int, ${now}::timestamptz
    from moved where amount > 0
    union all
    select location_id, item_id, -amount, 'sale', ${to.orderId}, ${to.line}, 1, ${now} from moved where amount > 0
  `.execute(tx);
}

function portionsByLine({ items }: Order): ReadonlyMap<string, LinePortions> {
  return new Map(portionsOfRows(items).map((each) => [`${each.line} ${each.itemId}`, each]));
}

function orderKey({ id, location_id, version }: Order): Pick<StockMove, 'locationId' | 'orderId' | 'version'> {
  return { locationId: location_id, orderId: id, version };
}

/** Announces dishes that are low, out of stock or back in stock, because that changes the menu for guests. */
export async function announceStock(context: Context, tx: Tx, locationId: string, itemIds: readonly string[]) {
  if (itemIds.length === 0) return;
  const { time_zone: zone } = await tx
    .selectFrom('locations')
    .select('time_zone')
    .where('id', '=', locationId)
    .executeTakeFirstOrThrow();
  const rows = await readMenuItems(tx, locationId, itemIds);
  await announceMenu(context, tx, { locationId, zone }, 'availability', itemIds, rows);
}
