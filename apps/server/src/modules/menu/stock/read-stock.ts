import type { ResponseOf } from '@tiffin/contract';
import { valueOrThrow, refuse } from '@tiffin/domain/core';
import { menuNotices } from '@tiffin/domain/errors';
import { byCategoryAndName, isSoldOut } from '@tiffin/domain/menu';
import { optionStockId } from '@tiffin/domain/options';
import { authorise, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../../context.ts';
import { soldOutUntilOf, type MenuItemRow } from '../dishes/item-answer.ts';
import { readOptionStock } from './mark-sold-out.ts';
import type { LocationMenu } from '../dishes/location-menu.ts';

type DishStock = ResponseOf<'getDishStock'>['items'][number];

/** The menu of a location at which the actor may mark dishes as sold out. */
export async function readMenuForStaff(context: Context, actor: Actor, locationId: string): Promise<LocationMenu> {
  valueOrThrow(authorise('menu.mark-sold-out', actor, { locationId }));
  const menu = await context.menus.fresh(locationId);
  if (!menu || menu.location.deleted_at) throw refuse('location-not-found', menuNotices.locationUnknown(locationId));
  return menu;
}

export async function readDishStock(context: Context, actor: Actor, locationId: string) {
  const menu = await readMenuForStaff(context, actor, locationId);
  const rows = await context.db.selectFrom('menu_items').selectAll().where('location_id', '=', locationId).execute();
  const items = await stockOf(context.db, locationId, rows.toSorted(byCategoryAndName), context.clock.now());
  return { locationId, timeZone: menu.location.time_zone, items };
}

const MAX_MOVES = 30;

/** The stock of a dish or option with its last movements, newest first. */
export async function readStockMoves(
  db: Db,
  { locationId, itemId }: { readonly locationId: string; readonly itemId: string },
  now: Date,
): Promise<ResponseOf<'getStockMovements'>> {
  const moves = await db
    .selectFrom('stock_moves as m')
    .leftJoin('users as u', 'u.id', 'm.by_user')
    .select(['m.id', 'm.at', 'm.kind', 'm.amount', 'm.order_id', 'u.name'])
    .where('m.location_id', '=', locationId)
    .where('m.item_id', '=', itemId)
    .orderBy('m.id', 'desc')
    .limit(MAX_MOVES)
    .execute();
  return {
    item: await readItemStock(db, { locationId, itemId }, now),
    moves: moves.map(({ id, at, order_id: orderId, name: by, ...move }) => ({
      ...move,
      id: String(id),
      at: at.toISOString(),
      orderId,
      by,
    })),
  };
}

export async function stockOfDish(db: Db | Tx, row: MenuItemRow, now: Date): Promise<DishStock> {
  const [dish] = await stockOf(db, row.location_id, [row], now);
  if (!dish) throw refuse('menu-item-not-found');
  return dish;
}

/** The stock of a dish, or of an option (`optionStockId`). */
export async function readItemStock(
  db: Db | Tx,
  { locationId, itemId }: { readonly locationId: string; readonly itemId: string },
  now: Date,
): Promise<DishStock> {
  const row = await db
    .selectFrom('menu_items')
    .selectAll()
    .where('location_id', '=', locationId)
    .where('id', '=', itemId)
    .executeTakeFirst();
  if (row) return stockOfDish(db, row, now);
  const options = await readOptionStock(db, locationId, now);
  const option = options.find(({ groupId, id }) => optionStockId(groupId, id) === itemId);
  if (!option) throw refuse('menu-item-not-found');
  const count = (await stockCountsAt(db, locationId)).find((each) => each.item_id === itemId);
  return {
    id: itemId,
    name: option.name,
    category: option.groupName,
    isAvailable: true,
    soldOut: option.soldOut || count?.left_count === 0,
    soldOutUntil: option.soldOutUntil,
    left: count?.left_count ?? null,
    held: count?.held ?? 0,
  };
}

function stockCountsAt(db: Db | Tx, locationId: string) {
  return db
    .selectFrom('stock as s')
    .select([
      's.item_id',
      's.left_count',
      sql<number>`(select coalesce(sum(h.quantity), 0)::int from stock_holds h
        where h.location_id = s.location_id and h.item_id = s.item_id)`.as('held'),
    ])
    .where('s.location_id', '=', locationId)
    .execute();
}

/** The stock of dishes, with the number left if they are counted. */
async function stockOf(db: Db | Tx, locationId: string, rows: readonly MenuItemRow[], now: Date): Promise<DishStock[]> {
  const counted = await stockCountsAt(db, locationId);
  return rows.map((row) => {
    const count = counted.find((each) => each.item_id === row.id);
    const until = soldOutUntilOf(row);
    const isMarked = isSoldOut(until, now);
    return {
      id: row.id,
      name: row.name,
      category: row.category,
      isAvailable: row.is_available,
      soldOut: isMarked || count?.left_count === 0,
      soldOutUntil: isMarked ? (until?.toISOString() ?? null) : null,
      left: count?.left_count ?? null,
      held: count?.held ?? 0,
    };
  });
}
