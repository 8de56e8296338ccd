import type { ResponseOf } from '@tiffin/contract';
import { refuse } from '@tiffin/domain/core';
import { menuNotices } from '@tiffin/domain/errors';
import { byCategoryAndName } from '@tiffin/domain/menu';
import type { Db, Tx } from '../../../platform/db/connection.ts';
import { readCategories } from './categories.ts';
import { editedItemAnswer, type EditedItemAnswer, type MenuItemRow } from './item-answer.ts';
import { addGroupsAndHours } from '../options/items-with-groups.ts';

/** A location's whole menu for the editor. */
export async function readEditedMenu(db: Db, locationId: string): Promise<ResponseOf<'getLocationMenuAdmin'>> {
  const location = await db
    .selectFrom('locations')
    .select('menu_version')
    .where('id', '=', locationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow(() => refuse('location-not-found', menuNotices.locationUnknown(locationId)));
  const [rows, categories] = await Promise.all([readMenuRows(db, locationId), readCategories(db)]);
  return {
    locationId,
    items: await editedItems(db, rows),
    categories: categories.map((each) => ({
      ...each,
      count: rows.filter((row) => row.category === each.id).length,
    })),
    version: location.menu_version,
  };
}

/** The dishes of a menu by category, then name. */
export async function readMenuRows(db: Db, locationId: string): Promise<MenuItemRow[]> {
  const rows = await db.selectFrom('menu_items').selectAll().where('location_id', '=', locationId).execute();
  return rows.toSorted(byCategoryAndName);
}

/** Dishes of one menu for the editor. */
export async function editedItems(db: Db | Tx, rows: readonly MenuItemRow[]): Promise<EditedItemAnswer[]> {
  return (await addGroupsAndHours(db, rows)).map(editedItemAnswer);
}

/** One dish for the editor. */
export async function editedItem(db: Db | Tx, row: MenuItemRow): Promise<EditedItemAnswer> {
  const [item] = await editedItems(db, [row]);
  if (!item) throw new Error('one row is one item');
  return item;
}
