import { refuse } from '@tiffin/domain/core';
import { menuNotices } from '@tiffin/domain/errors';
import { SOLD_OUT_INDEFINITELY } from '@tiffin/domain/menu';
import type { Updateable } from 'kysely';
import type { Context, Db, Tx } from '../../../context.ts';
import { idsOf } from '../../../platform/db/sql-lists.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { raiseMenuVersion } from '../../locations/menu-version.ts';
import { addGroupsAndHours } from '../options/items-with-groups.ts';
import { menuItemAnswer, type MenuItemRow } from './item-answer.ts';
import { authorise, type Actor } from '@tiffin/domain/people';

interface LockedMenu {
  readonly locationId: string;
  readonly zone: string;
}

/** Locks the location's row, which serves as the lock of its menu. */
export async function lockMenu(tx: Tx, locationId: string): Promise<LockedMenu> {
  const row = await tx
    .selectFrom('locations')
    .select('time_zone')
    .where('id', '=', locationId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => refuse('location-not-found', menuNotices.locationUnknown(locationId)));
  return { locationId, zone: row.time_zone };
}

/** Locks every menu in one order. Lock order: menus before categories and shared dishes. */
export async function lockMenus(tx: Tx): Promise<LockedMenu[]> {
  return tx
    .selectFrom('locations')
    .select(['id as locationId', 'time_zone as zone'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

type MenuChange = 'added' | 'updated' | 'deleted' | 'availability' | 'order' | 'specials' | 'categories';

/** With more changed dishes than this, clients reload the menu. */
const MAX_ANNOUNCED_DISHES = 50;

/** Increments the version of the menu and announces the changed dishes as guests see them. */
export async function announceMenu(
  context: Context,
  tx: Tx,
  menu: LockedMenu,
  change: MenuChange,
  itemIds: readonly string[],
  rows: readonly MenuItemRow[] = [],
): Promise<number> {
  const version = await raiseMenuVersion(tx, menu.locationId);
  const now = context.clock.now();
  const items =
    rows.length <= MAX_ANNOUNCED_DISHES
      ? (await addGroupsAndHours(tx, await withStock(tx, rows))).map((row) => menuItemAnswer(row, menu.zone, now))
      : undefined;
  await context.events.append(tx, {
    type: 'menu.changed',
    locationId: menu.locationId,
    at: now,
    data: { change, version, itemIds, items },
  });
  return version;
}

/** Adds how many are left to dishes with tracked stock. */
async function withStock(tx: Tx, rows: readonly MenuItemRow[]): Promise<readonly MenuItemRow[]> {
  const [first] = rows;
  if (!first) return rows;
  const counted = await tx
    .selectFrom('stock')
    .select(['item_id', 'left_count'])
    .where('location_id', '=', first.location_id)
    .where('item_id', 'in', idsOf(rows))
    .execute();
  return rows.map((row) => {
    const left = counted.find(({ item_id: id }) => id === row.id)?.left_count ?? null;
    return { ...row, left, sold_out_until: left === 0 ? SOLD_OUT_INDEFINITELY : row.sold_out_until };
  });
}

/** The current version of the menu, for an edit that changes nothing. */
export async function readMenuVersion(tx: Tx, locationId: string): Promise<number> {
  const { version } = await tx
    .selectFrom('locations')
    .select('menu_version as version')
    .where('id', '=', locationId)
    .executeTakeFirstOrThrow();
  return version;
}

/** The dishes of a menu with these ids; deleted ones are left out. */
export function readMenuItems(db: Db | Tx, locationId: string, itemIds: readonly string[]): Promise<MenuItemRow[]> {
  return db
    .selectFrom('menu_items')
    .selectAll()
    .where('location_id', '=', locationId)
    .where('id', 'in', [...itemIds])
    .execute();
}

/** Reads and locks a dish, or refuses if it does not exist. */
export async function lockMenuItem(tx: Tx, locationId: string, itemId: string): Promise<MenuItemRow> {
  return tx
    .selectFrom('menu_items')
    .selectAll()
    .where('location_id', '=', locationId)
    .where('id', '=', itemId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => refuse('menu-item-not-found'));
}

/** Writes the changed columns of a locked dish. */
export async function writeMenuItem(
  tx: Tx,
  { location_id: locationId, id }: Pick<MenuItemRow, 'location_id' | 'id'>,
  columns: Updateable<Schema['menu_items']>,
): Promise<MenuItemRow> {
  return tx
    .updateTable('menu_items')
    .set(columns)
    .where('location_id', '=', locationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Managers edit the menus of their locations, admins all. */
export function requireMenuEditor(actor: Actor, locationId: string): void {
  const may = authorise('menu.edit', actor, { locationId });
  if (!may.ok) throw refuse(may.error.code);
}
