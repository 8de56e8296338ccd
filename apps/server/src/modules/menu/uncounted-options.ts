import { optionItem } from '@tiffin/domain/options';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import { stopCounting } from '../stock/count-stock.ts';

/** Options that are there no more are counted nowhere. Counters before menus, as everybody takes them. */
export async function stopCountingOptions(
  context: Context,
  tx: Tx,
  options: readonly { readonly group_id: string; readonly id: string }[],
): Promise<void> {
  if (options.length === 0) return;
  const items = options.map(({ group_id: groupId, id }) => optionItem(groupId, id));
  const counted = await tx
    .selectFrom('stock')
    .select(['location_id', 'item_id'])
    .where('item_id', 'in', items)
    .orderBy('location_id')
    .orderBy('item_id')
    .forUpdate()
    .execute();
  for (const { location_id: locationId, item_id: itemId } of counted) {
    await stopCounting(context, tx, { locationId, itemId });
  }
  await tx
    .deleteFrom('sold_out_options')
    .where((eb) => eb.or(options.map(({ group_id, id: option_id }) => eb.and({ group_id, option_id }))))
    .execute();
}
