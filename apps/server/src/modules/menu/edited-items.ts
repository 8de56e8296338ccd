import type { Db, Tx } from '../../db/connection.ts';
import { withGroups } from './with-groups.ts';
import { editedItemAnswer, type EditedItemAnswer, type MenuItemRow } from './item-answer.ts';

/** Dishes of one location as their editor reads them. */
export async function editedItems(db: Db | Tx, rows: readonly MenuItemRow[]): Promise<EditedItemAnswer[]> {
  return (await withGroups(db, rows)).map(editedItemAnswer);
}

export async function editedItem(db: Db | Tx, row: MenuItemRow): Promise<EditedItemAnswer> {
  const [item] = await editedItems(db, [row]);
  if (!item) throw new Error('one row is one item');
  return item;
}
