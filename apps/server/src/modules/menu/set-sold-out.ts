import type { AnswerOf, UnderstoodOf } from '@tiffin/contract';
import type { getDishStock, setSoldOut as setSoldOutCall } from '@tiffin/contract/stock';
import { orRefuse, refuse } from '@tiffin/domain/core';
import { menuNotices } from '@tiffin/domain/errors';
import { byCategoryAndName, isSoldOut, soldOutUntil } from '@tiffin/domain/menu';
import { authorise, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { From } from '../../http/implement.ts';
import { recordChange } from '../audit/record-change.ts';
import { soldOutUntilOf, type MenuItemRow } from './item-answer.ts';
import { announceMenu, lockItem, lockMenu, menuVersion } from './lock-menu.ts';
import type { MenuAt } from './menu-at.ts';

type DishStock = AnswerOf<typeof getDishStock>['items'][number];
export type SoldOutWished = UnderstoodOf<typeof setSoldOutCall>['body'];

/** The dishes of a location as whoever cooks them sees them. */
export async function readDishStock(
  context: Context,
  actor: Actor,
  locationId: string,
): Promise<AnswerOf<typeof getDishStock>> {
  const menu = await workedMenu(context, actor, locationId);
  const now = context.clock.now();
  return {
    locationId,
    timeZone: menu.location.time_zone,
    items: [...menu.dishes.values()]
      .map(({ row }) => row)
      .toSorted(byCategoryAndName)
      .map((row) => dishStock(row, now)),
  };
}

/** The menu of a place where one works. */
export async function workedMenu(context: Context, actor: Actor, locationId: string): Promise<MenuAt> {
  orRefuse(authorise('menu.mark-sold-out', actor, { locationId }));
  const menu = await context.menus.fresh(locationId);
  if (!menu || menu.location.deleted_at) throw refuse('location-not-found', menuNotices.locationUnknown(locationId));
  return menu;
}

function dishStock(row: MenuItemRow, now: Date): DishStock {
  const until = soldOutUntilOf(row);
  const soldOut = isSoldOut(until, now);
  return {
    id: row.id,
    name: row.name,
    category: row.category,
    isAvailable: row.is_available,
    soldOut,
    soldOutUntil: soldOut ? (until?.toISOString() ?? null) : null,
  };
}

/**
 * Says that a dish ran out and for how long, or puts it back. It is no edit of the dish: nothing of what a manager is
 * writing at this moment changes.
 */
export async function setSoldOut(
  context: Context,
  tx: Tx,
  { actor, from }: { readonly actor: Actor; readonly from: From },
  { location, hours }: MenuAt,
  { itemId, soldOut }: SoldOutWished,
): Promise<{ item: DishStock; version: number }> {
  const now = context.clock.now();
  const menu = await lockMenu(tx, location.id);
  const present = await lockItem(tx, location.id, itemId);
  const until = soldOut
    ? orRefuse(soldOutUntil(soldOut, { now, zone: location.time_zone, hours: hours.ok ? hours.value : null }))
    : null;
  const was = soldOutUntilOf(present);
  const isSame = until === null ? !isSoldOut(was, now) : until.getTime() === was?.getTime();
  if (isSame) return { item: dishStock(present, now), version: await menuVersion(tx, location.id) };
  const row = await tx
    .updateTable('menu_items')
    .set({ sold_out_until: until, updated_at: now })
    .where('location_id', '=', location.id)
    .where('id', '=', itemId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordChange(tx, {
    at: now,
    actor,
    action: until ? 'mark-sold-out' : 'put-back-on-sale',
    subject: { kind: 'menu-item', id: `${location.id}/${itemId}` },
    locationId: location.id,
    before: { soldOutUntil: isSoldOut(was, now) ? was : null },
    after: { soldOutUntil: until },
    from,
  });
  return {
    item: dishStock(row, now),
    version: await announceMenu(context, tx, menu, 'availability', [itemId], [row]),
  };
}
