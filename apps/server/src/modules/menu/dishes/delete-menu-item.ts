import type { Context, Tx } from '../../../context.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { deleteImagesIfUnused } from '../../images/delete-unused-images.ts';
import { stopCounting } from '../stock/count-stock.ts';
import { deleteUnsoldSharedDishes } from './sync-chain-menu.ts';
import { lockMenuItem, announceMenu, lockMenu } from './lock-menu.ts';

/** Deletes a dish from the menu. Orders keep their copy of it. */
export async function deleteMenuItem(
  context: Context,
  tx: Tx,
  by: Author,
  { locationId, itemId }: { readonly locationId: string; readonly itemId: string },
): Promise<number> {
  // Lock order: stock counters before the menu, as orders do.
  await stopCounting(context, tx, { locationId, itemId });
  const menu = await lockMenu(tx, locationId);
  const row = await lockMenuItem(tx, locationId, itemId);
  await tx.deleteFrom('menu_items').where('location_id', '=', locationId).where('id', '=', itemId).execute();
  if (row.chain_id !== null) await deleteUnsoldSharedDishes(tx, [row.chain_id]);
  if (row.image !== null) await deleteImagesIfUnused(tx, [row.image]);
  const now = context.clock.now();
  await recordAuditEntry(tx, { at: now, ...by }, 'delete-menu-item', ['menu-item', `${locationId}/${itemId}`], {
    locationId,
    before: row,
  });
  return announceMenu(context, tx, menu, 'deleted', [itemId]);
}
