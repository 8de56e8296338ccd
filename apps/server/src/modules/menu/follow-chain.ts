import type { Following } from '@tiffin/domain/menu';
import type { Tx } from '../../db/connection.ts';
import { chainColumnsOf } from './chain-dishes.ts';
import type { MenuItemRow } from './item-answer.ts';

/** A place's dish after the chain's moved, or was taken again; null when nothing that its menu says is another. */
export async function writeFollowing(
  tx: Tx,
  { location_id: locationId, id, version, kept_fields: before }: MenuItemRow,
  { change, kept }: Following,
  now: Date,
): Promise<MenuItemRow | null> {
  const isOther = Object.keys(change).length > 0;
  if (!isOther && kept.length === before.length) return null;
  const row = await tx
    .updateTable('menu_items')
    .set({
      ...chainColumnsOf(change),
      kept_fields: [...kept],
      // What it keeps from now on counts as well: whoever would put back what it was before is told.
      version: version + 1,
      ...(isOther && { updated_at: now }),
    })
    .where('location_id', '=', locationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return isOther ? row : null;
}
