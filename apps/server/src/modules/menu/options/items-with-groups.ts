import type { DishHours } from '@tiffin/domain/menu';
import type { OptionGroup } from '@tiffin/domain/options';
import type { Db, Tx } from '../../../platform/db/connection.ts';
import { idsOf } from '../../../platform/db/sql-lists.ts';
import type { DishGroupRow } from './dish-groups.ts';
import type { DishDaypartRow } from '../dishes/dish-hours.ts';
import { readLocationMenu, type DishRow } from '../dishes/location-menu.ts';

/** The option groups and hours of a dish, for guests and for the editor. */
export interface WithGroups {
  readonly hours?: DishHours | undefined;
  readonly dish_dayparts: readonly DishDaypartRow[];
  readonly groups: readonly OptionGroup[];
  readonly heats?: OptionGroup | undefined;
  readonly dish_groups: readonly DishGroupRow[];
}

/** Adds groups and hours to dishes of one location. The parts of a combo are other dishes of its menu. */
export async function addGroupsAndHours<
  Row extends Pick<DishRow, 'id' | 'location_id' | 'spice_level' | 'next_price_from'>,
>(db: Db | Tx, rows: readonly Row[]): Promise<(Row & WithGroups)[]> {
  const [first] = rows;
  if (!first) return [];
  const dishGroups = await db
    .selectFrom('dish_groups')
    .selectAll()
    .where('location_id', '=', first.location_id)
    .where('item_id', 'in', idsOf(rows))
    .orderBy('position')
    .execute();
  const dishDayparts = await db
    .selectFrom('dish_dayparts')
    .selectAll()
    .where('location_id', '=', first.location_id)
    .execute();
  // Most edits are of dishes without any of these, and need not read the whole menu.
  const needsMenu =
    dishGroups.length + dishDayparts.length > 0 ||
    rows.some((row) => row.spice_level !== 'none' || row.next_price_from !== null);
  const menu = needsMenu ? await readLocationMenu(db, first.location_id) : null;
  return rows.map((row) => {
    const dish = menu?.dishes.get(row.id)?.row;
    return {
      ...row,
      dish_groups: dishGroups.filter(({ item_id: id }) => id === row.id),
      dish_dayparts: dishDayparts.filter(({ item_id: id }) => id === row.id),
      hours: dish?.hours,
      groups: dish?.groups ?? [],
      heats: dish?.heats,
    };
  });
}
