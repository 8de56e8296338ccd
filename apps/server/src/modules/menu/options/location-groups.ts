import { refuse, say } from '@tiffin/domain/core';
import { daypartPriceBlocksSizesText } from '@tiffin/domain/menu';
import { groupForDish, dishGroupsProblem, HEAT_GROUP, type DishGroup } from '@tiffin/domain/options';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/connection.ts';
import { optionGroupOf, readOptionGroups } from './dish-groups.ts';
import { findDishWithContradictoryPrice } from '../dishes/dish-hours.ts';

/** A group for a dish, with the dish's overrides. */
export interface GroupOfDish {
  readonly groupId: string;
  readonly min?: number | null | undefined;
  readonly max?: number | null | undefined;
  readonly included?: number | null | undefined;
  readonly sizePrices?: DishGroup['sizePrices'];
}

/**
 * Groups are shared, so every edit of one, of the dishes that have it or of the availability of an option takes this
 * lock, before any menu lock. Otherwise a group could change between being put on a dish and the next version of that
 * menu. The rows are locked too, because older copies of the server know no other lock.
 */
export async function lockOptionGroups(tx: Tx): Promise<void> {
  // An advisory lock, because before the first group there is no row to lock.
  await sql`select pg_advisory_xact_lock(hashtext('option groups'))`.execute(tx);
  await tx.selectFrom('option_groups').select('id').orderBy('id').forUpdate().execute();
}

/** Replaces the groups of a dish; its menu and the groups must be locked. */
export async function setDishGroups(
  tx: Tx,
  { location_id, id: item_id }: { readonly location_id: string; readonly id: string },
  newGroups: readonly GroupOfDish[],
): Promise<void> {
  const groups = await readOptionGroups(tx);
  const rows = newGroups.map(({ groupId, min = null, max = null, included = null, sizePrices = null }, position) => {
    const group = groups.get(groupId);
    if (!group || groupId === HEAT_GROUP)
      throw refuse('invalid-argument', say`A group no longer exists.`, { field: `optionGroups.${position}` });
    const columns = { location_id, item_id, group_id: groupId, position, min_units: min, max_units: max, included };
    return {
      group: groupForDish(optionGroupOf(group), { min, max, included, sizePrices }),
      columns: { ...columns, size_prices: sizePrices && JSON.stringify(sizePrices) },
    };
  });
  if (new Set(newGroups.map(({ groupId }) => groupId)).size < newGroups.length) {
    throw refuse('invalid-argument', say`A dish can have each group only once.`, { field: 'optionGroups' });
  }
  const problem = dishGroupsProblem(rows.map(({ group }) => group));
  if (problem !== null) throw refuse('invalid-argument', problem, { field: 'optionGroups' });
  await tx.deleteFrom('dish_groups').where('location_id', '=', location_id).where('item_id', '=', item_id).execute();
  if (rows.length > 0)
    await tx
      .insertInto('dish_groups')
      .values(rows.map(({ columns }) => columns))
      .execute();
  const dish = await findDishWithContradictoryPrice(tx, { locationId: location_id, itemIds: [item_id] });
  if (dish !== null) throw refuse('invalid-argument', daypartPriceBlocksSizesText(dish), { field: 'optionGroups' });
}
