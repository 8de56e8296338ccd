import { cents } from '@tiffin/domain/core';
import { inMenuOrder } from '@tiffin/domain/menu';
import type { Chain, PlaceMenu } from '@tiffin/domain/menu-file';
import type { Db, Tx } from '../../db/connection.ts';
import { dishGroupOf, groupOf, readGroups } from '../menu/dish-groups.ts';
import type { MenuItemRow } from '../menu/item-answer.ts';

/** Menus as files are compared with them and written from them: their dishes in the order guests read them. */
export async function readMenus(
  db: Db | Tx,
  locationIds: readonly string[],
): Promise<{ readonly menus: readonly PlaceMenu[]; readonly chain: Chain }> {
  const categories = await db
    .selectFrom('menu_categories')
    .select(['id', 'name', 'earlier_names as earlier'])
    .orderBy('position')
    .orderBy('id')
    .execute();
  const groups = await readGroups(db);
  const dishes = await db
    .selectFrom('menu_items')
    .selectAll()
    .where('location_id', 'in', [...locationIds])
    .execute();
  const placed = await db
    .selectFrom('dish_groups')
    .selectAll()
    .where('location_id', 'in', [...locationIds])
    .orderBy('position')
    .execute();
  const groupsOf = Map.groupBy(placed, ({ location_id: at, item_id: id }) => `${at}/${id}`);
  return {
    menus: locationIds.map((locationId) => ({
      locationId,
      dishes: inMenuOrder(
        dishes.filter(({ location_id: at }) => at === locationId),
        categories,
      ).map((row) => ({
        id: row.id,
        category: row.category,
        ...valuesOf(row),
        groups: (groupsOf.get(`${locationId}/${row.id}`) ?? []).map(dishGroupOf),
      })),
    })),
    chain: { categories, groups: [...groups.values()].map(groupOf) },
  };
}

function valuesOf(row: Omit<MenuItemRow, 'left'>) {
  return {
    name: row.name,
    description: row.description,
    price: cents(row.price_cents),
    taxClass: row.tax_class,
    isVegetarian: row.is_vegetarian,
    isVegan: row.is_vegan,
    isGlutenFree: row.is_gluten_free,
    allergens: row.allergens,
    spiceLevel: row.spice_level,
    isAvailable: row.is_available,
  };
}
