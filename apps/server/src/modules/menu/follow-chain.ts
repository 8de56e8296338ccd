import type { Following } from '@tiffin/domain/menu';
import type { Tx } from '../../db/connection.ts';
import { chainColumnsOf } from './dish-values.ts';
import type { MenuItemRow } from './item-answer.ts';
import { writeItem } from './lock-menu.ts';

/** A place's dish after the chain's moved, or was taken again; null when nothing that its menu says is another. */
export async function writeFollowing(
  tx: Tx,
  present: MenuItemRow,
  { change, kept }: Following,
  now: Date,
): Promise<MenuItemRow | null> {
  const isOther = Object.keys(change).length > 0;
  if (!isOther && kept.length === present.kept_fields.length) return null;
  const row = await writeItem(tx, present, {
    ...chainColumnsOf(change),
    kept_fields: [...kept],
    // What it keeps from now on counts as well: whoever would put back what it was before is told.
    version: present.version + 1,
    ...(isOther && { updated_at: now }),
  });
  return isOther ? row : null;
}
