import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { From } from '../../platform/http/implement.ts';
import { recordChange, type By } from '../audit/record-change.ts';
import { dropUnused } from '../images/drop-unused.ts';
import { stopCounting } from '../stock/count-stock.ts';
import { dropUnsold } from './gather-chain.ts';
import { lockItem, announceMenu, lockMenu } from './lock-menu.ts';

/** Takes a dish off the menu for good; orders keep what was ordered. */
export async function deleteMenuItem(
  context: Context,
  tx: Tx,
  by: By<From | null>,
  { locationId, itemId }: { readonly locationId: string; readonly itemId: string },
): Promise<number> {
  // Counters are locked before the menu, as orders lock them.
  await stopCounting(context, tx, { locationId, itemId });
  const menu = await lockMenu(tx, locationId);
  const row = await lockItem(tx, locationId, itemId);
  await tx.deleteFrom('menu_items').where('location_id', '=', locationId).where('id', '=', itemId).execute();
  if (row.chain_id !== null) await dropUnsold(tx, [row.chain_id]);
  if (row.image !== null) await dropUnused(tx, [row.image]);
  await recordChange(tx, {
    at: context.clock.now(),
    ...by,
    action: 'delete-menu-item',
    subject: { kind: 'menu-item', id: `${locationId}/${itemId}` },
    locationId,
    before: row,
  });
  return announceMenu(context, tx, menu, 'deleted', [itemId]);
}
