import type { ValidatedInput } from '@tiffin/contract';
import { refuse } from '@tiffin/domain/core';
import type { Context, Tx } from '../../../context.ts';
import { recordAuditEntries, type Author } from '../../log/record-audit-entries.ts';
import type { MenuItemRow } from './item-answer.ts';
import { announceMenu, lockMenu, readMenuVersion, readMenuItems } from './lock-menu.ts';

/**
 * Shows or hides dishes. This does not count as an edit, so it never conflicts with one. Deleted dishes are skipped.
 */
export async function setMenuAvailability(
  context: Context,
  tx: Tx,
  by: Author,
  { locationId, itemIds, isAvailable }: ValidatedInput<'setMenuAvailability'>['body'],
): Promise<{ rows: readonly MenuItemRow[]; version: number }> {
  const menu = await lockMenu(tx, locationId);
  const found = await readMenuItems(tx, locationId, itemIds);
  if (found.length === 0) throw refuse('menu-item-not-found');
  const ids = found.filter((row) => row.is_available !== isAvailable).map((row) => row.id);
  if (ids.length === 0) return { rows: found, version: await readMenuVersion(tx, locationId) };
  const now = context.clock.now();
  const changed = await tx
    .updateTable('menu_items')
    .set({ is_available: isAvailable, updated_at: now })
    .where('location_id', '=', locationId)
    .where('id', 'in', ids)
    .returningAll()
    .execute();
  await recordAuditEntries(
    tx,
    ...ids.map((id) => ({
      at: now,
      ...by,
      action: isAvailable ? 'show-menu-item' : 'hide-menu-item',
      subject: { kind: 'menu-item' as const, id: `${locationId}/${id}` },
      locationId,
      before: { isAvailable: !isAvailable },
      after: { isAvailable },
    })),
  );
  const rows = [...found.filter((row) => row.is_available === isAvailable), ...changed];
  return { rows, version: await announceMenu(context, tx, menu, 'availability', ids, changed) };
}
