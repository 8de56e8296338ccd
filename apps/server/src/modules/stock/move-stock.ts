import { FEW_PORTIONS } from '@tiffin/domain/menu';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { PricedItem } from '../../platform/db/kept-json.ts';
import { announceMenu, readItems } from '../menu/lock-menu.ts';
import type { MenuAt } from '../menu/menu-at.ts';
import type { OrderRow } from '../orders/queries.ts';
import { portionsOfLines, portionsOfRows, type LinePortions } from './portions.ts';
import { isCounted, SHORT, tooFew, type Short } from './short.ts';

interface StockMove {
  readonly locationId: string;
  readonly orderId: string;
  /** Of the order, as it stands after this. */
  readonly version: number;
  readonly kind: 'sale' | 'change' | 'return';
  /** How many more (or, below zero, fewer) of a dish go out with each line. */
  readonly lines: readonly {
    readonly line: number;
    readonly itemId: string;
    readonly name: string;
    readonly by: number;
    /** Of what the line has afterwards nothing comes back, also where it was sold beyond what there was. */
    readonly keeps: number;
  }[];
  /** Of these dishes what is paid, or promised all the same, goes out even when the counter has none: it goes to nothing, and the rest is written down. */
  readonly oversell?: readonly string[];
}

/**
 * Moves the counters of counted dishes, in the transaction that writes the order: locked sorted, counted, written down.
 * Nothing comes back that was not taken. Answers what was oversold; refused, in words, where that may not be.
 */
async function moveStock(context: Context, tx: Tx, move: StockMove): Promise<readonly Short[]> {
  const { locationId, orderId, version, kind, oversell = [] } = move;
  const lines = move.lines.filter(({ by }) => by !== 0);
  if (lines.length === 0) return [];
  const at = context.clock.now();
  const { rows } = await sql<{ short: Short[] | null; few: string[] | null }>`
    with wished as (
      select * from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as w (line int, "itemId" text, by int, keeps int)
    ), net as (
      select w.line, w."itemId" as item_id,
             case when w.by > 0 then -w.by else least(-w.by, (
               select greatest(coalesce(-sum(m.amount), 0) - w.keeps, 0) from stock_moves m
               where m.order_id = ${orderId} and m.line = w.line and m.item_id = w."itemId"
             )) end::int as amount
      from wished w
    ), sums as (
      select item_id, sum(amount)::int as amount from net group by 1
    ), counted as (
      select s.item_id, s.left_count, n.amount from stock s join sums n using (item_id)
      where s.location_id = ${locationId} order by s.item_id for update of s
    ), short as (
      select item_id, left_count, amount from counted where left_count + amount < 0
    ), done as (
      select 1 where not exists (select from short where item_id <> all(${[...oversell]}::text[]))
    ), moved as (
      insert into stock_moves (location_id, item_id, amount, kind, order_id, line, order_version, at)
      select ${locationId}, n.item_id, n.amount, ${kind}, ${orderId}, n.line, ${version}::int, ${at}::timestamptz
      from done, net n join counted using (item_id) where n.amount <> 0
      union all
      -- what is missing is of the first lines, of none more than it takes
      select ${locationId}, o.item_id, least(o.takes, o.missing - o.before), 'oversold', ${orderId}, o.line, ${version}::int, ${at}::timestamptz
      from done, (
        select n.item_id, n.line, -n.amount as takes, -(s.left_count + s.amount) as missing,
               coalesce(sum(-n.amount) over (partition by n.item_id order by n.line
                 rows between unbounded preceding and 1 preceding), 0)::int as before
        from net n join short s using (item_id) where n.amount < 0
      ) o where o.missing > o.before
    ), taken as (
      update stock s set left_count = case when s.item_id = any(${[...oversell]}::text[]) then greatest(s.left_count + c.amount, 0) else s.left_count + c.amount end
      from done, counted c where s.location_id = ${locationId} and s.item_id = c.item_id and c.amount <> 0
      returning s.item_id, c.left_count as before, s.left_count
    )
    select (${SHORT}) as short,
           (select array_agg(item_id) from taken where least(before, left_count) < ${FEW_PORTIONS}) as few
  `.execute(tx);
  const short = rows[0]?.short ?? [];
  const refused = short.filter(({ itemId }) => !oversell.includes(itemId));
  if (refused.length > 0) {
    throw tooFew(refused, (itemId) => lines.find((line) => line.itemId === itemId)?.name);
  }
  await announceStock(context, tx, locationId, rows[0]?.few ?? []);
  return short;
}

/** The dishes of an order that was just written go out; nothing happens where none of them is counted. */
export async function sellStock(
  context: Context,
  tx: Tx,
  menu: MenuAt,
  orderId: string,
  items: readonly PricedItem[],
  oversell: readonly string[] = [],
): Promise<readonly Short[]> {
  if (!isCounted(menu, items)) return [];
  const lines = portionsOfLines(items).map(({ quantity: by, ...portions }) => ({ ...portions, by, keeps: by }));
  return moveStock(context, tx, {
    locationId: menu.location.id,
    orderId,
    version: 1,
    kind: 'sale',
    lines,
    oversell,
  });
}

type Order = Pick<OrderRow, 'id' | 'location_id' | 'status' | 'version' | 'items'>;

/**
 * An order was changed: more of a dish is taken, of some also where there is too little, and fewer come back as long as
 * the kitchen has not begun.
 */
export async function changeStock(
  context: Context,
  tx: Tx,
  was: Order,
  is: Order,
  oversell: readonly string[],
): Promise<void> {
  if (was.items === is.items) return;
  const [before, after] = [byWhat(was), byWhat(is)];
  const lines = [...new Map([...before, ...after]).entries()].flatMap(([at, { line, itemId, name }]) => {
    const keeps = after.get(at)?.quantity ?? 0;
    const by = keeps - (before.get(at)?.quantity ?? 0);
    return by < 0 && was.status !== 'pending' ? [] : [{ line, itemId, name, by, keeps }];
  });
  await moveStock(context, tx, { ...about(is), kind: 'change', lines, oversell });
}

/** An order was cancelled: what nobody has begun to cook is there again. */
export async function returnStock(context: Context, tx: Tx, was: Order, is: Order): Promise<void> {
  if (was.status !== 'pending') return;
  const lines = portionsOfRows(was.items).map(({ quantity, ...portions }) => ({
    ...portions,
    by: -quantity,
    keeps: 0,
  }));
  await moveStock(context, tx, { ...about(is), kind: 'return', lines });
}

/** By line and by what it is. */
function byWhat({ items }: Order): ReadonlyMap<string, LinePortions> {
  return new Map(portionsOfRows(items).map((each) => [`${each.line} ${each.itemId}`, each]));
}

function about({ id, location_id, version }: Order): Pick<StockMove, 'locationId' | 'orderId' | 'version'> {
  return { locationId: location_id, orderId: id, version };
}

/** Of these dishes there are few, none, or some again: to guests that is another menu. */
export async function announceStock(
  context: Context,
  tx: Tx,
  locationId: string,
  itemIds: readonly string[],
): Promise<void> {
  if (itemIds.length === 0) return;
  const { time_zone: zone } = await tx
    .selectFrom('locations')
    .select('time_zone')
    .where('id', '=', locationId)
    .executeTakeFirstOrThrow();
  const rows = await readItems(tx, locationId, itemIds);
  await announceMenu(context, tx, { locationId, zone }, 'availability', itemIds, rows);
}
