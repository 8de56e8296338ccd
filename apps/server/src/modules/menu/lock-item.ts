import { refuse } from '@tiffin/domain/core';
import type { Tx } from '../../db/connection.ts';
import type { MenuItemRow } from './item-answer.ts';

/** A dish, held until this transaction is over. */
export async function lockItem(tx: Tx, locationId: string, itemId: string): Promise<MenuItemRow> {
  const row = await tx
    .selectFrom('menu_items')
    .selectAll()
    .where('location_id', '=', locationId)
    .where('id', '=', itemId)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw refuse('menu-item-not-found');
  return row;
}
