import type { OptionGroup } from '@tiffin/domain/options';
import type { Db, Tx } from '../../db/connection.ts';
import type { DishGroupRow } from './dish-groups.ts';
import { readMenuAt } from './menu-at.ts';

/** What may be chosen with a dish, for guests, and how its editor says so. */
export interface WithGroups {
  readonly groups: readonly OptionGroup[];
  readonly dish_groups: readonly DishGroupRow[];
}

/** Dishes of one location with their groups; of a combo its parts are what that menu says. */
export async function withGroups<Row extends { readonly id: string; readonly location_id: string }>(
  db: Db | Tx,
  rows: readonly Row[],
): Promise<(Row & WithGroups)[]> {
  const [first] = rows;
  if (!first) return [];
  const placed = await db
    .selectFrom('dish_groups')
    .selectAll()
    .where('location_id', '=', first.location_id)
    .where(
      'item_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('position')
    .execute();
  const menu = placed.length === 0 ? null : await readMenuAt(db, first.location_id);
  return rows.map((row) => ({
    ...row,
    dish_groups: placed.filter(({ item_id: id }) => id === row.id),
    groups: menu?.dishes.get(row.id)?.row.groups ?? [],
  }));
}
