import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import { announceMenu } from '../menu/lock-menu.ts';

/** Of these dishes there are few, none, or some again: to guests that is another menu. */
export async function announceStock(
  context: Context,
  tx: Tx,
  locationId: string,
  itemIds: readonly string[],
): Promise<void> {
  if (itemIds.length === 0) return;
  const { time_zone: zone } = await tx
    .selectFrom('locations')
    .select('time_zone')
    .where('id', '=', locationId)
    .executeTakeFirstOrThrow();
  const rows = await tx
    .selectFrom('menu_items')
    .selectAll()
    .where('location_id', '=', locationId)
    .where('id', 'in', [...itemIds])
    .execute();
  await announceMenu(context, tx, { locationId, zone }, 'availability', itemIds, rows);
}
